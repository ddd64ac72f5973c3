import * as angles from '../../kernel/angles.js';
import { growing, ofNumbers, checkWord, type Declared, type Documentation, print } from '../record.js';
import { power as raise } from '../../kernel/power.js';
import { type Code, js } from '../emit/code.js';
import { type Form, type Maker, type PlainMeaning, calling, expression } from '../form.js';
import { type Operation, numberType, signature } from '../operation.js';
import { scalar } from './scalar.js';

/** Arithmetic of doubles. */

function dyadic(
  name: string,
  meaning: PlainMeaning,
  code: (a: Code, b: Code, maker: Maker) => Code,
  said: Partial<Declared<unknown>>,
): Operation {
  const type = signature([numberType, numberType], numberType);
  return scalar(
    { name, type, document: ofTwo, ...said, takes: [['number', 'number']], gives: 'number' },
    { '': expression(meaning, code) },
  );
}

function monadic(name: string, form: Form<PlainMeaning>, said: Partial<Declared<unknown>>): Operation {
  const type = signature([numberType], numberType);
  return scalar({ name, type, document: ofOne, ...said, takes: [['number']], gives: 'number' }, { '': form });
}

const ofTwo: Documentation = { meaning: 'arithmetic on two numbers', absent: 'an operand is', families: 'Exctf' };
const ofOne: Documentation = {
  meaning: 'arithmetic on one number; `single` is the nearest of 32 bits',
  absent: 'its operand is',
  families: 'Excf',
};
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
  (a, b) => a + b,
  (a, b) => js`${a} + ${b}`,
  {
    bounds: ofNumbers(([a, b]) => [a.least + b.least, a.most + b.most]),
    print: print.sum,
    steps: () => ['add', 'add'],
  },
);
export const subtract = dyadic(
  'subtract',
  (a, b) => a - b,
  (a, b) => js`${a} - ${b}`,
  {
    bounds: ofNumbers(([a, b]) => [a.least - b.most, a.most - b.least]),
    print: print.difference,
    steps: () => ['subtract', 'subtractFrom'],
  },
);
export const multiply = dyadic(
  'multiply',
  (a, b) => a * b,
  (a, b) => js`${a} * ${b}`,
  { print: print.product, steps: () => ['multiply', 'multiply'] },
);
export const minimum = dyadic(
  'minimum',
  (a, b) => (a < b ? a : b),
  (a, b) => js`${a} < ${b} ? ${a} : ${b}`,
  {
    bounds: ofNumbers(([a, b]) => [Math.min(a.least, b.least), Math.min(a.most, b.most)]),
    print: print.call('min'),
    keepsSingle: true,
    steps: () => ['minimum', 'minimumOf'],
  },
);
export const maximum = dyadic(
  'maximum',
  (a, b) => (a > b ? a : b),
  (a, b) => js`${a} > ${b} ? ${a} : ${b}`,
  {
    bounds: ofNumbers(([a, b]) => [Math.max(a.least, b.least), Math.max(a.most, b.most)]),
    print: print.call('max'),
    keepsSingle: true,
    steps: () => ['maximum', 'maximumOf'],
  },
);
export const power = dyadic('power', raise, (a, b, maker) => js`${maker.thing('power', raise)}(${a}, ${b})`, {
  print: print.call('pow'),
});
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
/** Halves go away from zero. */
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
/** The nearest number of 32 bits. */
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
/** Of an angle in radians. */
export const sine = monadic('sine', calling('sine', angles.sine), { document: inexact, print: print.call('sin') });
export const cosine = monadic('cosine', calling('cosine', angles.cosine), {
  document: inexact,
  print: print.call('cos'),
});

/** What a division by zero gives. */
export type ZeroDivisor = 'zero' | 'dividend' | 'ieee';

interface DivisionData {
  readonly zeroDivisor: ZeroDivisor;
}

function division(
  name: string,
  forms: Readonly<Record<ZeroDivisor, Form>>,
  said: Partial<Declared<DivisionData>>,
): Operation<DivisionData> {
  return scalar(
    {
      name,
      type: signature([numberType, numberType], numberType),
      text: (data) => data.zeroDivisor,
      document: ofDivision,
      check({ zeroDivisor }) {
        checkWord(zeroDivisor, Object.keys(forms));
      },
      ...said,
      takes: [['number', 'number']],
      gives: 'number',
      by: (data) => data.zeroDivisor,
    },
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
