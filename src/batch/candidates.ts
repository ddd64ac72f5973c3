import type { NearNodes } from './nearness.js';

/** Loops over the candidates of an instance, of which each is asked for one outer object. */

/** Of a condition that needs no pairs, lent from scratch memory: true where one of its parts is. */
export interface QuickAnswers {
  /** By place of the candidate; undefined where nothing looks at candidates alone. */
  readonly own: Uint8Array | undefined;
  readonly compared: readonly Compared[];
}

interface Compared {
  /** Codes by number of the outer object, and by place of the candidate; below 0 where absent. */
  readonly keys: Int32Array;
  readonly values: Int32Array;
  readonly isEqual: boolean;
}

/** Codes of what is absent: no other is less than 0, and the two are not equal. */
export const absentKey = -1;
export const absentValue = -2;

function isTrue(value: number, key: number, isEqual: boolean): boolean {
  return isEqual ? value === key : value !== key && (value | key) >= 0;
}

function passes({ own, compared }: QuickAnswers, outer: number, at: number): boolean {
  if (own?.[at] === 1) return true;
  for (let i = 0; i < compared.length; i++) {
    const { keys, values, isEqual } = compared[i];
    if (isTrue(values[at], keys[outer], isEqual)) return true;
  }
  return false;
}

function passesAll(all: readonly QuickAnswers[], outer: number, at: number): boolean {
  for (let i = 0; i < all.length; i++) if (!passes(all[i], outer, at)) return false;
  return true;
}

/** Appends the candidates in a range to a list of at most `most`; returns its length. */
export function putEach(
  ids: Int32Array,
  from: number,
  to: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  let used = length;
  for (let at = from; at < to && used < most; at++) into[used++] = ids[at];
  return used;
}

/** The same of those that pass one condition, the most frequent case. */
export function putPassing(
  ids: Int32Array,
  from: number,
  to: number,
  answers: QuickAnswers,
  outer: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  const { own, compared } = answers;
  if (own !== undefined || compared.length !== 1)
    return putAlternatives(ids, from, to, answers, outer, into, length, most);
  const { keys, values, isEqual } = compared[0];
  return isEqual
    ? putEqual(ids, from, to, values, keys[outer], into, length, most)
    : putUnequal(ids, from, to, values, keys[outer], into, length, most);
}

function putEqual(
  ids: Int32Array,
  from: number,
  to: number,
  values: Int32Array,
  key: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  let used = length;
  for (let at = from; at < to && used < most; at++) if (values[at] === key) into[used++] = ids[at];
  return used;
}

function putUnequal(
  ids: Int32Array,
  from: number,
  to: number,
  values: Int32Array,
  key: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  if (key < 0) return length;
  let used = length;
  for (let at = from; at < to && used < most; at++) if (values[at] !== key && values[at] >= 0) into[used++] = ids[at];
  return used;
}

function putAlternatives(
  ids: Int32Array,
  from: number,
  to: number,
  answers: QuickAnswers,
  outer: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  let used = length;
  for (let at = from; at < to && used < most; at++) if (passes(answers, outer, at)) into[used++] = ids[at];
  return used;
}

/** The same of near nodes that pass all else. */
export function putNear(
  { lists }: NearNodes,
  start: number,
  { ids, placeOf }: Candidates,
  from: number,
  to: number,
  all: readonly QuickAnswers[],
  outer: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  const end = start + lists[start];
  let used = length;
  for (let i = start + 1; i <= end && used < most; i++) {
    const id = lists[i];
    const at = placeOf[id];
    // Of objects that are not in the list, it is stale.
    if (at >= from && at < to && ids[at] === id && passesAll(all, outer, at)) into[used++] = id;
  }
  return used;
}

/** The same where all nodes between two ids are candidates and only their identity is asked for. */
export function putNearThemselves(
  { lists }: NearNodes,
  start: number,
  first: number,
  last: number,
  all: readonly QuickAnswers[],
  outer: number,
  into: Int32Array,
  length: number,
  most: number,
): number {
  const end = start + lists[start];
  const other = theOther(all, outer);
  let used = length;
  for (let i = start + 1; i <= end && used < most; i++) {
    const id = lists[i];
    if (id > first && id < last && (other > 0 ? id !== other : passesItself(all, outer, id))) into[used++] = id;
  }
  return used;
}

