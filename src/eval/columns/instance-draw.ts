import { type DrawKey, beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import type { Frame } from '../../ir/frame.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, numberVector } from './vector.js';

interface InstanceDrawOf {
  readonly site: number;
  readonly slots: number;
  readonly of: number;
  readonly stride: number;
}

/** Row by row: what is folded first, the seed, differs from one instance to the next already. */
export function instanceDrawColumns(
  term: Term<InstanceDrawOf>,
  rows: Rows,
  { state, frame, scratch }: Evaluator,
): Vector {
  const { length } = rows;
  const { site, slots, of, stride } = term.data;
  const { generation } = state.identity;
  const into = scratch.numbers(length);
  const mark = scratch.mark();
  const owners = idsOf(of, rows, frame, scratch.codes(length));
  const low = scratch.codes(length);
  const high = scratch.codes(length);
  beginEach(owners, stride, state.instances, [frame.turn, frame.rule, site], low, high, length);
  const ids = scratch.codes(length);
  for (let slot = 0; slot < slots; slot++)
    foldEach(idsOf(slot, rows, frame, ids), generation, stride, low, high, length);
  endEach(low, high, into, length);
  scratch.release(mark);
  return numberVector(into);
}

/** The objects in a slot by row; those of one that does not vary are put into `into`. */
function idsOf(slot: number, { slots, length }: Rows, frame: Frame, into: Int32Array): Int32Array {
  return slots[slot] ?? into.fill(frame.slots[slot], 0, length);
}

function beginEach(
  ids: Int32Array,
  stride: number,
  instances: Evaluator['state']['instances'],
  [turn, rule, site]: readonly [number, number, number],
  low: Int32Array,
  high: Int32Array,
  length: number,
): void {
  const key: DrawKey = { low: 0, high: 0 };
  for (let row = 0; row < length; row++) {
    const index = (ids[row] / stride) | 0;
    const { low: first, high: second } = beginDraw(instances?.seedLow[index] ?? 0, instances?.seedHigh[index] ?? 0);
    key.low = first;
    key.high = second;
    foldDraw(key, turn - (instances?.lead[index] ?? 0));
    foldDraw(key, rule);
    foldDraw(key, site);
    low[row] = key.low;
    high[row] = key.high;
  }
}

function foldEach(
  ids: Int32Array,
  generation: Uint32Array,
  stride: number,
  low: Int32Array,
  high: Int32Array,
  length: number,
): void {
  const key: DrawKey = { low: 0, high: 0 };
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    foldDraw(key, ids[row] % stride);
    foldDraw(key, generation[ids[row]]);
    low[row] = key.low;
    high[row] = key.high;
  }
}

function endEach(low: Int32Array, high: Int32Array, into: Float64Array, length: number): void {
  const key: DrawKey = { low: 0, high: 0 };
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    into[row] = endDraw(key);
  }
}
