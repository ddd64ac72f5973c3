import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import { hostileCases } from './cases.js';
import type { CaseAsked, CaseFound } from './load-case.js';

/** Of a quick run: few files, and small ones. */
const quickShare = 0.02;
const quickNames: ReadonlySet<string> = new Set([
  'native quotes',
  'native misspelt names',
  'edict-scenario/1 wrong steps',
  'focs macros',
  'xml conditions',
  'procyon conditions',
  'lst variables',
]);

export const hostileSuite: Suite = {
  name: 'hostile',
  summary: 'loading or refusing the worst files that the limits let through',
  legend: {
    n: 'thousandths of what the limits allow',
    lines: [
      'Each file is loaded once, in a process of its own. bytes: the most memory that the process had, with the file and the engine; what became of the file is told while the',
      'suite runs. A native file must stay below 5,000 ms and 500,000,000 bytes, whatever it holds.',
    ],
  },
  run: (options, say) => runHostile(options, say, loadAlone),
};

/** Loads a file in a process of its own. */
function loadAlone(asked: CaseAsked): CaseFound {
  return runAlone('./hostile/case-process.js', asked) as CaseFound;
}

/** The whole suite, or the quick part of it; `load` loads one file. */
export function runHostile(
  { quick }: SuiteOptions,
  say: Say,
  load: (asked: CaseAsked) => CaseFound,
): readonly Result[] {
  const share = quick ? quickShare : 1;
  const all = hostileCases.map(({ format, name }): CaseAsked => ({ format, name, share }));
  return all
    .filter((asked) => !quick || quickNames.has(labelOf(asked)))
    .map((asked) => resultOf(asked, load(asked), say));
}

function resultOf(asked: CaseAsked, { milliseconds, peak, outcome }: CaseFound, say: Say): Result {
  say(`hostile: ${labelOf(asked)}, ${outcome}`);
  const ms = { median: milliseconds, min: milliseconds, spread: 0 };
  return { name: labelOf(asked), n: asked.share * 1_000, ms, bytes: peak };
}

function labelOf({ format, name }: Pick<CaseAsked, 'format' | 'name'>): string {
  return `${format} ${name}`;
}
