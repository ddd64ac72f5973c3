import type { Point } from '../../ir/occurrence.js';
import type { Action, ActionList } from '../../ir/trigger.js';
import type { Memory } from './memory.js';
import type { OccurrenceDraft } from './occurrence-table.js';
import type { AbilitySource, ActionSource } from './schema.js';
import type { Model } from '../../model/model.js';
import type { Names } from '../../ir/node.js';
import type { Library, OccurringNames } from '../expression/compile-expression.js';
import type { Effect } from '../../ir/rule.js';
import type { CompiledText } from './expression-text.js';
import type { Loading } from './loading.js';
import type { LoweredModel } from './lower-model.js';
import type { Place } from './source-tree.js';

/** What all groups of a load are lowered with. */
export interface RuleContext extends LoweredModel {
  readonly library: Library;
  readonly names: Names;
  readonly loading: Loading;
  /** The profile is on. */
  readonly profile: boolean;
  /** By number: the first effect of each stacking number that chooses among amounts. */
  readonly keeping: Map<number, { readonly effect: Effect; readonly place: Place }>;
  /** Names by which a kind of faction has them, for effects on empires. */
  readonly factionKinds: readonly number[];
  /** Indices of types of occurrences that something of the content raises. */
  readonly raised: Set<number>;
}

/** What one group is lowered with. */
export interface GroupContext extends RuleContext {
  /** Places that draw, numbered through the whole group. */
  readonly sites: { next: number };
  /** Every amount that has been compiled, for the profile. */
  readonly amounts: CompiledText[];
  /** Roles go by their bare names, as in triggers. */
  readonly rolesByName?: boolean;
  /** What is answered or happens. */
  readonly occurring?: OccurringNames | undefined;
}

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

export function isMeter(model: Model, column: number): boolean {
  return model.columns[column].role === 'meter';
}
