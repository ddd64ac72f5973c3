import { type Comparison, byComparison, isEquality, testOf } from '../../kernel/comparison.js';
import { comparisonOf, js } from '../emit/code.js';
import { expression } from '../form.js';
import { type Operation, booleanType, sameType } from '../operation.js';
import { scalar } from './scalar.js';

/** Compares two values of one type; order is for numbers and for words of one enumeration. */
export const compare: Operation<{ readonly comparison: Comparison }> = scalar(
  {
    name: 'compare',
    type(args, { comparison }) {
      if (args.length !== 2 || !sameType(args[0], args[1])) return 'compares two values of one type';
      if (args[0].name === 'numeric') return 'compares no numbers with classes; numericCompare does';
      const ordered = args[0].name === 'number' || args[0].name === 'enumeration';
      return isEquality(comparison) || ordered ? booleanType : `${args[0].name} values have no order`;
    },
    text: (data) => data.comparison,
    takes: [
      ['number', 'number'],
      ['code', 'code'],
    ],
    gives: 'code',
    by: (data) => data.comparison,
  },
  byComparison((comparison) => {
    const test = testOf(comparison);
    return expression(
      (a, b) => (test(a, b) ? 1 : 0),
      (a, b) => js`${a} ${comparisonOf(comparison)} ${b} ? 1 : 0`,
    );
  }),
);
