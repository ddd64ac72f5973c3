import { storedIn } from '../components/cells.js';
import { placeKind } from '../components/place-kind.js';
import { type Placement, checkPoint, placementBy, put } from '../components/place.js';
import type { WorldState } from '../components/state.js';
import { rowsOf, writeRows } from '../kernel/rows.js';
import type { Column, Kind } from '../model/model.js';
import { columnStamp, fact, touch, touchKindMany, touchMany } from '../model/stamps.js';

/** Writes to many new objects of one kind at once, column by column. Ids ascend. */

/** References by id; all objects must have the column. Equal to `writeCell` of each. */
export function writeMany(state: WorldState, column: Column, ids: ArrayLike<number>, values: Float64Array): void {
  const stored = new Float64Array(ids.length);
  for (let i = 0; i < ids.length; i++) stored[i] = storedIn(state, column, values[i]);
  writeRows(state.cells[column.index], rowsOf(ids), stored);
  touchMany(state.stamps, columnStamp(column.index), ids);
}

/** Coordinates of objects that are nowhere, or of nodes; nothing rests on them yet. Equal to `put` of each. */
export function putMany(state: WorldState, kind: Kind, ids: ArrayLike<number>, x: Float64Array, y: Float64Array): void {
  for (let i = 0; i < ids.length; i++) checkPoint(x[i], y[i]);
  const rows = rowsOf(ids);
  if (!kind.node) writeRows(state.place, rows, placeKind.point);
  writeRows(state.x, rows, x);
  writeRows(state.y, rows, y);
  placed(state, kind, ids);
}

/** At the places of other objects, as `placementBy` says. Equal to `put` of each. */
export function settleMany(
  state: WorldState,
  kind: Kind,
  ids: ArrayLike<number>,
  others: Float64Array,
  nowhere: (i: number) => never,
): void {
  if (!isAttachment(state, kind, others)) {
    for (let i = 0; i < ids.length; i++) put(state, ids[i], placeAt(state, kind, others[i]) ?? nowhere(i));
    return;
  }
  writeRows(state.parent, rowsOf(ids), others);
  placed(state, kind, ids);
}

/** Undefined where the object is nowhere, or cannot be there. */
export function placeAt(state: WorldState, kind: Kind, other: number): Placement | undefined {
  const place = other === 0 ? undefined : placementBy(state, kind, other);
  return place?.at === 'nowhere' ? undefined : place;
}

/** Each hangs on the object itself, and no circle can arise. */
function isAttachment({ identity, nests }: WorldState, { attachesTo, node }: Kind, others: Float64Array): boolean {
  if (nests || node) return false;
  for (let i = 0; i < others.length; i++) if (!attachesTo.includes(identity.kind[others[i]])) return false;
  return true;
}

function placed({ stamps }: WorldState, kind: Kind, ids: ArrayLike<number>): void {
  touch(stamps, fact.spot);
  touchKindMany(stamps, fact.place, ids, kind.index);
}
