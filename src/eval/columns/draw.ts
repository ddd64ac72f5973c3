import { header } from '../../kernel/arena.js';
import { type DrawKey, beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, numberVector } from './vector.js';

interface DrawOf {
  readonly site: number;
  readonly slots: number;
}

/**
 * What comes before the first slot that varies is folded once; the keys of the rows are kept as two columns while slot
 * after slot is folded in.
 */
export function drawColumns(term: Term<DrawOf>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, frame, scratch } = evaluator;
  const { length } = rows;
  const { site, slots } = term.data;
  const { generation } = state.identity;
  const into = scratch.numbers(length);
  const mark = scratch.mark();
  const low = scratch.codes(length);
  const high = scratch.codes(length);
  const key = beginDraw(state.arena.header[header.seedLow], state.arena.header[header.seedHigh]);
  for (const word of [frame.turn, frame.rule, site]) foldDraw(key, word);
  let slot = 0;
  for (; slot < slots && rows.slots[slot] === undefined; slot++) foldOne(key, frame.slots[slot], generation);
  low.fill(key.low, 0, length);
  high.fill(key.high, 0, length);
  for (; slot < slots; slot++) {
    const ids = rows.slots[slot];
    if (ids === undefined) foldSame(frame.slots[slot], generation, key, low, high, length);
    else foldEach(ids, generation, key, low, high, length);
  }
  endEach(key, low, high, into, length);
  scratch.release(mark);
  return numberVector(into);
}

function foldOne(key: DrawKey, id: number, generation: Uint32Array): void {
  foldDraw(key, id);
  foldDraw(key, generation[id]);
}

function foldSame(
  id: number,
  generation: Uint32Array,
  key: DrawKey,
  low: Int32Array,
  high: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    foldDraw(key, id);
    foldDraw(key, generation[id]);
    low[row] = key.low;
    high[row] = key.high;
  }
}

function foldEach(
  ids: Int32Array,
  generation: Uint32Array,
  key: DrawKey,
  low: Int32Array,
  high: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    foldDraw(key, ids[row]);
    foldDraw(key, generation[ids[row]]);
    low[row] = key.low;
    high[row] = key.high;
  }
}

function endEach(key: DrawKey, low: Int32Array, high: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    into[row] = endDraw(key);
  }
}
