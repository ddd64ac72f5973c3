import type { Type } from '../../components/model.js';
import { type Frame, countVisits } from '../frame.js';
import { aggregateColumns } from '../columns/aggregate.js';
import { emitAggregate } from '../generate/emit-aggregate.js';
import { type Node, type Value, missing } from '../node.js';
import { type Operation, booleanType, entityType, isAbsent, numberType } from '../operation.js';
import { type AggregateData, type Fold, takesValue } from './fold.js';
import { hasAnchor, membersOf, rangeFacts } from './members.js';

export { takesValue } from './fold.js';
export type { AggregateData, Fold } from './fold.js';

/**
 * A fold over objects. Arguments: the anchor where the range has one, a filter, and a value for folds of numbers. Only members of which the filter
 * is true count, in order of id; absent values are passed over. Of nothing: any, count and sum give 0, all gives 1, `first` none; mean, least and
 * greatest are missing.
 */
export const aggregate: Operation<AggregateData> = {
  name: 'aggregate',
  type(args, data): Type | string {
    const anchors = hasAnchor(data.range) ? 1 : 0;
    const values = takesValue(data.fold) ? 1 : 0;
    const fits = args.length === anchors + 1 + values && args[anchors].name === 'boolean'
      && (anchors === 0 || args[0].name === 'entity') && (values === 0 || args[anchors + 1].name === 'number');
    if (!fits) return 'takes an anchor where its range has one, a condition, and a number for folds of numbers';
    if (data.fold === 'first') return entityType;
    return data.fold === 'any' || data.fold === 'all' ? booleanType : numberType;
  },
  text: (data) => `${data.fold} ${data.range.over} ${data.range.kind} ${data.range.class} @${data.slot}`,
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

type FoldOver = (members: readonly number[], filter: Node, value: Node, frame: Frame, slot: number) => Value;

const folds: Record<Fold, FoldOver> = {
  any: (members, filter, _value, frame, slot) => (chosen(members, filter, frame, slot).length > 0 ? 1 : 0),
  all: (members, filter, _value, frame, slot) => (chosen(members, filter, frame, slot).length === members.length ? 1 : 0),
  count: (members, filter, _value, frame, slot) => chosen(members, filter, frame, slot).length,
  first: (members, filter, _value, frame, slot) => chosen(members, filter, frame, slot)[0] ?? 0,
  sum: (...given) => values(...given).reduce((sum, value) => sum + value, 0),
  mean: (...given) => {
    const found = values(...given);
    return found.length === 0 ? missing : found.reduce((sum, value) => sum + value, 0) / found.length;
  },
  least: (...given) => extreme(values(...given), (a, b) => a < b),
  greatest: (...given) => extreme(values(...given), (a, b) => a > b),
};

function chosen(members: readonly number[], filter: Node, frame: Frame, slot: number): readonly number[] {
  return members.filter((id) => {
    frame.slots[slot] = id;
    return frame.evaluate(filter) === 1;
  });
}

function values(members: readonly number[], filter: Node, value: Node, frame: Frame, slot: number): readonly number[] {
  const found: number[] = [];
  for (const id of chosen(members, filter, frame, slot)) {
    frame.slots[slot] = id;
    const result = frame.evaluate(value);
    if (!isAbsent(result)) found.push(result);
  }
  return found;
}

function extreme(found: readonly number[], better: (a: number, b: number) => boolean): Value {
  return found.length === 0 ? missing : found.reduce((best, value) => (better(value, best) ? value : best));
}
