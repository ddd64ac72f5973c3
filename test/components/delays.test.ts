import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countDown, delayCount, delayRow, dropFirst, park, unpark } from '../../src/components/delays.js';
import { clearFrames, frameCount } from '../../src/components/frames.js';
import { pushFrame } from '../support/push-frame.js';
import { captureState, createState, growState, restoreState, roomOf } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { header } from '../../src/kernel/arena.js';
import { WorldFullError } from '../../src/kernel/errors.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { propertyRuns } from '../support/choices.js';
import { galaxyModel } from '../support/hand-model.js';
import { heavy } from '../support/heavy.js';

const stateFor = (frames: number): WorldState =>
  createState(
    { ...galaxyModel, triggers: ['any'] },
    defaultLimits,
    { capacity: 4, lanes: 1, factions: 1, streams: 1, frames },
    '1',
    false,
  );

interface Entry {
  readonly left: number;
  readonly stuck: boolean;
  /** Of its frames. */
  readonly lists: readonly number[];
}

/** Parks frames of these lists, which lie on top of what runs. */
function parkLists(state: WorldState, lists: readonly number[], position: number, left = 0, stuck = false): void {
  const from = frameCount(state) + 1;
  for (const list of lists) pushFrame(state, { does: 1, list });
  park(state, from, position, left, stuck, 0);
}

/** The queue as it can be seen. */
function queueOf(state: WorldState): readonly Entry[] {
  const { delays, parked } = state;
  return Array.from({ length: delayCount(state) }, (_, position) => {
    const row = delayRow(state, position);
    return {
      left: delays.left[row],
      stuck: delays.stuck[row] === 1,
      lists: Array.from({ length: delays.count[row] }, (_none, i) => parked.list[delays.start[row] + i]),
    };
  });
}

const listsOf = (state: WorldState): readonly (readonly number[])[] => queueOf(state).map(({ lists }) => lists);
const running = (state: WorldState): readonly number[] =>
  Array.from({ length: frameCount(state) }, (_, i) => state.frames.list[i + 1]);
const words = ({ arena }: WorldState): object => ({
  delays: arena.header[header.delays],
  gone: arena.header[header.delaysGone],
  parked: arena.header[header.parked],
});

