import { expect, it } from 'vitest';
import { header } from '../../src/kernel/arena.js';
import { intern } from '../../src/kernel/strings.js';
import { checkState, createState } from '../../src/state/world-state.js';
import { bear } from '../../src/state/object-life.js';
import { type WorldState } from '../../src/components/state.js';
import { limitsFrom } from '../../src/kernel/world-limits.js';
import { handSheet } from '../support/hand-sheet.js';

/** Two objects of one numeric, one array and one pair variable each. */
function scene(): WorldState {
  const { model } = handSheet({ sheet: ['n', 'list', 'face'], modifiers: () => [] });
  const [n, list, face] = model.variables;
  const variables = [
    n,
    { ...list, type: { name: 'array' as const, of: { name: 'numeric' as const } }, initial: { text: '[]' } },
    { ...face, type: { name: 'pair' as const }, initial: { text: '0,0' } },
  ];
  const state = createState(
    { ...model, variables },
    limitsFrom(undefined),
    { capacity: 4, lanes: 1, factions: 1, streams: 1 },
    '1',
    false,
  );
  for (const name of ['first', 'second'])
    bear(state, { kind: 1, class: 0, name, owner: 0, place: { at: 'nowhere' }, created: 0 });
  return state;
}

it('a state as it is made is fine, and so are other values of the types', () => {
  const state = scene();
  expect(() => {
    checkState(state);
  }).not.toThrow();
  [state.cellValues[1], state.cellClasses[1]] = [NaN, 0];
  state.cellValues[2] = intern(state.strings, '[1,2.5]');
  state.cellValues[3] = intern(state.strings, '5,-0.0');
  expect(() => {
    checkState(state);
  }).not.toThrow();
});

it.each<readonly [string, RegExp, (state: WorldState) => void]>([
  [
    'a block after all cells',
    /variables of object 1 are nowhere/,
    (state) => {
      state.block[1] = 5_000;
    },
  ],
  [
    'no block',
    /variables of object 2 are nowhere/,
    (state) => {
      state.block[2] = 0;
    },
  ],
  [
    'one block for two',
    /one place/,
    (state) => {
      state.block[2] = state.block[1] + 1;
    },
  ],
  [
    'a grant that never was',
    /granted at no time/,
    (state) => {
      state.grant[1] = state.arena.header[header.grants] + 1;
    },
  ],
  [
    'an odd class',
    /n of object 1 is not a value/,
    (state) => {
      state.cellClasses[1] = 3;
    },
  ],
  [
    'an int with a fraction',
    /n of object 1 is not a value/,
    (state) => {
      state.cellValues[1] = 1.5;
    },
  ],
  [
    'an int that is −0',
    /n of object 1 is not a value/,
    (state) => {
      state.cellValues[1] = -0;
    },
  ],
  [
    'an array without a text',
    /list of object 1 is not a value/,
    (state) => {
      state.cellValues[2] = 1_000;
    },
  ],
  [
    'an array that is none',
    /list of object 1 is not a value/,
    (state) => {
      state.cellValues[2] = intern(state.strings, '["a');
    },
  ],
  [
    'a pair in another form',
    /face of object 1 is not a value/,
    (state) => {
      state.cellValues[3] = intern(state.strings, '5 , 5');
    },
  ],
])('%s is refused', (_, message, harm) => {
  const state = scene();
  harm(state);
  expect(() => {
    checkState(state);
  }).toThrow(message);
});
