import { describe, expect, test } from 'vitest';
import {
  clearOccurrences,
  fieldOf,
  forgetPast,
  isUsed,
  keepPast,
  noteUse,
  numberOccurrence,
  occurred,
  occurrenceCount,
  popMemories,
  popOccurrences,
  popUses,
  pushMemories,
  pushOccurrence,
  setField,
  status,
} from '../../src/components/occurrence-stack.js';
import { hashBoard, hashState } from '../../src/state/state-hash.js';
import { captureState, growState, restoreState, roomOf } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { setGone } from '../../src/components/copies.js';
import { setStep, stepOf } from '../../src/components/clock.js';
import { header } from '../../src/kernel/arena.js';
import { WorldFullError } from '../../src/kernel/errors.js';
import { emptyTimingState, midWindow } from '../support/timing-state.js';

/** All rows of the columns that belong to a dimension, row 0 too. */
function columnsFor(state: WorldState, dimension: string): readonly (readonly number[])[] {
  return state.arena.columns
    .filter((_, i) => state.arena.layout.columns[i].dimension === dimension)
    .map((column) => [...column]);
}

const isZero = (state: WorldState, dimension: string): boolean =>
  columnsFor(state, dimension).every((column) => column.every((value) => value === 0));

describe('a stack of occurrences', () => {
  test('numbers them from 1, and begins with nothing known of them', () => {
    const state = emptyTimingState();
    const first = pushOccurrence(state, 0, 0);
    const second = pushOccurrence(state, 1, 1, status.point);
    expect([first, second, occurrenceCount(state), occurred(state)]).toEqual([1, 2, 2, 2]);
    expect(
      [first, second].map((row) => [
        state.occurrences.type[row],
        state.occurrences.status[row],
        state.occurrences.id[row],
        state.occurrences.parent[row],
      ]),
    ).toEqual([
      [0, status.live, 1, 0],
      [1, status.point, 2, 1],
    ]);
    expect([0, 1, 2].map((field) => fieldOf(state, second, field))).toEqual([NaN, NaN, NaN]);
  });

  test('keeps the values of each apart; a field that there is not is absent', () => {
    const state = emptyTimingState();
    const [first, second] = [pushOccurrence(state, 0, 0), pushOccurrence(state, 0, 0)];
    setField(state, first, 2, 7);
    setField(state, second, 0, -1);
    expect([first, second].map((row) => [-1, 0, 1, 2].map((field) => fieldOf(state, row, field)))).toEqual([
      [NaN, NaN, NaN, 7],
      [NaN, -1, NaN, NaN],
    ]);
  });

  test('leaves nothing after of what is taken off, and numbers on', () => {
    const state = midWindow();
    popOccurrences(state, 1);
    expect([occurrenceCount(state), fieldOf(state, 1, 0), fieldOf(state, 2, 1)]).toEqual([1, 3, 0]);
    popOccurrences(state, 0);
    expect(isZero(state, 'occurrence')).toBe(true);
    expect(state.occurrences.id[pushOccurrence(state, 0, 0)]).toBe(3);
  });

  test('counts on past 32 bits', () => {
    const state = emptyTimingState();
    state.arena.header[header.occurredLow] = 2 ** 32 - 1;
    expect([numberOccurrence(state), numberOccurrence(state), occurred(state)]).toEqual([
      2 ** 32,
      2 ** 32 + 1,
      2 ** 32 + 1,
    ]);
  });

  test.each<[string, (state: WorldState) => void]>([
    [
      'occurrence',
      (state) => {
        pushOccurrence(state, 0, 0);
      },
    ],
    [
      'use',
      (state) => {
        noteUse(state, 1, 1, 0, 0);
      },
    ],
    [
      'past occurrence',
      (state) => {
        keepPast(state, 1);
      },
    ],
    [
      'pair of memories',
      (state) => {
        pushMemories(state, 2);
      },
    ],
  ])('refuses one %s too many, and nothing changes', (_what, add) => {
    const state = emptyTimingState(2);
    const full = (): void => {
      for (let i = 0; i < 3; i++) add(state);
    };
    expect(full).toThrow(WorldFullError);
    const before = hashState(state);
    expect(() => {
      add(state);
    }).toThrow('frames');
    expect(hashState(state)).toBe(before);
    growState(state, 20, 1, { frames: 4 });
    expect(hashState(state)).toBe(before);
    expect(() => {
      add(state);
    }).not.toThrow();
  });
});

describe('uses', () => {
  test('are of one occurrence, ability, object and copy, after a row', () => {
    const state = emptyTimingState();
    noteUse(state, 1, 5, 7, 9);
    expect(isUsed(state, 0, 1, 5, 7, 9)).toBe(true);
    for (const [occurrence, ability, source, number] of [
      [2, 5, 7, 9],
      [1, 6, 7, 9],
      [1, 5, 8, 9],
      [1, 5, 7, 0],
    ])
      expect(isUsed(state, 0, occurrence, ability, source, number)).toBe(false);
    expect(isUsed(state, 1, 1, 5, 7, 9)).toBe(false);
    noteUse(state, 2, 5, 7, 9);
    popUses(state, 1);
    expect([isUsed(state, 0, 1, 5, 7, 9), isUsed(state, 0, 2, 5, 7, 9)]).toEqual([true, false]);
    popUses(state, 0);
    expect(isZero(state, 'use')).toBe(true);
  });
});

