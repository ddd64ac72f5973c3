import { expect, test } from 'vitest';
import type { TriggerEvent } from '../../../src/events/event.js';
import { writeCell } from '../../../src/components/cells.js';
import { resolve } from '../../../src/kernel/identity.js';
import { stateCopy } from '../../support/state-copy.js';
import { type AbilitySource, shortly, timingStage } from '../../support/timing-world.js';

test('an answer that nobody needs any more is not given to the next question', () => {
  const bars: AbilitySource = {
    name: 'bars',
    class: 'prevent',
    carrier: { class: 'scout' },
    on: 'boost',
    live: 'self.health > 0',
    do: [{ raise: 'note' }],
  };
  const hears: AbilitySource = { name: 'hears', class: 'trait', on: 'note', do: [{ tell: 'heard' }] };
  const { world, units } = timingStage({ abilities: [bars, hears] });
  world.events.raise('boost', { unit: units[1], amount: 1 });
  const { state, machine, context } = stateCopy(world);
  expect(machine.question(context, true)).toMatchObject({ kind: 'order', count: 2 });
  // Only one of the two is left by then, so that nobody is asked which goes first.
  const health = state.model.columns.find(({ name }) => name === 'health');
  if (health === undefined) throw new Error('there is no health');
  writeCell(state, health, resolve(state.identity, units[2]), 0);
  const told: (string | undefined)[] = [];
  expect(
    machine.answer(context, 0, {
      listen: (event: TriggerEvent) => {
        told.push(shortly(event));
      },
    }),
  ).toBe(true);
  expect(told.filter((line) => line !== undefined)).toEqual([
    'A bars',
    'cancel boost',
    'apply note',
    'B hears',
    'end hears',
  ]);
});

test("what stands in the place of an effect's occurrence keeps nothing of the effect", () => {
  const wounds: AbilitySource = {
    name: 'wounds',
    class: 'trait',
    carrier: { class: 'scout' },
    own: true,
    on: 'boost',
    do: [{ meter: 'health', add: -1 }],
  };
  const turns: AbilitySource = {
    name: 'turns',
    class: 'substitute',
    carrier: { kind: 'unit' },
    own: true,
    on: { loses: 'health' },
    into: { type: 'note' },
  };
  const sees: AbilitySource = {
    name: 'sees',
    class: 'reaction',
    carrier: { kind: 'unit' },
    own: true,
    at: 'before',
    on: ['note', { loses: 'health' }],
    do: [],
  };
  const [kept, replaced] = [
    [wounds, sees],
    [wounds, turns, sees],
  ].map((abilities) => {
    const { world, units } = timingStage({ abilities });
    world.events.raise('boost', { unit: units[0], amount: 1 });
    expect(world.events.decision).toMatchObject({ kind: 'react', at: 'before' });
    const { effect, maker, rule, answered, controller } = stateCopy(world).state.occurrences;
    return [effect, maker, rule, answered, controller].map((column) => column[2]);
  });
  expect(kept.map((value) => value !== 0)).toEqual([true, true, true, true, true]);
  expect(replaced).toEqual([0, 0, 0, 0, 0]);
});
