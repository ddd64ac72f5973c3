import { describe, expect, test } from 'vitest';
import type { World, WorldOptions } from '../../../src/world/api.js';
import type { WorldEvents } from '../../../src/world/events-api.js';
import { createWorld } from '../../../src/world.js';
import { sound } from './samples.js';

/** What docs/abilities.md and docs/timing.md say of abilities, in worlds. */

const kinds = `meters: { health: { default: 5 }, strength: { default: 2 } }
timing: { players: side }
kinds: { side: { faction: true }, unit: { meters: [health, strength] } }
classes: { scout: { kind: unit, initial: { health: 5 } } }
`;

const executors = ['compiled', 'reference'] as const satisfies readonly WorldOptions['executor'][];

/** What abilities and occurrences tell, with the values. */
function toldBy(
  world: World,
  act: (listen: NonNullable<Parameters<WorldEvents['raise']>[2]>) => void,
): readonly unknown[] {
  const told: unknown[] = [];
  act({
    listen: (event) => {
      if (event.kind === 'message') told.push(event.message.values);
    },
  });
  expect(world.events.decision).toBeUndefined();
  return told;
}

describe.each(executors)('abilities (%s)', (executor) => {
  test('are paid from whatever their class, also without a point of their own', () => {
    const world = createWorld(
      sound(`${kinds}
roles: [hero]
occurrences:
  toll: { fields: { player: side, amount: number } }
  paid: { fields: { player: side } }
abilities:
  - { name: purse, class: prevent, carrier: { kind: side }, on: { type: toll, where: occurrence.player == self }, yields: 2 }
  - { name: chest, class: rulebook, carrier: { kind: side }, on: { type: toll, where: occurrence.player == self }, yields: 1 }
  - { name: vault, class: reaction, carrier: { kind: side }, on: { type: toll, where: occurrence.player == self }, yields: 4 }
  - { name: receipt, class: trait, on: paid, do: [{ meter: strength, add: 1, direct: hero }] }
`),
      { executor },
    );
    const side = world.spawn({ kind: 'side' });
    const hero = world.spawn({ class: 'scout', owner: side });
    world.relations.setRole('hero', hero);
    const pay = (amount: number): readonly (readonly string[])[] => {
      const offered: string[][] = [];
      let isDone = world.events.pay('toll', 'paid', { player: side, amount });
      while (!isDone) {
        offered.push((world.events.decision?.options ?? []).map(({ name }) => name));
        isDone = world.events.decide(0);
      }
      return offered;
    };
    expect(pay(7)).toEqual([
      ['purse', 'chest', 'vault'],
      ['chest', 'vault'],
    ]);
    expect(world.get(hero, 'strength')).toBe(3);
    expect(pay(8)).toEqual([
      ['purse', 'chest', 'vault'],
      ['chest', 'vault'],
    ]);
    expect(world.get(hero, 'strength')).toBe(3);
  });

  test('substitute with the subject and the player of what they replace, and with nothing else of it', () => {
    const world = createWorld(
      sound(`${kinds}
occurrences:
  hit: { fields: { unit: unit, player: side, amount: number }, subject: unit }
  slip: { fields: { whom: unit, by: side, amount: number }, subject: whom, player: by }
abilities:
  - { name: a, class: substitute, on: hit, into: { type: slip } }
  - { name: b, class: trait, on: slip, do: [{ tell: slipped, values: { who: occurrence.whom, by: occurrence.by, amount: "has(occurrence.amount) ? 1 : 0" } }] }
`),
      { executor },
    );
    const side = world.spawn({ kind: 'side' });
    const unit = world.spawn({ class: 'scout', owner: side });
    expect(
      toldBy(world, (options) => {
        world.events.raise('hit', { unit, player: side, amount: 3 }, options);
      }),
    ).toEqual([{ who: unit, by: side, amount: 0 }]);
  });

  test('are told once of what is created at once, with the last of it', () => {
    const world = createWorld(
      sound(`${kinds}
occurrences:
  levy: { fields: { player: side }, do: [{ create: scout, count: 3 }] }
abilities:
  - { name: muster, class: trait, on: { creates: unit }, do: [{ tell: mustered, values: { amount: occurrence.amount, last: occurrence.subject } }] }
`),
      { executor },
    );
    const side = world.spawn({ kind: 'side' });
    const told = toldBy(world, (options) => {
      world.events.raise('levy', { player: side }, options);
    });
    const units = world.query({ kind: 'unit' });
    expect(units).toHaveLength(3);
    expect(told).toEqual([{ amount: 3, last: Math.max(...units) }]);
  });

  test('look back on the turn until one ends, and stay for the game where they say so', () => {
    const asked: (readonly string[])[] = [];
    const answers = (turns: string): readonly number[] => {
      const world = createWorld(
        sound(`${kinds}
occurrences:
  hit: { fields: { unit: unit }, subject: unit }
${turns}abilities:
  - { name: early, class: trait, on: hit, first: true, do: [{ add: grudge }] }
  - { name: grudge, class: trait, carrier: created, until: game, on: hit, do: [{ meter: strength, add: 1 }] }
`),
        { executor },
      );
      const unit = world.spawn({ class: 'scout', owner: world.spawn({ kind: 'side' }) });
      return Array.from({ length: 3 }, () => {
        const before = world.get(unit, 'strength') as number;
        for (let isDone = world.events.raise('hit', { unit }); !isDone; isDone = world.events.decide(0)) {
          expect(world.events.decision).toMatchObject({
            player: world.query({ kind: 'side' })[0],
            kind: 'order',
            at: 'after',
          });
          asked.push(world.events.decision?.options.map(({ name }) => name) ?? []);
        }
        world.step();
        return (world.get(unit, 'strength') as number) - before;
      });
    };
    // Each turn of the world begins again: a grudge more each time.
    expect(answers('')).toEqual([1, 2, 3]);
    const [early, grudge] = ['early', 'grudge'];
    expect(asked.splice(0)).toEqual([
      [early, grudge],
      [grudge, grudge],
      [early, grudge, grudge],
      [grudge, grudge, grudge],
      [grudge, grudge],
    ]);
    // Turns of players count where there are any, and none ends.
    expect(answers('  dusk: { fields: { player: side }, change: { turnEnds: player } }\n')).toEqual([1, 1, 1]);
    expect(asked).toEqual([]);
  });
});

