import { asRead, constantValue, isOf, isSlot, partsIn } from '../eval/node-shape.js';
import { kept } from '../kernel/maps.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import type { Effect, ModifyEffect, Rule, Modification } from '../ir/rule.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { Term } from '../eval/term.js';
import type { RunningStep } from '../eval/operation.js';
import { operationOf } from '../eval/make-node.js';
import { running } from '../eval/ops/time.js';

export type LinkOperation = 'set' | RunningStep;

/**
 * One step of a chain on the running value, by an operand independent of it. `…Of`, `…From` and `…Into` have the
 * operand on the left.
 */
export interface Link {
  readonly operation: LinkOperation;
  readonly operand: Term | undefined;
}

export type OperandPlace = { readonly constant: number } | { readonly operand: number; readonly use: number };

interface ChainLink {
  readonly operation: LinkOperation;
  readonly operand: OperandPlace | undefined;
}

/** What a modification does by an amount independent of the cell; see `modified`. */
export const modifications: Readonly<Record<Modification, LinkOperation>> = {
  set: 'set',
  add: 'add',
  multiply: 'multiply',
  divide: 'divide',
  minimum: 'minimumOf',
  maximum: 'maximumOf',
};

/**
 * A modification as steps on the running value in order; undefined where that occurs twice in the amount or in an
 * operation that is no step.
 */
export function chainOf(amount: Term, modification: Modification): readonly Link[] | undefined {
  if (!amount.runs) return [{ operation: modifications[modification], operand: amount }];
  if (modification !== 'set') return undefined;
  const links: Link[] = [];
  let at = amount;
  while (!isOf(at, running)) {
    const link = linkOf(at);
    if (link === undefined) return undefined;
    links.push(link.link);
    at = link.inner;
  }
  // The running value alone is no step.
  return links.length === 0 ? undefined : links.reverse();
}

function linkOf(term: Term): { readonly link: Link; readonly inner: Term } | undefined {
  const steps = operationOf(term).steps?.(term.data);
  if (steps === undefined) return undefined;
  const [onLeft, onRight] = steps;
  const [left, right] = term.args;
  if (term.args.length === 1) return { link: { operation: onLeft, operand: undefined }, inner: left };
  if (left.runs === right.runs) return undefined;
  return left.runs
    ? { link: { operation: onLeft, operand: right }, inner: left }
    : { link: { operation: onRight, operand: left }, inner: right };
}

/** Commutative operations are equal to the last bit on either side. */
export function stepOne(operation: LinkOperation, value: number, operand: number): number {
  switch (operation) {
    case 'set':
      return operand;
    case 'add':
      return value + operand;
    case 'subtract':
      return value - operand;
    case 'subtractFrom':
      return operand - value;
    case 'multiply':
      return value * operand;
    case 'divide':
      return operand === 0 ? 0 : value / operand;
    case 'divideInto':
      return value === 0 ? 0 : operand / value;
    case 'minimum':
      return value < operand ? value : operand;
    case 'minimumOf':
      return operand < value ? operand : value;
    case 'maximum':
      return value > operand ? value : operand;
    case 'maximumOf':
      return operand > value ? operand : value;
    case 'negate':
      return -value;
    case 'absolute':
      return Math.abs(value);
  }
}

/** A number used by effects, evaluated before they fire. */
export interface OperandPlan {
  readonly term: Term;
  /** Numbers of the units that use it for their sources and targets. */
  readonly uses: readonly number[];
  /** Number of its first use among those of all operands; the others follow. */
  readonly firstUse: number;
}

/** An effect as a write of numbers to many targets at a time. */
export interface WriteStep {
  readonly effect: ModifyEffect;
  readonly amount: Term;
  /** What the amount depends on: source, target, or both (or the cell itself). */
  readonly by: 'source' | 'target' | 'pair';
  /** The object written, if not the target. */
  readonly holder: OperandPlace | undefined;
  /** The amount as a chain of known numbers; undefined where it is evaluated when its turn comes. */
  readonly chain: readonly ChainLink[] | undefined;
}

/** The effects of a rule as such writes. */
export interface Writes {
  readonly steps: readonly WriteStep[];
  readonly columns: readonly number[];
  readonly hasHolder: boolean;
  /** Some known amount depends on source and target. */
  readonly hasPairs: boolean;
  /** All amounts are known and all columns differ: each effect may be written for all sources before the next. */
  readonly isFree: boolean;
}

/** An effect as a write, operands not yet placed. */
export interface WriteShape extends Pick<WriteStep, 'effect' | 'amount' | 'by'> {
  readonly holder: Term | undefined;
  readonly chain: readonly Link[] | undefined;
}

