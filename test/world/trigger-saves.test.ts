import { describe, expect, test } from 'vitest';
import { columnOf, header } from '../../src/kernel/arena.js';
import { decodeSnapshot, encodeSnapshot, restoreInto } from '../../src/kernel/snapshot.js';
import { captureState, createState } from '../../src/state/world-state.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { loadWorld } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { counts, does, triggerWorld } from '../support/trigger-world.js';

function delayedWorld(): World {
  const world = triggerWorld([{ actions: [does({ by: 'group', list: 2 }), counts('a')] }, { actions: [counts('b')] }], {
    lists: [[does({ by: 'delay', ticks: 2 }), counts('b')]],
  });
  world.triggers.advance(1);
  world.triggers.arm(1);
  world.triggers.poll({ steps: 2 });
  return world;
}

/** The saved world with something in it changed, its check sum right. */
function changed(
  world: World,
  change: (set: (name: string, row: number, value: number) => void, words: Uint32Array) => void,
): Uint8Array {
  const { snapshot } = decodeSnapshot(world.save());
  const state = createState(
    world.program.model,
    defaultLimits,
    { capacity: 1_024, lanes: 4_096, factions: 31, streams: 16 },
    '1',
    false,
  );
  restoreInto(state.arena, snapshot);
  change((name, row, value) => {
    const type = state.arena.layout.columns.find((column) => column.name === name)?.type ?? 'i32';
    columnOf(state.arena, name, type)[row] = value;
  }, state.arena.header);
  return encodeSnapshot(captureState(state), world.program.fingerprint);
}

describe('a saved world', () => {
  test('keeps what runs and what waits', () => {
    const world = delayedWorld();
    const twin = loadWorld(world.program, world.save());
    expect(twin.hash()).toBe(world.hash());
    for (const each of [world, twin]) {
      each.triggers.resume();
      each.triggers.advance(4);
    }
    expect(twin.hash()).toBe(world.hash());
    expect([twin.triggers.isPaused, twin.triggers.delayed, twin.triggers.time]).toEqual([false, 0, 5]);
  });

  test.each([
    ['an unknown list', 'parked.list', 1, 9, 'runs an unknown list'],
    ['an unknown sort of frame', 'frame.does', 1, 7, 'is of an unknown kind'],
    ['a part below everything', 'frame.does', 1, 6, 'a part of a list runs by itself'],
    ['an unknown trigger', 'frame.trigger', 1, 2, 'is of an unknown trigger'],
    ['a role that is no number', 'parked.subject', 1, Number.NaN, 'has a role that is not an object'],
    ['a delay that parks nothing', 'delay.count', 1, 0, 'parks no frames'],
    ['a delay that parks more than there is', 'delay.count', 1, 5, 'parks no frames'],
    ['a delay that parks a sweep', 'parked.does', 1, 3, 'parks a frame that is not of a list'],
  ])('with %s is refused', (_, column, row, value, message) => {
    const world = delayedWorld();
    const bytes = changed(world, (set) => {
      set(column, row, value);
    });
    expect(() => loadWorld(world.program, bytes)).toThrow(message);
  });

  test('that counts more delays than it has room for is refused', () => {
    const world = delayedWorld();
    const bytes = changed(world, (_, words) => {
      words[header.delaysGone] = 9;
    });
    expect(() => loadWorld(world.program, bytes)).toThrow('more delays have gone than there were');
  });
});
