import { power as raise } from '../../kernel/power.js';
import { type Operation, binary, numberType, signature, unary } from '../operation.js';

const two = signature([numberType, numberType], numberType);
const one = signature([numberType], numberType);

function dyadic(name: string, apply: (left: number, right: number) => number): Operation {
  return { name, type: two, evaluate: (node, frame) => binary(node, frame, apply) };
}

function monadic(name: string, apply: (value: number) => number): Operation {
  return { name, type: one, evaluate: (node, frame) => unary(node, frame, apply) };
}

export const add = dyadic('add', (a, b) => a + b);
export const subtract = dyadic('subtract', (a, b) => a - b);
export const multiply = dyadic('multiply', (a, b) => a * b);
export const minimum = dyadic('minimum', (a, b) => (a < b ? a : b));
export const maximum = dyadic('maximum', (a, b) => (a > b ? a : b));
export const power = dyadic('power', raise);
export const negate = monadic('negate', (a) => -a);
export const absolute = monadic('absolute', Math.abs);
export const floor = monadic('floor', Math.floor);
export const ceiling = monadic('ceiling', Math.ceil);
/** Halves go away from zero. */
export const round = monadic('round', (a) => (a < 0 ? -Math.round(-a) : Math.round(a)));

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
};

/** The remainder of a truncated division; it has the sign of the dividend. */
export const remainder: Operation<{ readonly zeroDivisor: ZeroDivisor }> = {
  name: 'remainder',
  type: two,
  text: (data) => data.zeroDivisor,
  evaluate: (node, frame) => binary(node, frame, (a, b) => (b === 0 ? divided(a, b, node.data.zeroDivisor) : a % b)),
};