/**
 * The effects of a rule as writes, or undefined. `isFixed`: nothing changes the term while rules fire. `climbs`: a read
 * that may lead up the tree counts as one of another object, since effects may be written for many sources at a time.
 */
export function shapesOf(
  book: TermBook,
  { effects, writes }: Rule,
  isFixed: (term: Term) => boolean,
  climbs: boolean,
): readonly WriteShape[] | undefined {
  const found: WriteShape[] = [];
  const columns = new Set(writes);
  for (const effect of effects) {
    const shape = isNumberWrite(effect) ? shapeOf(book, effect, isFixed) : undefined;
    // Late amounts are evaluated for many targets at once and must not read what the rule writes elsewhere.
    if (
      shape === undefined ||
      (shape.chain === undefined && (shape.holder !== undefined || readsElsewhere(shape.amount, columns, climbs)))
    )
      return undefined;
    found.push({ ...shape, by: dependence(shape.amount, columns) });
  }
  return found;
}

function isNumberWrite(effect: Effect): effect is ModifyEffect {
  return (
    effect.kind === 'modify' &&
    effect.recipient === 'target' &&
    effect.stacking === 0 &&
    effect.amount.type.name === 'number'
  );
}

function shapeOf(
  book: TermBook,
  effect: ModifyEffect,
  isFixed: (term: Term) => boolean,
): Omit<WriteShape, 'by'> | undefined {
  const amount = termOf(book, effect.amount);
  const holder = effect.holder === undefined ? undefined : termOf(book, effect.holder);
  if (holder !== undefined && !isFixed(holder)) return undefined;
  const chain = chainOf(amount, effect.modification);
  const isKnown = chain?.every(({ operand }) => operand === undefined || isFixed(operand)) === true;
  return { effect, amount, holder, chain: isKnown ? chain : undefined };
}

function dependence(amount: Term, columns: ReadonlySet<number>): WriteStep['by'] {
  const byTarget = (amount.free & (1 << targetSlot)) !== 0;
  const byBoth = amount.draws || (amount.free & (1 << sourceSlot)) !== 0 || reads(amount, columns);
  return amount.runs || (byTarget && byBoth) ? 'pair' : byTarget ? 'target' : 'source';
}

export function reads(term: Term, columns: ReadonlySet<number>): boolean {
  return [...partsIn(term)].some((part) => columns.has(asRead(part)?.column ?? -1));
}

/**
 * Whether a term reads these columns of another object than the target: writing one target could change the amount of
 * the next.
 */
export function readsElsewhere(amount: Term, columns: ReadonlySet<number>, climbs: boolean): boolean {
  return [...partsIn(amount)].some((term) => {
    const read = asRead(term);
    return (
      read !== undefined && columns.has(read.column) && ((climbs && read.climb) || !isSlot(term.args[0], targetSlot))
    );
  });
}

/** Distinct operands of writes, with the units that use them. */
export function createOperands() {
  const numbers = new Map<Term, number>();
  const found: { readonly term: Term; readonly uses: number[] }[] = [];
  return { placed, list };

  function list(): readonly OperandPlan[] {
    let next = 0;
    return found.map(({ term, uses }) => {
      const firstUse = next;
      next += uses.length;
      return { term, uses, firstUse };
    });
  }

  function placed(shapes: readonly WriteShape[], unit: number): Writes {
    const steps = shapes.map(
      ({ effect, amount, by, holder, chain }): WriteStep => ({
        effect,
        amount,
        by,
        holder: holder && placeOf(holder, unit),
        chain: chain?.map(({ operation, operand }) => ({ operation, operand: operand && placeOf(operand, unit) })),
      }),
    );
    const columns = shapes.map(({ effect }) => effect.column);
    return {
      steps,
      columns,
      hasHolder: shapes.some(({ holder }) => holder !== undefined),
      hasPairs: shapes.some(({ by, chain }) => by === 'pair' && chain !== undefined),
      isFree: new Set(columns).size === columns.length && shapes.every(({ chain }) => chain !== undefined),
    };
  }

  function placeOf(term: Term, unit: number): OperandPlace {
    const constant = constantValue(term);
    if (constant !== undefined) return { constant };
    const operand = kept(numbers, term, () => found.push({ term, uses: [] }) - 1);
    const { uses } = found[operand];
    // Units are placed one after the other.
    const use = uses.at(-1) === unit ? uses.length - 1 : uses.push(unit) - 1;
    return { operand, use };
  }
}
