import type { Numeric } from '../../kernel/numeric.js';
import { type Code, comparisonOf, js, sourceOf } from './code.js';

/** A numeric value in code: names or literals, so that using one twice computes nothing twice. */
export interface NumericCode {
  readonly value: Code;
  /** 1 for an int, 0 for a double; a literal where it is the same each time. */
  readonly whole: Code;
}

/** Names an intermediate value: adds `const name = code`. */
export type Keep = (code: Code) => Code;

/** An int for certain; a double for certain. */
const isInt = js`1`;
const isDouble = js`0`;

/** The class where it is the same each time. */
function classOf({ whole }: NumericCode): 0 | 1 | undefined {
  const source = sourceOf(whole);
  return source === '1' ? 1 : source === '0' ? 0 : undefined;
}

/** A constant. */
export function numeralCode({ value, whole }: Numeric): NumericCode {
  return { value: numberCode(value), whole: whole ? isInt : isDouble };
}

function numberCode(value: number): Code {
  if (Number.isFinite(value)) return js`${value}`;
  return Number.isNaN(value) ? js`NaN` : value > 0 ? js`Infinity` : js`(-Infinity)`;
}

/** A number that the code shows. */
function shownNumber(code: Code): number | undefined {
  const number = Number(sourceOf(code).replace(/^\((.*)\)$/, '$1'));
  return Number.isNaN(number) ? undefined : number;
}

/** Both classes are int. */
function bothWhole(a: NumericCode, b: NumericCode, keep: Keep): Code {
  const [left, right] = [classOf(a), classOf(b)];
  if (left === 0 || right === 0) return isDouble;
  if (left === 1) return b.whole;
  return right === 1 ? a.whole : keep(js`${a.whole} & ${b.whole}`);
}

/**
 * The result of an operation that is exact within 32 bits, from what doubles make of it: only what is outside looks at
 * the class, and wraps where it is an int. Most rows take one way whatever their classes, so that a mixture of them
 * costs no more than either.
 */
function wrapped(result: Code, whole: Code, wrap: Code, keep: Keep): NumericCode {
  if (sourceOf(whole) === sourceOf(isDouble)) return { value: result, whole };
  return { value: keep(js`!(Math.abs(${result}) <= 2147483647) && ${whole} === 1 ? ${wrap} : ${result}`), whole };
}

function sum(a: NumericCode, b: NumericCode, keep: Keep): NumericCode {
  const result = keep(js`${a.value} + ${b.value}`);
  return wrapped(result, bothWhole(a, b, keep), js`${result} | 0`, keep);
}

function difference(a: NumericCode, b: NumericCode, keep: Keep): NumericCode {
  const result = keep(js`${a.value} - ${b.value}`);
  return wrapped(result, bothWhole(a, b, keep), js`${result} | 0`, keep);
}

/** A zero makes it the int 0. */
function product(a: NumericCode, b: NumericCode, keep: Keep): NumericCode {
  const result = keep(js`${a.value} * ${b.value}`);
  const isZero = keep(js`${a.value} === 0 || ${b.value} === 0 ? 1 : 0`);
  const whole = bothWhole(a, b, keep);
  const { value } = wrapped(result, whole, js`Math.imul(${a.value}, ${b.value})`, keep);
  return {
    value: keep(js`${isZero} === 1 ? 0 : ${value}`),
    whole: classOf({ value, whole }) === 1 ? whole : keep(js`${whole} | ${isZero}`),
  };
}

/** An int over an int is a whole number of times it just where the rounded quotient is one. */
function quotient(a: NumericCode, b: NumericCode, keep: Keep): NumericCode {
  const result = keep(js`${a.value} / ${b.value}`);
  const ints = bothWhole(a, b, keep);
  if (sourceOf(ints) === sourceOf(isDouble)) return { value: result, whole: isDouble };
  const divisor = shownNumber(b.value);
  if (divisor === 0) return { value: result, whole: isDouble };
  const isExact = js`(Math.floor(${result}) === ${result} ? 1 : 0)`;
  const whole = keep(
    divisor === undefined ? js`${ints} & (${b.value} !== 0 ? 1 : 0) & ${isExact}` : js`${ints} & ${isExact}`,
  );
  // Over a positive number there is no −0 and nothing that is out of range.
  return {
    value: divisor !== undefined && divisor > 0 ? result : keep(js`${whole} === 1 ? ${result} | 0 : ${result}`),
    whole,
  };
}

