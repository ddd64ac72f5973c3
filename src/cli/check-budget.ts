import type { Diagnostic } from '../content/text/diagnostic.js';
import { listTexts, quoteText } from '../content/text/quote.js';
import type { Place } from '../content/native/source-tree.js';
import type { Measure } from '../ir/budget.js';
import type { Origin } from '../ir/node.js';
import type { Program } from '../ir/rule.js';
import { type OverBudget, judgeBudget } from '../plans/cost/judge-budget.js';
import type { WorldCounts } from '../plans/cost/world-counts.js';
import { grouped } from './terminal.js';

const counting: Readonly<Record<Measure, (count: string) => string>> = {
  tests: (count) => `test ${count} objects in scopes`,
  visits: (count) => `visit ${count} objects in aggregates`,
  effects: (count) => `fire ${count} effects`,
  created: (count) => `create ${count} objects`,
};

const cheaper: Readonly<Record<Measure, string>> = {
  tests: 'let fewer objects carry these rules, or name their targets in the scope',
  visits: 'give their aggregates smaller ranges, or keep shared values in a meter',
  effects: 'narrow their scopes',
  created: 'let fewer objects carry them, or create fewer',
};

/** Of content with a budget, for its world or another one. `spot`: where something stands. */
export function budgetProblems(
  program: Program,
  counts: WorldCounts | undefined,
  spot: (origin: Origin) => Place,
): readonly Diagnostic[] {
  const { budget } = program;
  if (budget === undefined) return [];
  const { over, unbounded } = judgeBudget(program, budget, counts);
  const errors = over.map((each): Diagnostic => overBudget(each, spot(each.rule?.origin ?? budget.origin)));
  if (unbounded.length === 0) return errors;
  const names = unbounded.map(({ rule }) => rule.name);
  const warning: Diagnostic = {
    severity: 'warning',
    code: 'unbounded-work',
    ...spot(budget.origin),
    message: `only limits bound the work of ${listTexts(names, 8, 'and')}, so only a run can check it: ${unbounded[0].unbounded}`,
    suggestion: 'bound the counts of `create`, or move effects that abilities answer out of rules',
  };
  return [...errors, warning];
}

function overBudget({ measure, bound, most, rule, greatest }: OverBudget, place: Place): Diagnostic {
  const key = `\`budget.${rule === undefined ? 'turn' : 'rule'}.${measure}\``;
  const who = rule === undefined ? 'all rules together' : `the rule ${quoteText(rule.name)}`;
  const shares = greatest.map(({ rule: { name }, work }) => `${quoteText(name)} ${grouped(work[measure])}`);
  const list = rule === undefined ? `; the most: ${shares.join(', ')}` : '';
  return {
    severity: 'error',
    code: 'over-budget',
    ...place,
    message: `${who} may ${counting[measure](grouped(bound))} in a turn, expected at most ${grouped(most)} by ${key}${list}`,
    suggestion: `${cheaper[measure]}, or raise ${key}; edict check --cost shows each rule`,
  };
}
