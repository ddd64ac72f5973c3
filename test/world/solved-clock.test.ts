import { describe, expect, test } from 'vitest';
import { createWorld, defineContent, loadWorld } from '../../src/index.js';
import type { ExecutorName, World } from '../../src/world/api.js';

const executors = ['compiled', 'reference'] as const;

/** A thing whose variable is made by one modifier, and whose meter is given that variable in each turn. */
function open(executor: ExecutorName, modifier: object): World {
  const program = defineContent({
    meters: { sum: {}, plain: {} },
    variables: { years: {}, given: { input: true } },
    kinds: {
      thing: {
        meters: ['sum', 'plain'],
        variables: ['years', 'given'],
        modifiers: [{ variable: 'years', ...modifier }],
      },
    },
    classes: {
      clock: {
        kind: 'thing',
        groups: [{ scope: { include: 'target == source' }, effects: [{ meter: 'sum', add: 'source.years' }] }],
      },
    },
  });
  const world = createWorld(program, { executor });
  world.spawn({ class: 'clock' });
  return world;
}

function years(world: World): unknown {
  return world.get(world.query()[0], 'years');
}

describe.each(executors)('variables that depend on the time (%s)', (executor) => {
  test.each([
    ['the turn', { set: 'turn' }, [1, 2, 3]],
    ['the age of an object', { set: 'age(self)' }, [1, 2, 3]],
    ['the ticks that have passed', { set: 'time' }, [1, 2, 3]],
    ['the turn and a column', { set: 'turn + 0 * self.plain' }, [1, 2, 3]],
    ['an age and an input', { set: 'age(self) + self.given' }, [1, 2, 3]],
    ['a condition on the turn', { set: 7, when: 'turn >= 2' }, [0, 7, 7]],
    ['a condition on an age', { add: 'turn', when: 'age(self) > 1' }, [0, 2, 3]],
  ])('are solved again by every turn: %s', (_, modifier, expected) => {
    const world = open(executor, modifier);
    for (const value of expected) {
      world.step();
      expect(years(world)).toBe(value);
    }
  });

  test.each(['turn', 'age(self)', 'time'])('are the same in copies: %s', (amount) => {
    const world = open(executor, { set: amount });
    for (let turn = 0; turn < 4; turn++) {
      const loaded = loadWorld(world.program, world.save(), { executor });
      const fork = world.fork();
      for (const copy of [loaded, fork]) {
        expect(years(copy)).toBe(years(world));
        expect(copy.hash()).toBe(world.hash());
      }
      const before = world.hash();
      world.restore(world.snapshot());
      expect(world.hash()).toBe(before);
      for (const each of [world, loaded, fork]) each.step();
      expect([loaded.hash(), fork.hash()]).toEqual([world.hash(), world.hash()]);
    }
  });

  test('rules see them as of the turn that is being run', () => {
    const world = open(executor, { set: 'turn' });
    world.run(3);
    expect(world.get(world.query()[0], 'sum')).toBe(1 + 2 + 3);
  });

  test('host systems see the turns completed, and expressions the turn that is being run', () => {
    const world = open(executor, { set: 'turn' });
    const seen: unknown[] = [];
    world.addSystem({
      name: 'look',
      phase: 'host',
      run: (now) => {
        seen.push([now.turn, now.questions.evaluate('turn'), years(now)]);
      },
    });
    world.run(2);
    expect(seen).toEqual([
      [0, 1, 1],
      [1, 2, 2],
    ]);
    expect(world.turn).toBe(2);
  });

  test('a turn that fails leaves the turn before', () => {
    const world = open(executor, { set: 'turn' });
    world.step();
    const before = world.hash();
    let fails = true;
    world.addSystem({
      name: 'fail',
      phase: 'host',
      run: () => {
        if (fails) throw new Error('no');
      },
    });
    expect(() => {
      world.step();
    }).toThrow('no');
    expect([world.turn, years(world), world.hash()]).toEqual([1, 1, before]);
    fails = false;
    world.step();
    expect([world.turn, years(world)]).toEqual([2, 2]);
  });

  test('count the work of each call by itself', () => {
    const program = defineContent({
      variables: { v: {} },
      kinds: { thing: { variables: ['v'], modifiers: [{ variable: 'v', add: 'time' }] } },
    });
    const world = createWorld(program, { executor, limits: { solvedPerTurn: 100 } });
    const thing = world.spawn({ kind: 'thing' });
    for (let tick = 1; tick <= 300; tick++) {
      world.triggers.advance(1);
      expect(world.get(thing, 'v')).toBe(tick);
    }
    for (let time = 1; time <= 300; time++) {
      world.triggers.setTime(-time);
      expect(world.get(thing, 'v')).toBe(-time);
    }
  });
});
