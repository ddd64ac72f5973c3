import { asStored } from '../../components/cells.js';
import type { Column } from '../../model/model.js';
import type { ColumnArray } from '../../kernel/arena.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOfPairs } from '../../eval/columns/rows.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { ModifyEffect, Rule } from '../../ir/rule.js';
import { type ChainLink, type LinkOperation, type OperandPlace, type WriteStep, stepOne } from '../pass-plan.js';
import type { OperandValues } from './operands.js';

/**
 * Pairs of source and target in firing order; `numbers`: of each pair within its rule, for finding operands; undefined:
 * consecutive from `base`.
 */
export interface Pairs {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly numbers: Int32Array | undefined;
  readonly base: number;
  readonly length: number;
  /** The kind of all targets; 0: several. */
  readonly kind: number;
}

/** Returned instead of a number of cells where a number is not finite. */
const refused = -1;

/** A link with its operand: a constant, or numbers by pair from an offset. */
interface FoundLink {
  readonly operation: LinkOperation;
  readonly constant: number;
  readonly numbers: Float64Array | undefined;
  readonly absence: Uint8Array | undefined;
  readonly at: number;
}

/**
 * Makes one write for pairs in sequence; returns the number of cells written. Throws StrictTurnNeeded where a number is
 * not finite.
 */
export function writePairs(
  evaluator: Evaluator,
  { effect, chain, holder, amount }: WriteStep,
  operands: OperandValues,
  pairs: Pairs,
  rule: Rule,
): number {
  const { state, scratch } = evaluator;
  const column = state.model.columns[effect.column];
  const cells = state.cells[effect.column];
  const mark = scratch.mark();
  const isPlain = holder === undefined && pairs.kind !== 0 && column.kinds[pairs.kind] === 1;
  const ids = isPlain ? pairs.targets : scratch.codes(pairs.length);
  if (!isPlain)
    writable(
      ids,
      pairs,
      holder === undefined ? undefined : foundLink('set', holder, operands),
      state.identity.kind,
      column.kinds,
    );
  const wrote =
    chain === undefined
      ? writeLate(evaluator, cells, ids, pairs, amount, rule, column)
      : writeChain(cells, ids, pairs, chain, operands, effect, column);
  scratch.release(mark);
  if (wrote < 0) throw new StrictTurnNeeded();
  return wrote;
}

function writeChain(
  cells: ColumnArray,
  ids: Int32Array,
  pairs: Pairs,
  chain: readonly ChainLink[],
  operands: OperandValues,
  { modification }: ModifyEffect,
  column: Column,
): number {
  const first = foundLink(chain[0].operation, chain[0].operand, operands);
  if (modification !== 'set' && hidesNaN(ids, pairs, first)) return refused;
  const isFloat = cells instanceof Float32Array && !column.integer;
  if (isFloat && chain.length === 1) return writeLink(cells, ids, pairs, first);
  const links = [first];
  for (let i = 1; i < chain.length; i++) links.push(foundLink(chain[i].operation, chain[i].operand, operands));
  return isFloat ? writeFloats(cells, ids, pairs, links) : writeAny(cells, ids, pairs, links, column);
}

function foundLink(
  operation: LinkOperation,
  operand: OperandPlace | undefined,
  { isSame, same, hasAbsent, firstUse, at, numbers, absence }: OperandValues,
): FoundLink {
  if (operand === undefined || 'constant' in operand)
    return {
      operation,
      constant: operand === undefined ? 0 : operand.constant,
      numbers: undefined,
      absence: undefined,
      at: 0,
    };
  const { operand: number, use } = operand;
  if (isSame[number] === 1) return { operation, constant: same[number], numbers: undefined, absence: undefined, at: 0 };
  return {
    operation,
    constant: 0,
    numbers,
    absence: hasAbsent[number] === 1 ? absence : undefined,
    at: at[firstUse[number] + use],
  };
}

function numberOf({ numbers, base }: Pairs, i: number): number {
  return numbers === undefined ? base + i : numbers[i];
}

/** The object that each pair writes; 0: it lacks the cell. */
function writable(
  ids: Int32Array,
  pairs: Pairs,
  holder: FoundLink | undefined,
  kind: Uint8Array,
  has: Uint8Array,
): void {
  for (let i = 0; i < pairs.length; i++) {
    let id = pairs.targets[i];
    if (holder !== undefined) {
      const at = holder.at + numberOf(pairs, i);
      id =
        holder.numbers === undefined
          ? holder.constant
          : holder.absence !== undefined && holder.absence[at] !== 0
            ? 0
            : holder.numbers[at];
    }
    ids[i] = has[kind[id]] === 1 ? id : 0;
  }
}

