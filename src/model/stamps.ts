import { enlarged } from '../kernel/enlarged.js';
import { mostOwnComponents } from '../kernel/world-limits.js';

/**
 * Each column of content and each fact gets a new number with every change, so data derived under equal stamps still
 * hold. Stamps are no part of the state.
 */

/** In addition to columns of content. Each has one stamp for the whole world; the first three also one per kind. */
export const fact = {
  /** Rows, generations, kinds, classes, turns of creation, faction slots. */
  population: 0,
  /** Stored owners. */
  owner: 1,
  /** Attachments and positions. */
  place: 2,
  lanes: 3,
  /** Plain sight, and all other sights. */
  sight: 4,
  availability: 5,
  role: 6,
  relation: 7,
  network: 8,
  /** The current turn, and ticks. */
  clock: 9,
  /** Solved variables. */
  cells: 10,
  holding: 11,
  link: 12,
  supposition: 13,
  step: 14,
  /**
   * The answered occurrence, the answering ability, and memories. The stamp is NaN: nothing derived from them is kept.
   */
  occurrence: 15,
  /** Parts of facts above that change less often, for copies of the world: own places, bits of plain sight, names. */
  spot: 16,
  seen: 17,
  name: 18,
  /** Values of parameters, which only a restored copy of another world changes. */
  parameter: 19,
  /** Edges of graphs. */
  edge: 20,
} as const;

export type Fact = keyof typeof fact;

export const factNames = Object.keys(fact) as readonly Fact[];

/** Facts with a stamp per kind: data about colonies stays valid when a ship moves. */
export type KindFact = typeof fact.population | typeof fact.owner | typeof fact.place;

const kindFacts = 3;
/** Kinds whose numbers differ by a multiple of this share stamps. */
const kindGroups = 32;

/** By index: facts, facts of kinds, columns, host components. */
export interface Stamps {
  readonly values: Float64Array;
  /** The last stamp; while it is equal, nothing has changed. */
  last: number;
  /** The turn of the clock stamp. */
  turn: number;
  /** Undefined while nothing is watched. */
  journal: Journal | undefined;
  /** By fact with a stamp per kind: for incremental updates. */
  readonly trails: (Trail | undefined)[];
}

/** The objects of the last changes of a fact, in order. */
interface Trail {
  /** Change n, from 0, is at n modulo the length, a power of two. */
  ids: Int32Array;
  /** Changes so far. */
  length: number;
  /** Changes from this number on are complete. */
  whole: number;
  /** At the last change. Another stamp: something changed without naming the object. */
  stamp: number;
}

/** For followers of single cells. */
export interface Journal {
  /** 1 for each watched stamp. */
  readonly watched: Uint8Array;
  /** Value after the last noted change. Another value: something changed without a note. */
  readonly noted: Float64Array;
  /** Alternating stamps and objects. */
  entries: Int32Array;
  /** Numbers of `entries` in use. */
  length: number;
}

/** Of each host component: who has it, and the values. */
export const ownColumnStamps = 2;

export function createStamps(columns: number): Stamps {
  const values = new Float64Array(columnStamp(columns) + mostOwnComponents * ownColumnStamps);
  values[fact.occurrence] = NaN;
  return { values, last: 0, turn: 0, journal: undefined, trails: [undefined, undefined, undefined] };
}

export function columnStamp(column: number): number {
  return factNames.length + kindFacts * kindGroups + column;
}

/** Kind 0: all. */
export function kindStamp(index: KindFact, kind: number): number {
  return kind === 0 ? index : firstOfKinds(index) + (kind % kindGroups);
}

/** The facts and columns of stamps, of all kinds. */
export function ofAllKinds(stamps: readonly number[]): readonly number[] {
  const isOfKind = (stamp: number) => stamp >= firstOfKinds(0) && stamp < firstOfKinds(kindFacts);
  return stamps.map((stamp) => (isOfKind(stamp) ? Math.floor((stamp - firstOfKinds(0)) / kindGroups) : stamp));
}

