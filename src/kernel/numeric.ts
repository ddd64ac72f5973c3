import { type Comparison, testOf } from './comparison.js';
import { power } from './power.js';

/**
 * A numeric value: an int of 32 bits or a double, told apart by its class. `value` of a whole one is an integer from
 * -2147483648 to 2147483647, never −0; a double may have any value, 3 and −0 and NaN among them.
 */
export interface Numeric {
  readonly value: number;
  /** An int. */
  readonly whole: boolean;
}

/** An int; what is no integer of 32 bits loses its fraction and wraps. */
export function whole(value: number): Numeric {
  return { value: value | 0, whole: true };
}

export function double(value: number): Numeric {
  return { value, whole: false };
}

/** The sum; of two ints an int that wraps. */
export function addNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole ? whole(a.value + b.value) : double(a.value + b.value);
}

/** The difference; of two ints an int that wraps. */
export function subtractNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole ? whole(a.value - b.value) : double(a.value - b.value);
}

/** The product as modifiers make it; of two ints an int that wraps. */
export function scaleNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole ? whole(Math.imul(a.value, b.value)) : double(a.value * b.value);
}

/**
 * The product as the operator makes it: where a double meets a zero of either class, that is the int 0, whatever the
 * other is.
 */
export function multiplyNumeric(a: Numeric, b: Numeric): Numeric {
  return a.value === 0 || b.value === 0 ? whole(0) : scaleNumeric(a, b);
}

/** The quotient; an int where both are and it is exact, which nothing over 0 is. */
export function divideNumeric(a: Numeric, b: Numeric): Numeric {
  const isExact = a.whole && b.whole && b.value !== 0 && a.value % b.value === 0;
  return isExact ? whole(a.value / b.value) : double(a.value / b.value);
}

/** The remainder of a truncated division, with the sign of the dividend. By 0 it is the double NaN, of ints too. */
export function remainderNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole && b.value !== 0 ? whole(a.value % b.value) : double(a.value % b.value);
}

/** The power, always a double; 1 to an infinite power and anything to the power NaN are NaN. */
export function powerNumeric(a: Numeric, b: Numeric): Numeric {
  return double(power(a.value, b.value));
}

/**
 * The smaller one as the function gives it: the second where neither is smaller, so of equal ones and where `b` is NaN
 * it is `a`.
 */
export function minimumNumeric(a: Numeric, b: Numeric): Numeric {
  return b.value < a.value ? b : a;
}

/** The larger one as the function gives it: the second unless the first is larger. */
export function maximumNumeric(a: Numeric, b: Numeric): Numeric {
  return a.value > b.value ? a : b;
}

/** The running value raised to at least a bound, as modifiers do it: the bound unless the running value is larger. */
export function raiseNumeric(running: Numeric, bound: Numeric): Numeric {
  return running.value > bound.value ? running : bound;
}

/** The running value held to at most a bound, as modifiers do it: the bound unless the running value is smaller. */
export function capNumeric(running: Numeric, bound: Numeric): Numeric {
  return running.value < bound.value ? running : bound;
}

/** The negative; the smallest int is its own. */
export function negateNumeric(a: Numeric): Numeric {
  return a.whole ? whole(-a.value) : double(-a.value);
}

/** The absolute value; the smallest int is its own. */
export function absoluteNumeric(a: Numeric): Numeric {
  return a.whole ? whole(Math.abs(a.value)) : double(Math.abs(a.value));
}

/** The int at or below, held within 32 bits; of NaN 0. */
export function floorNumeric(a: Numeric): Numeric {
  return whole(clamped(Math.floor(a.value)));
}

/** The int at or above, held within 32 bits; of NaN 0. */
export function ceilNumeric(a: Numeric): Numeric {
  return whole(clamped(Math.ceil(a.value)));
}

const leastInt = -2147483648;
const greatestInt = 2147483647;

function clamped(value: number): number {
  return Math.max(leastInt, Math.min(greatestInt, value));
}

/**
 * The first number for which 64 bits have no int: what is held at the largest has ones in all low bits, at the smallest
 * zeros.
 */
const beyondLong = 2 ** 63;

/** The nearest int of 64 bits, of two the upper one, of which the low 32 bits are kept; of NaN 0. */
export function roundNumeric(a: Numeric): Numeric {
  if (a.value >= beyondLong) return whole(-1);
  // `Math.round` adds no half, so it is right just below halves and for large odd numbers too.
  return whole(a.value <= -beyondLong ? 0 : Math.round(a.value));
}

/**
 * Compares two numbers. Those of one class are equal when their bits are: NaN is NaN, and −0.0 is not 0.0. An int and a
 * double are equal as doubles; order is that of doubles.
 */
export function compareNumeric(comparison: Comparison, a: Numeric, b: Numeric): boolean {
  if (comparison === '==') return equalNumeric(a, b);
  return comparison === '!=' ? !equalNumeric(a, b) : testOf(comparison)(a.value, b.value);
}

function equalNumeric(a: Numeric, b: Numeric): boolean {
  return a.whole === b.whole ? Object.is(a.value, b.value) : a.value === b.value;
}

/** Whether two numbers are one: of one class and of the same bits, every NaN being the same. */
export function sameNumeric(a: Numeric, b: Numeric): boolean {
  return a.whole === b.whole && Object.is(a.value, b.value);
}

/** Characters from which on even digits alone are a double. */
const shortText = 8;
const digitsAlone = /^[+-]?\d+$/;
const decimalText = /^ *[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|NaN|Infinity) *$/;

/**
 * The number that a text says as a constant: an int where it is short and of digits alone, otherwise a double, also
 * with an exponent, with blanks around it, and by the names
 * `NaN` and `Infinity`. Undefined for any other text.
 */
export function readConstantNumber(text: string): Numeric | undefined {
  if (text.length < shortText && digitsAlone.test(text)) return whole(Number(text));
  if (!decimalText.test(text)) return undefined;
  const plain = text.trim();
  return double(plain.endsWith('NaN') ? NaN : Number(plain));
}

/** Doubles from and to which a text has no exponent. */
const leastPlain = 1e-3;
const leastLarge = 1e7;

/**
 * A number as Java writes it: `5` for an int; `5.0`, `0.5`, `1.2345678E7`, `NaN`, `-Infinity` for doubles. Different
 * numbers have different texts.
 */
export function javaText({ value, whole: isWhole }: Numeric): string {
  if (isWhole || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (size === 0 || (size >= leastPlain && size < leastLarge)) return sign + withPoint(String(size));
  const [digits, exponent] = size.toExponential().split('e');
  return `${sign}${withPoint(digits)}E${Number(exponent)}`;
}

function withPoint(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}

/** The number of a text of `javaText`. */
export function readJavaText(text: string): Numeric {
  return digitsAlone.test(text) ? whole(Number(text)) : double(Number(text));
}
