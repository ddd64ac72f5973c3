import { type Sieve, narrowed } from '../../meaning/narrowing.js';

/**
 * Narrows a stretch of two arrays side by side by one test, its verdicts given by place; returns where what is kept
 * ends.
 */
export function siftMarked(
  ids: Int32Array,
  ranks: Int32Array | undefined,
  marks: Uint8Array,
  marksAt: number,
  from: number,
  to: number,
  kept: number,
): number {
  let end = to;
  for (let i = from; i < end; ) {
    const at = marksAt + i - from;
    if (marks[at] === kept) {
      i++;
      continue;
    }
    end--;
    ids[i] = ids[end];
    if (ranks !== undefined) ranks[i] = ranks[end];
    marks[at] = marks[marksAt + end - from];
  }
  return end;
}

/**
 * Places of a list of such a length that pass, in the order in which narrowing leaves them; a test is asked of the
 * whole list at once.
 */
export function narrowedPlaces<Test>(
  narrowing: Sieve<Test>,
  length: number,
  verdicts: (test: Test) => Uint8Array,
): readonly number[] {
  const known = new Map<Test, Uint8Array>();
  return narrowed(
    narrowing,
    Array.from({ length }, (_, i) => i),
    (test, place) => {
      let marks = known.get(test);
      if (marks === undefined) known.set(test, (marks = verdicts(test)));
      return marks[place] === 1;
    },
  );
}
