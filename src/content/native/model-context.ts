import type { Holding, Kind } from '../../model/model.js';
import type { DraftColumn } from './read-columns.js';
import type { Declarations } from './declarations.js';
import type { NamesContext } from './enumerations.js';
import type { Reporting } from './load-context.js';
import type { OtherMembers } from './references.js';

export interface MembersContext extends Reporting {
  readonly columnByName: ReadonlyMap<string, DraftColumn>;
  readonly columnNames: readonly string[];
  readonly others: OtherMembers;
  /** Of kinds that are not known in full. */
  readonly torn: ReadonlySet<number>;
}

export interface ModelContext extends NamesContext, MembersContext {
  readonly declarations: Declarations;
  readonly kinds: readonly Kind[];
  readonly kindByName: ReadonlyMap<string, Kind>;
}

/** For first values. */
export interface FirstContext extends ModelContext {
  readonly holdings: readonly Holding[];
}

/** What classes take from a mixin, by index of the column or set. */
export interface Mixed {
  readonly initial: ReadonlyMap<number, number>;
  readonly held: ReadonlyMap<number, readonly number[]>;
  readonly tags: ReadonlySet<string>;
}

export interface ClassContext extends FirstContext {
  readonly columns: readonly DraftColumn[];
  readonly mixins: ReadonlyMap<string, Mixed>;
}