function remainder(a: NumericCode, b: NumericCode, keep: Keep): NumericCode {
  const ints = bothWhole(a, b, keep);
  if (sourceOf(ints) === sourceOf(isDouble)) return { value: keep(js`${a.value} % ${b.value}`), whole: isDouble };
  const whole = keep(js`${ints} & (${b.value} !== 0 ? 1 : 0)`);
  return { value: keep(js`${whole} === 1 ? (${a.value} | 0) % (${b.value} | 0) | 0 : ${a.value} % ${b.value}`), whole };
}

/** The value of one of two by a condition, with its class. */
function either(isFirst: Code, a: NumericCode, b: NumericCode, keep: Keep): NumericCode {
  const isAlike = sourceOf(a.whole) === sourceOf(b.whole);
  return {
    value: keep(js`${isFirst} ? ${a.value} : ${b.value}`),
    whole: isAlike ? a.whole : keep(js`${isFirst} ? ${a.whole} : ${b.whole}`),
  };
}

function negative({ value, whole }: NumericCode, keep: Keep): NumericCode {
  return { value: keep(js`${whole} === 1 ? -${value} | 0 : -${value}`), whole };
}

function absolute({ value, whole }: NumericCode, keep: Keep): NumericCode {
  const size = keep(js`Math.abs(${value})`);
  return { value: keep(js`${size} > 2147483647 && ${whole} === 1 ? ${size} | 0 : ${size}`), whole };
}

/** A whole number held within 32 bits; of NaN 0. Adding 0 makes −0 the 0 that it equals. */
function held(wholeNumber: Code, keep: Keep): NumericCode {
  const value = keep(js`${wholeNumber} + 0`);
  return {
    value: keep(
      js`!(Math.abs(${value}) <= 2147483647) ? (${value} > 0 ? 2147483647 : ${value} < 0 ? -2147483648 : 0) : ${value}`,
    ),
    whole: isInt,
  };
}

function floored(a: NumericCode, keep: Keep): NumericCode {
  return classOf(a) === 1 ? a : held(js`Math.floor(${a.value})`, keep);
}

function raisedToWhole(a: NumericCode, keep: Keep): NumericCode {
  return classOf(a) === 1 ? a : held(js`Math.ceil(${a.value})`, keep);
}

/** Held within 64 bits, of which the low 32 are kept. */
function rounded(a: NumericCode, keep: Keep): NumericCode {
  if (classOf(a) === 1) return a;
  const { value } = a;
  return {
    value: keep(js`${value} >= ${2 ** 63} ? -1 : ${value} <= ${-(2 ** 63)} ? 0 : Math.round(${value}) | 0`),
    whole: isInt,
  };
}

/**
 * Whether a comparison holds, as 1 or 0. Equal numbers are of other bits only where they are zeros of one class with
 * other signs; NaN is NaN.
 */
function compared(comparison: string, a: NumericCode, b: NumericCode, keep: Keep): Code {
  if (comparison !== '==' && comparison !== '!=')
    return keep(js`${a.value} ${comparisonOf(comparison)} ${b.value} ? 1 : 0`);
  const isEqual = js`(${a.value} === ${b.value} ? ${a.value} !== 0 || ${a.whole} !== ${b.whole} || 1 / ${a.value} === 1 / ${b.value} : ${a.value} !== ${a.value} && ${b.value} !== ${b.value})`;
  return keep(comparison === '==' ? js`${isEqual} ? 1 : 0` : js`${isEqual} ? 0 : 1`);
}

/**
 * What the functions of kernel/numeric.ts say, as code; the same to the last bit, with what is known of the classes
 * left out. `keep` is called for what is used more than once.
 */
export const numericCode = {
  add: sum,
  subtract: difference,
  multiply: product,
  divide: quotient,
  remainder,
  /** `power`: the code of the function of kernel/power.ts. */
  power: (a: NumericCode, b: NumericCode, power: Code, keep: Keep): NumericCode => ({
    value: keep(js`${power}(${a.value}, ${b.value})`),
    whole: isDouble,
  }),
  minimum: (a: NumericCode, b: NumericCode, keep: Keep): NumericCode => either(js`${b.value} < ${a.value}`, b, a, keep),
  maximum: (a: NumericCode, b: NumericCode, keep: Keep): NumericCode => either(js`${a.value} > ${b.value}`, a, b, keep),
  negate: negative,
  absolute,
  floor: floored,
  ceiling: raisedToWhole,
  round: rounded,
  compare: compared,
} as const;
