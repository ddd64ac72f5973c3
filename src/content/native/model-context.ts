import type { Holding, Kind } from '../../model/model.js';
import type { DraftColumn, NamesContext } from './columns.js';
import type { Declarations } from './declarations.js';
import type { Reporting } from './loading.js';
import type { OtherMembers } from './other-members.js';

/** The members of objects, and the kinds that have them. */
export interface MembersContext extends Reporting {
  readonly columnByName: ReadonlyMap<string, DraftColumn>;
  readonly columnNames: readonly string[];
  readonly others: OtherMembers;
  /** Indices of kinds of which an error has taken something. */
  readonly torn: ReadonlySet<number>;
}

/** What the parts of a model are lowered with once its kinds are known. */
export interface ModelContext extends NamesContext, MembersContext {
  readonly declarations: Declarations;
  readonly kinds: readonly Kind[];
  readonly kindByName: ReadonlyMap<string, Kind>;
}

export interface ClassContext extends ModelContext {
  readonly holdings: readonly Holding[];
}
