import type { WorldState } from '../components/state.js';
import type { TurnContext } from './effects/turn-context.js';
import type { PathCounts } from '../eval/path-counts.js';
import type { Growth, Program, Rule, RuleBook } from '../ir/rule.js';

/**
 * What a growth formula gives: new values for objects, each once; what it gives nothing for is left out. Holds until
 * the formula is asked again.
 */
export interface Grown {
  readonly length: number;
  readonly ids: Int32Array;
  readonly values: Float64Array;
}

/**
 * Runs the rules and formulas of one world. Whatever an executor does to be fast, what can be observed is what strict
 * order gives: each rule on each of its sources by ascending id, wholly before the next; each effect in the order
 * listed, on each target by ascending id.
 */
export interface Executor {
  readonly name: string;
  /** Which ways it took. */
  readonly paths: Readonly<PathCounts>;
  readonly activity: RuleActivity;
  /** Runs rules of one phase, in the order given. */
  runRules(context: TurnContext, rules: readonly Rule[]): void;
  /**
   * Runs rules of a pass: all activations and scopes are asked before the first effect fires, so that no rule sees what
   * another did.
   */
  runPass(context: TurnContext, rules: readonly Rule[]): void;
  /**
   * Evaluates a growth formula for every object that has the meter, before any is written. Throws where a value is not
   * finite.
   */
  grow(context: TurnContext, growth: Growth): Grown;
  /** Lets the flows of the content flow, once. */
  flow(context: TurnContext): void;
}

/** Makes the executor of a world. */
export type MakeExecutor = (program: Program, state: WorldState) => Executor;

/**
 * Thrown by an executor that runs rules together when it meets what strict order would refuse: the turn is undone and
 * run again in strict order, which names the culprit exactly.
 */
export class StrictTurnNeeded extends Error {
  override readonly name = 'StrictTurnNeeded';
}

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
