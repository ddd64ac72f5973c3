/** Loops over lists of candidates, of which each is asked for one outer object. */

/** Answers of such tests for a list of candidates, lent from scratch memory. */
export interface QuickAnswers {
  /** By place in the list; undefined where there are no tests of the candidate alone. */
  readonly own: Uint8Array | undefined;
  /** Codes by number of the outer object, and by place in the list; what is absent equals nothing. */
  readonly equal: readonly { readonly keys: Int32Array; readonly values: Int32Array }[];
  /** By number of the outer object: what has the place of the object that candidates must be near. */
  readonly near: { readonly holders: Int32Array; readonly most: number } | undefined;
}

/** As many candidates are looked at in the time that it takes to find one by its place. */
export const searchSteps = 4;

/** Places of some objects in a list that ascends, ascending; those that are not in it are left out. */
export function findPlaces(wanted: Int32Array, ids: Int32Array, placeOf: Int32Array, from: number, to: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < wanted.length; i++) {
    const place = placeOf[wanted[i]];
    // Of objects that are not in the list something else may be left there.
    if (place < from || place >= to || ids[place] !== wanted[i]) continue;
    let at = count++;
    for (; at > 0 && into[at - 1] > place; at--) into[at] = into[at - 1];
    into[at] = place;
  }
  return count;
}

/** Whether a candidate passes all that is asked beside nearness. */
export function passesAt(answered: readonly QuickAnswers[], outer: number, at: number): boolean {
  for (const { own, equal, near } of answered) {
    if (near === undefined && own?.[at] !== 1 && !equal.some(({ keys, values }) => values[at] === keys[outer])) return false;
  }
  return true;
}

export function putAll(ids: Int32Array, from: number, to: number, into: Int32Array, at: number): number {
  let used = at;
  for (let i = from; i < to; i++) into[used++] = ids[i];
  return used;
}

export function putEqual(ids: Int32Array, from: number, to: number, values: Int32Array, key: number, into: Int32Array, at: number): number {
  let used = at;
  for (let i = from; i < to; i++) {
    into[used] = ids[i];
    used += values[i] === key ? 1 : 0;
  }
  return used;
}

export function putEither(ids: Int32Array, from: number, to: number, own: Uint8Array, values: Int32Array, key: number, into: Int32Array, at: number): number {
  let used = at;
  for (let i = from; i < to; i++) {
    into[used] = ids[i];
    used += own[i] | (values[i] === key ? 1 : 0);
  }
  return used;
}

export function putMarked(ids: Int32Array, from: number, to: number, marks: Uint8Array, into: Int32Array, at: number): number {
  let used = at;
  for (let i = from; i < to; i++) {
    into[used] = ids[i];
    used += marks[i];
  }
  return used;
}

export function markQuick({ own, equal }: QuickAnswers, outer: number, from: number, to: number, marks: Uint8Array): void {
  if (own === undefined && equal.length === 1) markEqual(equal[0].values, equal[0].keys[outer], from, to, marks);
  else if (own !== undefined && equal.length === 1) markEither(own, equal[0].values, equal[0].keys[outer], from, to, marks);
  else for (let i = from; i < to; i++) if (own?.[i] !== 1 && !equal.some(({ keys, values }) => values[i] === keys[outer])) marks[i] = 0;
}

function markEqual(values: Int32Array, key: number, from: number, to: number, marks: Uint8Array): void {
  for (let i = from; i < to; i++) marks[i] &= values[i] === key ? 1 : 0;
}

function markEither(own: Uint8Array, values: Int32Array, key: number, from: number, to: number, marks: Uint8Array): void {
  for (let i = from; i < to; i++) marks[i] &= own[i] | (values[i] === key ? 1 : 0);
}
