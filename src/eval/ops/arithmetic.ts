import * as print from '../printer.js';
import {
  type Declared,
  type Documentation,
  type Operation,
  applying,
  isAbsent,
  numberType,
  signature,
} from '../operation.js';
import type { Evaluator } from '../columns/evaluator.js';
import { type Rows, type Vector, copyBytes, copyNumbers, isMissing, numbersBy } from '../columns/rows.js';
import { missingToo } from '../data.js';
import { missing } from '../../ir/node.js';
import type { Term } from '../term.js';
import { type Form, calling, expression, greatestOfTwo, leastOfTwo } from '../form.js';
import { growing, neverThere, ofNumbers } from '../bounds.js';
import { constantValue } from '../node-shape.js';
import { js } from '../emit/code.js';
import * as angles from '../../kernel/angles.js';
import * as exponentials from '../../kernel/exponentials.js';
import { power as raise } from '../../kernel/power.js';
import { scalarOfForms, scalarsWith } from './scalar.js';
import { word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

const dyadic = scalarsWith({
  document: { meaning: 'arithmetic on two numbers', absent: 'an operand is', families: 'Exctf' },
});
const monadic = scalarsWith({
  document: {
    meaning: 'arithmetic on one number; `single` is the nearest of 32 bits',
    absent: 'its operand is',
    families: 'Excf',
  },
  takes: [['number']],
});
const ofDivision: Documentation = {
  meaning: 'division with a policy for zero divisors: zero, dividend, IEEE',
  absent: 'an operand is',
  families: 'Exctf',
};
const inexact: Documentation = {
  meaning: 'functions of one number, equal on every machine; angles in radians',
  absent: 'its operand is',
  families: 'Exf',
};

export const add = dyadic(
  'add',
  expression(
    (a, b) => a + b,
    (a, b) => js`${a} + ${b}`,
  ),
  {
    bounds: ofNumbers(([a, b]) => [a.least + b.least, a.most + b.most]),
    print: print.sum,
    steps: () => ['add', 'add'],
  },
);
export const subtract = dyadic(
  'subtract',
  expression(
    (a, b) => a - b,
    (a, b) => js`${a} - ${b}`,
  ),
  {
    bounds: ofNumbers(([a, b]) => [a.least - b.most, a.most - b.least]),
    print: print.difference,
    steps: () => ['subtract', 'subtractFrom'],
  },
);
export const multiply = dyadic(
  'multiply',
  expression(
    (a, b) => a * b,
    (a, b) => js`${a} * ${b}`,
  ),
  { print: print.product, steps: () => ['multiply', 'multiply'] },
);
export const minimum = dyadic('minimum', leastOfTwo, {
  bounds: ofNumbers(([a, b]) => [Math.min(a.least, b.least), Math.min(a.most, b.most)]),
  print: print.call('min'),
  keepsSingle: true,
  steps: () => ['minimum', 'minimumOf'],
});
export const maximum = dyadic('maximum', greatestOfTwo, {
  bounds: ofNumbers(([a, b]) => [Math.max(a.least, b.least), Math.max(a.most, b.most)]),
  print: print.call('max'),
  keepsSingle: true,
  steps: () => ['maximum', 'maximumOf'],
});
export const power = dyadic(
  'power',
  expression(raise, (a, b, maker) => js`${maker.thing('power', raise)}(${a}, ${b})`),
  {
    print: print.call('pow'),
  },
);
export const negate = monadic(
  'negate',
  expression(
    (a) => -a,
    (a) => js`-${a}`,
  ),
  {
    bounds: ofNumbers(([a]) => [-a.most, -a.least]),
    print: print.prefix('-'),
    keepsSingle: true,
    steps: () => ['negate', 'negate'],
  },
);
export const absolute = monadic(
  'absolute',
  expression(Math.abs, (a) => js`Math.abs(${a})`),
  { print: print.call('abs'), keepsSingle: true, steps: () => ['absolute', 'absolute'] },
);
export const floor = monadic(
  'floor',
  expression(Math.floor, (a) => js`Math.floor(${a})`),
  { bounds: growing(Math.floor), print: print.call('floor') },
);
export const ceiling = monadic(
  'ceiling',
  expression(Math.ceil, (a) => js`Math.ceil(${a})`),
  { bounds: growing(Math.ceil), print: print.call('ceil') },
);
/** Halves round away from zero. */
export const round = monadic(
  'round',
  expression(
    (a) => (a < 0 ? -Math.round(-a) : Math.round(a)),
    (a) => js`${a} < 0 ? -Math.round(-${a}) : Math.round(${a})`,
  ),
  { print: print.call('round') },
);
/** Toward zero. */
export const truncate = monadic(
  'truncate',
  expression(Math.trunc, (a) => js`Math.trunc(${a})`),
  { bounds: growing(Math.trunc), print: print.call('truncate') },
);
export const single = monadic(
  'single',
  expression(Math.fround, (a) => js`Math.fround(${a})`),
  { print: print.call('single') },
);
/** NaN below 0. */
export const squareRoot = monadic(
  'squareRoot',
  expression(Math.sqrt, (a) => js`Math.sqrt(${a})`),
  { document: inexact, print: print.call('sqrt') },
);
export const sine = monadic('sine', calling('sine', angles.sine), { document: inexact, print: print.call('sin') });
export const cosine = monadic('cosine', calling('cosine', angles.cosine), {
  document: inexact,
  print: print.call('cos'),
});
/** From −π to π; the first is the height. */
export const arctangent = dyadic(
  'arctangent',
  expression(angles.arctangent, (a, b, maker) => js`${maker.thing('arctangent', angles.arctangent)}(${a}, ${b})`),
  {
    document: { ...inexact, meaning: 'the angle of a point seen from the origin', absent: 'an operand is' },
    print: print.call('atan2'),
  },
);
export const exponential = monadic('exponential', calling('exponential', exponentials.exponential), {
  document: inexact,
  print: print.call('exp'),
});
/** −Infinity of 0, NaN below. */
export const logarithm = monadic('logarithm', calling('logarithm', exponentials.logarithm), {
  document: inexact,
  print: print.call('log'),
});
export const binaryLogarithm = monadic('binaryLogarithm', calling('binaryLogarithm', exponentials.binaryLogarithm), {
  document: inexact,
  print: print.call('log2'),
});
/** A zero keeps its sign. */
export const sign = monadic(
  'sign',
  expression(
    (a) => (a > 0 ? 1 : a < 0 ? -1 : a),
    (a) => js`${a} > 0 ? 1 : ${a} < 0 ? -1 : ${a}`,
  ),
  { print: print.call('sign') },
);
/** The remainder of a floored division; it has the sign of the divisor. By 0 it is 0. */
export const modulo = dyadic(
  'modulo',
  {
    meaning: floored,
    template({ keep }, { value: a }, { value: b }) {
      const rest = keep(js`${b} === 0 ? 0 : ${a} % ${b}`);
      return { value: keep(js`${rest} !== 0 && (${rest} < 0) !== (${b} < 0) ? ${rest} + ${b} : ${rest}`) };
    },
  },
  { print: print.call('mod') },
);

function floored(a: number, b: number): number {
  const rest = b === 0 ? 0 : a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

/** Logarithms and roots of what has none are ignored like other values that are not there. */
export const finite: Operation = {
  name: 'finite',
  pure: true,
  type: signature([numberType], numberType),
  document: {
    meaning: 'its operand, where that is a finite number',
    absent: 'its operand is; missing where that is infinite or NaN',
    families: 'Ex',
  },
  absence: missingToo,
  bounds({ args: [number] }, { of }) {
    const value = constantValue(number);
    return value === undefined || Number.isFinite(value) ? { ...of(number), absent: true } : neverThere;
  },
  print: ({ args: [number] }, to, place) => to.write(number, place),
  ...applying((_frame, _data, value) => (isAbsent(value) || Number.isFinite(value) ? value : missing)),
  columns: finiteColumns,
  emit(term, emission) {
    const { value, absence } = emission.of(term.args[0]);
    const lacks = js`${value} - ${value} === 0 ? 0 : ${isMissing}`;
    return {
      value,
      absence: emission.keep(absence === undefined ? lacks : js`${absence} !== 0 ? ${absence} : ${lacks}`),
    };
  },
};

function finiteColumns({ args: [number] }: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { length } = rows;
  return numbersBy(rows, evaluator.scratch, (into, absence) => {
    const { numbers, absence: absent } = evaluator.evaluate(number, rows);
    copyNumbers(numbers, into, length);
    if (absent === undefined) absence.fill(0, 0, length);
    else copyBytes(absent, absence, length);
    return markInfinite(into, absence, length);
  });
}

/** Nothing where all are finite and present. */
function markInfinite(numbers: Float64Array, absence: Uint8Array, length: number): Uint8Array | undefined {
  let any = 0;
  for (let row = 0; row < length; row++) {
    if (absence[row] === 0 && numbers[row] - numbers[row] !== 0) absence[row] = isMissing;
    any |= absence[row];
  }
  return any === 0 ? undefined : absence;
}

export type ZeroDivisor = 'zero' | 'dividend' | 'ieee';

interface DivisionData {
  readonly zeroDivisor: ZeroDivisor;
}

const divisionData = record<DivisionData>({ zeroDivisor: word('zero', 'dividend', 'ieee') });

function division(
  name: string,
  forms: Readonly<Record<ZeroDivisor, Form>>,
  said: Partial<Declared<DivisionData>>,
): Operation<DivisionData> {
  return scalarOfForms(
    { name, form: (data) => data.zeroDivisor, data: divisionData, document: ofDivision, ...said },
    forms,
  );
}

export const divide = division(
  'divide',
  {
    zero: expression(
      (a, b) => (b === 0 ? 0 : a / b),
      (a, b) => js`${b} === 0 ? 0 : ${a} / ${b}`,
    ),
    dividend: expression(
      (a, b) => (b === 0 ? a : a / b),
      (a, b) => js`${b} === 0 ? ${a} : ${a} / ${b}`,
    ),
    ieee: expression(
      (a, b) => a / b,
      (a, b) => js`${a} / ${b}`,
    ),
  },
  {
    print: print.quotient,
    // Other policies of division have no step.
    steps: ({ zeroDivisor }) => (zeroDivisor === 'zero' ? ['divide', 'divideInto'] : undefined),
  },
);

/** The remainder of a truncated division; it has the sign of the dividend. */
export const remainder = division(
  'remainder',
  {
    zero: expression(
      (a, b) => (b === 0 ? 0 : a % b),
      (a, b) => js`${b} === 0 ? 0 : ${a} % ${b}`,
    ),
    dividend: expression(
      (a, b) => (b === 0 ? a : a % b),
      (a, b) => js`${b} === 0 ? ${a} : ${a} % ${b}`,
    ),
    ieee: expression(
      (a, b) => (b === 0 ? a / b : a % b),
      (a, b) => js`${b} === 0 ? ${a} / ${b} : ${a} % ${b}`,
    ),
  },
  { print: print.rest },
);
