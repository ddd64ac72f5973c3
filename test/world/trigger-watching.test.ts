import { describe, expect, test } from 'vitest';
import { createWorld, defineContent, loadWorld } from '../../src/index.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { longTest } from '../support/heavy.js';

function open(executor: ExecutorName, when: string, persistent = true): World {
  const content = defineContent({
    meters: { hp: { default: 1 }, fired: {} },
    kinds: { ship: { meters: ['hp'] }, board: { meters: ['fired'] } },
    roles: ['board'],
    triggers: [{ name: 'watch', when, persistent, direct: 'board', do: [{ meter: 'fired', add: '1' }] }],
  });
  const world = createWorld(content, { executor, limits: { visitsPerTurn: 15 } });
  world.relations.setRole('board', world.spawn({ kind: 'board' }));
  return world;
}

const fired = (world: World): unknown => world.get(world.query({ kind: 'board' })[0], 'fired');

describe.each(['compiled', 'reference'] as const)('triggers that look at many objects (%s)', (executor) => {
  test('a condition that could not be asked is asked again, and its last answer is not taken for it', () => {
    const world = open(executor, 'objects(ship).map(s, s.hp).sum() > 3');
    for (let i = 0; i < 5; i++) world.spawn({ kind: 'ship' });
    world.triggers.poll();
    expect(fired(world)).toBe(1);
    for (const ship of world.query({ kind: 'ship' })) world.set(ship, 'hp', 0);
    for (let i = 0; i < 15; i++) world.spawn({ kind: 'ship', values: { hp: 0 } });
    for (let again = 0; again < 2; again++) {
      expect(() => world.triggers.poll()).toThrow('aggregates looked at more than 15 objects');
      expect(() => world.triggers.isTrue('watch')).toThrow('aggregates looked at more than 15 objects');
    }
    expect([fired(world), world.triggers.isPaused]).toEqual([1, false]);
  });

  test('what is drawn in one sweep is not drawn again in the next', () => {
    const world = open(executor, 'chance(0.5)');
    let changes = 0;
    for (let i = 0, before = 0; i < 40; i++) {
      world.triggers.poll();
      const now = Number(fired(world));
      changes += now - before;
      before = now;
    }
    expect(changes).toBeGreaterThan(8);
    expect(changes).toBeLessThan(32);
  });

  test('a world that is saved draws the same afterwards', () => {
    const world = open(executor, 'chance(0.5)');
    world.triggers.poll();
    const twin = world.fork();
    for (let i = 0; i < 10; i++) {
      world.triggers.poll();
      twin.triggers.poll();
      expect(fired(twin)).toBe(fired(world));
    }
    expect(twin.hash()).toBe(world.hash());
  });
});

describe('what listens', () => {
  test('may save and fork, and what is saved in the midst goes on to the same end', () => {
    const world = open('compiled', 'board.fired < 1');
    const twins: World[] = [];
    world.triggers.poll({
      listen: () => {
        twins.push(world.fork());
      },
    });
    expect(twins).toHaveLength(2);
    for (const twin of twins) {
      expect(twin.triggers.isPaused).toBe(true);
      twin.triggers.resume();
      expect(twin.hash()).toBe(world.hash());
    }
  });

  test('may stop listening in the midst of what is told', () => {
    const world = open('compiled', 'board.fired < 1');
    let heard = 0;
    world.triggers.hear(() => {
      heard++;
      world.triggers.hear(undefined);
    });
    world.step();
    expect(heard).toBe(1);
  });
});

describe('draws in the conditions of triggers', () => {
  const content = defineContent({
    meters: { n: {}, hits: {} },
    kinds: { thing: { meters: ['n', 'hits'] } },
    triggers: [
      {
        name: 'bind',
        when: 'time >= 0',
        persistent: true,
        subject: 'objects(thing).first()',
        do: [{ meter: 'n', add: '1' }],
      },
      {
        name: 'toss',
        when: 'chance(0.5)',
        persistent: true,
        subject: 'objects(thing).first()',
        do: [{ meter: 'hits', add: '1' }],
      },
      {
        name: 'some',
        when: 'time >= 0',
        persistent: true,
        subject: 'objects(thing).filter(t, chance(0.5)).first()',
        do: [{ meter: 'n', add: '16' }],
      },
    ],
  });

  function hashes(executor: ExecutorName, isCopied: boolean): readonly string[] {
    let world = createWorld(content, { seed: '17', executor });
    for (let i = 0; i < 5; i++) world.spawn({ kind: 'thing' });
    return Array.from({ length: 20 }, () => {
      for (let done = world.triggers.advance(1, { steps: 1 }); !done; done = world.triggers.resume({ steps: 1 }))
        if (isCopied) world = loadWorld(content, world.save(), { executor });
      return world.hash();
    });
  }

  longTest('do not depend on what ran before them, nor on where the world was copied', () => {
    const expected = hashes('reference', false);
    for (const executor of ['reference', 'compiled'] as const)
      for (const isCopied of [false, true]) expect(hashes(executor, isCopied)).toEqual(expected);
  });
});
