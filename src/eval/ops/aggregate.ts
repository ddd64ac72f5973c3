import { refuse } from '../emit/code.js';
import type { Step } from '../../model/connection.js';
import type { Term } from '../term.js';
import type { Type } from '../../model/model.js';
import { type Frame, countVisits } from '../../ir/frame.js';
import { aggregateColumns } from '../columns/aggregate.js';
import { emitAggregate } from '../emit/emit-aggregate.js';
import { type Node, type Value, missing } from '../../ir/node.js';
import { type Operation, booleanType, entityType, isAbsent, numberType } from '../operation.js';
import {
  type Bounding,
  type Possible,
  anyNumber,
  certainly,
  checkIndex,
  checkSlot,
  checkWord,
  mayBeTrue,
  mayMiss,
  neverThere,
  writeMembers,
  writeOf,
} from '../record.js';
import { type AggregateData, type Fold, isAbsentOfNothing, takesValue } from './fold.js';
import { hasAnchor, membersOf, rangeFacts, rangeReads, rangeText } from './members.js';

export { takesValue } from './fold.js';
export type { AggregateData, Fold } from './fold.js';

/**
 * A fold over objects. Arguments: the anchor where the range has one, a filter, and a value for folds of numbers. Only
 * members of which the filter is true count, in the order of the range; absent values are passed over. Of nothing: any,
 * count, sum, integerSum and integerMean give 0, all gives 1,
 * `first` none; mean, least and greatest are missing. Any, all and first ask no member behind the one that decides.
 * integerSum wraps at 32 bits with every member, and counts how often it does; integerMean is that sum divided by the
 * count, truncated.
 */
export const aggregate: Operation<AggregateData> = {
  name: 'aggregate',
  type(args, data): Type | string {
    const anchors = hasAnchor(data.range) ? 1 : 0;
    const values = takesValue(data.fold) ? 1 : 0;
    const fits =
      args.length === anchors + 1 + values &&
      args[anchors].name === 'boolean' &&
      (anchors === 0 || args[0].name === 'entity') &&
      (values === 0 || args[anchors + 1].name === 'number');
    if (!fits) return 'takes an anchor where its range has one, a condition, and a number for folds of numbers';
    if (data.fold === 'first') return entityType;
    return data.fold === 'any' || data.fold === 'all' ? booleanType : numberType;
  },
  text: (data) => `${data.fold} ${rangeText(data.range)} @${data.slot}`,
  document: {
    meaning: 'any, all, count, sum, mean, least, greatest, first, integerSum, integerMean over related objects',
    absent: 'mean, least, greatest of nothing',
    families: 'Exctf',
  },
  absence: (_args, { data }) => (isAbsentOfNothing(data.fold) ? mayMiss : 0),
  bounds,
  print({ data, args }, to) {
    const [filter, value] = hasAnchor(data.range) ? args.slice(1) : args;
    const isAsked = data.fold === 'any' || data.fold === 'all';
    const name = writeMembers(to, data, args[0], isAsked ? undefined : filter);
    writeOf(to, foldNames[data.fold] ?? data.fold, name, isAsked ? filter : value);
  },
  check({ fold, range, slot }, { kinds, classes }) {
    checkWord(fold, Object.keys(folds));
    if (rangeFacts(range) === undefined) refuse('a range that there is not');
    checkIndex(range.kind, 0, kinds.length + 1);
    checkIndex(range.class, 0, classes.length + 1);
    checkSlot(slot);
  },
  apart: ({ range }) =>
    range.over === 'connection' && range.steps.some(({ by }) => farSteps.has(by))
      ? 'a connection leads over all objects'
      : undefined,
  reads: (data) => rangeReads(data.range),
  facts: (data) => rangeFacts(data.range),
  binds: (data) => 1 << data.slot,
  heavy: true,
  evaluate(node, frame) {
    const { fold, range, slot } = node.data;
    const filter = node.args[hasAnchor(range) ? 1 : 0];
    const members = membersOf(range, node, frame);
    if (hasAnchor(range)) countVisits(frame, members.length);
    const before = frame.slots[slot];
    try {
      return folds[fold](members, filter, node.args[hasAnchor(range) ? 2 : 1], frame, slot);
    } finally {
      frame.slots[slot] = before;
    }
  },
  columns: aggregateColumns,
  emit: emitAggregate,
};

/** Steps that do not stay with what an object leads to. */
const farSteps: ReadonlySet<Step['by']> = new Set<Step['by']>(['objects', 'listed', 'listing', 'square']);

/** What the language calls them, where that is something else. */
const foldNames: Partial<Record<Fold, string>> = {
  any: 'exists',
  least: 'min',
  greatest: 'max',
  integerSum: 'sum',
  integerMean: 'mean',
};

function bounds({ data, args }: Term<AggregateData>, known: Bounding): Possible {
  const { fold, range, slot } = data;
  const kind = range.over === 'class' ? known.model.classes[range.class - 1]?.kind : range.kind;
  const isEmpty = fold !== 'all' && !mayBeTrue(known.ofMember(args[hasAnchor(range) ? 1 : 0], slot, kind ?? 0));
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
}

type FoldOver = (members: readonly number[], filter: Node, value: Node, frame: Frame, slot: number) => Value;

const folds: Record<Fold, FoldOver> = {
  any: (members, filter, _value, frame, slot) => (members.some((id) => isChosen(id, filter, frame, slot)) ? 1 : 0),
  all: (members, filter, _value, frame, slot) => (members.every((id) => isChosen(id, filter, frame, slot)) ? 1 : 0),
  count: (members, filter, _value, frame, slot) => members.filter((id) => isChosen(id, filter, frame, slot)).length,
  first: (members, filter, _value, frame, slot) => members.find((id) => isChosen(id, filter, frame, slot)) ?? 0,
  sum: (...given) => values(...given).reduce((sum, value) => sum + value, 0),
  mean: (...given) => {
    const found = values(...given);
    return found.length === 0 ? missing : found.reduce((sum, value) => sum + value, 0) / found.length;
  },
  least: (...given) => extreme(values(...given), (a, b) => a < b),
  greatest: (...given) => extreme(values(...given), (a, b) => a > b),
  integerSum: (members, filter, value, frame, slot) => integerSum(values(members, filter, value, frame, slot), frame),
  integerMean: (members, filter, value, frame, slot) => {
    const found = values(members, filter, value, frame, slot);
    return found.length === 0 ? 0 : (integerSum(found, frame) / found.length) | 0;
  },
};

function isChosen(id: number, filter: Node, frame: Frame, slot: number): boolean {
  frame.slots[slot] = id;
  return frame.evaluate(filter) === 1;
}

function values(members: readonly number[], filter: Node, value: Node, frame: Frame, slot: number): readonly number[] {
  const found: number[] = [];
  for (const id of members) {
    if (!isChosen(id, filter, frame, slot)) continue;
    const result = frame.evaluate(value);
    if (!isAbsent(result)) found.push(result);
  }
  return found;
}

function extreme(found: readonly number[], better: (a: number, b: number) => boolean): Value {
  return found.length === 0 ? missing : found.reduce((best, value) => (better(value, best) ? value : best));
}

function integerSum(found: readonly number[], { mishaps }: Frame): number {
  let sum = 0;
  for (const value of found) {
    const exact = sum + value;
    sum = exact | 0;
    if (sum !== exact) mishaps.overflows++;
  }
  return sum;
}
