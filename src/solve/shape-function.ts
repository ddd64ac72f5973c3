import { js, lines, nameOf } from '../eval/emit/code.js';
import { compiled } from '../eval/emit/compile.js';
import { emitShape } from './emit-shape.js';
import type { Shape } from './shape-book.js';

/** What a generated function works on: the tables of the solver, and how far the wave is. */
export interface WaveView {
  values: Float64Array;
  classes: Uint8Array;
  inputs: Int32Array;
  constants: Float64Array;
  inputStart: Int32Array;
  constantStart: Int32Array;
  shapes: Int32Array;
  positions: Int32Array;
  firstReader: Int32Array;
  nextReader: Int32Array;
  reader: Int32Array;
  cellAt: Int32Array;
  words: Int32Array;
  upper: Int32Array;
  cursor: number;
  limit: number;
  changed: Int32Array;
  changes: number;
  solves: number;
  /** Of work. */
  steps: number;
}

/**
 * Solves cells from a position on for as long as they are of its shape, marks who reads what has changed, and takes the
 * next position; returns the first that is of another shape, or -1. There must be room for all cells in `changed`.
 */
export type ShapeFunction = (view: WaveView, position: number) => number;

/**
 * Makes the function of a shape, of which a cell takes so many steps of work. Throws where only the machine can run it,
 * and where the engine makes no functions (an EvalError).
 */
export function makeShapeFunction(shape: Shape, steps: number): ShapeFunction {
  const { statements, value, kind, things } = emitShape(shape);
  const names = lines(things.map((_, i) => js`const ${nameOf('thing', i)} = things[${i}];`));
  const body = js`${names}
return function solve(view, first) {
const values = view.values, classes = view.classes, inputs = view.inputs, constants = view.constants;
const inputStart = view.inputStart, constantStart = view.constantStart, shapes = view.shapes, positions = view.positions;
const firstReader = view.firstReader, nextReader = view.nextReader, reader = view.reader;
const cellAt = view.cellAt, words = view.words, upper = view.upper, changed = view.changed;
let position = first, cursor = view.cursor, limit = view.limit, changes = view.changes, solves = 0;
for (;;) {
const cell = cellAt[position];
if (shapes[cell] !== ${shape.index}) break;
const firstInput = inputStart[cell];
const firstConstant = constantStart[cell];
solves++;
${statements}
const kind = ${kind};
const value = kind === 2 ? 0 : ${value};
const before = values[cell];
if (classes[cell] !== kind || (before === value ? before === 0 && 1 / before !== 1 / value : before === before || value === value)) {
values[cell] = value;
classes[cell] = kind;
changed[changes++] = cell;
for (let edge = firstReader[cell]; edge !== 0; edge = nextReader[edge]) {
const marked = positions[reader[edge]];
const word = marked >>> 5;
const bits = words[word];
words[word] = bits | 1 << marked;
if (bits === 0) {
upper[word >>> 5] |= 1 << word;
if (word >= limit) limit = word + 1;
}
}
}
let bits = words[cursor];
if (bits === 0) {
upper[cursor >>> 5] &= ~(1 << cursor);
let at = cursor >>> 5;
const last = (limit + 31) >>> 5;
for (;;) {
while (at < last && upper[at] === 0) at++;
if (at >= last) { position = -1; break; }
cursor = (at << 5) + 31 - Math.clz32(upper[at] & -upper[at]);
bits = words[cursor];
if (bits !== 0) break;
upper[at] &= ~(1 << cursor);
}
if (position === -1) { cursor = 0; limit = 0; break; }
}
const bit = bits & -bits;
words[cursor] = bits ^ bit;
position = (cursor << 5) + 31 - Math.clz32(bit);
}
view.cursor = cursor;
view.limit = limit;
view.changes = changes;
view.solves += solves;
view.steps += ${steps} * solves;
return position;
};`;
  return (compiled(body, 'things') as (things: readonly unknown[]) => ShapeFunction)(things);
}
