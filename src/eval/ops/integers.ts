import type { Mishaps } from '../../ir/node.js';
import { type Declared, type Documentation, checkWord, print } from '../record.js';
import { js } from '../emit/code.js';
import { type Form, type PlainMeaning, counting } from '../form.js';
import { type Operation, numberType, signature } from '../operation.js';
import { scalar } from './scalar.js';

/** The result of an operation of whole numbers, which is counted where it is not what it would be without wrapping. */
export function wrapped(exact: number, result: number, mishaps: Mishaps): number {
  if (exact !== result) mishaps.overflows++;
  return result;
}

function addWrapping(a: number, b: number, mishaps: Mishaps): number {
  return wrapped(a + b, (a + b) | 0, mishaps);
}

/**
 * A percentage of a number, truncated. The product may be larger than doubles can tell apart: the hundreds of the
 * number are multiplied apart from the rest, which has the same sign, so that no other part of the product is cut off.
 */
function percentageWrapping(a: number, percent: number, mishaps: Mishaps): number {
  // Where the result fits, the product is small enough to be exact; where it does not, what is rounded is still too
  // large.
  return wrapped(
    Math.trunc((a * percent) / 100),
    (Math.imul((a / 100) | 0, percent) + ((((a % 100) * percent) / 100) | 0)) | 0,
    mishaps,
  );
}

function multiplyWrapping(a: number, b: number, mishaps: Mishaps): number {
  return wrapped(a * b, Math.imul(a, b), mishaps);
}

/**
 * Arithmetic of whole numbers of 32 bits, which are numbers like all others: what does not fit wraps, and no result is
 * −0. The reference interpretation counts what goes wrong in the frame's mishaps, and it alone: columns and generated
 * code also evaluate what is not chosen, and once what several ask.
 *
 * No template branches: by zero a quotient is infinite or no number, and `| 0` makes 0 of both.
 */

const document: Documentation = {
  meaning: 'whole numbers of 32 bits that wrap; never −0',
  absent: 'an operand is',
  families: 'Xt',
};

const two = {
  type: signature([numberType, numberType], numberType),
  takes: [['number', 'number']],
  gives: 'number',
} as const;

function dyadic(name: string, form: Form<PlainMeaning>, said: Partial<Declared<undefined>>): Operation<undefined> {
  return scalar({ name, document, ...two, ...said }, { '': form });
}

export const adding = counting(addWrapping, (a, b) => js`${a} + ${b} | 0`);
export const multiplying = counting(multiplyWrapping, (a, b) => js`Math.imul(${a}, ${b})`);

export const integerAdd = dyadic('integerAdd', adding, { print: print.sum });
export const integerSubtract = dyadic(
  'integerSubtract',
  counting(
    (a, b, mishaps) => wrapped(a - b, (a - b) | 0, mishaps),
    (a, b) => js`${a} - ${b} | 0`,
  ),
  { print: print.difference },
);
export const integerMultiply = dyadic('integerMultiply', multiplying, { print: print.product });

export const integerRemainder = dyadic(
  'integerRemainder',
  counting(
    (a, b, mishaps) => {
      if (b === 0) mishaps.zeroDivisions++;
      return ((a | 0) % (b | 0)) | 0;
    },
    (a, b) => js`(${a} | 0) % (${b} | 0) | 0`,
  ),
  { document: { ...document, meaning: 'has the sign of the dividend; by zero 0' }, print: print.rest },
);

export const integerPercentage = dyadic(
  'integerPercentage',
  counting(percentageWrapping, (a, b) => js`Math.imul(${a} / 100 | 0, ${b}) + (${a} % 100 * ${b} / 100 | 0) | 0`),
  {
    document: {
      ...document,
      meaning:
        'a percentage of a whole number, truncated toward zero; wraps as the others do, but its product is exact',
    },
    print: print.call('percentage'),
  },
);

export const integerAbsolute: Operation<undefined> = scalar(
  {
    name: 'integerAbsolute',
    document,
    print: print.call('abs'),
    type: signature([numberType], numberType),
    takes: [['number']],
    gives: 'number',
  },
  {
    '': counting(
      (a, _b, mishaps) => wrapped(Math.abs(a), Math.abs(a) | 0, mishaps),
      (a) => js`Math.abs(${a}) | 0`,
    ),
  },
);

interface IntegerDivideData {
  /** What a division by zero gives. */
  readonly byZero: 'zero' | 'dividend';
}

const quotients: Readonly<Record<IntegerDivideData['byZero'], Form>> = {
  zero: counting(
    (a, b, mishaps) => divided(a, b, 0, mishaps),
    (a, b) => js`${a} / ${b} | 0`,
  ),
  dividend: counting(
    (a, b, mishaps) => divided(a, b, a | 0, mishaps),
    (a, b) => js`${a} / (${b} === 0 ? 1 : ${b}) | 0`,
  ),
};

export const integerDivide = scalar<IntegerDivideData>(
  {
    name: 'integerDivide',
    ...two,
    text: (data) => data.byZero,
    document: { ...document, meaning: 'truncated toward zero; by zero 0 or the dividend, by its policy' },
    print: print.quotient,
    check({ byZero }) {
      checkWord(byZero, Object.keys(quotients));
    },
    by: (data) => data.byZero,
  },
  quotients,
);

function divided(a: number, b: number, byZero: number, mishaps: Mishaps): number {
  if (b !== 0) return wrapped(Math.trunc(a / b), (a / b) | 0, mishaps);
  mishaps.zeroDivisions++;
  return byZero;
}
