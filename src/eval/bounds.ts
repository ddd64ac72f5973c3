import { type Column, type Model, type Type, kindAt, largestValue } from '../model/model.js';
import type { Term } from './term.js';

/** What is known of a value without a world: bounds if present. `least` above `most`: never present. */
export interface Possible {
  readonly least: number;
  readonly most: number;
  readonly absent: boolean;
  readonly isWhole?: boolean;
  /** Kind and class of an object that is not none, where known. */
  readonly kind?: number | undefined;
  readonly class?: number | undefined;
}

export interface Bounding {
  readonly model: Model;
  readonly of: (term: Term) => Possible;
  slot(slot: number): Possible;
  /** Where a slot holds an object of a kind, 0: any. */
  ofMember(term: Term, slot: number, kind: number): Possible;
}

export const anyNumber: Possible = { least: -Infinity, most: Infinity, absent: false };
export const neverThere: Possible = { least: 1, most: 0, absent: true };
export const someone = (): Possible => ({ least: 1, most: Infinity, absent: true });

export function certainly(value: number): Possible {
  return Number.isNaN(value)
    ? anyNumber
    : { least: value, most: value, absent: false, isWhole: Number.isInteger(value) };
}

export function valuesOf(type: Type, model: Model): Possible {
  const most = largestValue(model, type);
  const least = most === Infinity ? -Infinity : type.name === 'kind' ? 1 : 0;
  return { least, most, absent: true };
}

export function condition(mayTrue: boolean, mayFalse: boolean, absent: boolean): Possible {
  return { least: mayFalse ? 0 : 1, most: mayTrue ? 1 : 0, absent };
}

export function anyOfThese(...parts: readonly Possible[]): Possible {
  const there = parts.filter(isThere);
  const absent = parts.some((part) => part.absent);
  if (there.length === 0) return { ...neverThere, absent };
  return {
    least: Math.min(...there.map(({ least }) => least)),
    most: Math.max(...there.map(({ most }) => most)),
    absent,
    isWhole: there.every(({ isWhole }) => isWhole === true),
  };
}

export function isThere({ least, most }: Possible): boolean {
  return least <= most;
}

export function isSomebody({ least, absent }: Possible): boolean {
  return least >= 1 && !absent;
}

export function mayBeTrue({ least, most }: Possible): boolean {
  return least <= most && most >= 1;
}

export function mayBeFalse({ least, most }: Possible): boolean {
  return least <= most && least <= 0;
}

/** Unbounded where unknown. */
export function ofNumbers(
  bounds: (args: readonly Possible[]) => readonly [number, number],
): (term: Term, known: Bounding) => Possible {
  return (term, known) => {
    const args = term.args.map(known.of);
    const absent = args.some((arg) => arg.absent);
    if (!args.every(isThere)) return { ...neverThere, absent };
    const [least, most] = bounds(args);
    return {
      least: Number.isNaN(least) ? -Infinity : least + 0,
      most: Number.isNaN(most) ? Infinity : most + 0,
      absent,
    };
  };
}

export function growing(apply: (value: number) => number): (term: Term, known: Bounding) => Possible {
  return ofNumbers(([{ least, most }]) => [apply(least), apply(most)]);
}

/** True if an object of some kinds (none: unknown, 0: any), or anything that it may hang on, can have a column. */
export function canHave(model: Model, column: Column, kinds: readonly number[] | undefined, climb: boolean): boolean {
  const isAny = kinds === undefined || kinds.includes(0);
  const reached = new Set(isAny ? model.kinds.map(({ index }) => index) : kinds);
  for (const index of reached) {
    if (column.kinds[index] === 1) return true;
    if (climb) for (const above of kindAt(model, index).attachesTo) reached.add(above);
  }
  return false;
}
