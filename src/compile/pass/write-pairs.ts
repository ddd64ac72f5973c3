import { asStored } from '../../components/cells.js';
import type { ColumnArray } from '../../kernel/arena.js';
import type { Evaluator } from '../columns/evaluator.js';
import type { Rows } from '../columns/rows.js';
import { StrictTurnNeeded } from '../executor.js';
import { sourceSlot, targetSlot } from '../node.js';
import type { Rule } from '../rule.js';
import { type LinkOperation, stepOne } from '../plan/chain.js';
import type { OperandValues } from './operands.js';
import type { ChainLink, WriteStep } from '../plan/pass-plan.js';

/** Pairs of source and target in the order in which they fire; `numbers`: which pair of the rule each is, by which operands are found; undefined where they are numbered one after the other from `base`. */
export interface Pairs {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly numbers: Int32Array | undefined;
  readonly base: number;
  readonly length: number;
  /** One kind of all targets, else 0. */
  readonly kind: number;
}

/** Said instead of a number of cells where a number was not finite. */
const refused = -1;

/** A link with its operand found: a constant, or numbers by pair from an offset on. */
interface FoundLink {
  readonly operation: LinkOperation;
  readonly constant: number;
  readonly numbers: Float64Array | undefined;
  readonly absence: Uint8Array | undefined;
  readonly at: number;
}

/** Makes one write for pairs, one after the other; returns how many cells it wrote. Throws StrictTurnNeeded where a number is not finite. */
export function writePairs(evaluator: Evaluator, { effect, chain, holder, amount }: WriteStep, operands: readonly OperandValues[], pairs: Pairs, rule: Rule): number {
  const { state, scratch } = evaluator;
  const column = state.model.columns[effect.column];
  const cells = state.cells[effect.column];
  const mark = scratch.mark();
  const isPlain = holder === undefined && pairs.kind !== 0 && column.kinds[pairs.kind] === 1;
  const ids = isPlain ? pairs.targets : scratch.codes(pairs.length);
  if (!isPlain) writable(ids, pairs, holder === undefined ? undefined : foundLink({ operation: 'set', operand: holder }, operands), state.identity.kind, column.kinds);
  let wrote: number;
  if (chain === undefined) {
    wrote = writeLate(evaluator, cells, ids, pairs, amount, rule, (value) => asStored(column, value));
  } else {
    const links = chain.map((link) => foundLink(link, operands));
    if (effect.modification !== 'set' && hidesNaN(ids, pairs, links[0])) throw new StrictTurnNeeded();
    wrote = cells instanceof Float32Array && !column.integer
      ? (links.length === 1 ? writeLink(cells, ids, pairs, links[0]) : writeFloats(cells, ids, pairs, links))
      : writeAny(cells, ids, pairs, links, (value) => asStored(column, value));
  }
  scratch.release(mark);
  if (wrote < 0) throw new StrictTurnNeeded();
  return wrote;
}

const nothing = { numbers: undefined, absence: undefined, at: 0 };

function foundLink({ operation, operand }: ChainLink, operands: readonly OperandValues[]): FoundLink {
  if (operand === undefined) return { operation, constant: 0, ...nothing };
  if ('constant' in operand) return { operation, constant: operand.constant, ...nothing };
  const { same, numbers, absence, at } = operands[operand.operand];
  if (same !== undefined) return { operation, constant: same, ...nothing };
  return { operation, constant: 0, numbers, absence, at: at[operand.use] };
}

/** The number of a pair among those of its rule. */
function numberOf({ numbers, base }: Pairs, i: number): number {
  return numbers === undefined ? base + i : numbers[i];
}

