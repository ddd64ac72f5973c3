import { expect, test } from 'vitest';
import type { ExecutorName } from '../../../src/world/api.js';
import { type AbilitySource, timingStage } from '../../support/timing-world.js';
import { heavy, longTest } from '../../support/heavy.js';

/** There is room for 64 frames, uses and occurrences at first; what takes more moves all that there is. */
const counts = [63, 64, 65, 60, 70, 140].slice(0, heavy(3, 6));
const executors: readonly ExecutorName[] = ['compiled', 'reference'];

test.each(executors)('what sources yield is counted where there is no room for their uses, executor %s', (executor) => {
  const treasure: AbilitySource = {
    name: 'treasure',
    class: 'trait',
    carrier: { class: 'scout' },
    on: 'toll',
    at: 'when',
    yields: 1,
    controller: 'objects(side).first()',
    do: [],
  };
  // The interpreter asks each of them about all the others, and has no such room.
  const gold = (executor === 'compiled' ? counts : counts.slice(0, 3)).map((count) => {
    const { world, sides } = timingStage({ abilities: [treasure] }, { executor });
    for (let i = 2; i < count; i++) world.spawn({ class: 'scout', owner: sides[1] });
    world.events.pay('toll', 'paid', { player: sides[0], amount: count });
    while (world.events.decision !== undefined) world.events.decide(0);
    return world.get(sides[0], 'gold');
  });
  expect(gold).toEqual(gold.map(() => 1));
});

test.each(executors)(
  'each occurrence of a batch is taken by itself where there is no room for that, executor %s',
  (executor) => {
    const heals: AbilitySource = {
      name: 'heals',
      class: 'trait',
      on: 'boost',
      at: 'before',
      do: [{ meter: 'health', add: 1 }],
    };
    for (const count of counts) {
      const { world, sides } = timingStage(
        { abilities: [heals], players: 'nobody', policy: { grouping: 'perOccurrence' } },
        { executor },
      );
      const units = Array.from({ length: count }, () => world.spawn({ class: 'scout', owner: sides[0] }));
      world.events.raiseAll(units.map((unit) => ({ type: 'boost', values: { unit, amount: 1 } })));
      expect(
        units.map((unit) => [world.get(unit, 'health'), world.get(unit, 'strength')]),
        `${count} occurrences`,
      ).toEqual(units.map(() => [6, 3]));
    }
  },
);

test.each(executors)(
  'an effect finds its target gone where those before it have made the world grow, executor %s',
  (executor) => {
    const parts: AbilitySource = {
      name: 'parts',
      class: 'trait',
      carrier: { kind: 'unit' },
      own: true,
      on: 'boost',
      do: [
        { create: 'scout', count: 6, on: 'source' },
        { destroy: true, on: 'source' },
        { bind: 'hero', to: 'objects(unit).first()' },
      ],
    };
    const hashes = [6, 1000].map((capacity) => {
      const { world, units } = timingStage({ abilities: [parts] }, { executor, reserve: { objects: capacity } });
      world.events.raise('boost', { unit: units[1], amount: 1 });
      expect(world.isLive(units[1])).toBe(false);
      return world.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
  },
);

test.each(executors)('abilities that are created stay within a limit, executor %s', (executor) => {
  const breeds: AbilitySource = { name: 'breeds', class: 'trait', on: 'boost', do: [{ add: 'vow' }] };
  const vow: AbilitySource = { name: 'vow', class: 'trait', carrier: 'created', on: 'fall', do: [] };
  const { world, units } = timingStage({ abilities: [breeds, vow] }, { executor, limits: { waiting: 3 } });
  const boost = (): unknown => world.events.raise('boost', { unit: units[0], amount: 1 });
  for (let i = 0; i < 3; i++) boost();
  const before = world.hash();
  expect(boost).toThrow(expect.objectContaining({ code: 'limit-waiting', culprit: 'vow' }));
  expect(world.hash()).toBe(before);
});

test.each(executors)('so do occurrences that are remembered, executor %s', (executor) => {
  const blood: AbilitySource = { name: 'blood', class: 'rulebook', on: 'hit', first: true, do: [] };
  const { world, units, sides } = timingStage({ abilities: [blood] }, { executor, limits: { waiting: 3 } });
  const hit = (): unknown => world.events.raise('hit', { unit: units[0], amount: 1 });
  for (let i = 0; i < 3; i++) hit();
  const before = world.hash();
  expect(hit).toThrow(expect.objectContaining({ code: 'limit-waiting', culprit: 'hit' }));
  expect(world.hash()).toBe(before);
  world.events.raise('dusk', { player: sides[1] });
  hit();
});

longTest('more answers at once than there is memory for are refused before it is taken', () => {
  const cheers: AbilitySource = {
    name: 'cheers',
    class: 'trait',
    carrier: { class: 'scout' },
    on: 'boost',
    at: 'before',
    do: [],
  };
  const { world, units, sides } = timingStage({ abilities: [cheers] });
  for (let i = 0; i < 2_100; i++) world.spawn({ class: 'scout', owner: sides[0] });
  const before = world.hash();
  const boosts = Array.from({ length: 2_100 }, () => ({ type: 'boost', values: { unit: units[0], amount: 1 } }));
  expect(() => world.events.raiseAll(boosts)).toThrow(
    expect.objectContaining({ code: 'limit-answers', culprit: 'cheers' }) as Error,
  );
  expect(world.hash()).toBe(before);
});

test.each(executors)('what is remembered is remembered once where there is no room for it, executor %s', (executor) => {
  const recalls: AbilitySource = {
    name: 'recalls',
    class: 'reaction',
    on: 'boost',
    if: 'was(occurrence.unit.health) > 0',
    controller: 'objects(side).first()',
    do: [],
  };
  const [fresh, grown] = [0, 1].map(() => timingStage({ abilities: [recalls] }, { executor }));
  const boosts = Array.from({ length: 30 }, () => ({ type: 'boost', values: { unit: fresh.units[0], amount: 1 } }));
  const before = fresh.world.snapshot();
  grown.world.events.raiseAll([...boosts, ...boosts]);
  grown.world.restore(before);
  const hashes = [fresh, grown].map(({ world }) => {
    world.events.raiseAll(boosts);
    expect(world.events.decision).toMatchObject({ kind: 'react', at: 'after' });
    return world.hash();
  });
  expect(hashes[0]).toBe(hashes[1]);
});
