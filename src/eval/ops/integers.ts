import * as loops from '../columns/integers.js';
import { type DyadicLoop, dyadicColumns, monadicColumns } from '../columns/numbers.js';
import type { Frame, Mishaps } from '../../ir/frame.js';
import { emitIntegerDivide, integerEmitters } from '../emit/emit-integers.js';
import type { EmitTerm } from '../emit/emit-numbers.js';
import { type Operation, binary, numberType, signature, unary } from '../operation.js';
import { addWrapping, multiplyWrapping, percentageWrapping, wrapped } from './integer-steps.js';

/**
 * Arithmetic of whole numbers of 32 bits, which are numbers like all others: what does not fit wraps, and no result is
 * −0. The reference interpretation counts what goes wrong in the frame's mishaps, and it alone: columns and generated
 * code also evaluate what is not chosen, and once what several ask.
 */

const two = signature([numberType, numberType], numberType);

function dyadic(
  name: string,
  apply: (left: number, right: number, mishaps: Mishaps) => number,
  loop: DyadicLoop,
  emit: EmitTerm,
): Operation<undefined> {
  return {
    name,
    type: two,
    evaluate: (node, frame) => binary(node, frame, (a, b) => apply(a, b, frame.mishaps)),
    columns: (term, rows, evaluator) => dyadicColumns(term, rows, evaluator, loop),
    emit,
  };
}

export const integerAdd = dyadic('integerAdd', addWrapping, loops.integerAddLoop, integerEmitters.add);
export const integerSubtract = dyadic(
  'integerSubtract',
  (a, b, mishaps) => wrapped(a - b, (a - b) | 0, mishaps),
  loops.integerSubtractLoop,
  integerEmitters.subtract,
);
export const integerMultiply = dyadic(
  'integerMultiply',
  multiplyWrapping,
  loops.integerMultiplyLoop,
  integerEmitters.multiply,
);

/** Of the truncated division; it has the sign of the dividend, and by zero it is 0. */
export const integerRemainder = dyadic(
  'integerRemainder',
  (a, b, mishaps) => {
    if (b === 0) mishaps.zeroDivisions++;
    return ((a | 0) % (b | 0)) | 0;
  },
  loops.integerRemainderLoop,
  integerEmitters.remainder,
);

/** So many hundredths of a number, truncated toward zero. Only the result wraps: the product is exact. */
export const integerPercentage = dyadic(
  'integerPercentage',
  percentageWrapping,
  loops.integerPercentageLoop,
  integerEmitters.percentage,
);

export const integerAbsolute: Operation<undefined> = {
  name: 'integerAbsolute',
  type: signature([numberType], numberType),
  evaluate: (node, frame) => unary(node, frame, (a) => wrapped(Math.abs(a), Math.abs(a) | 0, frame.mishaps)),
  columns: (term, rows, evaluator) => monadicColumns(term, rows, evaluator, loops.integerAbsoluteLoop),
  emit: integerEmitters.absolute,
};

export interface IntegerDivideData {
  /** What a division by zero gives. */
  readonly byZero: 'zero' | 'dividend';
}

/** Truncated toward zero. */
export const integerDivide: Operation<IntegerDivideData> = {
  name: 'integerDivide',
  type: two,
  text: (data) => data.byZero,
  evaluate: (node, frame) => binary(node, frame, (a, b) => divided(a, b, node.data.byZero, frame)),
  columns: (term, rows, evaluator) =>
    dyadicColumns(term, rows, evaluator, loops.integerDivideLoops[term.node.data.byZero]),
  emit: emitIntegerDivide,
};

function divided(a: number, b: number, byZero: IntegerDivideData['byZero'], { mishaps }: Frame): number {
  if (b !== 0) return wrapped(Math.trunc(a / b), (a / b) | 0, mishaps);
  mishaps.zeroDivisions++;
  return byZero === 'zero' ? 0 : a | 0;
}
