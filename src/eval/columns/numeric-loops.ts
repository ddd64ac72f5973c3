import { power } from '../../kernel/power.js';
import type { NumericDyadicLoop, NumericMonadicLoop } from './numeric.js';

/**
 * The loops of numeric arithmetic: what the functions of kernel/numeric.ts say, written out so that no object is made
 * for a row.
 */

export const numericAddLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const sum = a.numbers[row] + b.numbers[row];
    const whole = a.codes[row] & b.codes[row];
    numbers[row] = whole === 1 ? sum | 0 : sum;
    codes[row] = whole;
  }
};

export const numericSubtractLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const rest = a.numbers[row] - b.numbers[row];
    const whole = a.codes[row] & b.codes[row];
    numbers[row] = whole === 1 ? rest | 0 : rest;
    codes[row] = whole;
  }
};

/** A zero makes the product the int 0. */
export const numericMultiplyLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const [left, right] = [a.numbers[row], b.numbers[row]];
    const isZero = left === 0 || right === 0 ? 1 : 0;
    const whole = a.codes[row] & b.codes[row];
    numbers[row] = isZero === 1 ? 0 : whole === 1 ? Math.imul(left, right) : left * right;
    codes[row] = whole | isZero;
  }
};

/** An int over an int is a whole number of times it just where the rounded quotient is one. */
export const numericDivideLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const quotient = a.numbers[row] / b.numbers[row];
    const whole = a.codes[row] & b.codes[row] & (b.numbers[row] !== 0 && Math.floor(quotient) === quotient ? 1 : 0);
    numbers[row] = whole === 1 ? quotient | 0 : quotient;
    codes[row] = whole;
  }
};

export const numericRemainderLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const whole = a.codes[row] & b.codes[row] & (b.numbers[row] !== 0 ? 1 : 0);
    const rest = a.numbers[row] % b.numbers[row];
    numbers[row] = whole === 1 ? rest | 0 : rest;
    codes[row] = whole;
  }
};

export const numericPowerLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    numbers[row] = power(a.numbers[row], b.numbers[row]);
    codes[row] = 0;
  }
};

export const numericMinimumLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const isSmaller = b.numbers[row] < a.numbers[row];
    numbers[row] = isSmaller ? b.numbers[row] : a.numbers[row];
    codes[row] = isSmaller ? b.codes[row] : a.codes[row];
  }
};

export const numericMaximumLoop: NumericDyadicLoop = (a, b, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const isLarger = a.numbers[row] > b.numbers[row];
    numbers[row] = isLarger ? a.numbers[row] : b.numbers[row];
    codes[row] = isLarger ? a.codes[row] : b.codes[row];
  }
};

export const numericNegateLoop: NumericMonadicLoop = (a, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    numbers[row] = a.codes[row] === 1 ? -a.numbers[row] | 0 : -a.numbers[row];
    codes[row] = a.codes[row];
  }
};

export const numericAbsoluteLoop: NumericMonadicLoop = (a, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const size = Math.abs(a.numbers[row]);
    numbers[row] = a.codes[row] === 1 ? size | 0 : size;
    codes[row] = a.codes[row];
  }
};

export const numericFloorLoop: NumericMonadicLoop = (a, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    numbers[row] = Math.max(-2147483648, Math.min(2147483647, Math.floor(a.numbers[row]))) | 0;
    codes[row] = 1;
  }
};

export const numericCeilingLoop: NumericMonadicLoop = (a, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    numbers[row] = Math.max(-2147483648, Math.min(2147483647, Math.ceil(a.numbers[row]))) | 0;
    codes[row] = 1;
  }
};

/** The first number for which 64 bits have no int. */
const beyondLong = 2 ** 63;

export const numericRoundLoop: NumericMonadicLoop = (a, { numbers, codes }, length) => {
  for (let row = 0; row < length; row++) {
    const value = a.numbers[row];
    numbers[row] = value >= beyondLong ? -1 : value <= -beyondLong ? 0 : Math.round(value) | 0;
    codes[row] = 1;
  }
};
