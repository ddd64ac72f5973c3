import type { Type } from '../../model/model.js';
import { collectColumns } from '../columns/aggregate.js';
import { type Frame, countVisits } from '../../ir/frame.js';
import type { Node } from '../../ir/node.js';
import { type Operation, booleanType, isAbsent, numberType } from '../operation.js';
import { binding, present, writeMembers } from '../record.js';
import { foldBy } from './fold-by.js';
import type { CollectData } from './fold.js';
import { hasAnchor, membersOf, rangeFacts, rangeReads, rangeText } from './members.js';

export type { CollectData } from './fold.js';

/**
 * A fold over objects that a host has registered (see components/aggregator.ts). Arguments: the anchor where the range
 * has one, and a value, boolean or number as the aggregator says. It is given the values of all members in the order of
 * the range; absent ones are passed over.
 */
export const collect: Operation<CollectData> = {
  name: 'collect',
  type(args, { input, output, range }): Type | string {
    const anchors = hasAnchor(range) ? 1 : 0;
    const fits =
      args.length === anchors + 1 && (anchors === 0 || args[0].name === 'entity') && args[anchors].name === input;
    if (!fits) return `takes an anchor where its range has one, and a ${input}`;
    return output === 'boolean' ? booleanType : numberType;
  },
  text: ({ aggregator, range, slot }) => `${aggregator} ${rangeText(range)} @${slot}`,
  document: {
    meaning:
      'what a fold that the host has registered makes of a value of each of some related objects, in their order',
    absent: 'never',
    families: 'Xt',
  },
  absence: present,
  print({ data, args }, to) {
    const name = writeMembers(to, data, args[0], undefined);
    to.add(`.collect('${to.wording.model.aggregators[data.aggregator].name}', ${name}, `);
    to.write(args[args.length - 1], binding.loosest);
    to.add(')');
  },
  ofWorld: true,
  reads: ({ range }) => rangeReads(range),
  facts: ({ range }) => rangeFacts(range),
  binds: ({ slot }) => 1 << slot,
  heavy: true,
  evaluate(node, frame) {
    const { aggregator, range } = node.data;
    const members = membersOf(range, node, frame);
    if (hasAnchor(range)) countVisits(frame, members.length);
    const values = valuesOf(node, members, frame);
    return foldBy(frame.state.model.aggregators[aggregator], values, values.length);
  },
  columns: collectColumns,
};

function valuesOf(node: Node<CollectData>, members: readonly number[], frame: Frame): Float64Array {
  const { range, slot } = node.data;
  const before = frame.slots[slot];
  const found: number[] = [];
  try {
    for (const id of members) {
      frame.slots[slot] = id;
      const value = frame.evaluate(node.args[hasAnchor(range) ? 1 : 0]);
      if (!isAbsent(value)) found.push(value);
    }
  } finally {
    frame.slots[slot] = before;
  }
  return Float64Array.from(found);
}
