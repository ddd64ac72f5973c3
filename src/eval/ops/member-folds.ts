import type { Evaluator } from '../columns/evaluator.js';
import { type Form, type PlainMeaning, greatestOfTwo, leastOfTwo } from '../form.js';
import { type Frame, type Node, type Value, countVisits, missing } from '../../ir/node.js';
import { type Operation, areOf, booleanType, entityType, isAbsent, numberType, stronger } from '../operation.js';
import { type Possible, anyNumber, certainly, mayBeFalse, mayBeTrue, neverThere } from '../bounds.js';
import { type Rows, type Vector, copyNumbers, numberVector } from '../columns/rows.js';
import type { Term } from '../term.js';
import type { Type } from '../../model/model.js';
import { binding, call, product, sum, writeMembers, writeOf } from '../printer.js';
import { checkIndex, checkSlot, checkWord } from '../check-data.js';
import { emitLeftFold, isTrue } from '../emit/emission.js';
import { js, refuse } from '../emit/code.js';
import { mayMiss, present } from '../data.js';
import { strongerOf } from '../columns/absence.js';
import { aggregateColumns, collectColumns } from '../columns/aggregate.js';
import { emitAggregate } from '../emit/emit-aggregate.js';
import {
  type AggregateData,
  type CollectData,
  allFolds,
  type Fold,
  argumentsOf,
  foldBy,
  isAbsentOfNothing,
  kindIn,
  takesValue,
  rangeFacts,
  rangeReads,
  rangeText,
} from './range.js';
import { checkRange, members, membersAt, ofMembers, rangeTypes, reachesFar } from './members.js';
import { asPopulation } from '../node-shape.js';
import { type Kernel, kernelsOf } from '../columns/kernel.js';
import { adding, multiplying } from './integers.js';
import { countTrueColumns } from '../columns/logic-columns.js';
import { whole, word } from '../../ir/shape.js';
import { record } from '../../ir/record-shape.js';

/**
 * A fold over objects. Arguments: those of the range, a filter, and a value for folds of numbers. Only
 * members of which the filter is true count, in the order of the range; absent values are skipped. Of nothing: any,
 * count, sum, integerSum and integerMean give 0, all gives 1, `first` none; mean, least and greatest are missing. Any,
 * all and first evaluate no member after the one that decides. integerSum wraps at 32 bits with every member, and
 * counts how often; integerMean is that sum divided by the count, truncated.
 */
export const aggregate: Operation<AggregateData> = {
  name: 'aggregate',
  type(args, data): Type | string {
    const values = takesValue(data.fold) ? (['number'] as const) : [];
    if (!areOf(args, ...rangeTypes(args, data.range), 'boolean', ...values))
      return 'takes what its range starts from, a condition, and a number for folds of numbers';
    if (data.fold === 'first') return entityType;
    return data.fold === 'any' || data.fold === 'all' ? booleanType : numberType;
  },
  data: record<AggregateData>({ ...members, fold: word(...allFolds) }),
  text: (data) => `${data.fold} ${rangeText(data.range)} @${data.slot}`,
  document: {
    meaning: 'any, all, count, sum, mean, least, greatest, first, integerSum, integerMean over related objects',
    absent: 'mean, least or greatest of no objects',
    families: 'Exctf',
  },
  absence: (_args, { data }) => (isAbsentOfNothing(data.fold) ? mayMiss : 0),
  bounds({ data, args }, known) {
    const { fold, range, slot } = data;
    const kind = kindIn(range, known.model);
    const isEmpty = fold !== 'all' && !mayBeTrue(known.ofMember(args[argumentsOf(range)], slot, kind));
    const upTo = (most: number): Possible => ({ least: 0, most: isEmpty ? 0 : most, absent: false });
    switch (fold) {
      case 'any':
      case 'all':
        return upTo(1);
      case 'count':
        return { ...upTo(Infinity), isWhole: true };
      case 'first':
        return { ...upTo(Infinity), kind: kind === 0 ? undefined : kind };
      default:
        if (isAbsentOfNothing(fold)) return isEmpty ? neverThere : { ...anyNumber, absent: true };
        return isEmpty ? certainly(0) : anyNumber;
    }
  },
  print({ data, args }, to) {
    const [filter, value] = args.slice(argumentsOf(data.range));
    const isAsked = data.fold === 'any' || data.fold === 'all';
    const name = writeMembers(to, data, args, isAsked ? undefined : filter);
    writeOf(to, foldNames[data.fold] ?? data.fold, name, isAsked ? filter : value);
  },
  check({ fold, range, slot }, model) {
    checkWord(fold, Object.keys(folds));
    checkRange(range, model);
    checkSlot(slot);
  },
  apart: ({ range }) => reachesFar(range),
  reads: (data) => rangeReads(data.range),
  facts: (data) => rangeFacts(data.range),
  binds: (data) => 1 << data.slot,
  heavy: true,
  evaluate(node, frame) {
    const { fold, range, slot } = node.data;
    const first = argumentsOf(range);
    const { [first]: filter, [first + 1]: value } = node.args;
    const counted = asPopulation(node);
    if (counted !== undefined) {
      countVisits(frame, 1);
      return membersAt(counted, frame.state, 0).length;
    }
    return ofMembers(node, frame, (members) => folds[fold]({ members, filter, value, frame, slot }));
  },
  columns: aggregateColumns,
  emit: emitAggregate,
};