describe('the queue', () => {
  test('has entries where they are put, and gives back the frames of the first', () => {
    const state = stateFor(16);
    pushFrame(state, { does: 1, list: 99 });
    parkLists(state, [1, 2], 0);
    parkLists(state, [3], 1);
    parkLists(state, [4], 0);
    parkLists(state, [5], 2);
    expect(listsOf(state)).toEqual([[4], [1, 2], [5], [3]]);
    expect(running(state)).toEqual([99]);
    unpark(state);
    unpark(state);
    expect(running(state)).toEqual([99, 4, 1, 2]);
    expect(listsOf(state)).toEqual([[5], [3]]);
  });

  test('counts down what is not stuck, to an end', () => {
    const state = stateFor(8);
    parkLists(state, [1], 0, 5);
    parkLists(state, [2], 1, 6, true);
    parkLists(state, [3], 2, -(2 ** 31) + 1);
    countDown(state, 3);
    expect(queueOf(state).map(({ left }) => left)).toEqual([2, 6, -(2 ** 31)]);
  });

  test('begins again in its first rows when it is empty', () => {
    const state = stateFor(4);
    parkLists(state, [1, 2], 0);
    parkLists(state, [3], 1);
    dropFirst(state);
    dropFirst(state);
    expect(words(state)).toEqual({ delays: 0, gone: 0, parked: 0 });
    expect([...state.parked.list.subarray(1), ...state.delays.count.subarray(1)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('room', () => {
  test('is taken again from entries that are gone, as soon as they are half of all', () => {
    const state = stateFor(4);
    for (const list of [1, 2, 3, 4]) parkLists(state, [list], list - 1);
    dropFirst(state);
    expect(() => {
      parkLists(state, [5], 3);
    }).toThrow(WorldFullError);
    clearFrames(state);
    dropFirst(state);
    parkLists(state, [5], 1);
    expect(listsOf(state)).toEqual([[3], [5], [4]]);
    expect(words(state)).toEqual({ delays: 3, gone: 0, parked: 3 });
    expect([...state.delays.start.subarray(1)]).toEqual([1, 3, 2, 0]);
  });

  test('is taken again from parked frames, in the order in which they lie', () => {
    const state = stateFor(6);
    parkLists(state, [1, 2], 0);
    parkLists(state, [3, 4], 0);
    parkLists(state, [5], 0);
    dropFirst(state);
    dropFirst(state);
    parkLists(state, [6], 0);
    dropFirst(state);
    // Of six rows two are in use, the first ones.
    parkLists(state, [7, 8], 0);
    parkLists(state, [9, 10], 2);
    expect(listsOf(state)).toEqual([
      [7, 8],
      [1, 2],
      [9, 10],
    ]);
    expect(state.parked.list.subarray(1)).toEqual(Int32Array.of(1, 2, 7, 8, 9, 10));
  });

  test('is taken again from parked frames that lie in another order than their entries run in', () => {
    const state = stateFor(6);
    parkLists(state, [1], 0);
    parkLists(state, [2, 3], 0);
    parkLists(state, [4, 5, 6], 0);
    dropFirst(state);
    parkLists(state, [7], 0);
    expect(listsOf(state)).toEqual([[7], [2, 3], [1]]);
    expect(state.parked.list.subarray(1)).toEqual(Int32Array.of(1, 2, 3, 7, 0, 0));
  });

  test('moves frames down over rows that they lie in themselves', () => {
    const state = stateFor(6);
    parkLists(state, [1], 0);
    parkLists(state, [2, 3, 4], 1);
    parkLists(state, [5], 2);
    dropFirst(state);
    unpark(state);
    clearFrames(state);
    parkLists(state, [6, 7], 1);
    expect(listsOf(state)).toEqual([[5], [6, 7]]);
    expect(state.parked.list.subarray(1)).toEqual(Int32Array.of(5, 6, 7, 0, 0, 0));
  });

  test('that there is not changes nothing', () => {
    const state = stateFor(3);
    parkLists(state, [1, 2], 0, 4);
    const before = captureState(state).bytes;
    pushFrame(state, { does: 1, list: 3 });
    pushFrame(state, { does: 1, list: 4 });
    expect(() => {
      park(state, 1, 0, 1, false, 0);
    }).toThrow(WorldFullError);
    expect(running(state)).toEqual([3, 4]);
    expect(() => {
      unpark(state);
    }).toThrow(WorldFullError);
    clearFrames(state);
    expect(captureState(state).bytes).toEqual(before);
  });
});

type Step =
  | readonly ['park', readonly number[], number, number, boolean]
  | readonly ['unpark']
  | readonly ['drop']
  | readonly ['count', number]
  | readonly ['restore'];

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant('park' as const),
      fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 3 }),
      fc.nat(20),
      fc.integer({ min: -3, max: 9 }),
      fc.boolean(),
    ),
  },
  { weight: 2, arbitrary: fc.constant(['unpark'] as const) },
  { weight: 1, arbitrary: fc.constant(['drop'] as const) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('count' as const), fc.nat(4)) },
  { weight: 1, arbitrary: fc.constant(['restore'] as const) },
);

test('any queue is as a plain list, whenever room is made', () => {
  let grown = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const state = stateFor(3);
      let expected: Entry[] = [];
      /** As the world does it: makes room in the middle of things and tries again. */
      const making = (act: () => void): void => {
        try {
          act();
        } catch (error) {
          if (!(error instanceof WorldFullError)) throw error;
          const { capacity, lanes, frames } = roomOf(state);
          growState(state, capacity, lanes, { frames: frames * 2 });
          grown++;
          making(act);
        }
      };
      for (const [does, ...given] of steps) {
        clearFrames(state);
        if (does === 'park') {
          const [lists, at, left, stuck] = given as [readonly number[], number, number, boolean];
          const position = at % (expected.length + 1);
          for (const list of lists)
            making(() => {
              pushFrame(state, { does: 1, list });
            });
          making(() => {
            park(state, 1, position, left, stuck, 0);
          });
          expected.splice(position, 0, { left, stuck, lists });
        } else if (does === 'count') {
          const [ticks] = given as [number];
          countDown(state, ticks);
          expected = expected.map((entry) => (entry.stuck ? entry : { ...entry, left: entry.left - ticks }));
        } else if (does === 'restore') {
          const snapshot = captureState(state);
          making(() => {
            pushFrame(state, { does: 1, list: 50 });
          });
          if (expected.length > 0) dropFirst(state);
          restoreState(state, snapshot);
        } else if (expected.length > 0) {
          const [first] = expected.splice(0, 1);
          if (does === 'drop') dropFirst(state);
          else
            making(() => {
              unpark(state);
            });
          expect(running(state)).toEqual(does === 'drop' ? [] : first.lists);
        }
        expect(queueOf(state)).toEqual(expected);
      }
    }),
    propertyRuns(200),
  );
  expect(grown).toBeGreaterThan(heavy(1, 20));
});
