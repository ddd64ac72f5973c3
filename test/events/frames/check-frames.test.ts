import { expect, test } from 'vitest';
import { checkState } from '../../../src/state/world-state.js';
import { popFrame } from '../../../src/components/frames.js';
import { setField } from '../../../src/components/occurrence-stack.js';
import type { WorldState } from '../../../src/components/state.js';
import { noTiming } from '../../../src/ir/occurrence.js';
import { noTriggers } from '../../../src/ir/trigger.js';
import { checkFrames } from '../../../src/events/frames/frame-kinds.js';
import { frameKind } from '../../../src/events/frames/stack.js';
import { header } from '../../../src/kernel/arena.js';
import { refusal } from '../../support/errors.js';
import { emptyTimingState, midWindow, timingBook } from '../../support/timing-state.js';

const check = (state: WorldState): void => {
  checkState(state);
  checkFrames(state, noTriggers, timingBook);
};

test.each([
  ['an empty state', emptyTimingState],
  ['a state in the middle of a window', midWindow],
])('%s is as a run could have left it', (_what, made) => {
  expect(() => {
    check(made());
  }).not.toThrow();
});

test.each<[string, (state: WorldState) => void, string]>([
  [
    'an unknown type',
    ({ occurrences }) => {
      occurrences.type[1] = 2;
    },
    'occurrence 1 is of an unknown type',
  ],
  [
    'a status that there is not',
    ({ occurrences }) => {
      occurrences.status[2] = 8;
    },
    'occurrence 2 has an unknown status',
  ],
  [
    'no status',
    ({ occurrences }) => {
      occurrences.status[2] = 0;
    },
    'has an unknown status',
  ],
  [
    'a number that was never given',
    ({ occurrences }) => {
      occurrences.id[1] = 3;
    },
    'a number that was never given',
  ],
  [
    'a parent that never was',
    ({ occurrences }) => {
      occurrences.parent[2] = -1;
    },
    'a number that was never given',
  ],
  [
    'an effect below all',
    ({ occurrences }) => {
      occurrences.effect[1] = -1;
    },
    'is of no effect',
  ],
  [
    'a kind that there is not',
    ({ occurrences }) => {
      occurrences.kind[1] = 99;
    },
    'a subject of an unknown kind',
  ],
  [
    'a word that there is not',
    (state) => {
      setField(state, 1, 2, 99);
    },
    'a field size that is not a value of its type',
  ],
  [
    'an object that is no handle',
    (state) => {
      setField(state, 1, 1, 0.5);
    },
    'a field ship that is not a value of its type',
  ],
  [
    'a value where its type has no field',
    (state) => {
      setField(state, 2, 0, 1);
    },
    'a field 0 that its type lacks',
  ],
  [
    'more memories than there are',
    ({ memories }) => {
      memories[1] = 3;
    },
    'has more memories than there are',
  ],
  [
    'memories that are nowhere',
    ({ occurrences }) => {
      occurrences.memo[1] = -4;
    },
    'has more memories than there are',
  ],
  [
    'a memory of another type',
    ({ memories }) => {
      memories[2] = 6;
    },
    'not one that its type remembers',
  ],
  [
    'a memory that is no handle',
    ({ memories }) => {
      memories[5] = -1;
    },
    'not one that its type remembers',
  ],
  [
    'a use for no occurrence',
    ({ uses }) => {
      uses.occurrence[1] = 3;
    },
    'use 1 is for no occurrence',
  ],
  [
    'a past occurrence of an unknown type',
    ({ past }) => {
      past.type[1] = -1;
    },
    'past occurrence 1 is of an unknown type',
  ],
  [
    'a past occurrence of no number',
    ({ past }) => {
      past.id[1] = NaN;
    },
    'past occurrence 1 has a number',
  ],
  [
    'a past value of another type',
    ({ past, fieldCount }) => {
      past.values[fieldCount + 2] = -1;
    },
    'past occurrence 1 has a field size',
  ],
  [
    'a copy of what is not created',
    ({ copies }) => {
      copies.ability[2] = 0;
    },
    'copy 2 is of an ability that is not created',
  ],
  [
    'a copy of nothing',
    ({ copies }) => {
      copies.ability[1] = 2;
    },
    'copy 1 is of an ability that is not created',
  ],
  [
    'a copy of no object',
    ({ copies }) => {
      copies.source[1] = NaN;
    },
    'copy 1 is of an unknown object',
  ],
  [
    'two copies of one number',
    ({ copies }) => {
      copies.number[2] = 1;
    },
    'copy 2 has a number that is not its own',
  ],
  [
    'a copy of a number to come',
    ({ copies }) => {
      copies.number[2] = 3;
    },
    'copy 2 has a number that is not its own',
  ],
  [
    "a gone ability that is never the world's",
    ({ gone }) => {
      gone[2] = 1;
    },
    'ability 1 is gone, which cannot be',
  ],
  [
    'a step that there is not',
    ({ arena }) => {
      arena.header[header.step] = 99;
    },
    'its current step is unknown',
  ],
  [
    'a batch of nothing',
    ({ frames }) => {
      frames.at[1] = 0;
    },
    'frame 1 resolves no occurrences',
  ],
  [
    'a batch of more than there is',
    ({ frames }) => {
      frames.at[4] = 2;
    },
    'frame 4 resolves no occurrences',
  ],
  [
    'a batch that goes on after its last',
    ({ frames }) => {
      frames.direct[1] = frames.at[1] + 1;
    },
    'frame 1 goes on with none of its occurrences',
  ],
  [
    'a batch that goes on in the midst of one',
    ({ frames }) => {
      frames.direct[1] = 0.5;
    },
    'frame 1 goes on with none of its occurrences',
  ],
  [
    'a batch with more uses than there are',
    ({ frames }) => {
      frames.mark[1] = 2;
    },
    'frame 1 began with more than there is',
  ],
  [
    'a batch with more memories than there are',
    ({ frames }) => {
      frames.memo[4] = 6;
    },
    'frame 4 began with more than there is',
  ],
  [
    'a batch at an unknown stage',
    ({ frames }) => {
      frames.stage[1] = 11;
    },
    'frame 1 is at an unknown stage',
  ],
  [
    'a batch too deep',
    ({ frames }) => {
      frames.depth[1] = 257;
    },
    'frame 1 lies deeper',
  ],
  [
    'a point of another batch',
    ({ frames }) => {
      frames.list[2] = 2;
    },
    'frame 2 is at a point of time of no batch',
  ],
  [
    'a point that there is not',
    ({ frames }) => {
      frames.direct[2] = 4;
    },
    'frame 2 is at a point of time of no batch',
  ],
  [
    "a point that takes another's occurrence",
    ({ frames }) => {
      frames.occurrence[2] = 2;
    },
    'frame 2 is at a point of time of no batch',
  ],
  [
    'a point at an unknown stage',
    ({ frames }) => {
      frames.stage[2] = 5;
    },
    'frame 2 is at an unknown stage',
  ],
  [
    'a choice of no ability',
    ({ frames }) => {
      frames.list[3] = 2;
    },
    'frame 3 asks about no ability',
  ],
  [
    'a choice for no occurrence',
    ({ frames }) => {
      frames.occurrence[3] = 3;
    },
    'frame 3 asks about no ability',
  ],
  [
    'a choice at no point',
    ({ frames }) => {
      frames.does[2] = frameKind.batch;
      frames.direct[2] = 0;
    },
    'frame 3 asks about no ability',
  ],
  [
    'a choice of nobody',
    ({ frames }) => {
      frames.controller[3] = NaN;
    },
    'frame 3 has a role that is not an object',
  ],
  [
    'a payment for nothing',
    ({ frames }) => {
      frames.occurrence[5] = 0;
    },
    'frame 5 pays for nothing',
  ],
  [
    'a payment of no sum',
    ({ frames }) => {
      frames.direct[5] = NaN;
    },
    'frame 5 pays for nothing',
  ],
  [
    'a payment for an unknown type',
    ({ frames }) => {
      frames.at[5] = 3;
    },
    'frame 5 pays for nothing',
  ],
  [
    'a change of nothing',
    ({ frames }) => {
      frames.at[6] = 1;
    },
    'frame 6 changes nothing that lasts',
  ],
  [
    'a sort of frame that there is not',
    ({ frames }) => {
      frames.does[6] = 12;
    },
    'frame 6 is of an unknown kind',
  ],
  [
    'a sweep that answers something',
    ({ frames }) => {
      frames.does[6] = frameKind.sweep;
      frames.occurrence[6] = 3;
    },
    'frame 6 answers no occurrence',
  ],
])('a state with %s is refused', (_what, change, message) => {
  const state = midWindow();
  change(state);
  expect(
    refusal(() => {
      check(state);
    }).message,
  ).toContain(message);
});

test('without occurrences there are no frames that resolve them, and no steps', () => {
  const state = midWindow();
  expect(
    refusal(() => {
      checkFrames(state, noTriggers, noTiming);
    }).message,
  ).toContain('its current step is unknown');
  state.arena.header[header.step] = 0;
  expect(
    refusal(() => {
      checkFrames(state, noTriggers);
    }).message,
  ).toContain('frame 1 is of an unknown kind');
  while (state.arena.header[header.frames] > 0) popFrame(state);
  expect(() => {
    checkFrames(state, noTriggers);
  }).not.toThrow();
});