/** Names in the language, where they differ. */
const foldNames: Partial<Record<Fold, string>> = {
  any: 'exists',
  least: 'min',
  greatest: 'max',
  integerSum: 'sum',
  integerMean: 'mean',
};

interface Folding {
  readonly members: readonly number[];
  readonly filter: Node | undefined;
  readonly value: Node;
  readonly frame: Frame;
  readonly slot: number;
}

const folds: Record<Fold, (folding: Folding) => Value> = {
  any: (folding) => (folding.members.some((id) => isChosen(id, folding)) ? 1 : 0),
  all: (folding) => (folding.members.every((id) => isChosen(id, folding)) ? 1 : 0),
  count: (folding) => folding.members.filter((id) => isChosen(id, folding)).length,
  first: (folding) => folding.members.find((id) => isChosen(id, folding)) ?? 0,
  sum: (folding) => plainSum(values(folding)),
  mean: (folding) => {
    const found = values(folding);
    return found.length === 0 ? missing : plainSum(found) / found.length;
  },
  least: (folding) => extreme(values(folding), (a, b) => a < b),
  greatest: (folding) => extreme(values(folding), (a, b) => a > b),
  integerSum: (folding) => integerSum(values(folding), folding.frame),
  integerMean: (folding) => {
    const found = values(folding);
    return found.length === 0 ? 0 : (integerSum(found, folding.frame) / found.length) | 0;
  },
};

function isChosen(id: number, { filter, frame, slot }: Folding): boolean {
  frame.slots[slot] = id;
  return filter === undefined || frame.evaluate(filter) === 1;
}

function values(folding: Folding): readonly number[] {
  const found: number[] = [];
  for (const id of folding.members) {
    if (!isChosen(id, folding)) continue;
    const result = folding.frame.evaluate(folding.value);
    if (!isAbsent(result)) found.push(result);
  }
  return found;
}

function plainSum(found: readonly number[]): number {
  return found.reduce((sum, value) => sum + value, 0);
}

function extreme(found: readonly number[], better: (a: number, b: number) => boolean): Value {
  return found.length === 0 ? missing : found.reduce((best, value) => (better(value, best) ? value : best));
}

function integerSum(found: readonly number[], { mishaps }: Frame): number {
  return found.reduce((sum, value) => adding.meaning(sum, value, mishaps), 0);
}

export interface LeftFoldData {
  readonly by: 'add' | 'multiply' | 'minimum' | 'maximum';
}

const forms: Readonly<Record<LeftFoldData['by'], Form<PlainMeaning>>> = {
  add: adding,
  multiply: multiplying,
  minimum: leastOfTwo,
  maximum: greatestOfTwo,
};

const printed = { add: sum, multiply: product, minimum: call('min'), maximum: call('max') };

const kernels = kernelsOf(forms, ['number', 'number'], 'number');