/** What candidates must not be, where that is all that is asked; else 0. */
function theOther(all: readonly QuickAnswers[], outer: number): number {
  if (all.length !== 1 || all[0].compared.length !== 1 || all[0].compared[0].isEqual) return 0;
  return Math.max(0, all[0].compared[0].keys[outer]);
}

export function areOfThemselves(all: readonly QuickAnswers[], ids: Int32Array): boolean {
  return all.every(({ own, compared }) => own === undefined && compared.every(({ values }) => values === ids));
}

function passesItself(all: readonly QuickAnswers[], outer: number, id: number): boolean {
  for (let i = 0; i < all.length; i++) if (!isOneOf(all[i].compared, outer, id)) return false;
  return true;
}

function isOneOf(compared: readonly Compared[], outer: number, id: number): boolean {
  for (let i = 0; i < compared.length; i++) if (isTrue(id, compared[i].keys[outer], compared[i].isEqual)) return true;
  return false;
}

/** The same of those that are marked, by place. */
export function putMarked(
  ids: Int32Array,
  from: number,
  to: number,
  marks: Uint8Array,
  into: Int32Array,
  length: number,
  most: number,
): number {
  let used = length;
  for (let at = from; at < to && used < most; at++) if (marks[at] === 1) into[used++] = ids[at];
  return used;
}

/** Leaves marked those that pass. */
export function markPassing(answers: QuickAnswers, outer: number, from: number, to: number, marks: Uint8Array): void {
  const { own, compared } = answers;
  if (own === undefined && compared.length === 1 && compared[0].isEqual)
    markEqual(compared[0].values, compared[0].keys[outer], from, to, marks);
  else for (let at = from; at < to; at++) if (marks[at] === 1 && !passes(answers, outer, at)) marks[at] = 0;
}

function markEqual(values: Int32Array, key: number, from: number, to: number, marks: Uint8Array): void {
  for (let at = from; at < to; at++) marks[at] &= values[at] === key ? 1 : 0;
}

/** Objects that could be in slots, by instance: kept as long as it stays the same. */
interface Candidates {
  /** Ascending; in use up to `length`. */
  readonly ids: Int32Array;
  readonly length: number;
  /** By instance: where its objects lie in the list. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How many there are in the instance that has most. */
  readonly largest: number;
  /** By id, of those in the list. */
  readonly placeOf: Int32Array;
}

export interface CandidateList {
  readonly candidates: Candidates;
  /** Copies a list. `rows`: of all instances together. */
  take(ids: Int32Array, length: number, rows: number): void;
}

/** `stride`: rows of an instance; the first of them is nobody's. */
export function createCandidateList(stride: number): CandidateList {
  const candidates = {
    ids: new Int32Array(0),
    length: 0,
    starts: new Int32Array(0),
    ends: new Int32Array(0),
    largest: 0,
    placeOf: new Int32Array(0),
  };
  return {
    candidates,
    take(ids, length, rows) {
      const isAnew = candidates.placeOf.length < rows;
      if (isAnew) {
        candidates.placeOf = new Int32Array(rows);
        candidates.starts = new Int32Array(Math.ceil(rows / stride));
        candidates.ends = candidates.starts.slice();
      }
      if (!isAnew && length === candidates.length && isSame(ids, candidates.ids, length)) return;
      if (candidates.ids.length < length) candidates.ids = new Int32Array(length + (length >>> 1));
      candidates.length = length;
      takePlaces(ids, length, candidates.ids, candidates.placeOf);
      candidates.largest = findInstances(ids, length, stride, candidates.starts, candidates.ends);
    },
  };
}

function isSame(ids: Int32Array, others: Int32Array, length: number): boolean {
  for (let place = 0; place < length; place++) if (ids[place] !== others[place]) return false;
  return true;
}

function takePlaces(ids: Int32Array, length: number, into: Int32Array, placeOf: Int32Array): void {
  for (let place = 0; place < length; place++) {
    into[place] = ids[place];
    placeOf[ids[place]] = place;
  }
}

function findInstances(ids: Int32Array, length: number, stride: number, starts: Int32Array, ends: Int32Array): number {
  let place = 0;
  let largest = 0;
  for (let instance = 0; instance < starts.length; instance++) {
    while (place < length && ids[place] <= instance * stride) place++;
    starts[instance] = place;
    while (place < length && ids[place] < (instance + 1) * stride) place++;
    ends[instance] = place;
    largest = Math.max(largest, place - starts[instance]);
  }
  return largest;
}
