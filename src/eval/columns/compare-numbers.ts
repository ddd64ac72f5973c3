/** Loops that compare numbers. Every comparison is a function of its own, so that each is compiled for itself. */

export type ComparisonName = '==' | '!=' | '<' | '<=' | '>' | '>=';
type TwoLoop = (a: Float64Array, b: Float64Array, into: Int32Array, length: number) => void;
type ConstantLoop = (a: Float64Array, constant: number, into: Int32Array, length: number) => void;

/** Row by row. */
export const compareTwoNumbers: Record<ComparisonName, TwoLoop> = {
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
export const compareNumbersWith: Record<ComparisonName, ConstantLoop> = {
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