describe.each(executors)('what is continuous (%s)', (executor) => {
  const world = (rest: string): World =>
    createWorld(
      sound(`${kinds.replace('initial: { health: 5 } }', 'groups: [{ scope: { include: target == source }, effects: [{ meter: health, add: -3 }] }] }')}
occurrences: { note: {}, hit: { fields: { unit: unit }, subject: unit, do: [{ meter: health, set: 1 }] } }
continuous:
  - { name: weak, carrier: { kind: unit }, while: self.health < 4, begin: [{ meter: strength, add: -1 }]${rest} }
`),
      { executor },
    );

  test('begins with the next occurrence where a rule of a turn makes it so, not after its write', () => {
    const weakened = world(', end: [{ meter: strength, add: 1 }]');
    const unit = weakened.spawn({ class: 'scout', owner: weakened.spawn({ kind: 'side' }) });
    weakened.step();
    expect([weakened.get(unit, 'health'), weakened.get(unit, 'strength')]).toEqual([2, 2]);
    weakened.events.raise('note');
    expect(weakened.get(unit, 'strength')).toBe(1);
    weakened.set(unit, 'health', 9);
    expect(weakened.get(unit, 'strength')).toBe(1);
    weakened.events.raise('note');
    expect(weakened.get(unit, 'strength')).toBe(2);
  });

  test('begins where something occurs that makes it so, and ends without actions', () => {
    const hurt = world('');
    const unit = hurt.spawn({ class: 'scout', owner: hurt.spawn({ kind: 'side' }) });
    hurt.events.raise('hit', { unit });
    expect(hurt.get(unit, 'strength')).toBe(1);
    hurt.set(unit, 'health', 9);
    hurt.events.raise('note');
    hurt.events.raise('hit', { unit });
    expect(hurt.get(unit, 'strength')).toBe(0);
  });
});