function firstOfKinds(index: number): number {
  return factNames.length + index * kindGroups;
}

export function touch(stamps: Stamps, index: number): void {
  stamps.values[index] = ++stamps.last;
  if (index < kindFacts) stamps.values.fill(stamps.last, firstOfKinds(index), firstOfKinds(index + 1));
}

export function touchOne(stamps: Stamps, index: number, id: number): void {
  const before = stamps.values[index];
  touch(stamps, index);
  noteOne(stamps, index, id, before);
}

/** The same for a fact with a stamp per kind; `kind`: present or former kind of the object. */
export function touchKind(stamps: Stamps, index: KindFact, id: number, kind: number): void {
  const { values, trails } = stamps;
  const before = values[index];
  values[index] = values[kindStamp(index, kind)] = ++stamps.last;
  noteOne(stamps, index, id, before);
  const trail = trails[index];
  if (trail !== undefined) leaveTrail(trail, id, before, stamps.last);
}

/** `touchOne` for many objects at once. */
export function touchMany(stamps: Stamps, index: number, ids: ArrayLike<number>): void {
  const before = stamps.values[index];
  touch(stamps, index);
  noteMany(stamps, index, ids, before);
}

/** `touchKind` for many objects of a kind at once. */
export function touchKindMany(stamps: Stamps, index: KindFact, ids: ArrayLike<number>, kind: number): void {
  const { values, trails } = stamps;
  let before = values[index];
  values[index] = values[kindStamp(index, kind)] = ++stamps.last;
  noteMany(stamps, index, ids, before);
  const trail = trails[index];
  if (trail === undefined) return;
  // Longer than the trail: the first ones would be lost.
  if (ids.length > trail.ids.length) {
    trail.whole = ++trail.length;
    trail.stamp = stamps.last;
    return;
  }
  for (let i = 0; i < ids.length; i++) {
    leaveTrail(trail, ids[i], before, stamps.last);
    before = stamps.last;
  }
}

function noteMany({ journal, last }: Stamps, index: number, ids: ArrayLike<number>, before: number): void {
  if (journal?.watched[index] !== 1 || journal.noted[index] !== before) return;
  // All or none: a part would look like all.
  if (journal.length + 2 * ids.length > mostEntries) return;
  for (let i = 0; i < ids.length; i++) note(journal, index, ids[i], last);
}

function noteOne({ journal, last }: Stamps, index: number, id: number, before: number): void {
  if (journal?.watched[index] === 1 && journal.noted[index] === before) note(journal, index, id, last);
}

function leaveTrail(trail: Trail, id: number, before: number, stamp: number): void {
  if (trail.stamp !== before) trail.whole = ++trail.length;
  trail.ids[trail.length++ & (trail.ids.length - 1)] = id;
  trail.stamp = stamp;
}

/** Beyond, a full scan is faster. */
const mostEntries = 2 ** 17;

function note(journal: Journal, index: number, id: number, stamp: number): void {
  if (journal.length === journal.entries.length) {
    if (journal.length >= mostEntries) return;
    journal.entries = enlarged(journal.entries, 2 * journal.length);
  }
  journal.entries[journal.length++] = index;
  journal.entries[journal.length++] = id;
  journal.noted[index] = stamp;
}

export function touchTurn(stamps: Stamps, turn: number): void {
  stamps.turn = turn;
  touch(stamps, fact.clock);
}

export function touchClock(stamps: Stamps, turn: number): void {
  if (stamps.turn !== turn) touchTurn(stamps, turn);
}

/** Restores a stamp because its content is again what it was. */
export function touchBack(stamps: Stamps, index: number, stamp: number): void {
  stamps.last++;
  stamps.values[index] = stamp;
}

export function touchColumns(stamps: Stamps): void {
  stamps.values.fill(++stamps.last, columnStamp(0));
}

