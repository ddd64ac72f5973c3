import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import { type ScopeCase, type ScopeTimes, isReference, runScopeCase } from './case.js';
import { resultsOf } from './results.js';
import { type RuleName, ruleNames, ruleTable } from './rules.js';

const sizes = [1_000, 10_000, 100_000];
const quickSizes = [1_000, 10_000];
const sources = 500;
/** The interpreter takes seconds a turn there, and minutes above. */
const largestReference = 10_000;

export const scopeSuite: Suite = {
  name: 'scope',
  summary: 'five rules with 500 sources each, against hand-written loops, tuned columns, the interpreter and sift',
  legend: {
    n: 'systems, planets, ships and buildings together; and 500 sources a rule',
    perSecond: 'pairs of a source and a target',
    lines: [
      'Ratios say how many times slower a peer was than edict in the same run, with the same answers: handwritten, loops over bitECS queries;',
      'columnar, these rules tuned by hand (below 1: it was faster than edict); reference, the interpreter; sift, queries over arrays of objects.',
      'all: phases reset and meters after a change of everything that rules read; step: the whole turn then; unchanged: the phases when nothing has',
      'changed, with the ratio of all to it; doubled: twice the sources, and the ratio doubled at all, which is its cost; G1 to G5: one rule alone.',
      ...ruleNames.map((rule) => `${rule}: ${ruleTable[rule].title}`),
    ],
  },
  run: (options, say) => runScope(options, say, (asked) => runAlone('./scope/case-process.js', asked) as ScopeTimes),
};

/** Runs the cases by `run`: in processes of their own, or in this one for tests. */
export function runScope(
  options: SuiteOptions,
  say: Say,
  run: (asked: ScopeCase) => ScopeTimes = runScopeCase,
): readonly Result[] {
  return sizesOf(options, say).flatMap((objects) => {
    const measured = (rules: readonly RuleName[], factor: number, peers: boolean): ScopeTimes => {
      say(`scope: ${String(objects)} objects, ${rules.join(' ')}, ${String(sources * factor)} sources a rule`);
      return run({
        objects,
        rules,
        sources: sources * factor,
        seed: options.seed,
        milliseconds: options.quick ? 600 : 1_500,
        referenceRounds:
          peers && objects <= largestReference && !isReference() ? referenceRounds(objects, options.quick) : 0,
        siftSources: peers ? 20 : 0,
      });
    };
    const together = resultsOf('all', objects, measured(ruleNames, 1, true), measured(ruleNames, 2, false));
    if (options.quick) return together;
    return [...together, ...ruleNames.flatMap((rule) => resultsOf(rule, objects, measured([rule], 1, true)))];
  });
}

/** A quick run times the interpreter only where it takes seconds. */
function referenceRounds(objects: number, quick: boolean): number {
  if (objects > quickSizes[0]) return quick ? 0 : 1;
  return quick ? 1 : 3;
}

function sizesOf({ objects, quick }: SuiteOptions, say: Say): readonly number[] {
  const asked = objects !== undefined ? [objects] : quick ? quickSizes : sizes;
  if (!isReference()) return asked;
  const possible = asked.filter((size) => size <= largestReference);
  if (possible.length < asked.length)
    say(
      `scope: EDICT_EXECUTOR is reference, which would take minutes a turn above ${String(largestReference)} objects; they are left out`,
    );
  return possible;
}
