import type { ComparisonName } from './compare-numbers.js';

/** Loops that compare codes. Every comparison is a function of its own, so that each is compiled for itself. */

type TwoLoop = (a: Int32Array, b: Int32Array, into: Int32Array, length: number) => void;
type ConstantLoop = (a: Int32Array, constant: number, into: Int32Array, length: number) => void;

/** Row by row. */
export const compareTwoCodes: Record<ComparisonName, TwoLoop> = {
  '==': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] === b[row] ? 1 : 0;
  },
  '!=': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] !== b[row] ? 1 : 0;
  },
  '<': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] < b[row] ? 1 : 0;
  },
  '<=': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] <= b[row] ? 1 : 0;
  },
  '>': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] > b[row] ? 1 : 0;
  },
  '>=': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] >= b[row] ? 1 : 0;
  },
};

/** Every row with one value. */
export const compareCodesWith: Record<ComparisonName, ConstantLoop> = {
  '==': (a, constant, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] === constant ? 1 : 0;
  },
  '!=': (a, constant, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] !== constant ? 1 : 0;
  },
  '<': (a, constant, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] < constant ? 1 : 0;
  },
  '<=': (a, constant, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] <= constant ? 1 : 0;
  },
  '>': (a, constant, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] > constant ? 1 : 0;
  },
  '>=': (a, constant, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a[row] >= constant ? 1 : 0;
  },
};
