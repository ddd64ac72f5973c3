import * as angles from '../../kernel/angles.js';
import { power as raise } from '../../kernel/power.js';
import type { Code } from '../emit/code.js';
import { js } from '../emit/code.js';
import { type Form, type Maker, type PlainMeaning, calling, expression } from '../form.js';
import { type Operation, numberType, signature } from '../operation.js';
import { scalar } from './scalar.js';

/** Arithmetic of doubles. */

function dyadic(name: string, meaning: PlainMeaning, code: (a: Code, b: Code, maker: Maker) => Code): Operation {
  const type = signature([numberType, numberType], numberType);
  return scalar({ name, type, takes: [['number', 'number']], gives: 'number' }, { '': expression(meaning, code) });
}

function monadic(name: string, form: Form<PlainMeaning>): Operation {
  return scalar(
    { name, type: signature([numberType], numberType), takes: [['number']], gives: 'number' },
    { '': form },
  );
}

export const add = dyadic(
  'add',
  (a, b) => a + b,
  (a, b) => js`${a} + ${b}`,
);
export const subtract = dyadic(
  'subtract',
  (a, b) => a - b,
  (a, b) => js`${a} - ${b}`,
);
export const multiply = dyadic(
  'multiply',
  (a, b) => a * b,
  (a, b) => js`${a} * ${b}`,
);
export const minimum = dyadic(
  'minimum',
  (a, b) => (a < b ? a : b),
  (a, b) => js`${a} < ${b} ? ${a} : ${b}`,
);
export const maximum = dyadic(
  'maximum',
  (a, b) => (a > b ? a : b),
  (a, b) => js`${a} > ${b} ? ${a} : ${b}`,
);
export const power = dyadic('power', raise, (a, b, maker) => js`${maker.thing('power', raise)}(${a}, ${b})`);
export const negate = monadic(
  'negate',
  expression(
    (a) => -a,
    (a) => js`-${a}`,
  ),
);
export const absolute = monadic(
  'absolute',
  expression(Math.abs, (a) => js`Math.abs(${a})`),
);
export const floor = monadic(
  'floor',
  expression(Math.floor, (a) => js`Math.floor(${a})`),
);
export const ceiling = monadic(
  'ceiling',
  expression(Math.ceil, (a) => js`Math.ceil(${a})`),
);
/** Halves go away from zero. */
export const round = monadic(
  'round',
  expression(
    (a) => (a < 0 ? -Math.round(-a) : Math.round(a)),
    (a) => js`${a} < 0 ? -Math.round(-${a}) : Math.round(${a})`,
  ),
);
/** Toward zero. */
export const truncate = monadic(
  'truncate',
  expression(Math.trunc, (a) => js`Math.trunc(${a})`),
);
/** The nearest number of 32 bits. */
export const single = monadic(
  'single',
  expression(Math.fround, (a) => js`Math.fround(${a})`),
);
/** NaN below 0. */
export const squareRoot = monadic(
  'squareRoot',
  expression(Math.sqrt, (a) => js`Math.sqrt(${a})`),
);
/** Of an angle in radians. */
export const sine = monadic('sine', calling('sine', angles.sine));
export const cosine = monadic('cosine', calling('cosine', angles.cosine));

/** What a division by zero gives. */
export type ZeroDivisor = 'zero' | 'dividend' | 'ieee';

function division(
  name: string,
  forms: Readonly<Record<ZeroDivisor, Form>>,
): Operation<{ readonly zeroDivisor: ZeroDivisor }> {
  return scalar(
    {
      name,
      type: signature([numberType, numberType], numberType),
      text: (data) => data.zeroDivisor,
      takes: [['number', 'number']],
      gives: 'number',
      by: (data) => data.zeroDivisor,
    },
    forms,
  );
}

export const divide = division('divide', {
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
});

/** The remainder of a truncated division; it has the sign of the dividend. */
export const remainder = division('remainder', {
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
});
