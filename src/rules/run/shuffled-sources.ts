import { drawOrder } from '../../meaning/source-order.js';
import type { Frame } from '../../ir/node.js';
import { type RuleSources, emptyList, setList } from './source-lists.js';

/** Sorts by 32-bit numbers, 11 bits at a time. */
const bits = 11;
const digits = 1 << bits;
const rounds = 3;

/** Puts the sources of rules into a random order (see `inRandomOrder`). Its memory is reused. */
export function createShuffle(): (sources: RuleSources, frame: Frame) => RuleSources {
  let [ids, otherIds] = [new Int32Array(0), new Int32Array(0)];
  let [numbers, otherNumbers] = [new Uint32Array(0), new Uint32Array(0)];
  const counts = new Int32Array(rounds * digits);
  const shuffled = emptyList();
  return ({ lists: [list], from: [from], to: [to], kinds: [kind], isWhole }, frame) => {
    const length = to - from;
    if (ids.length < length) {
      const room = 2 * length;
      [ids, otherIds] = [new Int32Array(room), new Int32Array(room)];
      [numbers, otherNumbers] = [new Uint32Array(room), new Uint32Array(room)];
    }
    for (let i = 0; i < length; i++) ids[i] = list[from + i];
    drawOrder(frame, ids, numbers, length);
    count(numbers, length, counts);
    for (let round = 0; round < rounds; round++) {
      distribute(ids, numbers, otherIds, otherNumbers, length, counts, round);
      [ids, otherIds] = [otherIds, ids];
      [numbers, otherNumbers] = [otherNumbers, numbers];
    }
    shuffled.kinds[0] = kind;
    shuffled.isWhole = isWhole;
    return setList(shuffled, ids, 0, length);
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
