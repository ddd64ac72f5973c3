import type { Rule, RuleBook } from '../ir/rule.js';

/**
 * What rules came to since the world was made: by the index of the rule, how often a source of it was active, and how
 * many targets its scopes had then. Phases that were put back without asking anybody do not count.
 */
export interface RuleActivity {
  /** Sources that a pass asked whether they are active; the rules of phases do not count them. */
  readonly asked: Float64Array;
  readonly active: Float64Array;
  readonly targets: Float64Array;
}

export function createRuleActivity(book: RuleBook): RuleActivity {
  const rules = [...book.rules, ...book.passes.flatMap((pass) => pass.rules)];
  const length = rules.reduce((most, { index }) => Math.max(most, index + 1), 0);
  return { asked: new Float64Array(length), active: new Float64Array(length), targets: new Float64Array(length) };
}

/** Notes active sources of a rule, and the targets that they had together. */
export function noteActivity({ active, targets }: RuleActivity, { index }: Rule, sources: number, found: number): void {
  active[index] += sources;
  targets[index] += found;
}
