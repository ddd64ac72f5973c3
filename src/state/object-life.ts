import { components } from '../components/index.js';
import { freeSlot } from '../components/faction.js';
import { setName } from '../components/birth.js';
import { setOwner } from '../components/ownership.js';
import { header } from '../kernel/arena.js';
import { allocate, giveBack, idLimit, release } from '../kernel/identity.js';
import { intern } from '../kernel/strings.js';
import { attachedTo } from '../components/attachment.js';
import { takeCells, setGranted } from '../components/cell-blocks.js';
import { asStored, storedIn } from '../components/cells.js';
import { setHeld, takeWords } from '../components/holdings.js';
import { disconnectAll } from '../components/lanes.js';
import { endLists } from '../components/links.js';
import { type Kind, type Model, classAt, kindAt } from '../model/model.js';
import { type Placement, leaveNode, placementBy, put, spotOf } from '../components/place.js';
import { type Stamps, columnStamp, fact, touch, touchKind, touchOne } from '../model/stamps.js';
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
function firstRow(model: Model, { index, columns }: Kind): Float64Array {
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
  const doomed = [id];
  for (let i = 0; i < doomed.length; i++) {
    for (const child of hangingOn(state, doomed[i])) {
      if (kindAt(state.model, state.identity.kind[child]).orphan === 'destroy') doomed.push(child);
      else detach(state, child, id);
    }
  }
  // Children first, so nothing is ever attached to a free row.
  for (let i = doomed.length - 1; i >= 0; i--) bury(state, doomed[i]);
  return doomed.length;
}

/** Kinds without attachments skip the index, which is rebuilt after each destruction. */
function hangingOn(state: WorldState, id: number): readonly number[] {
  const kind = state.identity.kind[id];
  return state.model.kinds.some(({ attachesTo }) => attachesTo.includes(kind)) ? [...attachedTo(state, id)] : [];
}

/** In place: attached to the parent of the lost one if that takes it, else on the same lane or at the same point. */
function detach(state: WorldState, id: number, lost: number): void {
  const above = state.parent[lost];
  const kind = kindAt(state.model, state.identity.kind[id]);
  put(state, id, (above === 0 ? undefined : placementBy(state, kind, above)) ?? spotOf(state, lost));
}

function bury(state: WorldState, id: number): void {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.node) {
    disconnectAll(state, id);
    for (let other = 1; other < idLimit(state.identity); other++) leaveNode(state, other, id);
  }
  if (kind.faction) dissolve(state, id);
  endLists(state, id);
  release(state.identity, id);
  clearRow(state, id);
  emptyRow(state, id, kind);
  if (kind.node) touch(state.stamps, fact.network);
  touchGone(state, id, kind.index);
  touchOne(state.stamps, fact.sight, id);
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
