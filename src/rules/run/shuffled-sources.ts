import { createOrderDraw } from '../../meaning/source-order.js';
import type { Frame } from '../../ir/node.js';

/** Sorts by 32-bit numbers, 11 bits at a time. */
const bits = 11;
const digits = 1 << bits;
const rounds = 3;

/** Puts the sources of rules into a random order (see `inRandomOrder`). Its memory is reused. */
export function createShuffle(): (ids: Int32Array, from: number, to: number, frame: Frame) => Int32Array {
  let [ids, otherIds] = [new Int32Array(0), new Int32Array(0)];
  let [numbers, otherNumbers] = [new Uint32Array(0), new Uint32Array(0)];
  const counts = new Int32Array(rounds * digits);
  return (list, from, to, frame) => {
    const length = to - from;
    if (ids.length < length) {
      const room = 2 * length;
      [ids, otherIds] = [new Int32Array(room), new Int32Array(room)];
      [numbers, otherNumbers] = [new Uint32Array(room), new Uint32Array(room)];
    }
    const numberOf = createOrderDraw(frame);
    for (let i = 0; i < length; i++) {
      ids[i] = list[from + i];
      numbers[i] = numberOf(ids[i]);
    }
    count(numbers, length, counts);
    for (let round = 0; round < rounds; round++) {
      distribute(ids, numbers, otherIds, otherNumbers, length, counts, round);
      [ids, otherIds] = [otherIds, ids];
      [numbers, otherNumbers] = [otherNumbers, numbers];
    }
    return ids;
  };
}

/** By round, where the numbers with each digit begin. */
function count(numbers: Uint32Array, length: number, counts: Int32Array): void {
  counts.fill(0);
  for (let i = 0; i < length; i++) {
    const number = numbers[i];
    counts[number & (digits - 1)]++;
    counts[digits + ((number >>> bits) & (digits - 1))]++;
    counts[2 * digits + (number >>> (2 * bits))]++;
  }
  for (let round = 0; round < rounds; round++) {
    let start = 0;
    for (let digit = round * digits; digit < (round + 1) * digits; digit++) {
      const here = counts[digit];
      counts[digit] = start;
      start += here;
    }
  }
}

function distribute(
  ids: Int32Array,
  numbers: Uint32Array,
  intoIds: Int32Array,
  intoNumbers: Uint32Array,
  length: number,
  starts: Int32Array,
  round: number,
): void {
  const shift = round * bits;
  for (let i = 0; i < length; i++) {
    const number = numbers[i];
    const at = starts[round * digits + ((number >>> shift) & (digits - 1))]++;
    intoIds[at] = ids[i];
    intoNumbers[at] = number;
  }
}
