import { type Arena, columnOf, header } from './arena.js';
import { EdictError, WorldFullError } from './errors.js';
import { describe } from './given.js';

/**
 * An id is a row of the entity dimension, from 1; kind 0 is free. The lowest free row is given out first, so that ids
 * follow from the live objects. A handle, which references and hosts store, is the id with the generation of the row in
 * the bits above; destruction raises it.
 */

declare const handleBrand: unique symbol;

/**
 * The id of an object, with a generation in the higher bits that changes when the id is reused. For the first object of
 * an id, the handle equals the id. A handle is valid as long as its object lives; later calls throw. 0 means no object.
 *
 * A handle is a number to everything that takes numbers, JSON included. A number is no handle to a world of typed
 * content: `find` returns the handle of an id or of a stored handle.
 */
export type Handle = number & { readonly [handleBrand]: 'Handle' };

const idBits = 24;
const idRange = 2 ** idBits;
/** Such a row is never given out again, so that no handle becomes valid a second time. */
const lastGeneration = 2 ** 29 - 1;
const retired = 255;

export const maxCapacity = idRange - 1;

export interface Identity {
  readonly kind: Uint8Array;
  readonly generation: Uint32Array;
  readonly header: Uint32Array;
  /** No row below is free. Derived; 1 is always right. */
  firstFree: number;
  /** Free rows in each block of rows. Derived; undefined until a search needs it. */
  freeIn: Int32Array | undefined;
  /** Undefined where rows are not divided. */
  readonly division: Division | undefined;
}

/** Instance i has the rows from `i * stride` on, the first of which is never given out. */
export interface Division {
  readonly stride: number;
  /** Objects of each instance at most, in the rows after the first. At most `stride - 1`. */
  room: number;
  /** By instance: no row of it below is free. Derived; 0 is always right. */
  readonly firstFree: Int32Array;
}

/** `stride`: rows per instance, 0 where undivided. */
export function bindIdentity(arena: Arena, stride = 0): Identity {
  const rows = arena.sizes[0];
  return {
    kind: columnOf(arena, 'kind', 'u8'),
    generation: columnOf(arena, 'generation', 'u32'),
    header: arena.header,
    firstFree: 1,
    freeIn: undefined,
    division:
      stride === 0 ? undefined : { stride, room: stride - 1, firstFree: new Int32Array(Math.ceil(rows / stride)) },
  };
}

/** Above all ids of live objects. */
export function idLimit(identity: Identity): number {
  return identity.header[header.highWater];
}

export function isLive(identity: Identity, id: number): boolean {
  const kind = identity.kind[id];
  return kind !== 0 && kind !== retired;
}

/** The lowest free id; `near`: a row of its instance in a divided world. Throws WorldFullError. */
export function allocate(identity: Identity, kind: number, culprit?: string, near = 0): number {
  const id =
    identity.division === undefined
      ? lowestFree(identity, culprit)
      : lowestFreeNear(identity, identity.division, near, culprit);
  identity.kind[id] = kind;
  noteBlock(identity, id, -1);
  identity.header[header.live]++;
  if (id >= identity.header[header.highWater]) identity.header[header.highWater] = id + 1;
  return id;
}

function lowestFree(identity: Identity, culprit?: string): number {
  const id = freeFrom(identity, identity.firstFree);
  if (id < 0) throw new WorldFullError(identity.kind.length - 1, culprit);
  identity.firstFree = id + 1;
  return id;
}

/** Rows of a block. A search among births and deaths would otherwise pass all rows between them. */
const blockBits = 8;

/** The lowest free row from here; -1 for none. */
function freeFrom(identity: Identity, from: number): number {
  const { kind } = identity;
  const first = from >>> blockBits;
  const here = freeBetween(kind, from, (first + 1) << blockBits);
  if (here >= 0) return here;
  const counts = (identity.freeIn ??= countFree(kind));
  for (let block = first + 1; block < counts.length; block++)
    if (counts[block] > 0) return freeBetween(kind, block << blockBits, (block + 1) << blockBits);
  return -1;
}

function freeBetween(kind: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, kind.length);
  for (let row = from; row < end; row++) if (kind[row] === 0) return row;
  return -1;
}

function countFree(kind: Uint8Array): Int32Array {
  const counts = new Int32Array(((kind.length - 1) >>> blockBits) + 1);
  for (let row = 1; row < kind.length; row++) counts[row >>> blockBits] += kind[row] === 0 ? 1 : 0;
  return counts;
}

function noteBlock({ freeIn }: Identity, id: number, change: number): void {
  if (freeIn !== undefined) freeIn[id >>> blockBits] += change;
}

