import type { Model } from '../../model/model.js';
import type { Names } from '../../ir/names.js';
import type { Library, OccurringNames } from '../expression/compile-expression.js';
import type { Effect } from '../../ir/rule.js';
import type { CompiledText } from './expression-text.js';
import { type Loading } from './loading.js';
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

export function isMeter(model: Model, column: number): boolean {
  return model.columns[column].role === 'meter';
}
