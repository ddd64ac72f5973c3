import { power as raise } from '../../kernel/power.js';
import * as loops from '../columns/arithmetic.js';
import { type DyadicLoop, type MonadicLoop, dyadicColumns, monadicColumns } from '../columns/numbers.js';
import * as emitters from '../emit/emit-numbers.js';
import { type Operation, binary, numberType, signature, unary } from '../operation.js';

const two = signature([numberType, numberType], numberType);
const one = signature([numberType], numberType);

function dyadic(
  name: string,
  apply: (left: number, right: number) => number,
  loop: DyadicLoop,
  emit: emitters.EmitTerm,
): Operation {
  return {
    name,
    type: two,
    evaluate: (node, frame) => binary(node, frame, apply),
    columns: (term, rows, evaluator) => dyadicColumns(term, rows, evaluator, loop),
    emit,
  };
}

function monadic(
  name: string,
  apply: (value: number) => number,
  loop: MonadicLoop,
  emit: emitters.EmitTerm,
): Operation {
  return {
    name,
    type: one,
    evaluate: (node, frame) => unary(node, frame, apply),
    columns: (term, rows, evaluator) => monadicColumns(term, rows, evaluator, loop),
    emit,
  };
}

export const add = dyadic('add', (a, b) => a + b, loops.addLoop, emitters.dyadic.add);
export const subtract = dyadic('subtract', (a, b) => a - b, loops.subtractLoop, emitters.dyadic.subtract);
export const multiply = dyadic('multiply', (a, b) => a * b, loops.multiplyLoop, emitters.dyadic.multiply);
export const minimum = dyadic('minimum', (a, b) => (a < b ? a : b), loops.minimumLoop, emitters.dyadic.minimum);
export const maximum = dyadic('maximum', (a, b) => (a > b ? a : b), loops.maximumLoop, emitters.dyadic.maximum);
export const power = dyadic('power', raise, loops.powerLoop, emitters.dyadic.power);
export const negate = monadic('negate', (a) => -a, loops.negateLoop, emitters.monadic.negate);
export const absolute = monadic('absolute', Math.abs, loops.absoluteLoop, emitters.monadic.absolute);
export const floor = monadic('floor', Math.floor, loops.floorLoop, emitters.monadic.floor);
export const ceiling = monadic('ceiling', Math.ceil, loops.ceilingLoop, emitters.monadic.ceiling);
/** Halves go away from zero. */
export const round = monadic(
  'round',
  (a) => (a < 0 ? -Math.round(-a) : Math.round(a)),
  loops.roundLoop,
  emitters.monadic.round,
);
/** Toward zero. */
export const truncate = monadic('truncate', Math.trunc, loops.truncateLoop, emitters.monadic.truncate);
/** The nearest number of 32 bits. */
export const single = monadic('single', Math.fround, loops.singleLoop, emitters.monadic.single);

/** What a division by zero gives. */
export type ZeroDivisor = 'zero' | 'dividend' | 'ieee';

function divided(a: number, b: number, policy: ZeroDivisor): number {
  if (b !== 0 || policy === 'ieee') return a / b;
  return policy === 'zero' ? 0 : a;
}

export const divide: Operation<{ readonly zeroDivisor: ZeroDivisor }> = {
  name: 'divide',
  type: two,
  text: (data) => data.zeroDivisor,
  evaluate: (node, frame) => binary(node, frame, (a, b) => divided(a, b, node.data.zeroDivisor)),
  columns: (term, rows, evaluator) =>
    dyadicColumns(term, rows, evaluator, loops.divideLoops[term.node.data.zeroDivisor]),
  emit: emitters.emitDivide,
};

/** The remainder of a truncated division; it has the sign of the dividend. */
export const remainder: Operation<{ readonly zeroDivisor: ZeroDivisor }> = {
  name: 'remainder',
  type: two,
  text: (data) => data.zeroDivisor,
  evaluate: (node, frame) => binary(node, frame, (a, b) => (b === 0 ? divided(a, b, node.data.zeroDivisor) : a % b)),
  columns: (term, rows, evaluator) =>
    dyadicColumns(term, rows, evaluator, loops.remainderLoops[term.node.data.zeroDivisor]),
  emit: emitters.emitRemainder,
};
