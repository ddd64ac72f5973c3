import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import type { MostWork } from '../../src/ir/budget.js';
import type { Program } from '../../src/ir/rule.js';
import { createWorld } from '../../src/world.js';
import type { World, WorldOptions } from '../../src/world/api.js';
import { countRules } from '../../src/world/turn-work.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { longTest } from '../support/heavy.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';
import type { ContentSource } from '../../src/content/native/schema.js';

const executors = ['compiled', 'reference'] as const;

const content = (turn: NonNullable<ContentSource['budget']>['turn']): ContentSource => ({
  meters: { fuel: { default: 3 } },
  kinds: { ship: { meters: ['fuel'] } },
  budget: { world: { ship: 5 }, turn },
  classes: {
    tanker: {
      kind: 'ship',
      groups: [
        { name: 'refuel', scope: { include: 'target.kind == ship' }, effects: [{ meter: 'fuel', add: '1' }] },
        {
          name: 'breed',
          activation: 'source.fuel > 100',
          scope: { include: 'target == source' },
          effects: [{ create: 'tanker' }],
        },
      ],
    },
  },
});

function worldOf(program: Program, options: WorldOptions, ships = 5): World {
  const world = createWorld(program, options);
  for (let i = 0; i < ships; i++) world.spawn({ class: 'tanker' });
  return world;
}

function errorOf(act: () => void): EdictError {
  try {
    act();
  } catch (error) {
    if (error instanceof EdictError) return error;
    throw error;
  }
  return expect.unreachable('nothing was thrown');
}

describe('a budget of a turn', () => {
  it.each(executors)('lets a turn that counts just as much pass, and undoes one that counts more (%s)', (executor) => {
    // 5 × 5 objects tested and changed.
    worldOf(defineContent(content({ tests: 25, effects: 25 })), { executor }).step();
    const world = worldOf(defineContent(content({ effects: 24 })), { executor });
    const before = world.hash();
    const error = errorOf(() => {
      world.step();
    });
    expect(error.code).toBe('limit-effects');
    expect(error.message).toContain(
      'rule tanker/refuel fires effect number 25 of turn 1, the limit is 24; narrow its scope or raise budget.turn.effects of the content',
    );
    expect([world.hash(), world.turn]).toEqual([before, 0]);
  });

  it.each(executors)('has an error of its own for tests and for objects created (%s)', (executor) => {
    const tests = worldOf(defineContent(content({ tests: 24 })), { executor });
    expect(errorOf(() => tests.step())).toMatchObject({
      code: 'limit-tests',
      message: expect.stringContaining('raise budget.turn.tests of the content') as string,
    });
    const bred = worldOf(defineContent(content({ created: 4 })), { executor });
    for (const ship of bred.query()) bred.set(ship, 'fuel', 1000);
    expect(errorOf(() => bred.step())).toMatchObject({
      code: 'limit-created',
      message: expect.stringContaining('raise budget.turn.created of the content') as string,
    });
  });

  it('is in compiled content, and no part of the fingerprint', () => {
    const program = defineContent(content({ effects: 24, visits: 7 }));
    const read = readProgram(writeProgram(program));
    expect(read.budget).toEqual(program.budget);
    expect(errorOf(() => worldOf(read, {}).step()).code).toBe('limit-effects');
    const { budget: _, ...free } = content({});
    expect(defineContent(free).fingerprint).toBe(program.fingerprint);
  });

  it('never raises a limit of the host, and bounds neither queries nor the setting up of a world', () => {
    const program = defineContent(content({ tests: 1_000_000 }));
    expect(errorOf(() => worldOf(program, { limits: { testsPerTurn: 24 } }).step()).message).toContain(
      'raise limits.testsPerTurn',
    );
    const world = worldOf(defineContent(content({ tests: 1, effects: 1, created: 1 })), {}, 50);
    expect(world.query({ where: 'self.fuel > 1' })).toHaveLength(50);
  });

  longTest('is exceeded at the same count by both executors', () => {
    let exceeded = 0;
    fc.assert(
      fc.property(fc.noShrink(fc.nat()), fc.constantFrom('tests' as const, 'effects' as const), (seed, measure) => {
        const choices = choicesOf(seed);
        const { source } = randomContent(choices, [0, 1, 2, 3], 'mixed');
        const program = defineContent(source);
        const make = (turn: MostWork, executor: (typeof executors)[number]) =>
          randomWorld(
            choices.split('world'),
            { ...program, budget: { world: [], turn, rule: {}, origin: { file: '', line: 1, column: 1 } } },
            choices.split('objects').between(0, 12),
            { executor },
          );
        const first = make({}, 'reference');
        const work = countRules(first);
        try {
          first.step();
        } catch (error) {
          if (error instanceof EdictError) return;
          throw error;
        }
        const { [measure]: count } = work().all;
        if (count < 2) return;
        exceeded++;
        for (const executor of executors) {
          make({ [measure]: count }, executor).step();
          const error = errorOf(() => {
            make({ [measure]: count - 1 }, executor).step();
          });
          expect(error.code).toBe(`limit-${measure}`);
        }
      }),
      propertyRuns(60),
    );
    expect(exceeded).toBeGreaterThan(3);
  });
});
