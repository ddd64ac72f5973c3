import type { Mishaps, Node } from '../ir/node.js';
import type { Numeric } from '../kernel/numeric-value.js';
import { type Code, js } from './emit/code.js';

/**
 * An operation on values alone: a function, which is the meaning, and a template for the code of loops, rows, frames
 * and cells.
 */
export interface Form<Meaning = PlainMeaning | NumericMeaning | NumericTest> {
  readonly meaning: Meaning;
  readonly template: Template;
  /** The meaning counts mishaps: the code of a frame calls it. */
  readonly counts?: boolean;
}

export interface Forms<Data = unknown> {
  readonly all: readonly Form[];
  of(node: Node<Data>): Form;
  readonly operands: 1 | 2;
  /** Its operands and its result are numbers with classes. */
  readonly takesNumeric: boolean;
  readonly givesNumeric: boolean;
}

/** Of numbers or codes (booleans, words, classes, ids, handles). Overflows are counted in `mishaps`. */
export type PlainMeaning = (a: number, b: number, mishaps: Mishaps) => number;
export type NumericMeaning = (a: Numeric, b: Numeric) => Numeric;
/** As 1 or 0. */
export type NumericTest = (a: Numeric, b: Numeric) => number;

/** A value in code; where it is used more than once, it is a name or a literal. */
export interface Operand {
  readonly value: Code;
  /** Of a number with a class: 1 for an int, 0 for a double; a name or a literal. */
  readonly whole?: Code | undefined;
}

export interface Maker {
  readonly keep: (code: Code) => Code;
  /** A function or a constant of these sources, by a name that is the same for the same thing. */
  readonly thing: (name: string, thing: unknown) => Code;
}

type Template = (maker: Maker, a: Operand, b: Operand) => Operand;

export function expression(meaning: PlainMeaning, code: (a: Code, b: Code, maker: Maker) => Code): Form<PlainMeaning> {
  return { meaning, template: (maker, a, b) => ({ value: maker.keep(code(a.value, b.value, maker)) }) };
}

export function counting(...form: Parameters<typeof expression>): Form<PlainMeaning> {
  return { ...expression(...form), counts: true };
}

export function calling(name: string, meaning: (a: number) => number): Form<PlainMeaning> {
  return expression(meaning, (a, _b, maker) => js`${maker.thing(name, meaning)}(${a})`);
}

export const leastOfTwo = expression(
  (a, b) => (a < b ? a : b),
  (a, b) => js`${a} < ${b} ? ${a} : ${b}`,
);

export const greatestOfTwo = expression(
  (a, b) => (a > b ? a : b),
  (a, b) => js`${a} > ${b} ? ${a} : ${b}`,
);
