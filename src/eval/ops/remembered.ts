import { memoryRow, shownValue } from '../../state/memories.js';
import { rememberedColumns } from '../columns/remembered.js';
import { emitRemembered } from '../emit/emit-remembered.js';
import { type Operation, columnTypeNames } from '../operation.js';

export interface RememberedData {
  /** That of what the type of the occurrence remembers. */
  readonly number: number;
}

/**
 * What an expression was just before the batch of the occurrence that is answered applied. Before that, and where
 * nothing was recorded, what it is now. What was absent is missing, and an object that is gone is none.
 */
export const remembered: Operation<RememberedData> = {
  name: 'remembered',
  type: (args) =>
    args.length === 1 && columnTypeNames.has(args[0].name) ? args[0] : 'takes one value of a type that columns have',
  text: ({ number }) => String(number),
  facts: () => ['occurrence', 'population'],
  evaluate(node, frame) {
    const { state } = frame;
    const row = memoryRow(state, frame.occurrence, node.data.number);
    return row === 0 ? frame.evaluate(node.args[0]) : shownValue(state, node.type, state.memories[row]);
  },
  columns: rememberedColumns,
  emit: emitRemembered,
};
