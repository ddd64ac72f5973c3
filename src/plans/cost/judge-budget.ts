import { type Budget, type Measure, measures } from '../../ir/budget.js';
import type { Program, Rule } from '../../ir/rule.js';
import { type ProgramBound, boundProgram } from './program-bound.js';
import type { RuleBound } from './rule-bound.js';
import { type WorldCounts, worldCounts } from './world-counts.js';

/** A measure in which the bound of a rule, or of all rules together, exceeds the budget. */
export interface OverBudget {
  readonly measure: Measure;
  readonly bound: number;
  readonly most: number;
  /** Undefined: all rules and growth formulas together. */
  readonly rule: Rule | undefined;
  /** Rules with the greatest bounds, falling. */
  readonly greatest: readonly RuleBound[];
}

export interface BudgetJudgement {
  readonly bound: ProgramBound;
  readonly over: readonly OverBudget[];
  /** Rules without a bound, which only a run can check. */
  readonly unbounded: readonly RuleBound[];
}

const mostNamed = 3;

/** Compares static bounds with the budget, for its world or another one. Leaves out rules without a bound. */
export function judgeBudget(
  program: Program,
  budget: Budget,
  counts: WorldCounts = worldCounts(program.model, budget.world),
): BudgetJudgement {
  const { created } = budget.turn;
  const bound = boundProgram(program, counts, created === undefined ? {} : { created });
  const bounded = bound.rules.filter(({ unbounded }) => unbounded === '');
  return {
    bound,
    over: measures.flatMap((measure) => [
      ...overall(bound, bounded, measure, budget.turn[measure]),
      ...bounded.flatMap((each) => alone(each, measure, budget.rule[measure])),
    ]),
    unbounded: bound.rules.filter(({ unbounded }) => unbounded !== ''),
  };
}

function overall(
  { bounded }: ProgramBound,
  rules: readonly RuleBound[],
  measure: Measure,
  most = Infinity,
): readonly OverBudget[] {
  const bound = bounded[measure];
  if (bound <= most) return [];
  const greatest = rules.toSorted((a, b) => b.work[measure] - a.work[measure]).slice(0, mostNamed);
  return [{ measure, bound, most, rule: undefined, greatest }];
}

function alone(each: RuleBound, measure: Measure, most = Infinity): readonly OverBudget[] {
  const bound = each.work[measure];
  return bound > most ? [{ measure, bound, most, rule: each.rule, greatest: [each] }] : [];
}
