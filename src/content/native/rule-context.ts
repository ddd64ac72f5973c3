import type { Point } from '../../ir/occurrence.js';
import type { Action, ActionList } from '../../ir/trigger.js';
import type { Memory } from './memory.js';
import type { OccurrenceDraft } from './occurrence-table.js';
import type { AbilitySource, ActionSource } from './schema.js';
import type { Model } from '../../model/model.js';
import type { Effect } from '../../ir/rule.js';
import type { CompiledText, Knowing } from './expression-text.js';
import type { LoweredModel } from './lower-model.js';
import type { Place } from './source-tree.js';

export interface RuleContext extends LoweredModel, Pick<Knowing, 'library' | 'names' | 'loading'> {
  readonly profile: boolean;
  /** By number: the first effect of each stacking number that chooses among amounts. */
  readonly keeping: Map<number, { readonly effect: Effect; readonly place: Place }>;
  /** Indices of the kinds of factions, for effects on empires. */
  readonly factionKinds: readonly number[];
  /** Types of occurrences that the content raises. */
  readonly raised: Set<number>;
}

export interface GroupContext extends RuleContext, Pick<Knowing, 'rolesByName' | 'occurring'> {
  /** Places that draw, numbered through the whole group. */
  readonly sites: { next: number };
  /** Every amount that has been compiled, for the profile. */
  readonly amounts: CompiledText[];
}

export interface Acting {
  readonly triggerNames: readonly string[];
  readonly lacksTriggers: boolean;
  readonly abilities: AbilityBook;
  /** Lists of the book so far; each lowering adds its own. */
  readonly lists: ActionList[];
  /** What actions of the book were lowered from. */
  readonly sources: Map<Action, ActionSource>;
}

export interface ActionContext extends GroupContext, Acting {
  /** What the lists are called. */
  readonly title: string;
  /** Left out: the actions are not of an ability. */
  readonly answering?: Answering;
}

export interface NamedAbility {
  readonly index: number;
  readonly source: AbilitySource;
}

/** What actions know of all abilities, and do with them. */
export interface AbilityBook {
  readonly byName: ReadonlyMap<string, NamedAbility>;
  /** There may be others. */
  readonly lacksAbilities: boolean;
  /** Those that something creates. */
  readonly added: Set<number>;
}

export interface Answering {
  readonly at: Point;
  readonly types: readonly OccurrenceDraft[];
  /** Somebody controls it. */
  readonly isControlled: boolean;
}

export interface TimingContext extends RuleContext, Acting {
  readonly memory: Memory;
  readonly hasPlayers: boolean;
}

export function isMeter(model: Model, column: number): boolean {
  return model.columns[column].role === 'meter';
}
