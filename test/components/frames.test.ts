import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  frameColumnNames,
  clearFrames,
  demandFrames,
  frameCount,
  openFrame,
  popFrame,
} from '../../src/components/frames.js';
import { pushFrame } from '../support/push-frame.js';
import { createState, growState, roomOf } from '../../src/state/world-state.js';
import type { WorldState } from '../../src/components/state.js';
import { WorldFullError } from '../../src/kernel/errors.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { galaxyModel } from '../support/hand-model.js';

const stateFor = (frames: number): WorldState =>
  createState(
    { ...galaxyModel, triggers: ['any'] },
    defaultLimits,
    { capacity: 4, lanes: 1, factions: 1, streams: 1, frames },
    '1',
    false,
  );
const frameAt = (state: WorldState, row: number): readonly number[] =>
  frameColumnNames.map((name) => state.frames[name][row]);

test('the last frame is on top, and begins with what it was given', () => {
  const state = stateFor(4);
  pushFrame(state, { does: 1, list: 7 });
  const top = pushFrame(state, {
    does: 2,
    list: 3,
    at: 4,
    depth: 5,
    trigger: 6,
    occurrence: 7,
    mark: 8,
    memo: 10,
    subject: 2 ** 40,
    direct: 9,
    controller: 11,
  });
  expect(frameCount(state)).toBe(top);
  expect(Object.fromEntries(frameColumnNames.map((name) => [name, state.frames[name][top]]))).toEqual({
    does: 2,
    list: 3,
    at: 4,
    stage: 0,
    depth: 5,
    trigger: 6,
    occurrence: 7,
    mark: 8,
    memo: 10,
    subject: 2 ** 40,
    direct: 9,
    actSubject: 0,
    actDirect: 0,
    controller: 11,
  });
  popFrame(state);
  expect(frameCount(state)).toBe(1);
  expect(state.frames.list[1]).toBe(7);
});

test('a row that is not used holds zeros', () => {
  const state = stateFor(3);
  for (let i = 1; i <= 3; i++)
    pushFrame(state, { does: i, list: i, at: i, depth: i, trigger: i, subject: i, direct: i });
  state.frames.stage[3] = state.frames.actSubject[3] = state.frames.actDirect[3] = 8;
  popFrame(state);
  expect(new Set(frameAt(state, 3))).toEqual(new Set([0]));
  clearFrames(state);
  expect(frameCount(state)).toBe(0);
  expect(new Set([1, 2].flatMap((row) => frameAt(state, row)))).toEqual(new Set([0]));
});

test('one frame too many is refused, and nothing changes', () => {
  const state = stateFor(2);
  pushFrame(state, { does: 1 });
  expect(() => {
    demandFrames(state, 1);
  }).not.toThrow();
  expect(() => {
    demandFrames(state, 2);
  }).toThrow(WorldFullError);
  pushFrame(state, { does: 2 });
  expect(() => pushFrame(state, { does: 3 })).toThrow(WorldFullError);
  expect([frameCount(state), state.frames.does[2]]).toEqual([2, 2]);
});

test('frames stay as they are when room is made in the middle of things', () => {
  const state = stateFor(2);
  pushFrame(state, { does: 1, subject: 11 });
  pushFrame(state, { does: 2, subject: 12 });
  const before = [frameAt(state, 1), frameAt(state, 2)];
  growState(state, roomOf(state).capacity, roomOf(state).lanes, { frames: 4 });
  expect([frameAt(state, 1), frameAt(state, 2)]).toEqual(before);
  expect(pushFrame(state, { does: 3 })).toBe(3);
});

test('a frame that is opened by numbers holds nothing else, whatever lay in its row before', () => {
  const act = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('push', 'open') },
    { weight: 2, arbitrary: fc.constant('pop') },
    { weight: 1, arbitrary: fc.constantFrom('clear', 'grow') },
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const state = stateFor(3);
      const zeros = frameColumnNames.map(() => 0);
      // All columns by name, so that one that is added later is not forgotten.
      const soil = (row: number): void => {
        for (const name of frameColumnNames) state.frames[name][row] = -row - 1;
      };
      for (const each of acts) {
        if (each === 'grow')
          growState(state, roomOf(state).capacity, roomOf(state).lanes, { frames: roomOf(state).frames + 1 });
        else if (each === 'clear') clearFrames(state);
        else if (each === 'pop' && frameCount(state) > 0) popFrame(state);
        else if (each !== 'pop' && frameCount(state) < roomOf(state).frames) {
          const row = each === 'push' ? pushFrame(state, { does: 1 }) : openFrame(state, 1, 2, 3, 4);
          const given: Readonly<Record<string, number>> =
            each === 'push' ? { does: 1, trigger: -1 } : { does: 1, list: 2, depth: 3, trigger: 4 };
          expect(frameAt(state, row)).toEqual(frameColumnNames.map((name) => given[name] ?? 0));
          soil(row);
        }
        for (let row = frameCount(state) + 1; row <= roomOf(state).frames; row++)
          expect(frameAt(state, row)).toEqual(zeros);
      }
    }),
  );
});

test('one frame too many is not opened either, and nothing changes', () => {
  const state = stateFor(1);
  openFrame(state, 1, 2, 3, 4);
  expect(() => openFrame(state, 5, 6, 7, 8)).toThrow(WorldFullError);
  expect([frameCount(state), frameAt(state, 1).slice(0, 2)]).toEqual([1, [1, 2]]);
});
