import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import { verify } from '../../src/world/verify.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import { choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';

const content = defineContent({
  meters: { food: { default: 5 } },
  properties: { mark: {} },
  kinds: { town: { meters: ['food'], properties: ['mark'] } },
  classes: {
    town: {
      kind: 'town',
      groups: [
        { name: 'till', scope: { include: 'target == source' }, effects: [{ meter: 'food', add: 'random()' }] },
        {
          name: 'found',
          activation: 'chance(0.3)',
          scope: { include: 'target == source' },
          effects: [{ create: 'town' }],
        },
      ],
    },
  },
});

describe.each<ExecutorName>(['compiled', 'reference'])('%s: verify', (executor) => {
  function open() {
    const world = createWorld(content, { executor });
    const towns = [0, 1, 2].map(() => world.spawn({ class: 'town' }));
    return { world, towns };
  }

  test('runs the world in all ways, and leaves it as it is', () => {
    const { world } = open();
    const hash = world.hash();
    const seen: number[] = [];
    const found = verify(world, { turns: 4, progress: (moves) => seen.push(moves) });
    expect(world.hash()).toBe(hash);
    world.run(4);
    expect(found).toEqual({ moves: 4, turn: 4, hash: world.hash(), failure: undefined });
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  test('finds a system that keeps state outside the world', () => {
    const { world, towns } = open();
    let calls = 0;
    world.addSystem({
      name: 'counter',
      phase: 'host',
      run: (inner) => {
        inner.set(towns[1], 'mark', calls++);
      },
    });
    const { failure, moves } = verify(world);
    expect(moves).toBe(1);
    expect(failure).toMatchObject({
      way: 'fork',
      move: 1,
      isBefore: false,
      error: undefined,
      totals: [{ what: 'mark', objects: 1, sum: expect.any(Number) as number }],
      differences: [{ object: towns[1], what: 'mark' }],
      first: { rule: 'counter', object: towns[1], column: 'mark' },
      histories: { object: towns[1], column: 'mark' },
    });
  });

  test('explains no earlier turn where the move is none', () => {
    const { world, towns } = open();
    let calls = 0;
    const move = (of: World, number: number) => {
      if (number === 1) of.step();
      else of.set(towns[1], 'mark', calls++);
    };
    const { failure } = verify(world, { turns: 2, move });
    expect(failure).toMatchObject({ way: 'fork', move: 2, differences: [{ what: 'mark' }] });
    expect(failure?.histories).toBeUndefined();
  });

  test('finds writes that a system does not declare', () => {
    const { world } = open();
    world.addSystem({
      name: 'blight',
      phase: 'host',
      query: ['food'],
      reads: ['food'],
      writes: ['mark'],
      run: ({ ids, columns }) => {
        for (const id of ids) (columns.food as Float64Array)[id] = 1;
      },
    });
    const { failure } = verify(world, { turns: 2 });
    expect(failure?.way).toBe('writes');
    expect(failure?.error).toBeInstanceOf(EdictError);
    expect(failure?.error?.code).toBe('undeclared-write');
  });

  test('throws what a turn throws', () => {
    const { world } = open();
    world.addSystem({
      name: 'broken',
      phase: 'host',
      run() {
        throw new Error('out of order');
      },
    });
    expect(() => verify(world)).toThrow(/out of order/);
  });

  test('takes moves of its own', () => {
    const { world, towns } = open();
    const moves: number[] = [];
    const found = verify(world, {
      turns: 3,
      move: (each, number) => {
        moves.push(number);
        each.set(towns[0], 'mark', number);
      },
    });
    expect(found).toMatchObject({ moves: 3, turn: 0, failure: undefined });
    expect(new Set(moves)).toEqual(new Set([1, 2, 3]));
    let calls = 0;
    const move = (each: World) => {
      each.set(towns[0], 'mark', ++calls);
    };
    expect(verify(world, { move }).failure).toMatchObject({
      way: 'fork',
      differences: [{ object: towns[0], what: 'mark' }],
    });
  });
});

test('all ways lead to the same state in random worlds', () => {
  fc.assert(
    fc.property(randomCases({ turns: 3 }), (given) => {
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, 'planned').source);
      const world = randomWorld(choicesOf(given.seed), program, given.objects, {
        limits: { visitsPerTurn: 5_000_000_000 },
      });
      try {
        expect(verify(world, { turns: given.turns }).failure).toBeUndefined();
      } catch (error) {
        if (!(error instanceof EdictError)) throw error;
      }
    }),
    propertyRuns(20, 4),
  );
});
