import { inspect } from '../../src/world/inspect.js';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { instancesInOneWorld } from '../../src/batch/instances-in-one-world.js';
import { whyApart } from '../../src/confine/confine.js';
import type { Environment } from '../../src/ir/environment.js';
import { makeNode } from '../../src/eval/make-node.js';
import { constant } from '../../src/eval/ops/constants.js';
import { numberType } from '../../src/eval/operation.js';
import type { Program } from '../../src/ir/rule.js';
import { defineContent } from '../../src/content/native/define.js';
import { header } from '../../src/kernel/arena.js';
import { kept } from '../../src/kernel/maps.js';
import { EdictError } from '../../src/kernel/errors.js';
import { seedWords } from '../../src/kernel/random.js';
import { createWorld, openSnapshot } from '../../src/world.js';
import type { World } from '../../src/world/api.js';
import { type Choices, type RandomCase, choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { type Manner, randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';
import { longTest } from '../support/heavy.js';

/** An environment in which nobody acts: these tests only let instances run. */
const idle: Environment = {
  name: 'idle',
  agents: { kind: 1, where: undefined, count: 1 },
  turns: 0,
  capacity: 300,
  maps: 1,
  blocks: [],
  orders: [],
  reward: { node: makeNode(constant, { value: 0, type: numberType }), change: false },
  lives: undefined,
  terminated: undefined,
  origin: { file: '', line: 1, column: 1 },
};

const instances = 3;

interface Side {
  readonly program: Program;
  readonly start: (number: number) => World;
}

function open({ seed, groups, objects }: RandomCase, manner: Manner, executor: 'compiled' | 'reference'): Side {
  const program: Program = {
    ...defineContent(randomContent(choicesOf(seed), groups, manner, true).source),
    environment: idle,
  };
  const made = new Map<number, World>();
  // Starts are only read, so each is made once.
  const start = (number: number): World =>
    kept(made, number, () =>
      randomWorld(choicesOf(seed).split(`world ${number}`), program, objects, {
        reserve: { objects: 300 },
        parameters: { yield: choicesOf(seed).split('yield').between(-5, 5) },
        executor,
      }),
    );
  return { program, start };
}

let compared = 0;
let refused = 0;

/**
 * Lets instances and worlds of their own have the same, turn by turn, and compares; ends early where a turn is refused.
 */
function compare(
  given: RandomCase,
  manner: Manner,
  executor: 'compiled' | 'reference',
  between: (choices: Choices, alone: World[], merged: ReturnType<typeof instancesInOneWorld>, side: Side) => void,
): void {
  const side = open(given, manner, executor);
  expect(whyApart(side.program)).toBeUndefined();
  const merged = instancesInOneWorld(side.program, instances, roomiest(side), { executor });
  const alone = Array.from({ length: instances }, (_, i) => seeded(side, i, `seed ${i}`));
  for (let i = 0; i < instances; i++) merged.put(i, side.start(i), `seed ${i}`);
  const choices = choicesOf(given.seed).split('between');
  for (let turn = 0; turn <= given.turns; turn++) {
    for (let i = 0; i < instances; i++)
      expect(merged.hash(i), `instance ${i} after ${turn} turns`).toBe(alone[i].hash());
    compared++;
    if (turn === given.turns) return;
    between(choices.split(turn), alone, merged, side);
    if (!step(alone, merged)) return;
  }
}

/** The world that needs the most places for factions is the measure of room. */
function roomiest({ program, start }: Side): World {
  const worlds = Array.from({ length: 6 }, (_, i) => start(i));
  const factions = (world: World): number =>
    openSnapshot(program, world.snapshot()).state.factionEntity.findLastIndex((entity) => entity !== 0);
  return worlds.reduce((most, world) => (factions(world) > factions(most) ? world : most));
}

/** A start as a world of its own with another seed. */
function seeded({ program, start }: Side, number: number, seed: string): World {
  const from = start(number);
  const { world, state } = openSnapshot(program, from.snapshot(), {
    executor: inspect(from).executor.name as 'compiled',
  });
  const { low, high } = seedWords(seed);
  state.arena.header[header.seedLow] = low;
  state.arena.header[header.seedHigh] = high;
  return world;
}

/** One turn of both; false where one of them is refused, as then the instances are too. */
function step(alone: readonly World[], merged: ReturnType<typeof instancesInOneWorld>): boolean {
  try {
    for (const world of alone) world.step();
  } catch (error) {
    expect(error).toBeInstanceOf(EdictError);
    refused++;
    expect(() => {
      merged.run();
    }).toThrow(EdictError);
    return false;
  }
  merged.run();
  return true;
}

const nothing = (): void => undefined;

describe('an instance has the hash of a world of its own', () => {
  test.each([
    ['wild', 'compiled', 12],
    ['planned', 'compiled', 12],
    ['mixed', 'compiled', 10],
    ['calm', 'compiled', 8],
    ['wild', 'reference', 7],
  ] as const)('%s content, %s', (manner, executor, runs) => {
    fc.assert(
      fc.property(randomCases(), (given) => {
        compare(given, manner, executor, nothing);
      }),
      propertyRuns(runs, 3),
    );
  });

  longTest('with code generated at once', () => {
    vi.stubEnv('EDICT_GENERATE', 'always');
    try {
      fc.assert(
        fc.property(randomCases(), (given) => {
          compare(given, 'mixed', 'compiled', nothing);
        }),
        propertyRuns(8, 6),
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  longTest('while instances begin again and become copies of others between turns', () => {
    fc.assert(
      fc.property(randomCases({ turns: 8 }), fc.constantFrom<Manner>('planned', 'mixed'), (given, manner) => {
        compare(given, manner, 'compiled', (choices, alone, merged, side) => {
          const target = choices.below(instances);
          if (choices.oneIn(3)) {
            const map = choices.below(3);
            merged.put(target, side.start(map), 'again');
            alone[target] = seeded(side, map, 'again');
          }
          if (choices.oneIn(3)) {
            const from = choices.below(instances);
            merged.copy(from, [target]);
            alone[target] = alone[from].fork();
          }
          if (choices.oneIn(3)) {
            const from = choices.below(instances);
            merged.give(target, merged.take(from));
            alone[target] = alone[from].fork();
          }
        });
      }),
      propertyRuns(8, 6),
    );
  });
});

/** Rules whose targets are members of a collection that the source names, in each order of sources. */
const crowded = defineContent({
  properties: { energy: { default: 2 }, rank: { default: 1 } },
  kinds: {
    site: { node: true, ownership: 'none', properties: ['rank'] },
    ewe: { attachesTo: ['site'], properties: ['energy'] },
  },
  classes: {
    ewe: {
      kind: 'ewe',
      groups: [
        {
          name: 'share',
          order: 'random',
          scope: {
            include: 'target in attached(source.site, ewe) && target != source && target.energy < source.energy',
          },
          effects: [
            { property: 'energy', add: 'source.energy / 8' },
            { property: 'energy', add: '-0.2', on: 'source' },
          ],
        },
        {
          name: 'crowd',
          scope: { include: 'target in attached(source.site, ewe).top(2, e, e.energy)' },
          effects: [
            { property: 'energy', add: '-0.05' },
            { destroy: true, if: 'target.energy < 0.2' },
          ],
        },
        {
          name: 'breed',
          order: 'random',
          activation: 'source.energy > 1.5 && attached(source.site, ewe).count() < 9',
          scope: { include: 'target == source.site' },
          effects: [
            { create: 'ewe', initial: { energy: 'source.energy / 2' } },
            { property: 'rank', add: 1 },
          ],
        },
        {
          name: 'wander',
          activation: 'chance(0.3)',
          scope: { include: 'target == source' },
          effects: [{ move: 'objects(site).minBy(s, s.rank)' }],
        },
      ],
    },
  },
});

test.each(['always', 'never'])('targets that are members are those of the own instance, code generated %s', (mode) => {
  vi.stubEnv('EDICT_GENERATE', mode);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const program: Program = { ...crowded, environment: idle };
  expect(whyApart(program)).toBeUndefined();
  const start = (number: number): World => {
    const world = createWorld(program, { reserve: { objects: 300 }, seed: `start ${number}` });
    const sites = [0, 1, 2].map((i) => world.spawn({ kind: 'site', place: { x: i, y: number } }));
    for (let i = 0; i < 12 + number; i++)
      world.spawn({ class: 'ewe', place: { in: sites[i % 3] }, values: { energy: 1 + (i % 4) / 2 } });
    return world;
  };
  const side = { program, start };
  const merged = instancesInOneWorld(program, instances, start(0), { executor: 'compiled' });
  const alone = Array.from({ length: instances }, (_, i) => seeded(side, i, `seed ${i}`));
  for (let i = 0; i < instances; i++) merged.put(i, start(i), `seed ${i}`);
  for (let turn = 0; turn < 10; turn++) {
    expect(step(alone, merged)).toBe(true);
    for (let i = 0; i < instances; i++) expect([i, turn, merged.hash(i)]).toEqual([i, turn, alone[i].hash()]);
  }
  // They live on, and not as many in each.
  expect(Math.min(...alone.map((world) => world.size))).toBeGreaterThan(6);
  expect(new Set(alone.map((world) => world.size)).size).toBeGreaterThan(1);
});

test('most of these turns ran', () => {
  expect(compared).toBeGreaterThan(10 * refused);
});
