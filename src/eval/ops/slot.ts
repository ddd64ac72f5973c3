import { slotColumns } from '../columns/slot.js';
import { type Operation, entityType } from '../operation.js';

/** The object in a slot: source, target, or what an aggregate has bound. */
export const slot: Operation<{ readonly slot: number }> = {
  name: 'slot',
  type: () => entityType,
  text: (data) => String(data.slot),
  slots: (data) => 1 << data.slot,
  evaluate: (node, frame) => frame.slots[node.data.slot],
  columns: slotColumns,
  emit: ({ node }, emission) => ({ value: emission.slot(node.data.slot), absence: undefined }),
};
