import { asRead } from '../shape.js';
import type { Term } from '../term.js';
import { byComparison, isEquality, testOf } from '../../kernel/comparison.js';
import type { CompareData } from '../data.js';
import { comparisonOf, js } from '../emit/code.js';
import { expression } from '../form.js';
import { type Operation, booleanType, graver, isAbsent, sameType } from '../operation.js';
import { type Bounding, type Possible, condition, isThere, neverThere, writeComparison } from '../record.js';
import { scalar } from './scalar.js';
import type { Enumeration } from '../../model/model.js';
import { withinColumns } from '../columns/within.js';
import { emitWithin } from '../emit/emit-within.js';
import type { Value } from '../../ir/node.js';

/** Order is for numbers and for words of one enumeration. */
export const compare: Operation<CompareData> = scalar(
  {
    name: 'compare',
    type(args, { comparison }) {
      if (args.length !== 2 || !sameType(args[0], args[1])) return 'compares two values of one type';
      if (args[0].name === 'numeric') return 'compares no numbers with classes; numericCompare does';
      const ordered = args[0].name === 'number' || args[0].name === 'enumeration';
      return isEquality(comparison) || ordered ? booleanType : `${args[0].name} values have no order`;
    },
    text: (data) => data.comparison,
    document: { meaning: '`== != < <= > >=` of two values of one type', absent: 'when one is', families: 'Exctf' },
    bounds,
    print: (node, to, place) => {
      writeComparison(node, to, place, node.data.comparison);
    },
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

function bounds({ data, args: [left, right] }: Term<CompareData>, { of }: Bounding): Possible {
  const [a, b] = [of(left), of(right)];
  const absent = a.absent || b.absent;
  if (!isThere(a) || !isThere(b)) return { ...neverThere, absent };
  const { comparison } = data;
  if (left === right || readAlike(left, right)) {
    const holds = testOf(comparison)(0, 0);
    return condition(holds, !holds, absent);
  }
  const isOne = a.least === a.most && b.least === b.most && a.least === b.least;
  const overlap = a.least <= b.most && b.least <= a.most;
  const meet = overlap && !(a.isWhole === true && isBetween(b)) && !(b.isWhole === true && isBetween(a));
  switch (comparison) {
    case '==':
      return condition(meet, !isOne, absent);
    case '!=':
      return condition(!isOne, meet, absent);
    case '<':
      return condition(a.least < b.most, a.most >= b.least, absent);
    case '<=':
      return condition(a.least <= b.most, a.most > b.least, absent);
    case '>':
      return condition(a.most > b.least, a.least <= b.most, absent);
    case '>=':
      return condition(a.most >= b.least, a.least < b.most, absent);
  }
}

/**
 * Whether two terms read one cell, so that they are equal wherever it is there, and elsewhere one of them is absent.
 */
function readAlike(a: Term, b: Term): boolean {
  const [one, other] = [asRead(a), asRead(b)];
  if (one === undefined || other === undefined || a.args[0] !== b.args[0]) return false;
  const isTested = [one, other].some(({ absent }) => absent === 'missing' || absent === 'notFound');
  return isTested && one.column === other.column && one.climb === other.climb;
}

/** Whether a number is known, and between two whole ones. */
function isBetween({ least, most }: Possible): boolean {
  return least === most && !Number.isInteger(least);
}

/**
 * Whether a word lies within a range of another on their enumeration: places on an order, steps around a wheel. A
 * centre off the wheel (or none) matches only itself; a word off the wheel never matches a centre on it. Arguments:
 * word, centre, range.
 */
export const within: Operation = {
  name: 'within',
  type(args) {
    const fits =
      args.length === 3 &&
      args[0].name === 'enumeration' &&
      args[1].name === 'enumeration' &&
      args[0].index === args[1].index &&
      args[2].name === 'number';
    return fits ? booleanType : 'takes two words of one enumeration and a range';
  },
  document: { meaning: 'near a word on an order or wheel', absent: 'when one is', families: 'Ex' },
  evaluate(node, frame): Value {
    const [word, centre, range] = node.args.map((arg) => frame.evaluate(arg));
    if (isAbsent(word) || isAbsent(centre) || isAbsent(range)) return graver(word, graver(centre, range));
    const type = node.args[0].type;
    if (type.name !== 'enumeration') return 0;
    return isWithin(frame.state.model.enumerations[type.index], word, centre, range) ? 1 : 0;
  },
  columns: (term, rows, evaluator) => withinColumns(term, rows, evaluator, isWithin),
  emitRows: (term, emission) => emitWithin(term, emission, isWithin),
};

function isWithin(enumeration: Enumeration, word: number, centre: number, range: number): boolean {
  if (word === 0 || centre === 0 || enumeration.order === 'none') return word === centre;
  const apart = Math.abs(word - centre);
  if (enumeration.order === 'ordered') return apart <= range;
  if (centre > enumeration.ring || word > enumeration.ring) return word === centre;
  return Math.min(apart, enumeration.ring - apart) <= range;
}
