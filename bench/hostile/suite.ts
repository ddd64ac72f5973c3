import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { CaseAsked, CaseFound } from './case-process.js';
import { hostileCases } from './cases.js';

/** Of a quick run: few files, and small ones. */
const quickShare = 0.02;
const quickNames: ReadonlySet<string> = new Set(['native quotes', 'native misspelt names', 'edict-scenario/1 wrong steps', 'focs macros', 'xml conditions', 'procyon conditions', 'lst variables']);

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
  run: runHostile,
};

function runHostile({ quick }: SuiteOptions, say: Say): readonly Result[] {
  const share = quick ? quickShare : 1;
  return hostileCases.map(({ format, name }) => ({ format, name, share })).filter((asked) => !quick || quickNames.has(labelOf(asked))).map((asked) => resultOf(asked, say));
}

function resultOf(asked: CaseAsked, say: Say): Result {
  const { milliseconds, peak, outcome } = runAlone('./hostile/case-process.js', asked) as CaseFound;
  say(`hostile: ${labelOf(asked)}, ${outcome}`);
  const ms = { median: milliseconds, min: milliseconds, spread: 0 };
  return { name: labelOf(asked), n: asked.share * 1_000, ms, bytes: peak };
}

function labelOf({ format, name }: Pick<CaseAsked, 'format' | 'name'>): string {
  return `${format} ${name}`;
}