function lowestFreeNear(
  { kind }: Identity,
  { stride, room, firstFree }: Division,
  near: number,
  culprit?: string,
): number {
  const instance = Math.floor(near / stride);
  const end = instance * stride + 1 + room;
  const id = kind.indexOf(0, Math.max(firstFree[instance], instance * stride + 1));
  if (id < 0 || id >= end) throw new WorldFullError(room, culprit);
  firstFree[instance] = id + 1;
  return id;
}

/** For a row that has become free, or is worn out. */
function noteFree(identity: Identity, id: number): void {
  if (identity.kind[id] === 0) noteBlock(identity, id, 1);
  if (id < identity.firstFree) identity.firstFree = id;
  if (identity.division !== undefined) noteFreeIn(identity.division, id);
}

function noteFreeIn({ stride, firstFree }: Division, id: number): void {
  const instance = Math.floor(id / stride);
  if (id < firstFree[instance]) firstFree[instance] = id;
}

export function forgetFree(identity: Identity): void {
  identity.firstFree = 1;
  identity.freeIn = undefined;
  identity.division?.firstFree.fill(0);
}

/** Makes its handles stale. */
export function release(identity: Identity, id: number): void {
  vacate(identity.kind, identity.generation, id);
  identity.header[header.live]--;
  noteFree(identity, id);
}

/** The row is free, or worn out. */
function vacate(kind: Uint8Array, generation: Uint32Array, id: number): void {
  const next = generation[id] + 1;
  generation[id] = next;
  kind[id] = next === lastGeneration ? retired : 0;
}

/** The same for several at once, each of which is given once. */
export function releaseMany(identity: Identity, ids: ArrayLike<number>): void {
  const { kind, generation, division } = identity;
  let lowest = identity.firstFree;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    vacate(kind, generation, id);
    if (kind[id] === 0) noteBlock(identity, id, 1);
    if (id < lowest) lowest = id;
  }
  identity.firstFree = lowest;
  identity.header[header.live] -= ids.length;
  if (division !== undefined) for (let i = 0; i < ids.length; i++) noteFreeIn(division, ids[i]);
}

/** The lowest free ids, ascending. Throws, with nothing changed, when there are too few. Not in a divided world. */
export function allocateMany(identity: Identity, kind: number, count: number): Uint32Array {
  const ids = new Uint32Array(count);
  const { kind: kinds, header: words } = identity;
  let found = 0;
  let row = identity.firstFree;
  for (; found < count && row < kinds.length; row++) if (kinds[row] === 0) ids[found++] = row;
  if (found < count) throw new WorldFullError(kinds.length - 1);
  for (let i = 0; i < count; i++) {
    kinds[ids[i]] = kind;
    noteBlock(identity, ids[i], -1);
  }
  identity.firstFree = row;
  words[header.live] += count;
  words[header.highWater] = Math.max(words[header.highWater], row);
  return ids;
}

/** Reverts an `allocate` whose object could not be created. */
export function giveBack(identity: Identity, id: number): void {
  identity.kind[id] = 0;
  identity.header[header.live]--;
  noteFree(identity, id);
}

/** 0 for id 0. */
export function handleOf(identity: Identity, id: number): Handle {
  return (id === 0 ? 0 : identity.generation[id] * idRange + id) as Handle;
}

/** A number that the state, or a caller of an untyped world, keeps for a handle. */
export function asHandle(kept: number): Handle {
  return kept as Handle;
}

/** 0 when it is stale or none. */
export function resolve(identity: Identity, handle: number): number {
  // The hottest path: most rows are of generation 0.
  if (handle < idRange) return isLive(identity, handle) && identity.generation[handle] === 0 ? handle : 0;
  // A remainder of doubles is expensive; powers of two divide exactly.
  const generation = Math.floor(handle / idRange);
  const id = handle - generation * idRange;
  if (id === 0 || !isLive(identity, id)) return 0;
  return identity.generation[id] === generation ? id : 0;
}

/** Throws when it is no live object. */
export function demand(identity: Identity, handle: number): number {
  if (!Number.isSafeInteger(handle) || handle < 1) {
    throw new EdictError(
      'no-object',
      `${describe(handle)} is not the id of an object; pass what spawn or query returned`,
    );
  }
  const id = resolve(identity, handle);
  if (id !== 0) return id;
  const row = handle % idRange;
  const gone = row > 0 && row < identity.kind.length && identity.generation[row] > (handle - row) / idRange;
  throw new EdictError(
    'no-object',
    gone
      ? `object ${row} is gone: it was destroyed; ask the world again instead of keeping it`
      : `there is no object ${handle}; pass what spawn or query returned`,
  );
}
