import { components } from '../components/index.js';
import { freeSlot } from '../components/faction.js';
import { setName } from '../components/birth.js';
import { setOwner } from '../components/ownership.js';
import { header } from '../kernel/arena.js';
import { allocate, giveBack, idLimit, release, releaseMany } from '../kernel/identity.js';
import { kept, keptBy } from '../kernel/maps.js';
import { clearRows, rowsOf } from '../kernel/rows.js';
import { intern } from '../kernel/strings.js';
import { attachedTo } from '../components/attachment.js';
import { currentChains, keepUp } from '../components/child-chains.js';
import { takeCells, setGranted } from '../components/cell-blocks.js';
import { asStored, storedIn } from '../components/cells.js';
import { setHeld, takeWords } from '../components/holdings.js';
import { disconnectAll } from '../components/lanes.js';
import { endLists } from '../components/links.js';
import { endEdges, hasEdges } from '../components/edges.js';
import { type Kind, type Model, classAt, kindAt } from '../model/model.js';
import { type Placement, leaveNode, placementBy, put, spotOf } from '../components/place.js';
import {
  type Stamps,
  columnStamp,
  fact,
  touch,
  touchKind,
  touchKindMany,
  touchMany,
  touchOne,
} from '../model/stamps.js';
import type { WorldState } from '../components/state.js';

export interface Birth {
  readonly kind: number;
  /** 0: none. */
  readonly class: number;
  readonly name: string;
  /** Faction, or 0. */
  readonly owner: number;
  readonly place: Placement;
  /** An object is a source from the next turn on. */
  readonly created: number;
  /** In a divided world, a row of its instance. */
  readonly near?: number;
  /** False: its modifiers are not in force. */
  readonly granted?: boolean;
}

/** Returns the id. Throws, with nothing changed, when the world is full or the object is impossible. */
export function bear(state: WorldState, birth: Birth, culprit?: string): number {
  const kind = kindAt(state.model, birth.kind);
  const slot = kind.faction ? freeSlot(state) : 0;
  const chains = currentChains(state);
  const id = allocate(state.identity, birth.kind, culprit, birth.near);
  try {
    clearRow(state, id);
    put(state, id, birth.place, true);
    setOwner(state, id, birth.owner);
    takeCells(state, id, birth.kind, culprit);
    takeWords(state, id, culprit);
  } catch (error) {
    clearRow(state, id);
    giveBack(state.identity, id);
    touchGone(state, id, birth.kind);
    throw error;
  }
  state.class[id] = birth.class;
  setName(state, id, intern(state.strings, birth.name));
  state.created[id] = birth.created;
  fillRow(state, id, kind, birth.class);
  if (birth.class !== 0)
    for (const [holding, words] of classAt(state.model, birth.class).held ?? [])
      for (const word of words) setHeld(state, holding, id, word, true);
  if (slot > 0) {
    state.faction[id] = slot;
    state.factionEntity[slot] = id;
  }
  if (birth.granted !== false) setGranted(state, id, true);
  if (kind.node) touch(state.stamps, fact.lanes);
  touchKind(state.stamps, fact.population, id, birth.kind);
  keepUp(state, chains, id);
  return id;
}

function fillRow(state: WorldState, id: number, kind: Kind, of: number): void {
  const { cells, model, stamps } = state;
  const first = firstRow(model, kind);
  for (let i = 0; i < first.length; i++) cells[kind.columns[i]][id] = first[i];
  if (of !== 0) {
    for (const [index, value] of classAt(model, of).initial) {
      const column = model.columns[index];
      if (column.kinds[kind.index] === 1) cells[index][id] = storedIn(state, column, value);
    }
  }
  touchRow(stamps, id, kind.columns);
}

type FirstRows = (Float64Array | undefined)[];
const firstRowsByModel = new WeakMap<Model, FirstRows>();

/** By column; computed once: a kind may have thousands. */
export function firstRow(model: Model, { index, columns }: Kind): Float64Array {
  let rows = firstRowsByModel.get(model);
  if (rows === undefined) firstRowsByModel.set(model, (rows = []));
  return (rows[index] ??= Float64Array.from(columns, (column) =>
    asStored(model.columns[column], model.columns[column].initial),
  ));
}

function emptyRow({ cells, stamps }: WorldState, id: number, { columns }: Kind): void {
  for (const index of columns) cells[index][id] = 0;
  touchRow(stamps, id, columns);
}

function touchRow(stamps: Stamps, id: number, columns: readonly number[]): void {
  for (const index of columns) touchOne(stamps, columnStamp(index), id);
}

/** Nothing may be attached to it. */
export function unbear(state: WorldState, id: number): void {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.faction) dissolve(state, id);
  if (state.granted.length > 0 && state.grant[id] !== 0 && state.grant[id] === state.arena.header[header.grants])
    state.arena.header[header.grants]--;
  endLists(state, id);
  endEdges(state, id);
  clearRow(state, id);
  giveBack(state.identity, id);
  emptyRow(state, id, kind);
  touchGone(state, id, kind.index);
}

function touchGone({ stamps }: WorldState, id: number, kind: number): void {
  touchKind(stamps, fact.population, id, kind);
  touchKind(stamps, fact.owner, id, kind);
  touchKind(stamps, fact.place, id, kind);
}

/** Attached objects are destroyed or detached, as their kind says. Returns how many were destroyed. */
export function destroy(state: WorldState, id: number): number {
  const kind = state.identity.kind[id];
  if (isParent(state, kind)) return destroyMany(state, [id]);
  bury(state, id);
  return 1;
}

