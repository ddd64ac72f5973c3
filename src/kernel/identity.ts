import { type Arena, columnOf, header } from './arena.js';
import { EdictError, WorldFullError } from './errors.js';
import { describe } from './given.js';

/**
 * Who is there. An id is a row of the entity dimension, from 1. A row is free when its kind is 0; the lowest free row
 * is given out first, so who gets which id follows from who is alive, without a free list to keep or to save.
 *
 * A handle is what references store and hosts hold: the id, and in the bits above it the generation of the row. When an
 * object goes, its row's generation rises, and every handle to it is stale.
 */

const idBits = 24;
const idRange = 2 ** idBits;
/** A row that has had this many tenants is never given out again, so that no handle ever comes true a second time. */
const lastGeneration = 2 ** 29 - 1;
const retired = 255;

export const maxCapacity = idRange - 1;
export const maxKinds = retired - 1;

export interface Identity {
  readonly kind: Uint8Array;
  readonly generation: Uint32Array;
  readonly header: Uint32Array;
  /** No row below this one is free. Derived; 1 is always right. */
  firstFree: number;
  /** How the rows are divided among instances; undefined where they are not. */
  readonly division: Division | undefined;
}

/** Rows of instances: instance i has those from `i * stride` on, the first of which is never given out. */
export interface Division {
  readonly stride: number;
  /** Objects that there is room for in each: their rows follow the first one. At most `stride - 1`. */
  room: number;
  /** By instance: no row of it below this one is free. Derived; 0 is always right. */
  readonly firstFree: Int32Array;
}

/** `stride`: rows of each instance, 0 where the world is not divided. */
export function bindIdentity(arena: Arena, stride = 0): Identity {
  const rows = arena.sizes[0];
  return {
    kind: columnOf(arena, 'kind', 'u8'),
    generation: columnOf(arena, 'generation', 'u32'),
    header: arena.header,
    firstFree: 1,
    division:
      stride === 0 ? undefined : { stride, room: stride - 1, firstFree: new Int32Array(Math.ceil(rows / stride)) },
  };
}

/** Ids of live objects are below this. */
export function idLimit(identity: Identity): number {
  return identity.header[header.highWater];
}

export function isLive(identity: Identity, id: number): boolean {
  const kind = identity.kind[id];
  return kind !== 0 && kind !== retired;
}

/**
 * Takes the lowest free id for an object of a kind (1 to `maxKinds`), in a divided world of the instance that the row
 * `near` belongs to. Throws WorldFullError.
 */
export function allocate(identity: Identity, kind: number, culprit?: string, near = 0): number {
  const id =
    identity.division === undefined
      ? lowestFree(identity, culprit)
      : lowestFreeNear(identity, identity.division, near, culprit);
  identity.kind[id] = kind;
  identity.header[header.live]++;
  if (id >= identity.header[header.highWater]) identity.header[header.highWater] = id + 1;
  return id;
}

function lowestFree(identity: Identity, culprit?: string): number {
  const id = identity.kind.indexOf(0, identity.firstFree);
  if (id < 0) throw new WorldFullError(identity.kind.length - 1, culprit);
  identity.firstFree = id + 1;
  return id;
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

/** Notes that a row is free, or is going to be. */
function noteFree(identity: Identity, id: number): void {
  if (id < identity.firstFree) identity.firstFree = id;
  if (identity.division === undefined) return;
  const { stride, firstFree } = identity.division;
  const instance = Math.floor(id / stride);
  if (id < firstFree[instance]) firstFree[instance] = id;
}

/** Forgets which rows are not free. */
export function forgetFree(identity: Identity): void {
  identity.firstFree = 1;
  identity.division?.firstFree.fill(0);
}

/** Frees an id; handles to it are stale from now on. */
export function release(identity: Identity, id: number): void {
  const generation = identity.generation[id];
  identity.generation[id] = generation + 1;
  identity.kind[id] = generation + 1 === lastGeneration ? retired : 0;
  identity.header[header.live]--;
  noteFree(identity, id);
}

/** Takes back an `allocate` whose object could not be made, as if it had not been. */
export function giveBack(identity: Identity, id: number): void {
  identity.kind[id] = 0;
  identity.header[header.live]--;
  noteFree(identity, id);
}

/** The handle of a live object; 0 for id 0. */
export function handleOf(identity: Identity, id: number): number {
  return id === 0 ? 0 : identity.generation[id] * idRange + id;
}

/** The id that a handle points to, or 0 when it is stale or none. */
export function resolve(identity: Identity, handle: number): number {
  // This is asked more often than anything else, and most rows have had no tenant before.
  if (handle < idRange) return isLive(identity, handle) && identity.generation[handle] === 0 ? handle : 0;
  // A remainder of doubles is dear; powers of two divide exactly.
  const generation = Math.floor(handle / idRange);
  const id = handle - generation * idRange;
  if (id === 0 || !isLive(identity, id)) return 0;
  return identity.generation[id] === generation ? id : 0;
}

/** Like `resolve`, for a handle that a host passed in: throws when it is no live object. */
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
