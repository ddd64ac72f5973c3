import type { Point } from '../../ir/occurrence.js';
import type { Action, ActionList } from '../../ir/trigger.js';
import type { Declarations } from './declarations.js';
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
  /** The first effect of each stacking number that chooses among amounts. */
  readonly keeping: Map<number, { readonly effect: Effect; readonly place: Place }>;
  readonly factionKinds: readonly number[];
  readonly raised: Set<number>;
}

export interface GroupContext extends RuleContext, Pick<Knowing, 'rolesByName' | 'occurring'> {
  /** Draws, numbered through the whole group. */
  readonly sites: { next: number };
  /** For the profile. */
  readonly amounts: CompiledText[];
  /** Conditions of its effects, for the profile. */
  readonly tests: CompiledText[];
}

export interface Acting {
  readonly triggerNames: readonly string[];
  readonly lacks: Declarations['lacks'];
  readonly abilities: AbilityBook;
  readonly lists: ActionList[];
  readonly sources: Map<Action, ActionSource>;
}

export interface ActionContext extends GroupContext, Acting {
  /** Of the lists. */
  readonly title: string;
  /** Only of actions of an ability. */
  readonly answering?: Answering;
}

export interface NamedAbility {
  readonly index: number;
  readonly source: AbilitySource;
}

export interface AbilityBook {
  readonly byName: ReadonlyMap<string, NamedAbility>;
  readonly added: Set<number>;
}

export interface Answering {
  readonly at: Point;
  readonly types: readonly OccurrenceDraft[];
  readonly isControlled: boolean;
}

export interface TimingContext extends RuleContext, Acting {
  readonly memory: Memory;
  readonly hasPlayers: boolean;
}

export function isMeter(model: Model, column: number): boolean {
  return model.columns[column].role === 'meter';
}