/** The same for several at once, which may be attached to each other or named twice. */
export function destroyMany(state: WorldState, ids: ArrayLike<number>): number {
  const kind = kindOfAll(state, ids);
  if (kind !== undefined && ids.length >= fewDeaths && isPlain(state, kind) && !isParent(state, kind.index)) {
    buryPlain(state, kind, ids);
    return ids.length;
  }
  const doomed = doomedWith(state, ids);
  // Children first, so nothing is ever attached to a free row.
  if (doomed.length < fewDeaths) for (let i = doomed.length - 1; i >= 0; i--) bury(state, doomed[i]);
  else buryMany(state, doomed);
  return doomed.length;
}

/** Up to so many are buried one by one. */
const fewDeaths = 8;

/** Of ascending ids, such as those of a query, which are of one kind; else undefined. */
function kindOfAll({ identity: { kind }, model }: WorldState, ids: ArrayLike<number>): Kind | undefined {
  const first = kind[ids[0]];
  for (let i = 1; i < ids.length; i++) if (kind[ids[i]] !== first || ids[i] <= ids[i - 1]) return undefined;
  return ids.length === 0 ? undefined : kindAt(model, first);
}

/** Each once, parents before children. Detaches what is not destroyed. */
function doomedWith(state: WorldState, ids: ArrayLike<number>): readonly number[] {
  const doomed = new Set<number>();
  for (let i = 0; i < ids.length; i++) doomed.add(ids[i]);
  const kinds = new Set<number>();
  for (const id of doomed) kinds.add(state.identity.kind[id]);
  // The index of attachments is rebuilt after each destruction.
  return [...kinds].some((kind) => isParent(state, kind)) ? spread(state, doomed) : [...doomed];
}

/** Objects may be attached to those of the kind. */
function isParent({ model }: WorldState, kind: number): boolean {
  return parentsIn(model)[kind] === 1;
}

/** By kind. */
const parentsIn = keptBy(({ kinds }: Model) => {
  const found = new Uint8Array(kinds.length + 1);
  for (const { attachesTo } of kinds) for (const kind of attachesTo) found[kind] = 1;
  return found;
}, new WeakMap<Model, Uint8Array>());

function spread(state: WorldState, doomed: Set<number>): readonly number[] {
  const detached: number[] = [];
  // A set goes on to what is added meanwhile.
  for (const id of doomed) {
    for (const child of attachedTo(state, id)) {
      if (kindAt(state.model, state.identity.kind[child]).orphan === 'destroy') {
        // Again, so that it comes after its parent.
        doomed.delete(child);
        doomed.add(child);
      } else detached.push(child);
    }
  }
  for (const id of detached) if (!doomed.has(id)) detach(state, id, doomed);
  return [...doomed];
}

/** In place: attached to the nearest ancestor that stays, if that takes it, else on the same lane or at its point. */
function detach(state: WorldState, id: number, doomed: ReadonlySet<number>): void {
  const lost = state.parent[id];
  let above = lost;
  while (doomed.has(above)) above = state.parent[above];
  const kind = kindAt(state.model, state.identity.kind[id]);
  put(state, id, (above === 0 ? undefined : placementBy(state, kind, above)) ?? spotOf(state, lost));
}

function bury(state: WorldState, id: number): void {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.node) {
    disconnectAll(state, id);
    for (let other = 1; other < idLimit(state.identity); other++) leaveNode(state, other, id);
  }
  const chains = currentChains(state);
  if (kind.faction) dissolve(state, id);
  endLists(state, id);
  endEdges(state, id);
  release(state.identity, id);
  clearRow(state, id);
  emptyRow(state, id, kind);
  if (kind.node) touch(state.stamps, fact.network);
  touchGone(state, id, kind.index);
  touchOne(state.stamps, fact.sight, id);
  keepUp(state, chains, id);
}

/** Nothing refers to its objects by row, but for the owner and the parent in rows of their own. */
export function isPlain({ model }: WorldState, { node, faction, index }: Kind): boolean {
  return !node && !faction && model.links.length === 0 && !hasEdges(model, index);
}

/** Plain kinds column by column; the ids that rows get free do not depend on the order. */
function buryMany(state: WorldState, doomed: readonly number[]): void {
  const { identity, model } = state;
  const byKind = new Map<number, number[]>();
  for (let i = doomed.length - 1; i >= 0; i--) {
    const id = doomed[i];
    const kind = kindAt(model, identity.kind[id]);
    if (isPlain(state, kind)) kept(byKind, kind.index, () => []).push(id);
    else bury(state, id);
  }
  for (const [kind, ids] of byKind) buryPlain(state, kindAt(model, kind), ids);
}

function buryPlain(state: WorldState, kind: Kind, ids: ArrayLike<number>): void {
  const { identity, stamps, cells } = state;
  releaseMany(identity, ids);
  const doomed = rowsOf(ids);
  for (const { column, width, stamp } of state.rows)
    if (clearRows(column, width, doomed) && stamp >= 0) touch(stamps, stamp);
  for (const index of kind.columns) {
    clearRows(cells[index], 1, doomed);
    touchMany(stamps, columnStamp(index), ids);
  }
  for (const index of [fact.population, fact.owner, fact.place]) touchKindMany(stamps, index, ids, kind.index);
  touchMany(stamps, fact.sight, ids);
}

function dissolve(state: WorldState, id: number): void {
  const slot = state.faction[id];
  for (const { endFaction } of components) endFaction?.(state, slot);
  state.factionEntity[slot] = 0;
}

/** Free rows hold zeros, so equal worlds have equal rows. */
function clearRow({ rows, stamps }: WorldState, id: number): void {
  for (const { column, width, stamp } of rows) {
    for (let at = id * width; at < (id + 1) * width; at++) {
      if (Object.is(column[at], 0)) continue;
      if (stamp >= 0) touch(stamps, stamp);
      column[at] = 0;
    }
  }
}

export function population(state: WorldState): number {
  return state.arena.header[header.live];
}
