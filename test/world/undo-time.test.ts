import { expect, test, vi } from 'vitest';
import { setTimeOf } from '../../src/components/clock.js';
import { refusedWith } from '../support/errors.js';
import { type AbilitySource, timingStage } from '../support/timing-world.js';

vi.mock(import('../../src/components/clock.js'), { spy: true });

const flares: AbilitySource = {
  name: 'flares',
  class: 'trait',
  on: 'roll',
  do: [
    { meter: 'strength', add: 1e308 },
    { meter: 'strength', add: 1e308 },
  ],
};

test('time that has passed does not pass again where something after it is taken back', () => {
  const { world, units } = timingStage({ abilities: [flares] });
  world.events.raise('boost', { unit: units[0], amount: 1 });
  world.triggers.advance(40);
  const [hash, ticks] = [world.hash(), vi.mocked(setTimeOf).mock.calls.length];
  expect(ticks).toBeGreaterThanOrEqual(40);
  expect(refusedWith(() => world.events.raise('roll', { unit: units[0] }))).toBe('not-finite');
  expect([world.hash(), world.triggers.time, vi.mocked(setTimeOf).mock.calls.length]).toEqual([hash, 40, ticks]);
});
