import { power } from '../../src/kernel/power.js';

/** An int of 32 bits, or a double. */
export interface Num {
  readonly whole: boolean;
  readonly value: number;
}

/** A value of the dialect; objects are their references in lower case. */
export type Value =
  | Num
  | boolean
  | string
  | { readonly x: Num; readonly y: Num }
  | { readonly count: number; readonly sides: number; readonly add: number }
  | { readonly object: string }
  | readonly Value[];

/** A formula or line that is refused, or, with `arithmetic`, a formula that cannot be evaluated. */
export class Fault extends Error {
  readonly code: string;

  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

export const int = (value: number): Num => ({ whole: true, value: value | 0 });
export const double = (value: number): Num => ({ whole: false, value });
const numberOf = (whole: boolean, value: number): Num => (whole ? int(value) : double(value));

/** A value as a text that tells it, class and bits, from every other. */
export function show(value: Value): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(show).join(' ')}]`;
  if ('whole' in value)
    return `${value.whole ? 'int' : 'double'} ${Object.is(value.value, -0) ? '-0' : String(value.value)}`;
  if ('x' in value) return `(${show(value.x)}, ${show(value.y)})`;
  return 'object' in value
    ? value.object
    : `${String(value.count)}d${String(value.sides)}${value.add < 0 ? '' : '+'}${String(value.add)}`;
}

/** A value as scenario files expect it. */
export function asExpected(format: string, value: Value): unknown {
  return { format, ...written(value) };
}

function written(value: Value): { readonly class?: string; readonly value: unknown } {
  if (typeof value !== 'object') return { value };
  if (isArray(value))
    return {
      value: value.map((each) => (typeof each === 'object' && 'whole' in each ? written(each) : written(each).value)),
    };
  if ('whole' in value)
    return {
      class: value.whole ? 'int' : 'double',
      value: Number.isFinite(value.value) && !Object.is(value.value, -0) ? value.value : numberText(value.value),
    };
  if ('x' in value) return { value: `${pairNumber(value.x)},${pairNumber(value.y)}` };
  return { value: 'object' in value ? value.object.slice(value.object.indexOf('|') + 1) : value };
}

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
const pairNumber = ({ whole, value }: Num): string =>
  whole || !Number.isInteger(value) ? numberText(value) : `${numberText(value)}.0`;

export const same = (a: Value, b: Value): boolean => show(a) === show(b);

export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function compare(operator: string, a: Num, b: Num): boolean {
  switch (operator) {
    case '==':
      return a.whole === b.whole ? Object.is(a.value, b.value) : a.value === b.value;
    case '!=':
      return !compare('==', a, b);
    case '<':
      return a.value < b.value;
    case '>':
      return a.value > b.value;
    case '<=':
      return a.value <= b.value;
    default:
      return a.value >= b.value;
  }
}

export function arithmetic(operator: string, a: Num, b: Num): Num {
  const whole = a.whole && b.whole;
  switch (operator) {
    case '+':
      return numberOf(whole, a.value + b.value);
    case '-':
      return numberOf(whole, a.value - b.value);
    case '*':
      return !whole && (a.value === 0 || b.value === 0) ? int(0) : multiply(a, b);
    case '/':
      return numberOf(whole && b.value !== 0 && a.value % b.value === 0, a.value / b.value);
    case '%':
      return numberOf(whole && b.value !== 0, a.value % b.value);
    // The last bits of powers are tested by themselves.
    default:
      return double(power(a.value, b.value));
  }
}

/** As the modifier does it: a zero keeps the class. */
export function multiply(a: Num, b: Num): Num {
  return a.whole && b.whole ? int(Math.imul(a.value, b.value)) : double(a.value * b.value);
}

const clampToInt = (value: number): Num =>
  int(Math.min(2147483647, Math.max(-2147483648, Number.isNaN(value) ? 0 : value)));

/** Java's cast of a double to an int. */
export const truncated = ({ value }: Num): Num => clampToInt(Math.trunc(value));

/** Java's Math.round, then its low 32 bits. */
function round({ value }: Num): Num {
  if (Number.isNaN(value)) return int(0);
  const below = Math.floor(value);
  const rounded = value - below >= 0.5 ? below + 1 : below;
  if (rounded >= 2 ** 63) return int(-1);
  if (rounded <= -(2 ** 63)) return int(0);
  return int(Number(BigInt.asIntN(32, BigInt(rounded))));
}

/** Functions of one number, and of two or more. */
export const numberFunctions: ReadonlyMap<
  string,
  { readonly many: boolean; readonly of: (list: readonly Num[]) => Num }
> = new Map([
  ['abs', { many: false, of: ([x]) => numberOf(x.whole, Math.abs(x.value)) }],
  ['ceil', { many: false, of: ([x]) => clampToInt(Math.ceil(x.value)) }],
  ['floor', { many: false, of: ([x]) => clampToInt(Math.floor(x.value)) }],
  ['round', { many: false, of: ([x]) => round(x) }],
  ['max', { many: true, of: (list) => list.reduce((r, x) => (r.value > x.value ? r : x)) }],
  ['min', { many: true, of: (list) => list.reduce((r, x) => (x.value < r.value ? x : r)) }],
]);

export const elementOf = (format: string): string | undefined => /^ARRAY\[(.*)\]$/.exec(format)?.[1];

/**
 * Splits at a separator outside of brackets. A bracket without a partner is a letter as others, unless it is said to
 * hide what follows.
 */
export function splitOutside(text: string, separator: string, unclosedHides = false): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const close = partnerOf(text, at) ?? (unclosedHides && '(['.includes(text[at]) ? text.length : at);
    if (close === at && text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
    at = close;
  }
  return [...parts, text.slice(start)];
}

/** Where the bracket closes that opens here; undefined where none does. */
function partnerOf(text: string, open: number): number | undefined {
  const wanted: string[] = [];
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') wanted.push(')');
    else if (text[at] === '[') wanted.push(']');
    else if (wanted.includes(text[at])) {
      // What opened since is left without a partner.
      wanted.length = wanted.lastIndexOf(text[at]);
      if (wanted.length === 0) return at;
    } else if (wanted.length === 0) return undefined;
  }
  return undefined;
}

/** What a text is as a constant of a format; undefined where it is none. */
export function constant(format: string, text: string): Value | undefined {
  switch (format) {
    case 'NUMBER':
      return numberConstant(text);
    case 'BOOLEAN':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'STRING':
      return text;
    case 'ORDEREDPAIR':
      return pairConstant(text);
    case 'DICE':
      return diceConstant(text);
    default:
      return listConstant(format, text);
  }
}

function numberConstant(text: string): Num | undefined {
  if (text.length < 8 && /^[+-]?[0-9]+$/.test(text)) return int(Number(text));
  const isDecimal = /^ *(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:NaN|Infinity)) *$/.test(
    text,
  );
  return isDecimal ? double(Number(text)) : undefined;
}

function pairConstant(text: string): Value | undefined {
  const [x, y, ...more] = text.split(',').map(numberConstant);
  return x === undefined || y === undefined || more.length > 0 ? undefined : { x, y };
}

function diceConstant(text: string): Value | undefined {
  const found = /^(?:([0-9]+)|([0-9]*)d([0-9]+)(?:([+-])([0-9]+))?)$/.exec(text);
  if (
    found === null ||
    Number(found[3] ?? 1) === 0 ||
    found.some((digits: string | undefined) => Number(digits ?? 0) > 2147483647)
  )
    return undefined;
  const [, alone, count, sides, sign, add] = found;
  if (alone !== undefined) return { count: Number(alone), sides: 1, add: 0 };
  return {
    count: count === '' ? 1 : Number(count),
    sides: Number(sides),
    add: add === undefined ? 0 : Number(add) * (sign === '-' ? -1 : 1) + 0,
  };
}

function listConstant(format: string, text: string): Value | undefined {
  const element = elementOf(format);
  if (element === undefined) return undefined;
  const parts = splitOutside(text, ',');
  const values = parts.map((part) => (part === '' ? undefined : constant(element, part)));
  return values.every((value) => value !== undefined) ? values : undefined;
}
