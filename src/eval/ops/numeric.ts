import type { Type } from '../../components/model.js';
import * as kernel from '../../kernel/numeric.js';
import { filled } from '../columns/filled.js';
import {
  type NumericDyadicLoop,
  type NumericMonadicLoop,
  numericDyadicColumns,
  numericMonadicColumns,
  numericTestColumns,
} from '../columns/numeric.js';
import * as loops from '../columns/numeric-loops.js';
import { numericTestLoops } from '../columns/numeric-tests.js';
import type { Frame } from '../../ir/frame.js';
import { emitNumericCompare, numericEmitters } from '../emit/emit-numeric.js';
import type { EmitTerm } from '../emit/emit-numbers.js';
import { type Node, type Value } from '../../ir/node.js';
import { type Operation, booleanType, graver, isAbsent, signature } from '../operation.js';

/**
 * Numbers of two classes, int of 32 bits and double: see kernel/numeric.ts. Each evaluation tells the class of its
 * value in `frame.whole`.
 */

export const numericType: Type = { name: 'numeric' };
const one = signature([numericType], numericType);
const two = signature([numericType, numericType], numericType);

function told(frame: Frame, { value, whole }: kernel.Numeric): number {
  frame.whole = whole;
  return value;
}

function monadic(
  name: string,
  apply: (a: kernel.Numeric) => kernel.Numeric,
  loop: NumericMonadicLoop,
  emit: EmitTerm,
): Operation<undefined> {
  return {
    name,
    type: one,
    evaluate(node, frame) {
      const value = frame.evaluate(node.args[0]);
      return isAbsent(value) ? value : told(frame, apply({ value, whole: frame.whole }));
    },
    columns: (term, rows, evaluator) => numericMonadicColumns(term, rows, evaluator, loop),
    emit,
  };
}

/** Evaluates two numeric arguments and applies a function, unless one is absent. */
function ofTwo(node: Node, frame: Frame, apply: (a: kernel.Numeric, b: kernel.Numeric) => number): Value {
  const left = frame.evaluate(node.args[0]);
  const leftWhole = frame.whole;
  const right = frame.evaluate(node.args[1]);
  if (isAbsent(left) || isAbsent(right)) return graver(left, right);
  return apply({ value: left, whole: leftWhole }, { value: right, whole: frame.whole });
}

function dyadic(
  name: string,
  apply: (a: kernel.Numeric, b: kernel.Numeric) => kernel.Numeric,
  loop: NumericDyadicLoop,
  emit: EmitTerm,
): Operation<undefined> {
  return {
    name,
    type: two,
    evaluate: (node, frame) => ofTwo(node, frame, (a, b) => told(frame, apply(a, b))),
    columns: (term, rows, evaluator) => numericDyadicColumns(term, rows, evaluator, loop),
    emit,
  };
}

/** A number with its class. */
export const numeral: Operation<kernel.Numeric> = {
  name: 'numeral',
  type: () => numericType,
  text: kernel.javaText,
  evaluate: (node, frame) => told(frame, node.data),
  columns: ({ node }, rows, { scratch }) => filled(node, node.data.value, rows.length, scratch, node.data.whole),
};

export const numericAdd = dyadic('numericAdd', kernel.addNumeric, loops.numericAddLoop, numericEmitters.add);
export const numericSubtract = dyadic(
  'numericSubtract',
  kernel.subtractNumeric,
  loops.numericSubtractLoop,
  numericEmitters.subtract,
);
export const numericMultiply = dyadic(
  'numericMultiply',
  kernel.multiplyNumeric,
  loops.numericMultiplyLoop,
  numericEmitters.multiply,
);
export const numericDivide = dyadic(
  'numericDivide',
  kernel.divideNumeric,
  loops.numericDivideLoop,
  numericEmitters.divide,
);
export const numericRemainder = dyadic(
  'numericRemainder',
  kernel.remainderNumeric,
  loops.numericRemainderLoop,
  numericEmitters.remainder,
);
export const numericPower = dyadic('numericPower', kernel.powerNumeric, loops.numericPowerLoop, numericEmitters.power);
export const numericMinimum = dyadic(
  'numericMinimum',
  kernel.minimumNumeric,
  loops.numericMinimumLoop,
  numericEmitters.minimum,
);
export const numericMaximum = dyadic(
  'numericMaximum',
  kernel.maximumNumeric,
  loops.numericMaximumLoop,
  numericEmitters.maximum,
);
export const numericNegate = monadic(
  'numericNegate',
  kernel.negateNumeric,
  loops.numericNegateLoop,
  numericEmitters.negate,
);
export const numericAbsolute = monadic(
  'numericAbsolute',
  kernel.absoluteNumeric,
  loops.numericAbsoluteLoop,
  numericEmitters.absolute,
);
export const numericFloor = monadic('numericFloor', kernel.floorNumeric, loops.numericFloorLoop, numericEmitters.floor);
export const numericCeiling = monadic(
  'numericCeiling',
  kernel.ceilNumeric,
  loops.numericCeilingLoop,
  numericEmitters.ceiling,
);
export const numericRound = monadic('numericRound', kernel.roundNumeric, loops.numericRoundLoop, numericEmitters.round);

/** Compares two numeric values: see `compareNumeric`. */
export const numericCompare: Operation<{ readonly comparison: kernel.NumericComparison }> = {
  name: 'numericCompare',
  type: signature([numericType, numericType], booleanType),
  text: (data) => data.comparison,
  evaluate: (node, frame) => ofTwo(node, frame, (a, b) => Number(kernel.compareNumeric(node.data.comparison, a, b))),
  columns: (term, rows, evaluator) =>
    numericTestColumns(term, rows, evaluator, numericTestLoops[term.node.data.comparison]),
  emit: emitNumericCompare,
};