/** The object that each pair writes; 0 where it has no such cell. */
function writable(ids: Int32Array, pairs: Pairs, holder: FoundLink | undefined, kind: Uint8Array, has: Uint8Array): void {
  for (let i = 0; i < pairs.length; i++) {
    let id = pairs.targets[i];
    if (holder !== undefined) {
      const at = holder.at + numberOf(pairs, i);
      id = holder.numbers === undefined ? holder.constant : holder.absence !== undefined && holder.absence[at] !== 0 ? 0 : holder.numbers[at];
    }
    ids[i] = has[kind[id]] === 1 ? id : 0;
  }
}

/** Whether an amount that is no number would be passed over by a minimum or maximum: it is refused all the same. */
function hidesNaN(ids: Int32Array, pairs: Pairs, { operation, constant, numbers, absence, at }: FoundLink): boolean {
  if (operation !== 'minimumOf' && operation !== 'maximumOf') return false;
  for (let i = 0; i < pairs.length; i++) {
    const place = at + numberOf(pairs, i);
    if (ids[i] !== 0 && (absence === undefined || absence[place] === 0) && Number.isNaN(numbers === undefined ? constant : numbers[place])) return true;
  }
  return false;
}

/** A chain of one link; additions, of which there are most, in loops of their own. */
function writeLink(cells: Float32Array, ids: Int32Array, pairs: Pairs, link: FoundLink): number {
  const { operation, constant, numbers, absence, at } = link;
  if (operation === 'add' && numbers === undefined) return addConstant(cells, ids, pairs.length, constant);
  if (operation === 'add' && numbers !== undefined && absence === undefined && pairs.numbers === undefined) return addNumbers(cells, ids, pairs.length, numbers, at + pairs.base);
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

function writeAny(cells: ColumnArray, ids: Int32Array, pairs: Pairs, links: readonly FoundLink[], store: (value: number) => number): number {
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < pairs.length; i++) {
    const id = ids[i];
    if (id === 0) continue;
    const value = valueAfter(cells[id], numberOf(pairs, i), links);
    if (value === undefined) continue;
    bad |= Number.isNaN(value) ? 1 : 0;
    const after = store(value);
    bad |= Number.isFinite(after) ? 0 : 1;
    cells[id] = after;
    wrote++;
  }
  return bad === 0 ? wrote : refused;
}

/** What a chain makes of a value; undefined where an operand is absent. */
function valueAfter(before: number, pair: number, links: readonly FoundLink[]): number | undefined {
  let value = before;
  for (let i = 0; i < links.length; i++) {
    const { operation, constant, numbers, absence, at } = links[i];
    if (absence !== undefined && absence[at + pair] !== 0) return undefined;
    value = stepOne(operation, value, numbers === undefined ? constant : numbers[at + pair]);
  }
  return value;
}

/** An amount that is evaluated now, for all pairs: their targets are told apart. */
function writeLate(evaluator: Evaluator, cells: ColumnArray, ids: Int32Array, { sources, targets, length, kind }: Pairs, amount: WriteStep['amount'], rule: Rule, store: (value: number) => number): number {
  const { scratch, frame } = evaluator;
  const mark = scratch.mark();
  const running = scratch.numbers(length);
  for (let i = 0; i < length; i++) running[i] = cells[ids[i]];
  const slots: (Int32Array | undefined)[] = [];
  const kinds: number[] = [];
  [slots[sourceSlot], slots[targetSlot], kinds[sourceSlot], kinds[targetSlot]] = [sources, targets, 0, kind];
  const rows: Rows = { length, slots, kinds, running, varying: 1 << sourceSlot | 1 << targetSlot };
  frame.rule = rule.index;
  const { numbers, absence } = evaluator.evaluate(amount, rows);
  let bad = 0;
  let wrote = 0;
  for (let i = 0; i < length; i++) {
    if (ids[i] === 0 || (absence !== undefined && absence[i] !== 0)) continue;
    bad |= Number.isNaN(numbers[i]) ? 1 : 0;
    const after = store(numbers[i]);
    bad |= Number.isFinite(after) ? 0 : 1;
    cells[ids[i]] = after;
    wrote++;
  }
  scratch.release(mark);
  return bad === 0 ? wrote : refused;
}

