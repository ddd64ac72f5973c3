import type { Enumeration } from '../../components/model.js';
import { power } from '../../kernel/power.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { varies } from '../columns/evaluator.js';
import { type Code, comparisonOf, js, sourceOf } from './code.js';
import type { Call, Emission, Emitted } from './emission.js';

/** Arithmetic and comparisons: the expressions of the reference interpretation, on the same doubles. */

export type EmitTerm = (term: Term, emission: Emission) => Emitted;

/** An expression of two values, absent where one is. */
export function emitDyadic(apply: (a: Code, b: Code, emission: Emission) => Code): EmitTerm {
  return (term, emission) => {
    const a = emission.of(term.args[0]);
    const b = emission.of(term.args[1]);
    return {
      value: emission.keep(apply(a.value, b.value, emission)),
      absence: graverOf(a.absence, b.absence, emission),
    };
  };
}

export function emitMonadic(apply: (a: Code) => Code): EmitTerm {
  return (term, emission) => {
    const { value, absence } = emission.of(term.args[0]);
    return { value: emission.keep(apply(value)), absence };
  };
}

/** Not found is the larger number and the graver absence. */
export function graverOf(a: Code | undefined, b: Code | undefined, emission: Emission): Code | undefined {
  return a === undefined || b === undefined ? (a ?? b) : emission.keep(js`${a} > ${b} ? ${a} : ${b}`);
}

type ZeroDivisor = 'zero' | 'dividend' | 'ieee';

export const dyadic = {
  add: emitDyadic((a, b) => js`${a} + ${b}`),
  subtract: emitDyadic((a, b) => js`${a} - ${b}`),
  multiply: emitDyadic((a, b) => js`${a} * ${b}`),
  minimum: emitDyadic((a, b) => js`${a} < ${b} ? ${a} : ${b}`),
  maximum: emitDyadic((a, b) => js`${a} > ${b} ? ${a} : ${b}`),
  power: emitDyadic((a, b, emission) => js`${emission.given('power', () => power)}(${a}, ${b})`),
} as const;

export const monadic = {
  negate: emitMonadic((a) => js`-${a}`),
  absolute: emitMonadic((a) => js`Math.abs(${a})`),
  floor: emitMonadic((a) => js`Math.floor(${a})`),
  ceiling: emitMonadic((a) => js`Math.ceil(${a})`),
  round: emitMonadic((a) => js`${a} < 0 ? -Math.round(-${a}) : Math.round(${a})`),
  truncate: emitMonadic((a) => js`Math.trunc(${a})`),
  single: emitMonadic((a) => js`Math.fround(${a})`),
  not: emitMonadic((a) => js`1 - ${a}`),
} as const;

const divisions: Readonly<Record<ZeroDivisor, EmitTerm>> = {
  zero: emitDyadic((a, b) => js`${b} === 0 ? 0 : ${a} / ${b}`),
  dividend: emitDyadic((a, b) => js`${b} === 0 ? ${a} : ${a} / ${b}`),
  ieee: emitDyadic((a, b) => js`${a} / ${b}`),
};

const remainders: Readonly<Record<ZeroDivisor, EmitTerm>> = {
  zero: emitDyadic((a, b) => js`${b} === 0 ? 0 : ${a} % ${b}`),
  dividend: emitDyadic((a, b) => js`${b} === 0 ? ${a} : ${a} % ${b}`),
  ieee: emitDyadic((a, b) => js`${b} === 0 ? ${a} / ${b} : ${a} % ${b}`),
};

export function emitDivide(term: Term<{ readonly zeroDivisor: ZeroDivisor }>, emission: Emission): Emitted {
  return divisions[term.node.data.zeroDivisor](term, emission);
}

export function emitRemainder(term: Term<{ readonly zeroDivisor: ZeroDivisor }>, emission: Emission): Emitted {
  return remainders[term.node.data.zeroDivisor](term, emission);
}

export function emitCompare(term: Term<{ readonly comparison: string }>, emission: Emission): Emitted {
  const operator = comparisonOf(term.node.data.comparison);
  return emitDyadic((a, b) => js`${a} ${operator} ${b} ? 1 : 0`)(term, emission);
}

type Test = (enumeration: Enumeration, word: number, centre: number, range: number) => boolean;

/** With one centre and one range the answers of the test are looked up by word. */
export function emitWithin(term: Term, emission: Emission, isWithin: Test): Emitted {
  const { type } = term.args[0].node;
  const enumeration = emission.model.enumerations[type.name === 'enumeration' ? type.index : 0];
  const [word, centre, range] = term.args.map((arg) => emission.of(arg));
  if (emission.isUniform(term.args[1]) && emission.isUniform(term.args[2])) {
    const answers = new Uint8Array(enumeration.members.length + 1);
    const table = emission.given(
      `within ${enumeration.index} ${sourceOf(centre.value)} ${sourceOf(range.value)}`,
      (call) => fillAnswers(answers, enumeration, term, call, isWithin),
    );
    return { value: emission.keep(js`${table}[${word.value}]`), absence: word.absence };
  }
  const test = js`${emission.given('isWithin', () => isWithin)}(${emission.given(`enumeration ${enumeration.index}`, () => enumeration)}, ${word.value}, ${centre.value}, ${range.value})`;
  return {
    value: emission.keep(js`${test} ? 1 : 0`),
    absence: graverOf(graverOf(word.absence, centre.absence, emission), range.absence, emission),
  };
}

function fillAnswers(
  answers: Uint8Array,
  enumeration: Enumeration,
  term: Term,
  { evaluator, rows }: Call,
  isWithin: Test,
): Uint8Array | undefined {
  const centre = evaluator.uniform(term.args[1], rows);
  const range = evaluator.uniform(term.args[2], rows);
  if (centre === varies || range === varies || isAbsent(centre) || isAbsent(range)) return undefined;
  for (let word = 0; word < answers.length; word++) answers[word] = isWithin(enumeration, word, centre, range) ? 1 : 0;
  return answers;
}
