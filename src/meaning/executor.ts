import type { WorldState } from '../components/state.js';
import type { TurnContext } from './effects/turn-context.js';
import type { PathCounts } from '../eval/path-counts.js';
import type { Growth, Program, Rule, RuleBook } from '../ir/rule.js';

/**
 * Results of a growth formula: new values, each object once, those without a result left out. Valid until the formula
 * is evaluated again.
 */
export interface Grown {
  readonly length: number;
  readonly ids: Int32Array;
  readonly values: Float64Array;
}

/**
 * Runs the rules and formulas of one world, as if in strict order: each rule on each source by ascending id, completely
 * before the next; each effect in order, on each target by ascending id.
 */
export interface Executor {
  readonly name: string;
  readonly paths: Readonly<PathCounts>;
  readonly activity: RuleActivity;
  runRules(context: TurnContext, rules: readonly Rule[]): void;
  /** Evaluates all activations and scopes before the first effect, so that no rule sees the effects of another. */
  runPass(context: TurnContext, rules: readonly Rule[]): void;
  /**
   * Evaluates a growth formula for every object with the meter, before any write. Throws where a value is not finite.
   */
  grow(context: TurnContext, growth: Growth): Grown;
  flow(context: TurnContext): void;
}

export type MakeExecutor = (program: Program, state: WorldState) => Executor;

/**
 * Rules that run together would have thrown in strict order: the turn is undone and run again in strict order, which
 * names the exact culprit.
 */
export class StrictTurnNeeded extends Error {
  override readonly name = 'StrictTurnNeeded';
}

/**
 * Activity of rules since the world was made, by index: active sources, and targets in their scopes. Restored phases do
 * not count.
 */
export interface RuleActivity {
  /** Sources whose activation a pass evaluated; phases do not count. */
  readonly asked: Float64Array;
  readonly active: Float64Array;
  readonly targets: Float64Array;
}

export function createRuleActivity(book: RuleBook): RuleActivity {
  const rules = [...book.rules, ...book.passes.flatMap((pass) => pass.rules)];
  const length = rules.reduce((most, { index }) => Math.max(most, index + 1), 0);
  return { asked: new Float64Array(length), active: new Float64Array(length), targets: new Float64Array(length) };
}

export function noteActivity({ active, targets }: RuleActivity, { index }: Rule, sources: number, found: number): void {
  active[index] += sources;
  targets[index] += found;
}
