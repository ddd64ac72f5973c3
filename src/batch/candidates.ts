/** Objects that could be in slots, by instance: a list that is kept as long as it stays the same. */
export interface Candidates {
  /** Ascending; in use up to `length`. */
  readonly ids: Int32Array;
  readonly length: number;
  /** By instance: where its objects lie in the list. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How many there are in the instance that has most. */
  readonly largest: number;
  /** By id: the place of those that are in the list; of others anything. */
  readonly placeOf: Int32Array;
}

export interface CandidateList {
  readonly candidates: Candidates;
  /** Takes a list over; whoever gave it may use its memory again. `rows`: of all instances together. */
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
