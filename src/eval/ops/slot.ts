import type { SlotData } from '../data.js';
import { slotColumns } from '../columns/slot.js';
import { type Operation, entityType } from '../operation.js';
import { checkSlot, leaf, slotName } from '../record.js';

export const slot: Operation<SlotData> = {
  name: 'slot',
  type: () => entityType,
  text: (data) => String(data.slot),
  document: { meaning: 'source, target, or the member an aggregate has bound', families: 'ExctF' },
  bounds: ({ data }, known) => known.slot(data.slot),
  print: leaf(({ slot: index }, { first }) => slotName(index, first)),
  check({ slot: index }) {
    checkSlot(index);
  },
  slots: (data) => 1 << data.slot,
  evaluate: (node, frame) => frame.slots[node.data.slot],
  columns: slotColumns,
  emit: ({ data }, emission) => ({ value: emission.slot(data.slot), absence: undefined }),
};
