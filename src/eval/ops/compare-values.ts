import { type Call, strongerCode } from '../emit/emission.js';
import { type CompareData, compareData } from '../data.js';
import { type Operation, areOf, booleanType, isAbsent, sameType, stronger } from '../operation.js';
import { type Possible, condition, isThere, neverThere } from '../bounds.js';
import type { Term } from '../term.js';
import type { Value } from '../../ir/node.js';
import { codesAt, codesBy } from '../columns/rows.js';
import { comparisonOf, js, sourceOf } from '../emit/code.js';
import { expression } from '../form.js';
import { sameAbsence, strongerOf } from '../columns/absence.js';
import { varies } from '../columns/evaluator.js';
import { writeComparison, writeContained } from '../printer.js';
import { asContained, asRead } from '../node-shape.js';
import { byComparison, isEquality, testOf } from '../../kernel/comparison.js';
import { scalarOfForms } from './scalar.js';
import type { Enumeration } from '../../model/model.js';

/** Order is for numbers and for words of one enumeration. */
export const compare: Operation<CompareData> = scalarOfForms(
  {
    name: 'compare',
    type(args, { comparison }) {
      if (args.length !== 2 || !sameType(args[0], args[1])) return 'compares two values of one type';
      if (args[0].name === 'numeric') return 'compares no numbers with classes; numericCompare does';
      const ordered = args[0].name === 'number' || args[0].name === 'enumeration';
      return isEquality(comparison) || ordered ? booleanType : `${args[0].name} values have no order`;
    },
    form: (data) => data.comparison,
    data: compareData,
    document: { meaning: '`== != < <= > >=` of two values of one type', absent: 'an operand is', families: 'Exctf' },
    bounds({ data, args: [left, right] }, { of }) {
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
      const [lower, upper] = comparison === '<' || comparison === '<=' ? [a, b] : [b, a];
      switch (comparison) {
        case '==':
          return condition(meet, !isOne, absent);
        case '!=':
          return condition(!isOne, meet, absent);
        case '<':
        case '>':
          return condition(lower.least < upper.most, lower.most >= upper.least, absent);
        case '<=':
        case '>=':
          return condition(lower.least <= upper.most, lower.most > upper.least, absent);
      }
    },
    print: (node, to, place) => {
      const contained = asContained(node);
      if (contained === undefined) writeComparison(node, to, place, node.data.comparison);
      else writeContained(contained, to, place);
    },
    takes: [
      ['number', 'number'],
      ['code', 'code'],
    ],
    gives: 'code',
  },
  byComparison((comparison) => {
    const test = testOf(comparison);
    return expression(
      (a, b) => (test(a, b) ? 1 : 0),
      (a, b) => js`+(${a} ${comparisonOf(comparison)} ${b})`,
    );
  }),
);

/** Then they are equal where it is present, and elsewhere one of them is absent. */
function readAlike(a: Term, b: Term): boolean {
  const [one, other] = [asRead(a), asRead(b)];
  if (one === undefined || other === undefined || a.args[0] !== b.args[0]) return false;
  const isTested = [one, other].some(({ absent }) => absent === 'missing' || absent === 'notFound');
  return isTested && one.column === other.column && one.climb === other.climb;
}

/** Known, and between two whole ones. */
function isBetween({ least, most }: Possible): boolean {
  return least === most && !Number.isInteger(least);
}

/**
 * True if a word is within a range of another: along an order, or around a wheel. A centre off the wheel (or none)
 * matches only itself; a word off the wheel matches no centre on it. Arguments: word, centre, range.
 */
export const within: Operation = {
  name: 'within',
  type(args) {
    const fits = areOf(args, 'enumeration', 'enumeration', 'number') && sameType(args[0], args[1]);
    return fits ? booleanType : 'takes two words of one enumeration and a range';
  },
  document: { meaning: 'a word is near another on an order or wheel', absent: 'an operand is', families: 'Ex' },
  evaluate(node, frame): Value {
    const [word, centre, range] = node.args.map((arg) => frame.evaluate(arg));
    if (isAbsent(word) || isAbsent(centre) || isAbsent(range)) return stronger(word, stronger(centre, range));
    const type = node.args[0].type;
    if (type.name !== 'enumeration') return 0;
    return isWithin(frame.state.model.enumerations[type.index], word, centre, range) ? 1 : 0;
  },
  columns(term, rows, evaluator) {
    const { state, scratch } = evaluator;
    const { length } = rows;
    const type = term.args[0].type;
    const enumeration = state.model.enumerations[type.name === 'enumeration' ? type.index : 0];
    return codesBy(rows, scratch, (into, absence) => {
      const words = evaluator.evaluate(term.args[0], rows);
      const answers = scratch.codes(enumeration.members.length + 1);
      if (fillAnswers(answers, enumeration, term, { evaluator, rows }) !== undefined) {
        codesAt(answers, words.codes, into, length);
        return sameAbsence(words.absence, absence, length);
      }
      const centres = evaluator.evaluate(term.args[1], rows);
      const ranges = evaluator.evaluate(term.args[2], rows);
      for (let row = 0; row < length; row++)
        into[row] = isWithin(enumeration, words.codes[row], centres.codes[row], ranges.numbers[row]) ? 1 : 0;
      const both = strongerOf(absence, words.absence, centres.absence, length);
      return strongerOf(absence, both, ranges.absence, length);
    });
  },
  emitRows(term, emission) {
    const { type } = term.args[0];
    const enumeration = emission.model.enumerations[type.name === 'enumeration' ? type.index : 0];
    const [word, centre, range] = term.args.map((arg) => emission.of(arg));
    if (emission.isUniform(term.args[1]) && emission.isUniform(term.args[2])) {
      const answers = new Uint8Array(enumeration.members.length + 1);
      const table = emission.given(
        `within ${enumeration.index} ${sourceOf(centre.value)} ${sourceOf(range.value)}`,
        (call) => fillAnswers(answers, enumeration, term, call),
      );
      return { value: emission.keep(js`${table}[${word.value}]`), absence: word.absence };
    }
    const test = js`${emission.thing('isWithin', isWithin)}(${emission.thing(`enumeration ${enumeration.index}`, enumeration)}, ${word.value}, ${centre.value}, ${range.value})`;
    return {
      value: emission.keep(js`${test} ? 1 : 0`),
      absence: strongerCode(strongerCode(word.absence, centre.absence, emission), range.absence, emission),
    };
  },
};

function isWithin(enumeration: Enumeration, word: number, centre: number, range: number): boolean {
  if (word === 0 || centre === 0 || enumeration.order === 'none') return word === centre;
  const apart = Math.abs(word - centre);
  if (enumeration.order === 'ordered') return apart <= range;
  if (centre > enumeration.ring || word > enumeration.ring) return word === centre;
  return Math.min(apart, enumeration.ring - apart) <= range;
}

/** By word; undefined where centre or range differ from row to row, or one is absent. */
function fillAnswers<Answers extends Uint8Array | Int32Array>(
  answers: Answers,
  enumeration: Enumeration,
  term: Term,
  { evaluator, rows }: Pick<Call, 'evaluator' | 'rows'>,
): Answers | undefined {
  const centre = evaluator.uniform(term.args[1], rows);
  const range = evaluator.uniform(term.args[2], rows);
  if (centre === varies || range === varies || isAbsent(centre) || isAbsent(range)) return undefined;
  for (let word = 0; word <= enumeration.members.length; word++)
    answers[word] = isWithin(enumeration, word, centre, range) ? 1 : 0;
  return answers;
}
