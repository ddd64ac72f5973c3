import { type Comparison, testOf } from './comparison.js';
import { power } from './power.js';

/**
 * An int of 32 bits or a double, told apart by its class. An int is from -2147483648 to 2147483647, never −0; a
 * double may have any value, such as 3, −0 and NaN.
 */
export interface Numeric {
  readonly value: number;
  readonly whole: boolean;
}

/** Other numbers lose their fraction and wrap. */
export function whole(value: number): Numeric {
  return { value: value | 0, whole: true };
}

export function double(value: number): Numeric {
  return { value, whole: false };
}

export function addNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole ? whole(a.value + b.value) : double(a.value + b.value);
}

export function subtractNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole ? whole(a.value - b.value) : double(a.value - b.value);
}

/** The product of modifiers; of two ints an int that wraps. */
export function scaleNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole ? whole(Math.imul(a.value, b.value)) : double(a.value * b.value);
}

/** The product of the operator: the int 0 where either is a zero of any class. */
export function multiplyNumeric(a: Numeric, b: Numeric): Numeric {
  return a.value === 0 || b.value === 0 ? whole(0) : scaleNumeric(a, b);
}

/** An int where both are and it is exact; over 0 it never is. */
export function divideNumeric(a: Numeric, b: Numeric): Numeric {
  const isExact = a.whole && b.whole && b.value !== 0 && a.value % b.value === 0;
  return isExact ? whole(a.value / b.value) : double(a.value / b.value);
}

/** Truncated division, with the sign of the dividend. By 0 the double NaN, also of ints. */
export function remainderNumeric(a: Numeric, b: Numeric): Numeric {
  return a.whole && b.whole && b.value !== 0 ? whole(a.value % b.value) : double(a.value % b.value);
}

/** Always a double; 1 to an infinite power and anything to the power NaN are NaN. */
export function powerNumeric(a: Numeric, b: Numeric): Numeric {
  return double(power(a.value, b.value));
}

/** The second where it is smaller, so `a` of equal ones and where `b` is NaN. */
export function minimumNumeric(a: Numeric, b: Numeric): Numeric {
  return b.value < a.value ? b : a;
}

/** The second unless the first is larger. */
export function maximumNumeric(a: Numeric, b: Numeric): Numeric {
  return a.value > b.value ? a : b;
}

/** The smallest int is its own negative. */
export function negateNumeric(a: Numeric): Numeric {
  return a.whole ? whole(-a.value) : double(-a.value);
}

/** The smallest int is its own. */
export function absoluteNumeric(a: Numeric): Numeric {
  return a.whole ? whole(Math.abs(a.value)) : double(Math.abs(a.value));
}

/** Clamped to an int; of NaN 0. */
export function floorNumeric(a: Numeric): Numeric {
  return whole(clamped(Math.floor(a.value)));
}

/** Like `floorNumeric`. */
export function ceilNumeric(a: Numeric): Numeric {
  return whole(clamped(Math.ceil(a.value)));
}

const leastInt = -2147483648;
export const greatestInt = 2147483647;

function clamped(value: number): number {
  return Math.max(leastInt, Math.min(greatestInt, value));
}

/** From here on 64 bits have no int: the largest has ones in all low bits, the smallest zeros. */
const beyondLong = 2 ** 63;

/** The low 32 bits of the nearest int of 64 bits, ties upward; of NaN 0. */
export function roundNumeric(a: Numeric): Numeric {
  if (a.value >= beyondLong) return whole(-1);
  // `Math.round` adds no half, so it is also right just below halves and for large odd numbers.
  return whole(a.value <= -beyondLong ? 0 : Math.round(a.value));
}

/**
 * Numbers of one class are equal when their bits are. An int and a double are equal as doubles; order is that of
 * doubles.
 */
export function compareNumeric(comparison: Comparison, a: Numeric, b: Numeric): boolean {
  if (comparison === '==') return equalNumeric(a, b);
  return comparison === '!=' ? !equalNumeric(a, b) : testOf(comparison)(a.value, b.value);
}

function equalNumeric(a: Numeric, b: Numeric): boolean {
  return a.whole === b.whole ? Object.is(a.value, b.value) : a.value === b.value;
}

/** From so many characters on, digits alone are a double. */
const shortText = 8;
const digitsAlone = /^[+-]?\d+$/;
const decimalText = /^ *[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|NaN|Infinity) *$/;

/**
 * An int where short and only digits, otherwise a double, also with an exponent, blanks around it, or the names `NaN`
 * and `Infinity`. Undefined for other texts.
 */
export function readConstantNumber(text: string): Numeric | undefined {
  if (text.length < shortText && digitsAlone.test(text)) return whole(Number(text));
  if (!decimalText.test(text)) return undefined;
  const plain = text.trim();
  return double(plain.endsWith('NaN') ? NaN : Number(plain));
}

/** Doubles in between have no exponent in texts. */
const leastPlain = 1e-3;
const leastLarge = 1e7;

/**
 * As Java writes it: `5` for an int; `5.0`, `0.5`, `1.2345678E7`, `NaN`, `-Infinity` for doubles. Different numbers
 * have different texts.
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

export function readJavaText(text: string): Numeric {
  return digitsAlone.test(text) ? whole(Number(text)) : double(Number(text));
}
