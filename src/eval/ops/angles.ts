import * as angles from '../../kernel/angles.js';
import { cosineColumns, sineColumns, squareRootColumns } from '../columns/angles.js';
import { type Operation, numberType, signature, unary } from '../operation.js';

function monadic(name: string, apply: (value: number) => number, columns: Operation['columns']): Operation {
  return {
    name,
    type: signature([numberType], numberType),
    evaluate: (node, frame) => unary(node, frame, apply),
    columns,
  };
}

/** Of an angle in radians. */
export const sine = monadic('sine', angles.sine, sineColumns);
export const cosine = monadic('cosine', angles.cosine, cosineColumns);

/** NaN below 0. */
export const squareRoot = monadic('squareRoot', Math.sqrt, squareRootColumns);
