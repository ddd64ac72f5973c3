import { asStored } from '../../components/cells.js';
import type { Column } from '../../model/model.js';
import type { ColumnArray } from '../../kernel/arena.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';
import type { Modification } from '../../ir/rule.js';
import { type LinkOperation, stepOne } from '../plan-writes.js';

/** A link with its operand: a constant, or numbers by place in the list of targets, from an offset. */
export interface Link {
  readonly operation: LinkOperation;
  /** What the values lie by; −1: all are the constant. */
  readonly by: number;
  readonly at: number;
  readonly values: Float64Array;
  readonly lacks: Uint8Array | undefined;
  constant: number;
  numbers: Float64Array | undefined;
  absence: Uint8Array | undefined;
  offset: number;
}

/**
 * Writes a chain of links for objects side by side, 0 for none; returns the number of cells written. Throws
 * StrictTurnNeeded where a number is not finite.
 */
export function writeSpan(
  cells: ColumnArray,
  column: Column,
  modification: Modification,
  links: readonly Link[],
  ids: Int32Array,
  from: number,
  to: number,
): number {
  const [first] = links;
  if (modification !== 'set' && hidesNaN(ids, from, to, first)) throw new StrictTurnNeeded();
  const { constant, numbers, offset } = first;
  const wrote = !isSum(links, column)
    ? writeEach(cells, column, ids, from, to, links)
    : cells instanceof Float64Array
      ? addDoubles(cells, ids, from, to, constant, numbers, offset)
      : !(cells instanceof Float32Array)
        ? writeEach(cells, column, ids, from, to, links)
        : numbers === undefined
          ? addConstant(cells, ids, from, to, constant)
          : addNumbers(cells, ids, from, to, numbers, offset);
  if (wrote < 0) throw new StrictTurnNeeded();
  return wrote;
}

/** Returned instead of a number of cells where a number is not finite. */
const refused = -1;

/** Whether minimum or maximum would hide an amount of NaN, which is refused all the same. */
function hidesNaN(
  ids: Int32Array,
  from: number,
  to: number,
  { operation, constant, numbers, absence, offset }: Link,
): boolean {
  if (operation !== 'minimumOf' && operation !== 'maximumOf') return false;
  for (let i = from; i < to; i++) {
    if (
      ids[i] !== 0 &&
      (absence === undefined || absence[offset + i] === 0) &&
      Number.isNaN(numbers === undefined ? constant : numbers[offset + i])
    )
      return true;
  }
  return false;
}

/** A single addition without rounding to whole numbers, the most frequent write. */
export function isSum(links: readonly Link[], { integer }: Column): boolean {
  return links.length === 1 && links[0].operation === 'add' && links[0].absence === undefined && !integer;
}

/**
 * Sums of numbers that are not both −0 are never −0, and cells never are, so nothing is made canonical here, or below.
 */
function addDoubles(
  cells: Float64Array,
  ids: Int32Array,
  from: number,
  to: number,
  amount: number,
  amounts: Float64Array | undefined,
  offset: number,
): number {
  let bad = 0;
  let wrote = 0;
  for (let i = from; i < to; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const after = cells[id] + (amounts === undefined ? amount : amounts[offset + i]);
    bad |= after - after === 0 ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

function addConstant(cells: Float32Array, ids: Int32Array, from: number, to: number, amount: number): number {
  let bad = 0;
  let wrote = 0;
  for (let i = from; i < to; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const after = Math.fround(cells[id] + amount) + 0;
    bad |= after - after === 0 ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

function addNumbers(
  cells: Float32Array,
  ids: Int32Array,
  from: number,
  to: number,
  amounts: Float64Array,
  offset: number,
): number {
  let bad = 0;
  let wrote = 0;
  for (let i = from; i < to; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const after = Math.fround(cells[id] + amounts[offset + i]) + 0;
    bad |= after - after === 0 ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

function writeEach(
  cells: ColumnArray,
  column: Column,
  ids: Int32Array,
  from: number,
  to: number,
  links: readonly Link[],
): number {
  let bad = 0;
  let wrote = 0;
  for (let i = from; i < to; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const value = valueAfter(cells[id], i, links);
    if (value === undefined) continue;
    bad |= Number.isNaN(value) ? 1 : 0;
    const after = asStored(column, value);
    bad |= Number.isFinite(after) ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

/** The result of a chain; undefined where an operand is absent. */
function valueAfter(before: number, place: number, links: readonly Link[]): number | undefined {
  let value = before;
  for (let i = 0; i < links.length; i++) {
    const { operation, constant, numbers, absence, offset } = links[i];
    if (absence !== undefined && absence[offset + place] !== 0) return undefined;
    value = stepOne(operation, value, numbers === undefined ? constant : numbers[offset + place]);
  }
  return value;
}
