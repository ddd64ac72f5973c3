import { setGranted } from '../components/cell-blocks.js';
import { storedIn } from '../components/cells.js';
import { placeKind } from '../components/place-kind.js';
import { type Placement, checkPoint } from '../components/place.js';
import type { WorldState } from '../components/state.js';
import { allocateMany } from '../kernel/identity.js';
import { type Rows, clearRows, rowsOf, writeRows } from '../kernel/rows.js';
import { type Kind, classAt, kindAt } from '../model/model.js';
import { columnStamp, fact, touch, touchKindMany, touchMany } from '../model/stamps.js';
import { type Birth, bear, firstRow, isPlain, unbear } from './object-life.js';

/** Births of many objects at once, column by column where nothing refers to them by row. */

/** Equal objects but for their places. */
export interface Litter extends Pick<Birth, 'kind' | 'class' | 'owner' | 'created' | 'granted'> {
  readonly count: number;
  /** Coordinates of each, or one place for all. */
  readonly places: Placement | { readonly x: ArrayLike<number>; readonly y: ArrayLike<number> };
}

/** Returns their ids, ascending. Throws, with nothing changed, where one `bear` would. */
export function bearMany(state: WorldState, litter: Litter): ArrayLike<number> {
  const { count, owner, places } = litter;
  const kind = kindAt(state.model, litter.kind);
  const { division } = state.identity;
  const isSimple =
    (isPlain(state, kind) || isPlainNode(state, kind, places)) &&
    division === undefined &&
    state.cellCounts[kind.index] === 0 &&
    state.wordCounts[kind.index] === 0 &&
    owner === 0 &&
    (!('at' in places) || places.at === 'nowhere' || places.at === 'point');
  return isSimple ? bearPlain(state, kind, litter) : bearEach(state, litter, count);
}

/** Others would be refused. */
function isPlainNode({ model }: WorldState, { node, faction }: Kind, places: Litter['places']): boolean {
  return node && !faction && model.links.length === 0 && (!('at' in places) || places.at === 'point');
}

function bearEach(state: WorldState, litter: Litter, count: number): readonly number[] {
  const ids: number[] = [];
  try {
    for (let i = 0; i < count; i++) ids.push(bear(state, { ...litter, name: '', place: placeAt(litter, i) }));
    return ids;
  } catch (error) {
    for (const id of ids.reverse()) unbear(state, id);
    throw error;
  }
}

function placeAt({ places }: Litter, i: number): Placement {
  return 'at' in places ? places : { at: 'point', x: places.x[i], y: places.y[i] };
}

function bearPlain(state: WorldState, kind: Kind, litter: Litter): ArrayLike<number> {
  const { count, created, granted, class: of } = litter;
  const points = pointsOf(litter);
  const { stamps, cells, model } = state;
  for (let i = 0; points !== undefined && i < count; i++) checkPoint(valueAt(points.x, i), valueAt(points.y, i));
  const ids = allocateMany(state.identity, kind.index, count);
  const rows = rowsOf(ids);
  clearWrites(state, rows);
  writeRows(state.class, rows, of);
  writeRows(state.created, rows, created);
  if (points !== undefined) {
    writeRows(state.place, rows, kind.node ? placeKind.node : placeKind.point);
    // A node is at itself.
    if (kind.node) writeRows(state.end, rows, ids);
    writeRows(state.x, rows, points.x);
    writeRows(state.y, rows, points.y);
    touch(stamps, fact.spot);
    if (kind.node) touch(stamps, fact.lanes);
  }
  const first = firstRow(model, kind);
  const initial = of === 0 ? undefined : classAt(model, of).initial;
  for (let c = 0; c < kind.columns.length; c++) {
    const index = kind.columns[c];
    const given = initial?.get(index);
    const value = given === undefined ? first[c] : storedIn(state, model.columns[index], given);
    // Zeros, too: a host may have written to the rows while they were free.
    writeRows(cells[index], rows, value);
    touchMany(stamps, columnStamp(index), ids);
  }
  if (granted !== false && state.granted.length > 0) for (let i = 0; i < count; i++) setGranted(state, ids[i], true);
  for (const index of [fact.population, fact.owner, fact.place]) touchKindMany(stamps, index, ids, kind.index);
  return ids;
}

/** Free rows hold zeros, except where a host has written past its objects. */
function clearWrites({ rows, stamps }: WorldState, born: Rows): void {
  for (const { column, width, stamp, isHosts } of rows)
    if (isHosts && clearRows(column, width, born) && stamp >= 0) touch(stamps, stamp);
}

/** Undefined: nowhere. */
function pointsOf({ places }: Litter): Points | undefined {
  return !('at' in places) || places.at === 'point' ? places : undefined;
}

interface Points {
  readonly x: number | ArrayLike<number>;
  readonly y: number | ArrayLike<number>;
}

function valueAt(given: number | ArrayLike<number>, i: number): number {
  return typeof given === 'number' ? given : given[i];
}
