import { refuse } from '../emit/code.js';
import { memoryRow, shownValue } from '../../state/memories.js';
import { rememberedColumns } from '../columns/remembered.js';
import { emitRemembered } from '../emit/emit-remembered.js';
import { type Operation, columnTypeNames } from '../operation.js';
import { anyOfThese, call, certainly, missingToo, neverThere } from '../record.js';

export interface RememberedData {
  /** That of what the type of the occurrence remembers. */
  readonly number: number;
}

/** An object that is gone is none. */
export const remembered: Operation<RememberedData> = {
  name: 'remembered',
  type: (args) =>
    args.length === 1 && columnTypeNames.has(args[0].name) ? args[0] : 'takes one value of a type that columns have',
  text: ({ number }) => String(number),
  document: {
    meaning:
      'what an expression was just before the batch of that occurrence applied; what it is now where nothing was recorded',
    absent: 'missing where it was absent; otherwise as the expression is',
    families: 'T',
  },
  absence: missingToo,
  // What was absent is missing, and so is a number that was none; an object may be gone since.
  bounds: ({ node, args: [of] }, known) =>
    anyOfThese(known.of(of), neverThere, ...(node.type.name === 'entity' ? [certainly(0)] : [])),
  print: call('was'),
  check({ number }) {
    if (!Number.isSafeInteger(number) || number < 0) refuse('something remembered that has no number');
  },
  ofWorld: true,
  facts: () => ['occurrence', 'population'],
  evaluate(node, frame) {
    const { state } = frame;
    const row = memoryRow(state, frame.occurrence, node.data.number);
    return row === 0 ? frame.evaluate(node.args[0]) : shownValue(state, node.type, state.memories[row]);
  },
  columns: rememberedColumns,
  emit: emitRemembered,
};
