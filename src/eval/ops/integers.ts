import * as print from '../printer.js';
import type { Documentation, Operation } from '../operation.js';
import { counting } from '../form.js';
import type { Mishaps } from '../../ir/node.js';
import { js } from '../emit/code.js';
import { scalar, scalarOfForms, scalarsWith } from './scalar.js';
import { word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

/** Counted as an overflow where wrapping changed the result. */
export function wrapped(exact: number, result: number, mishaps: Mishaps): number {
  if (exact !== result) mishaps.overflows++;
  return result;
}

/**
 * A percentage of a number, truncated. Their product may exceed exact doubles: hundreds are multiplied apart from the
 * rest, which has the same sign.
 */
function percentageWrapping(a: number, percent: number, mishaps: Mishaps): number {
  // If the result fits, the product is exact; if not, the rounded one is still too large.
  return wrapped(
    Math.trunc((a * percent) / 100),
    (Math.imul((a / 100) | 0, percent) + ((((a % 100) * percent) / 100) | 0)) | 0,
    mishaps,
  );
}

/**
 * Arithmetic of 32-bit integers: overflows wrap, and no result is −0. The interpreter alone counts mishaps. No template
 * branches: a quotient by zero is infinite or NaN, and `| 0` makes 0 of both.
 */

const document: Documentation = {
  meaning: '32-bit integers that wrap; never −0',
  absent: 'an operand is',
  families: 'Xt',
};

const dyadic = scalarsWith<undefined>({ document });

export const adding = counting(
  (a, b, mishaps) => wrapped(a + b, (a + b) | 0, mishaps),
  (a, b) => js`${a} + ${b} | 0`,
);
export const multiplying = counting(
  (a, b, mishaps) => wrapped(a * b, Math.imul(a, b), mishaps),
  (a, b) => js`Math.imul(${a}, ${b})`,
);

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
    takes: [['number']],
  },
  counting(
    (a, _b, mishaps) => wrapped(Math.abs(a), Math.abs(a) | 0, mishaps),
    (a) => js`Math.abs(${a}) | 0`,
  ),
);

interface IntegerDivideData {
  readonly byZero: 'zero' | 'dividend';
}

export const integerDivide = scalarOfForms<IntegerDivideData>(
  {
    name: 'integerDivide',
    form: (data) => data.byZero,
    data: record<IntegerDivideData>({ byZero: word('zero', 'dividend') }),
    document: { ...document, meaning: 'truncated toward zero; by zero 0 or the dividend, by its policy' },
    print: print.quotient,
  },
  {
    zero: counting(
      (a, b, mishaps) => divided(a, b, 0, mishaps),
      (a, b) => js`${a} / ${b} | 0`,
    ),
    dividend: counting(
      (a, b, mishaps) => divided(a, b, a | 0, mishaps),
      (a, b) => js`${a} / (${b} === 0 ? 1 : ${b}) | 0`,
    ),
  },
);

function divided(a: number, b: number, byZero: number, mishaps: Mishaps): number {
  if (b !== 0) return wrapped(Math.trunc(a / b), (a / b) | 0, mishaps);
  mishaps.zeroDivisions++;
  return byZero;
}
