import { type ChainLink, type OperandPlace, chainOf } from './chain.js';
import { asRead, constantValue, isSlot, partsIn } from '../eval/node-shape.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import type { Effect, ModifyEffect, Rule } from '../ir/rule.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { Term } from '../eval/term.js';
import type { Link } from './chain.js';

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

/** Whether a term reads one of these columns. */
export function reads(term: Term, columns: ReadonlySet<number>): boolean {
  return [...partsIn(term)].some((part) => columns.has(asRead(part)?.column ?? -1));
}

/**
 * Whether a term reads these columns of an object other than the target: then writing one target could change the
 * amount of the next.
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
    let operand = numbers.get(term);
    if (operand === undefined) numbers.set(term, (operand = found.push({ term, uses: [] }) - 1));
    const { uses } = found[operand];
    // Units are placed one after the other.
    const use = uses.at(-1) === unit ? uses.length - 1 : uses.push(unit) - 1;
    return { operand, use };
  }
}
