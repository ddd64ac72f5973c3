import type { Point } from '../../ir/ability.js';
import type { Action, ActionList } from '../../ir/trigger.js';
import type { Memory } from './memory.js';
import type { OccurrenceDraft } from './occurrence-table.js';
import type { GroupContext, RuleContext } from './rule-context.js';
import type { AbilitySource, ActionSource } from './schema.js';

/** What actions are lowered with, and what has them. */

/** What all actions of a load share. */
export interface Acting {
  /** Of all triggers, in their order. */
  readonly triggerNames: readonly string[];
  readonly lacksTriggers: boolean;
  readonly abilities: AbilityBook;
  /** Lists of the book so far; each lowering adds its own. */
  readonly lists: ActionList[];
  /** What actions of the book were lowered from. */
  readonly sources: Map<Action, ActionSource>;
}

/** What the actions of one trigger, occurrence or ability are lowered with. */
export interface ActionContext extends GroupContext, Acting {
  /** What the lists are called. */
  readonly title: string;
  /** What the ability answers whose actions these are; left out where they are of something else. */
  readonly answering?: Answering;
}

/** What is known of all abilities while actions are lowered, and what actions do with them. */
export interface AbilityBook {
  readonly byName: ReadonlyMap<string, { readonly index: number; readonly source: AbilitySource }>;
  /** There may be others. */
  readonly lacksAbilities: boolean;
  /** Indices of abilities that something creates. */
  readonly added: Set<number>;
}

/** What the ability answers whose actions are lowered. */
export interface Answering {
  readonly at: Point;
  readonly types: readonly OccurrenceDraft[];
  /** Somebody controls it. */
  readonly isControlled: boolean;
}

/** What all abilities and occurrences are lowered with. */
export interface TimingContext extends RuleContext, Acting {
  readonly memory: Memory;
  readonly hasPlayers: boolean;
}
