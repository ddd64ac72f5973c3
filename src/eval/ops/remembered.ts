import { isMissing } from '../columns/vector.js';
import { js, refuse } from '../emit/code.js';
import type { Emission, Emitted } from '../emit/emission.js';
import type { Term } from '../term.js';
import { anyOfThese, certainly, neverThere, missingToo, call } from '../record.js';
import { memoryRow, shownValue } from '../../components/memories.js';
import { rememberedColumns } from '../columns/remembered.js';
import { type Operation, columnTypeNames } from '../operation.js';

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
  bounds: ({ type, args: [of] }, known) =>
    anyOfThese(known.of(of), neverThere, ...(type.name === 'entity' ? [certainly(0)] : [])),
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

/** What was recorded is looked up once a call; the expression is evaluated where nothing was. */
function emitRemembered({ type, data, args }: Term<RememberedData>, emission: Emission): Emitted {
  const { thing, once } = emission;
  const row = once(js`${thing('memoryRow', memoryRow)}(frame.state, frame.occurrence, ${data.number})`);
  const held = js`frame.state.memories[${row}]`;
  const shown = once(
    js`${row} === 0 ? 0 : ${thing('shownValue', shownValue)}(frame.state, ${thing('', type)}, ${held})`,
  );
  const value = emission.variable(js`${shown} === undefined ? 0 : ${shown}`);
  const absence = emission.variable(js`${shown} === undefined ? ${isMissing} : 0`);
  const now = emission.inside(() => {
    const found = emission.of(args[0]);
    emission.add(js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`);
  });
  emission.add(js`if (${row} === 0) { ${now} }`);
  return { value, absence };
}
