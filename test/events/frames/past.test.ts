import { describe, expect, test } from 'vitest';
import { type AbilitySource, timingStage, toldIn } from '../../support/timing-world.js';

const executors = ['compiled', 'reference'] as const;
const blood: AbilitySource = { name: 'blood', class: 'rulebook', on: 'hit', first: true, do: [{ tell: 'blood' }] };

describe.each(executors)('the first of a turn (%s)', (executor) => {
  const startsIn = (told: readonly string[]): readonly string[] => told.filter((each) => each.startsWith('B '));

  test('is answered once, until the turn of its players ends', () => {
    const { world, units, sides } = timingStage({ abilities: [blood] }, { executor });
    const hit = (): readonly string[] =>
      startsIn(toldIn((options) => world.events.raise('hit', { unit: units[0], amount: 1 }, options)));
    expect([hit(), hit()]).toEqual([['B blood'], []]);
    // Turns of the world are none of theirs.
    world.step();
    expect(hit()).toEqual([]);
    world.events.raise('dusk', { player: sides[1] });
    expect([hit(), hit()]).toEqual([['B blood'], []]);
  });

  test('is answered once in a turn of the world, where players have no turns', () => {
    const { world, units } = timingStage({ abilities: [blood], turns: false }, { executor });
    const hit = (): readonly string[] =>
      startsIn(toldIn((options) => world.events.raise('hit', { unit: units[0], amount: 1 }, options)));
    expect([hit(), hit()]).toEqual([['B blood'], []]);
    world.step();
    expect([hit(), hit()]).toEqual([['B blood'], []]);
    world.triggers.advance(1);
    expect(hit()).toEqual([]);
  });

  test('of several at once is the one in front, and what did not happen is none', () => {
    const shield: AbilitySource = {
      name: 'shield',
      class: 'prevent',
      carrier: { class: 'guard' },
      own: true,
      on: 'hit',
    };
    const { world, units } = timingStage({ abilities: [shield, blood] }, { executor });
    expect(startsIn(toldIn((options) => world.events.raise('hit', { unit: units[1], amount: 1 }, options)))).toEqual(
      [],
    );
    const told = toldIn((options) =>
      world.events.raiseAll(
        [0, 2].map((i) => ({ type: 'hit', values: { unit: units[i], amount: 1 } })),
        options,
      ),
    );
    expect(startsIn(told)).toEqual(['B blood']);
  });

  test('is the first of all that it listens to, with where', () => {
    const strong: AbilitySource = {
      name: 'strong',
      class: 'trait',
      first: true,
      on: [{ type: 'hit', where: 'occurrence.amount > 1' }, 'fall'],
      do: [{ tell: 'strong' }],
    };
    const { world, units } = timingStage({ abilities: [strong] }, { executor });
    const hit = (amount: number): readonly string[] =>
      startsIn(toldIn((options) => world.events.raise('hit', { unit: units[0], amount }, options)));
    expect([hit(1), hit(2), hit(2)]).toEqual([[], ['B strong'], []]);
    expect(startsIn(toldIn((options) => world.events.raise('fall', { unit: units[1] }, options)))).toEqual([]);
  });

  test('with a condition that is not true is over all the same', () => {
    const grim: AbilitySource = { ...blood, if: 'occurrence.amount > 1' };
    const { world, units } = timingStage({ abilities: [grim] }, { executor });
    const hit = (amount: number): readonly string[] =>
      startsIn(toldIn((options) => world.events.raise('hit', { unit: units[0], amount }, options)));
    expect([hit(1), hit(2)]).toEqual([[], []]);
  });

  test('is the same in copies of the world', () => {
    const { world, units } = timingStage({ abilities: [blood] }, { executor });
    world.events.raise('hit', { unit: units[0], amount: 1 });
    for (const copy of [world.fork(), world])
      expect(startsIn(toldIn((options) => copy.events.raise('hit', { unit: units[0], amount: 1 }, options)))).toEqual(
        [],
      );
  });
});

describe.each(executors)('what lasts for a turn (%s)', (executor) => {
  const abilities: readonly AbilitySource[] = [
    { name: 'ward', class: 'trait', on: 'note', until: 'turn', do: [{ tell: 'ward' }] },
    {
      name: 'gift',
      class: 'trait',
      on: 'boost',
      do: [
        { add: 'vow', self: 'target' },
        { add: 'oath', self: 'target' },
      ],
    },
    { name: 'vow', class: 'delayed', carrier: 'created', at: 'after', on: 'note', do: [{ tell: 'vow' }] },
    {
      name: 'oath',
      class: 'delayed',
      carrier: 'created',
      at: 'after',
      on: 'note',
      until: 'game',
      do: [{ tell: 'oath' }],
    },
  ];
  const startsIn = (told: readonly string[]): readonly string[] => told.filter((each) => each.startsWith('B '));

  test('is gone when a turn of the players ends, and not with that of the world', () => {
    const { world, units, sides } = timingStage({ abilities, players: 'side' }, { executor });
    world.events.raise('boost', { unit: units[0], amount: 1 });
    world.events.answerWith(() => 0);
    world.run(2);
    expect(toldIn((options) => world.events.raise('dusk', { player: sides[1] }, options))).toEqual([
      'lapse ward',
      'lapse vow',
      'apply dusk',
    ]);
    expect(startsIn(toldIn((options) => world.events.raise('note', { unit: units[0] }, options)))).toEqual(['B oath']);
  });

  test('is gone when a turn of the world ends, where players have none', () => {
    const { world, units } = timingStage({ abilities, turns: false }, { executor });
    world.events.raise('boost', { unit: units[0], amount: 1 });
    const told: string[] = [];
    world.triggers.hear((event) => {
      if (event.kind === 'lapse') told.push(event.name);
    });
    world.step();
    expect(told).toEqual(['ward', 'vow']);
    expect(startsIn(toldIn((options) => world.events.raise('note', { unit: units[0] }, options)))).toEqual(['B oath']);
    world.step();
    expect(told).toEqual(['ward', 'vow']);
  });

  test('is there again where the turn is undone', () => {
    const { world, units } = timingStage({ abilities, turns: false }, { executor });
    world.events.raise('boost', { unit: units[0], amount: 1 });
    const before = world.snapshot();
    const hash = world.hash();
    world.step();
    expect(world.hash()).not.toBe(hash);
    world.restore(before);
    expect(world.hash()).toBe(hash);
    world.events.answerWith(() => 0);
    const told = toldIn((options) => {
      world.events.raise('note', { unit: units[0] }, options);
      while (world.events.optionCount > 0) world.events.decide(0, undefined, options);
    });
    expect(startsIn(told)).toEqual(['B ward', 'B vow', 'B oath']);
  });
});