describe('what is remembered, and what is past', () => {
  test('lies after what is there already, and is gone when it is taken off', () => {
    const state = emptyTimingState();
    expect([pushMemories(state, 3), pushMemories(state, 2)]).toEqual([1, 4]);
    state.memories.fill(8, 1, 6);
    popMemories(state, 3);
    expect([...state.memories.subarray(0, 7)]).toEqual([0, 8, 8, 8, 0, 0, 0]);
    expect(pushMemories(state, 1)).toBe(4);
  });

  test('stays as it was when the occurrence goes on, until it is forgotten', () => {
    const state = midWindow();
    setField(state, 1, 0, 99);
    const { fieldCount, past } = state;
    expect([past.type[1], past.id[1], ...past.values.subarray(fieldCount, fieldCount + 1)]).toEqual([0, 1, 3]);
    clearOccurrences(state);
    expect([
      state.arena.header[header.past],
      occurrenceCount(state),
      isZero(state, 'occurrence'),
      isZero(state, 'use'),
      isZero(state, 'memory'),
    ]).toEqual([1, 0, true, true, true]);
    forgetPast(state);
    expect([state.arena.header[header.past], isZero(state, 'past')]).toEqual([0, true]);
  });
});

describe('in the middle of a window', () => {
  test('a snapshot brings everything back, also into a world with other room', () => {
    const state = midWindow();
    const before = hashState(state);
    const snapshot = captureState(state);
    clearOccurrences(state);
    forgetPast(state);
    setStep(state, 0);
    for (let i = 0; i < 9; i++) pushOccurrence(state, 1, 0);
    expect(hashState(state)).not.toBe(before);
    restoreState(state, snapshot);
    expect([hashState(state), stepOf(state), occurrenceCount(state), state.occurrences.type[5]]).toEqual([
      before,
      2,
      2,
      0,
    ]);
    const twin = emptyTimingState(40);
    restoreState(twin, snapshot);
    expect(hashState(twin)).toBe(before);
    expect(captureState(twin).used).toBe(snapshot.used);
  });

  test('a world grows with everything in its place', () => {
    const state = midWindow();
    const before = hashState(state);
    growState(state, 40, 1, { frames: 100 });
    expect([hashState(state), roomOf(state).frames, fieldOf(state, 1, 0)]).toEqual([before, 100, 3]);
  });

  test('the snapshot takes rows in use, and no others', () => {
    expect(captureState(midWindow(500)).used).toBe(captureState(midWindow()).used);
  });

  test.each<[string, (state: WorldState) => void]>([
    [
      'a status',
      (state) => {
        state.occurrences.status[1] = status.cancelled;
      },
    ],
    [
      'a value',
      (state) => {
        setField(state, 1, 2, 1);
      },
    ],
    [
      'a value that is absent',
      (state) => {
        setField(state, 2, 1, NaN);
      },
    ],
    [
      'a use',
      (state) => {
        noteUse(state, 1, 7, 0, 0);
      },
    ],
    [
      'what a use is of',
      (state) => {
        state.uses.ability[1] = -2;
      },
    ],
    [
      'what is remembered',
      (state) => {
        state.memories[3] = 2;
      },
    ],
    [
      'a past value',
      (state) => {
        state.past.values[state.fieldCount] = 4;
      },
    ],
    [
      'the past',
      (state) => {
        forgetPast(state);
      },
    ],
    [
      'a copy',
      (state) => {
        state.copies.controller[1] = 5;
      },
    ],
    [
      'an ability that is gone',
      (state) => {
        setGone(state, 1);
      },
    ],
    [
      'the step',
      (state) => {
        setStep(state, 1);
      },
    ],
    [
      'how many there were',
      (state) => {
        numberOccurrence(state);
      },
    ],
    [
      'how many were created',
      (state) => {
        state.arena.header[header.copyNumber]++;
      },
    ],
    [
      'a frame',
      (state) => {
        state.frames.memo[1] = 1;
      },
    ],
    [
      'an answer',
      (state) => {
        state.answers[++state.arena.header[header.answers]] = 2;
      },
    ],
  ])('the hash knows %s', (_what, change) => {
    const state = midWindow();
    const before = hashState(state);
    expect(hashState(midWindow())).toBe(before);
    change(state);
    expect(hashState(state)).not.toBe(before);
  });
});

describe('the hash of how things stand', () => {
  const board = (state: WorldState): string => hashBoard(state, [1]);

  test('knows nothing of what runs, nor of what only rises', () => {
    const state = midWindow();
    const before = board(state);
    clearOccurrences(state);
    numberOccurrence(state);
    state.copies.number[2] = ++state.arena.header[header.copyNumber];
    state.frames.memo[1] = 3;
    expect(board(state)).toBe(before);
    expect(hashBoard(state, [2])).not.toBe(before);
  });

  test.each<[string, (state: WorldState) => void]>([
    [
      'the step',
      (state) => {
        setStep(state, 0);
      },
    ],
    [
      'the past',
      (state) => {
        forgetPast(state);
      },
    ],
    [
      'what is gone',
      (state) => {
        setGone(state, 1);
      },
    ],
    [
      'whose a copy is',
      (state) => {
        state.copies.source[1] = 0;
      },
    ],
  ])('knows %s', (_what, change) => {
    const state = midWindow();
    const before = board(state);
    change(state);
    expect(board(state)).not.toBe(before);
  });
});