export function touchAll(stamps: Stamps): void {
  stamps.values.fill(++stamps.last);
  stamps.values[fact.occurrence] = NaN;
}

/** `version`: for inputs without a stamp, such as a turn. */
export interface Freshness {
  readonly isFresh: (version?: number) => boolean;
  readonly note: (version?: number) => void;
  /** Nothing is fresh until the next `note`. */
  readonly drop: () => void;
}

/** For data with more inputs than a memo passes on, or restored in part. */
export function freshness(stamps: Stamps, indices: readonly number[]): Freshness {
  const seen = new Float64Array(indices.length);
  // Valid for one evaluation.
  const isFleeting = indices.includes(fact.occurrence);
  let known = NaN;
  let checked = -1;
  return {
    isFresh(version = 0) {
      if (known !== version) return false;
      if (checked === stamps.last) return true;
      for (let i = 0; i < indices.length; i++) if (stamps.values[indices[i]] !== seen[i]) return false;
      checked = stamps.last;
      return true;
    },
    note(version = 0) {
      for (let i = 0; i < indices.length; i++) seen[i] = stamps.values[indices[i]];
      checked = stamps.last;
      known = isFleeting ? NaN : version;
    },
    drop() {
      known = NaN;
    },
  };
}

/** Made on demand and again after a stamp has changed. */
export interface Memo<Value> {
  readonly get: (version?: number) => Value;
  /** True if `get` would return the present value. */
  readonly isFresh: (version?: number) => boolean;
}

/** `make` gets the value before, to reuse its memory or update it; undefined at first, and after it has thrown. */
export function memo<Value>(
  stamps: Stamps,
  indices: readonly number[],
  make: (before: Value | undefined, version: number) => Value,
): Memo<Value> {
  const { isFresh, note, drop } = freshness(stamps, indices);
  let value: Value | undefined;
  return {
    get(version = 0) {
      if (isFresh(version)) return value as Value;
      const before = value;
      // A half made value must not be fresh, even if the stamps are equal by then.
      drop();
      value = undefined;
      value = make(before, version);
      note(version);
      return value;
    },
    isFresh,
  };
}

export function byNumber<Kept>(make: (number: number) => Kept): (number: number) => Kept {
  const made: (Kept | undefined)[] = [];
  return (number) => (made[number] ??= make(number));
}

export interface Follower {
  /**
   * Changed since the last call, with repeats; undefined where unknown, as at first, and beyond `most` changes. Valid
   * until the next call.
   */
  changed(most: number): readonly number[] | undefined;
}

export function createFollower(stamps: Stamps, facts: readonly KindFact[]): Follower {
  const seen = facts.map(() => -1);
  const found: number[] = [];
  return {
    changed(most) {
      found.length = 0;
      let isKnown = true;
      for (let i = 0; i < facts.length; i++) {
        const trail = trailOf(stamps, facts[i], most);
        const { ids, length, whole } = trail;
        isKnown &&= seen[i] >= whole && found.length + length - seen[i] <= most;
        if (isKnown) for (let at = seen[i]; at < length; at++) found.push(ids[at & (ids.length - 1)]);
        seen[i] = length;
      }
      return isKnown ? found : undefined;
    },
  };
}

/** With room for the most demanding follower. */
function trailOf(stamps: Stamps, index: KindFact, room: number): Trail {
  const stamp = stamps.values[index];
  const length = 2 ** (32 - Math.clz32(Math.max(fewest, room) - 1));
  const known = stamps.trails[index];
  if (known === undefined) return (stamps.trails[index] = { ids: new Int32Array(length), length: 0, whole: 0, stamp });
  const isLonger = known.ids.length < length;
  if (isLonger) known.ids = new Int32Array(length);
  // Entries of a shorter trail, and changes without an object, are lost.
  if (isLonger || known.stamp !== stamp) known.whole = ++known.length;
  known.stamp = stamp;
  return known;
}

const fewest = 16;
