import type { Growth, Program, Rule } from '../ir/rule.js';
import { type Estimate, type Scan, estimateGrowth, estimateRule } from './estimate.js';
import { type NominalWorld, type Rows, nominalWorld, product } from '../match/work.js';
import { planOf } from '../rules/program-plan.js';
import { createTermBook } from '../eval/term-book.js';

/** Object tests a turn: some tenths of a second. */
export const expensivePlan = 100_000_000;

export interface ExpensivePlan {
  readonly of: { readonly rule: Rule } | { readonly growth: Growth };
  readonly tests: number;
  /** `looks at all objects for each candidate: 500 × 10,000 × 10,000 in all`. */
  readonly reason: string;
  readonly cheaper: string;
}

export function expensivePlans(program: Program, world: NominalWorld = nominalWorld()): readonly ExpensivePlan[] {
  const { model } = program;
  const plan = planOf(program);
  const found: ExpensivePlan[] = [];
  const judge = (of: ExpensivePlan['of'], estimate: Estimate) => {
    if (estimate.tests > expensivePlan) found.push({ of, tests: Math.round(estimate.tests), ...explain(estimate) });
  };
  for (const [rule, each] of plan.rules) judge({ rule }, estimateRule(createTermBook(), each, model, world));
  for (const [growth, formula] of plan.growths) judge({ growth }, estimateGrowth(growth, formula, model, world));
  return found;
}

function explain({ scans }: Estimate): Pick<ExpensivePlan, 'reason' | 'cheaper'> {
  const [worstScan] = [...scans].sort((a, b) => b.tests - a.tests);
  const { worst } = worstScan;
  if (worst === undefined || product(worst.factors) < product(worstScan.rows)) return explainRows(worstScan);
  const each = {
    activation: 'source',
    candidates: 'candidate',
    tests: 'candidate',
    vetoes: 'candidate',
    amounts: 'target',
    growth: 'object',
  }[worstScan.step];
  return {
    reason: `looks at ${rangeNames[worst.range.over] ?? 'all that lies in an object'} for each ${each}: ${timesOf(worst.factors)} objects`,
    cheaper: cheaperRange(worst.range.over),
  };
}

const rangeNames: Readonly<Partial<Record<string, string>>> = {
  objects: 'all objects',
  class: 'all objects of a class',
  owned: 'all that a faction owns',
  owners: 'all owners',
  connection: 'all that a connection leads to',
};

function cheaperRange(over: string): string {
  return over === 'objects' || over === 'class'
    ? 'ask attached(…), contents(…) or owned(…) instead, or compare a distance or jumps in the scope; what is the same for many objects, keep in a meter'
    : 'let another rule keep the result in a meter, and read that';
}

function explainRows({ step, rows }: Scan): Pick<ExpensivePlan, 'reason' | 'cheaper'> {
  if (step === 'amounts') {
    return {
      reason: `writes to every target from every source: ${timesOf(rows)} effects`,
      cheaper:
        'let fewer objects carry the rule, or narrow its scope: one carrier can do for all what each does for itself',
    };
  }
  return {
    reason: `tests ${step === 'candidates' ? 'all candidates again after each source' : 'each candidate for each source'}: ${timesOf(rows)} objects`,
    cheaper:
      'add to the scope `target == …`, an equality such as `target.system == source.system`, or `distance(target, source) <= …` or `jumps(target, source) <= …`',
  };
}

/** `500 × 10,000`. */
export function timesOf(rows: Rows): string {
  return rows.length === 0
    ? '1'
    : rows.map((factor) => String(Math.round(factor)).replace(/\B(?=(\d{3})+$)/g, ',')).join(' × ');
}