/** Whether minimum or maximum would hide an amount of NaN, which is refused all the same. */
function hidesNaN(ids: Int32Array, pairs: Pairs, { operation, constant, numbers, absence, at }: FoundLink): boolean {
  if (operation !== 'minimumOf' && operation !== 'maximumOf') return false;
  for (let i = 0; i < pairs.length; i++) {
    const place = at + numberOf(pairs, i);
    if (
      ids[i] !== 0 &&
      (absence === undefined || absence[place] === 0) &&
      Number.isNaN(numbers === undefined ? constant : numbers[place])
    )
      return true;
  }
  return false;
}

/** A chain of one link; additions, the most frequent, in loops of their own. */
function writeLink(cells: Float32Array, ids: Int32Array, pairs: Pairs, link: FoundLink): number {
  const { operation, constant, numbers, absence, at } = link;
  if (operation === 'add' && numbers === undefined) return addConstant(cells, ids, pairs.length, constant);
  if (operation === 'add' && numbers !== undefined && absence === undefined && pairs.numbers === undefined)
    return addNumbers(cells, ids, pairs.length, numbers, at + pairs.base);
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < pairs.length; i++) {
    const id = ids[i];
    const place = at + numberOf(pairs, i);
    if (id === 0 || (absence !== undefined && absence[place] !== 0)) continue;
    const after = Math.fround(stepOne(operation, cells[id], numbers === undefined ? constant : numbers[place])) + 0;
    bad |= after - after === 0 ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

function addConstant(cells: Float32Array, ids: Int32Array, length: number, amount: number): number {
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const after = Math.fround(cells[id] + amount) + 0;
    bad |= after - after === 0 ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

function addNumbers(cells: Float32Array, ids: Int32Array, length: number, amounts: Float64Array, at: number): number {
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const after = Math.fround(cells[id] + amounts[at + i]) + 0;
    bad |= after - after === 0 ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

function writeFloats(cells: Float32Array, ids: Int32Array, pairs: Pairs, links: readonly FoundLink[]): number {
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < pairs.length; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const value = valueAfter(cells[id], numberOf(pairs, i), links);
    if (value === undefined) continue;
    const after = Math.fround(value) + 0;
    bad |= after - after === 0 ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

function writeAny(
  cells: ColumnArray,
  ids: Int32Array,
  pairs: Pairs,
  links: readonly FoundLink[],
  column: Column,
): number {
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < pairs.length; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const value = valueAfter(cells[id], numberOf(pairs, i), links);
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
function valueAfter(before: number, pair: number, links: readonly FoundLink[]): number | undefined {
  let value = before;
  for (let i = 0; i < links.length; i++) {
    const { operation, constant, numbers, absence, at } = links[i];
    if (absence !== undefined && absence[at + pair] !== 0) return undefined;
    value = stepOne(operation, value, numbers === undefined ? constant : numbers[at + pair]);
  }
  return value;
}

/** An amount evaluated now, for all pairs: their targets differ. */
function writeLate(
  evaluator: Evaluator,
  cells: ColumnArray,
  ids: Int32Array,
  { sources, targets, length, kind }: Pairs,
  amount: WriteStep['amount'],
  rule: Rule,
  column: Column,
): number {
  const { scratch, frame } = evaluator;
  const mark = scratch.mark();
  const running = scratch.numbers(length);
  for (let i = 0; i < length; i++) running[i] = cells[ids[i]];
  const rows = rowsOfPairs((1 << sourceSlot) | (1 << targetSlot), sources, targets, 0, kind, length, running);
  frame.rule = rule.index;
  const { numbers, absence } = evaluator.evaluate(amount, rows);
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < length; i++) {
    if (ids[i] === 0 || (absence !== undefined && absence[i] !== 0)) continue;
    bad |= Number.isNaN(numbers[i]) ? 1 : 0;
    const after = asStored(column, numbers[i]);
    bad |= Number.isFinite(after) ? 0 : 1;
    cells[ids[i]] = after;
    wrote++;
  }
  scratch.release(mark);
  return bad === 0 ? wrote : refused;
}
