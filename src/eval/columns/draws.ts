import { header } from '../../kernel/arena.js';
import { type DrawKey, beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, numberVector } from './vector.js';
import type { Frame } from '../../ir/node.js';

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
    foldInInstances(idsOf(slot, rows, frame, ids), generation, stride, low, high, length);
  endInInstances(low, high, into, length);
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

function foldInInstances(
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

function endInInstances(low: Int32Array, high: Int32Array, into: Float64Array, length: number): void {
  const key: DrawKey = { low: 0, high: 0 };
  for (let row = 0; row < length; row++) {
    key.low = low[row];
    key.high = high[row];
    into[row] = endDraw(key);
  }
}

interface InstanceOf {
  readonly stride: number;
}

export function instanceColumns(term: Term<InstanceOf>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const { stride } = term.data;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const of = evaluator.evaluate(term.args[0], rows);
  firstRows(of.codes, stride, into, length);
  const told = of.absence;
  if (told !== undefined) for (let row = 0; row < length; row++) absence[row] = told[row];
  scratch.release(mark);
  return codeVector(into, told === undefined ? undefined : absence);
}

function firstRows(ids: Int32Array, stride: number, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] - (ids[row] % stride) + 1;
}

export function leadColumns(term: Term<InstanceOf>, rows: Rows, evaluator: Evaluator): Vector {
  const {
    scratch,
    state: { instances },
  } = evaluator;
  const { length } = rows;
  const { stride } = term.data;
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const of = evaluator.evaluate(term.args[0], rows);
  if (instances === undefined) into.fill(0, 0, length);
  else leads(of.codes, instances.lead, stride, into, length);
  const told = of.absence;
  if (told !== undefined) for (let row = 0; row < length; row++) absence[row] = told[row] === 0 ? 0 : 1;
  scratch.release(mark);
  return numberVector(into, told === undefined ? undefined : absence);
}

function leads(ids: Int32Array, lead: Int32Array, stride: number, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = lead[(ids[row] / stride) | 0];
}
