import { type Node, type Value, notFound } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Scratch } from '../../indexes/scratch.js';
import { type Vector, isMissing, isNotFound, vectorFor } from './vector.js';

/** One value in every row; `whole`: where it is numeric, it is an int. */
export function filled(node: Node, value: Value, length: number, scratch: Scratch, whole = false): Vector {
  const absence = isAbsent(value) ? scratch.bytes(length) : undefined;
  absence?.fill(value === notFound ? isNotFound : isMissing, 0, length);
  const shown = isAbsent(value) ? 0 : value;
  const vector = vectorFor(node.type, length, scratch);
  vector.numbers.fill(shown, 0, length);
  vector.codes.fill(node.type.name === 'numeric' ? Number(whole) : shown, 0, length);
  return absence === undefined ? vector : { ...vector, absence };
}
