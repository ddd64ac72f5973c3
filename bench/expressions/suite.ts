import { runAlone } from '../child.js';
import type { Result } from '../report.js';
import type { Say, Suite, SuiteOptions } from '../suite.js';
import type { RunCase } from './case.js';
import { allResults, flowResults, relationResults, sweepResults } from './results.js';

export const expressionsSuite: Suite = {
  name: 'expressions',
  summary:
    'expressions asked of all objects, over relations, under overlays; flows; against the interpreter, json-logic-js and json-logic-engine',
  legend: {
    n: 'pairs of expression and object; objects looked at; triples of technology, player and condition; plots; changes that were found',
    perSecond: 'pairs, objects, triples, pairs of plots and neighbours',
    lines: [
      'A map of 20,000 plots with 400 cities, 4,000 units and 12 players (--quick: a tenth). all-expressions: 1,500 expressions, mixed as in the game that they come from, each for every object of its kind,',
      'after changes of what many read; what is equal in them is asked once. relation-aggregate: a sum over the plots of every city. enablement-sweep: for each of 1,000 technologies and 12 players,',
      'which of 4,000 conditions change for the player who gains it; first: with the cofactors in the making. flows: a whole turn in which ten properties decay and diffuse to eight neighbours.',
      'reference: the interpreter, for sweeps asking all conditions twice for each; overlays: one what-if for each technology and player. All but that of flows (a map of a tenth, both) are extrapolated from samples.',
      'json-logic-js, json-logic-engine: every tenth expression for all objects of its kind, with all that is derived worked out for them beforehand; what they cannot say is left out.',
    ],
  },
  run: (options, say) => runExpressions(options, say, alone),
};

const alone: RunCase = (asked) =>
  runAlone('./expressions/case-process.js', asked, ['--expose-gc']) as ReturnType<typeof alone<typeof asked.case>>;

/** Runs the cases by `run`: in processes of their own, or in this one for tests. */
export function runExpressions({ quick }: SuiteOptions, say: Say, run: RunCase): readonly Result[] {
  const common = { isSmall: quick, milliseconds: quick ? 400 : 1_500 };
  say('expressions: all expressions');
  const all = allResults(run({ case: 'all', expressions: 1_500, ...common }));
  say('expressions: relation, enablement sweep');
  const relation = relationResults(run({ case: 'relation', ...common }));
  const sweep = sweepResults(run({ case: 'sweep', conditions: 4_000, ...common }));
  say('expressions: flows');
  return [...all, ...relation, ...sweep, ...flowResults(run({ case: 'flows', ...common }))];
}
