import { ofNumbers } from '../../src/eval/bounds.js';
import { js } from '../../src/eval/emit/code.js';
import { expression } from '../../src/eval/form.js';
import { numberType, signature } from '../../src/eval/operation.js';
import { scalar } from '../../src/eval/ops/scalar.js';

/** An operation that the product has not, as one record. */
export const hypotenuse = scalar(
  {
    name: 'hypotenuse',
    type: signature([numberType, numberType], numberType),
    takes: [['number', 'number']],
    gives: 'number',
    document: { meaning: 'the longest side of a right triangle', absent: 'when one is', families: 'E' },
    bounds: ofNumbers(([a, b]) => [0, Math.sqrt(a.most * a.most + b.most * b.most)]),
  },
  expression(
    (a, b) => Math.sqrt(a * a + b * b),
    (a, b) => js`Math.sqrt(${a} * ${a} + ${b} * ${b})`,
  ),
);