/** As nested operations, with wraps and counts after each step. */
export const leftFold: Operation<LeftFoldData> = {
  name: 'leftFold',
  pure: true,
  type: (args) =>
    args.length > 0 && args.every((type) => type.name === 'number') ? numberType : 'takes numbers, one or more',
  data: record<LeftFoldData>({ by: word('add', 'multiply', 'minimum', 'maximum') }),
  text: ({ by }) => by,
  document: {
    meaning: 'the sum, product, least or greatest of 32-bit integers, from the left; wraps after each step',
    absent: 'an operand is',
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
      folded = isAbsent(folded) || isAbsent(value) ? stronger(folded, value) : step(folded, value, frame.mishaps);
    }
    return folded;
  },
  columns: (term, rows, evaluator) => leftFoldColumns(term, rows, evaluator, kernels(term.data.by)),
  emit: (term, emission) => emitLeftFold(term, emission, forms[term.data.by]),
};

/**
 * See model/model.ts. Arguments: those of the range, and a value of the aggregator's input. The fold
 * gets the present values of members in the order of the range.
 */
export const collect: Operation<CollectData> = {
  name: 'collect',
  type(args, { input, output, range }): Type | string {
    if (!areOf(args, ...rangeTypes(args, range), input)) return `takes what its range starts from, and a ${input}`;
    return output === 'boolean' ? booleanType : numberType;
  },
  data: record<CollectData>({
    ...members,
    aggregator: whole(),
    input: word('boolean', 'number'),
    output: word('boolean', 'number'),
  }),
  text: ({ aggregator, range, slot }) => `${aggregator} ${rangeText(range)} @${slot}`,
  document: {
    meaning: 'the result of a fold of the host over a value of each related object, in their order',
    absent: 'never',
    families: 'Xt',
  },
  absence: present,
  print({ data, args }, to) {
    const name = writeMembers(to, data, args, undefined);
    to.add(`.collect('${to.wording.model.aggregators[data.aggregator].name}', ${name}, `);
    to.write(args[args.length - 1], binding.loosest);
    to.add(')');
  },
  check({ aggregator, input, output }, { aggregators }) {
    checkIndex(aggregator, 0, aggregators.length);
    const given = aggregators[aggregator];
    if (given.input !== input || given.output !== output) refuse('an aggregator of other types');
  },
  ofWorld: true,
  reads: ({ range }) => rangeReads(range),
  facts: ({ range }) => rangeFacts(range),
  binds: ({ slot }) => 1 << slot,
  heavy: true,
  evaluate(node, frame) {
    const { aggregator, range, slot } = node.data;
    const value = node.args[argumentsOf(range)];
    const found = ofMembers(node, frame, (members) =>
      Float64Array.from(values({ members, filter: undefined, value, frame, slot })),
    );
    return foldBy(frame.state.model.aggregators[aggregator], found, found.length);
  },
  columns: collectColumns,
};

export const countTrue: Operation = {
  name: 'countTrue',
  pure: true,
  type: (args) => (args.every((type) => type.name === 'boolean') ? numberType : 'takes conditions'),
  document: { meaning: 'the number of conditions that are true; absent ones are not', absent: 'never', families: 'C' },
  absence: present,
  bounds({ args }, { of }) {
    const parts = args.map(of);
    return {
      least: parts.filter((part) => mayBeTrue(part) && !mayBeFalse(part) && !part.absent).length,
      most: parts.filter(mayBeTrue).length,
      absent: false,
      isWhole: true,
    };
  },
  evaluate(node, frame) {
    let count = 0;
    for (const arg of node.args) if (frame.evaluate(arg) === 1) count++;
    return count;
  },
  columns: countTrueColumns,
  emit(term, emission) {
    const count = emission.variable(0);
    for (const arg of term.args) emission.add(js`if (${isTrue(emission.of(arg))}) ${count}++;`);
    return { value: count };
  },
};

/** Absent where an argument is. */
function leftFoldColumns(term: Term, rows: Rows, evaluator: Evaluator, { columns }: Kernel): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = numberVector(scratch.numbers(length));
  const absence = scratch.bytes(length);
  let noted: Uint8Array | undefined;
  for (const [i, arg] of term.args.entries()) {
    const mark = scratch.mark();
    const vector = evaluator.evaluate(arg, rows);
    if (i === 0) copyNumbers(vector.numbers, into.numbers, length);
    else columns(length, into, into, vector);
    noted = strongerOf(absence, noted, vector.absence, length);
    scratch.release(mark);
  }
  return numberVector(into.numbers, noted);
}
