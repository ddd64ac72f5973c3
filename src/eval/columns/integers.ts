import type { DyadicLoop, MonadicLoop } from './numbers.js';

/**
 * The loops of whole numbers of 32 bits, which lie in columns of doubles. None of them branches: by zero a quotient is
 * infinite or no number, and `| 0` makes 0 of both.
 */

export const integerAddLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = (a[row] + b[row]) | 0;
};

export const integerSubtractLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = (a[row] - b[row]) | 0;
};

export const integerMultiplyLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.imul(a[row], b[row]);
};

export const integerRemainderLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = ((a[row] | 0) % (b[row] | 0)) | 0;
};

/** Why in two parts: see `percentageWrapping`. */
export const integerPercentageLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++)
    into[row] = (Math.imul((a[row] / 100) | 0, b[row]) + ((((a[row] % 100) * b[row]) / 100) | 0)) | 0;
};

export const integerAbsoluteLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.abs(a[row]) | 0;
};

/** Division, by what a division by zero gives. */
export const integerDivideLoops: Readonly<Record<'zero' | 'dividend', DyadicLoop>> = {
  zero: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = (a[row] / b[row]) | 0;
  },
  dividend: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = (a[row] / (b[row] === 0 ? 1 : b[row])) | 0;
  },
};
