import { type Node, type Value, notFound } from '../node.js';
import { isAbsent } from '../operation.js';
import type { Scratch } from './scratch.js';
import { type Vector, codeVector, isMissing, isNotFound, numberVector } from './vector.js';

/** One value in every row. */
export function filled(node: Node, value: Value, length: number, scratch: Scratch): Vector {
  const absence = isAbsent(value) ? scratch.bytes(length) : undefined;
  absence?.fill(value === notFound ? isNotFound : isMissing, 0, length);
  const shown = isAbsent(value) ? 0 : value;
  if (node.type.name === 'number') {
    const numbers = scratch.numbers(length);
    numbers.fill(shown, 0, length);
    return numberVector(numbers, absence);
  }
  const codes = scratch.codes(length);
  codes.fill(shown, 0, length);
  return codeVector(codes, absence);
}
