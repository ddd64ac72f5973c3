import { drawOrder } from '../../meaning/source-order.js';
import type { Frame } from '../../ir/node.js';
import { type RuleSources, emptyList, setList } from './source-lists.js';

/** Sorts by 32-bit numbers, so many bits at a time. */
interface Digits {
  readonly bits: number;
  readonly rounds: number;
}

const ofMany: Digits = { bits: 11, rounds: 3 };
/** Where the counts of digits would be more than the sources. */
const ofFew: Digits = { bits: 8, rounds: 4 };
const fewSources = 1024;

/** Puts the sources of rules into a random order (see `inRandomOrder`). Its memory is reused. */
export function createShuffle(): (sources: RuleSources, frame: Frame) => RuleSources {
  let [ids, otherIds] = [new Int32Array(0), new Int32Array(0)];
  let [numbers, otherNumbers] = [new Uint32Array(0), new Uint32Array(0)];
  const counts = new Int32Array(ofMany.rounds << ofMany.bits);
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
    const digits = length < fewSources ? ofFew : ofMany;
    count(numbers, length, counts, digits);
    for (let round = 0; round < digits.rounds; round++) {
      distribute(ids, numbers, otherIds, otherNumbers, length, counts, digits.bits, round);
      [ids, otherIds] = [otherIds, ids];
      [numbers, otherNumbers] = [otherNumbers, numbers];
    }
    shuffled.kinds[0] = kind;
    shuffled.isWhole = isWhole;
    return setList(shuffled, ids, 0, length);
  };
}

/** By round, where the numbers with each digit begin. */
function count(numbers: Uint32Array, length: number, counts: Int32Array, { bits, rounds }: Digits): void {
  const mask = (1 << bits) - 1;
  counts.fill(0, 0, rounds << bits);
  for (let i = 0; i < length; i++)
    for (let round = 0; round < rounds; round++) counts[(round << bits) + ((numbers[i] >>> (round * bits)) & mask)]++;
  for (let round = 0; round < rounds; round++) {
    let start = 0;
    for (let digit = round << bits; digit < (round + 1) << bits; digit++) {
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
  bits: number,
  round: number,
): void {
  const shift = round * bits;
  const mask = (1 << bits) - 1;
  for (let i = 0; i < length; i++) {
    const number = numbers[i];
    const at = starts[(round << bits) + ((number >>> shift) & mask)]++;
    intoIds[at] = ids[i];
    intoNumbers[at] = number;
  }
}
