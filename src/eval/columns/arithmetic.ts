import { power } from '../../kernel/power.js';
import type { DyadicLoop, MonadicLoop } from './numbers.js';

/** The loops of arithmetic. Their expressions are those of the reference interpretation, on the same doubles. */

export const addLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] + b[row];
};

export const subtractLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] - b[row];
};

export const multiplyLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] * b[row];
};

export const minimumLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] < b[row] ? a[row] : b[row];
};

export const maximumLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] > b[row] ? a[row] : b[row];
};

export const powerLoop: DyadicLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = power(a[row], b[row]);
};

/** Division and remainder, by what a division by zero gives. */
export const divideLoops: Record<'zero' | 'dividend' | 'ieee', DyadicLoop> = {
  zero: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = b[row] === 0 ? 0 : a[row] / b[row];
  },
  dividend: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = b[row] === 0 ? a[row] : a[row] / b[row];
  },
  ieee: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] / b[row];
  },
};

export const remainderLoops: Record<'zero' | 'dividend' | 'ieee', DyadicLoop> = {
  zero: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = b[row] === 0 ? 0 : a[row] % b[row];
  },
  dividend: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = b[row] === 0 ? a[row] : a[row] % b[row];
  },
  ieee: (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = b[row] === 0 ? a[row] / b[row] : a[row] % b[row];
  },
};

export const negateLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = -a[row];
};

export const absoluteLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.abs(a[row]);
};

export const floorLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.floor(a[row]);
};

export const ceilingLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.ceil(a[row]);
};

export const roundLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] < 0 ? -Math.round(-a[row]) : Math.round(a[row]);
};

export const truncateLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.trunc(a[row]);
};

export const singleLoop: MonadicLoop = (a, into, length) => {
  for (let row = 0; row < length; row++) into[row] = Math.fround(a[row]);
};
