import type { Value } from '../../ir/node.js';
import { kernelOf } from '../columns/kernel.js';
import { leftFoldColumns } from '../columns/left-fold.js';
import { emitLeftFold } from '../emit/emit-form.js';
import { js } from '../emit/code.js';
import { type Form, type PlainMeaning, counting, expression } from '../form.js';
import { type Operation, graver, isAbsent, numberType } from '../operation.js';
import { call, product, sum } from '../record.js';
import { addWrapping, multiplyWrapping } from './integer-steps.js';

/** What a fold from the left is made of. */
export interface LeftFoldData {
  readonly by: 'add' | 'multiply' | 'minimum' | 'maximum';
}

const forms: Readonly<Record<LeftFoldData['by'], Form<PlainMeaning>>> = {
  add: counting(addWrapping, (a, b) => js`${a} + ${b} | 0`),
  multiply: counting(multiplyWrapping, (a, b) => js`Math.imul(${a}, ${b})`),
  minimum: expression(
    (a, b) => (a < b ? a : b),
    (a, b) => js`${a} < ${b} ? ${a} : ${b}`,
  ),
  maximum: expression(
    (a, b) => (a > b ? a : b),
    (a, b) => js`${a} > ${b} ? ${a} : ${b}`,
  ),
};

const printed = { add: sum, multiply: product, minimum: call('min'), maximum: call('max') };

const kernels = {
  add: kernelOf(forms.add, ['number', 'number'], 'number'),
  multiply: kernelOf(forms.multiply, ['number', 'number'], 'number'),
  minimum: kernelOf(forms.minimum, ['number', 'number'], 'number'),
  maximum: kernelOf(forms.maximum, ['number', 'number'], 'number'),
};

/**
 * Whole numbers of 32 bits taken together from the left, one or more: what as many operations of two inside one another
 * give, wraps and counts after each step included, without a level for each.
 */
export const leftFold: Operation<LeftFoldData> = {
  name: 'leftFold',
  pure: true,
  type: (args) =>
    args.length > 0 && args.every((type) => type.name === 'number') ? numberType : 'takes numbers, one or more',
  text: ({ by }) => by,
  document: {
    meaning:
      'whole numbers of 32 bits added, multiplied, or their least or greatest, from the left; wraps after each step',
    absent: 'when one is',
    families: 'Xt',
  },
  print: (node, to, place) => {
    printed[node.data.by](node, to, place);
  },
  evaluate({ args, data }, frame) {
    const step = forms[data.by].meaning;
    let folded: Value = frame.evaluate(args[0]);
    for (let i = 1; i < args.length; i++) {
      const value = frame.evaluate(args[i]);
      folded = isAbsent(folded) || isAbsent(value) ? graver(folded, value) : step(folded, value, frame.mishaps);
    }
    return folded;
  },
  columns: (term, rows, evaluator) => leftFoldColumns(term, rows, evaluator, kernels[term.data.by]),
  emit: (term, emission) => emitLeftFold(term, emission, forms[term.data.by]),
};
