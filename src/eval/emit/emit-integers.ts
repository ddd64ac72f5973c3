import type { LeftFoldData } from '../ops/left-fold-data.js';
import type { Term } from '../term.js';
import { type Code, js } from './code.js';
import { type EmitTerm, emitDyadic, emitMonadic, graverOf } from './emit-numbers.js';
import type { Emission, Emitted } from './emission.js';

/** Arithmetic of whole numbers of 32 bits: the expressions of the loops over columns. */
export const integerEmitters = {
  add: emitDyadic((a, b) => js`${a} + ${b} | 0`),
  subtract: emitDyadic((a, b) => js`${a} - ${b} | 0`),
  multiply: emitDyadic((a, b) => js`Math.imul(${a}, ${b})`),
  remainder: emitDyadic((a, b) => js`(${a} | 0) % (${b} | 0) | 0`),
  percentage: emitDyadic((a, b) => js`Math.imul(${a} / 100 | 0, ${b}) + (${a} % 100 * ${b} / 100 | 0) | 0`),
  absolute: emitMonadic((a) => js`Math.abs(${a}) | 0`),
} as const;

const divisions: Readonly<Record<'zero' | 'dividend', EmitTerm>> = {
  zero: emitDyadic((a, b) => js`${a} / ${b} | 0`),
  dividend: emitDyadic((a, b) => js`${a} / (${b} === 0 ? 1 : ${b}) | 0`),
};

export function emitIntegerDivide(term: Term<{ readonly byZero: 'zero' | 'dividend' }>, emission: Emission): Emitted {
  return divisions[term.node.data.byZero](term, emission);
}

const steps: Readonly<Record<LeftFoldData['by'], (a: Code, b: Code) => Code>> = {
  add: (a, b) => js`${a} + ${b} | 0`,
  multiply: (a, b) => js`Math.imul(${a}, ${b})`,
  minimum: (a, b) => js`${a} < ${b} ? ${a} : ${b}`,
  maximum: (a, b) => js`${a} > ${b} ? ${a} : ${b}`,
};

/** One argument after the other, as operations of two inside one another would. */
export function emitLeftFold({ node, args: [first, ...rest] }: Term<LeftFoldData>, emission: Emission): Emitted {
  const step = steps[node.data.by];
  return rest.reduce<Emitted>((folded, arg) => {
    const { value, absence } = emission.of(arg);
    return { value: emission.keep(step(folded.value, value)), absence: graverOf(folded.absence, absence, emission) };
  }, emission.of(first));
}
