import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import type { ContentSource } from '../../../src/content/native/schema.js';
import type { Program } from '../../../src/ir/rule.js';
import { EdictError } from '../../../src/kernel/errors.js';
import { createWorld, loadWorld } from '../../../src/world.js';
import type { ExecutorName, World } from '../../../src/world/api.js';
import type { LoadReport } from '../../../src/world/saves/load-report.js';
import { bare, changed, reordered } from '../../support/changed-content.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';

const executors: readonly ExecutorName[] = ['compiled', 'reference'];
const seeds = fc.nat({ max: 100_000 });

/** All that a world has, by names. */
function shown(world: World) {
  return world.query().map((object) => {
    const { holdings, ...view } = world.describe(object);
    return {
      ...view,
      holdings: Object.fromEntries(Object.entries(holdings).map(([set, words]) => [set, [...words].sort()])),
    };
  });
}

function loaded(program: Program, bytes: Uint8Array, executor: ExecutorName = 'compiled') {
  let report: LoadReport = { changes: [] };
  const world = loadWorld(program, bytes, { executor, changed: (given) => (report = given) });
  return { world, report };
}

/** Turns of random rules may fail, and change nothing then. */
function ran(world: World, turns: number): void {
  try {
    world.run(turns);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
  }
}

describe('a saved world in reordered content', () => {
  test('keeps every value by name, and is the same world when it comes back', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const choices = choicesOf(seed);
        const { source } = randomContent(choices, [1, 2, 3], 'planned');
        const program = defineContent(source);
        const other = defineContent(reordered(choices.split('order'), source));
        const world = randomWorld(choices, program, 12);
        ran(world, 2);
        const there = loaded(other, world.save());
        expect(there.report.changes).toEqual([]);
        expect(shown(there.world)).toEqual(shown(world));
        const back = loaded(program, there.world.save());
        expect(back.report.changes).toEqual([]);
        expect(back.world.hash()).toBe(world.hash());
        for (const each of [back.world, world]) ran(each, 1);
        expect(back.world.hash()).toBe(world.hash());
      }),
      propertyRuns(9, 6),
    );
  });

  test('takes the same course where order means nothing', () => {
    const source = {
      meters: { food: { default: 3, growth: 'value + self.rate' } },
      properties: { rate: { default: 1 }, mood: { type: 'mood', default: 'calm' }, friend: { type: 'reference' } },
      enumerations: { mood: ['calm', 'angry', 'sad'] },
      kinds: {
        realm: { faction: true },
        herd: { ownership: 'stored', meters: ['food'], properties: ['rate', 'mood', 'friend'] },
      },
      classes: {
        sheep: {
          kind: 'herd',
          groups: [
            {
              scope: { include: 'target == source' },
              effects: [{ property: 'rate', add: 'target.mood == angry ? 1 : 0.5' }],
            },
          ],
        },
      },
      parameters: { speed: { default: 2 } },
    } as unknown as ContentSource;
    const { enumerations, ...rest } = source;
    const turned = Object.fromEntries(
      Object.entries({ ...rest, enumerations: { mood: ['sad', 'angry', 'calm'] } }).map(([part, of]) => [
        part,
        Object.fromEntries(Object.entries(of as object).reverse()),
      ]),
    ) as ContentSource;
    expect(enumerations).toBeDefined();
    for (const executor of executors) {
      const [program, other] = [defineContent(source), defineContent(turned)];
      const world: World = createWorld(program, { executor });
      const realm = world.spawn({ kind: 'realm' });
      const first = world.spawn({ class: 'sheep', owner: realm, values: { mood: 'angry' } });
      world.spawn({ class: 'sheep', values: { friend: first, rate: 5 } });
      world.run(3);
      const twin = loaded(other, world.save(), executor).world;
      world.run(4);
      twin.run(4);
      expect(shown(twin)).toEqual(shown(world));
      expect(loaded(program, twin.save(), executor).world.hash()).toBe(world.hash());
    }
  });
});

describe('a saved world in changed content', () => {
  test('has what both contents have, and is as good as any other', () => {
    let dropped = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const choices = choicesOf(seed);
        const source = bare(randomContent(choices, []).source);
        const world = randomWorld(choices, defineContent(source), 15);
        const other = defineContent(changed(choices.split('change'), source));
        const before = shown(world);
        const worlds = executors.map((executor) => tried(other, world.save(), executor));
        const [there, reference] = worlds;
        if (there === undefined) {
          expect(reference).toBeUndefined();
          expect(before.every(({ kind }) => !other.model.kindByName.has(kind))).toBe(true);
          return;
        }
        expect(reference?.world.hash()).toBe(there.world.hash());
        expect(reference?.report).toEqual(there.report);
        dropped += before.length - there.world.size;
        checkKept(before, there.world, there.report);
        expect(loadWorld(other, there.world.save(), { strict: true }).hash()).toBe(there.world.hash());
        for (const each of worlds) if (each !== undefined) ran(each.world, 2);
        expect(reference?.world.hash()).toBe(there.world.hash());
        ran(tried(world.program, there.world.save(), 'compiled')?.world ?? world, 1);
      }),
      propertyRuns(30, 16),
    );
    expect(dropped).toBeGreaterThan(0);
  });
});

function tried(program: Program, bytes: Uint8Array, executor: ExecutorName) {
  try {
    return loaded(program, bytes, executor);
  } catch (error) {
    if (error instanceof EdictError && error.code === 'foreign-file') return undefined;
    throw error;
  }
}

function checkKept(before: ReturnType<typeof shown>, world: World, { changes }: LoadReport): void {
  const { model } = world.program;
  const stays = before.filter(({ kind }) => model.kindByName.has(kind));
  expect(world.size).toBe(stays.length);
  const gone = changes.filter(({ event, part }) => event === 'dropped' && part === 'kind');
  expect(gone.reduce((sum, { count }) => sum + count, 0)).toBe(before.length - stays.length);
  for (const old of stays) {
    const now = world.describe(old.handle);
    expect([now.kind, now.name, now.created]).toEqual([old.kind, old.name, old.created]);
    expect(now.class).toBe(old.class !== null && model.classByName.has(old.class) ? old.class : null);
    if (now.parent !== null) expect(now.parent).toBe(old.parent);
    for (const [name, value] of Object.entries(now.values)) {
      const column = model.columnByName.get(name);
      if (!(name in old.values) || column === undefined) {
        expect(value).toBe(column?.type.name === 'number' ? column.initial : value);
        continue;
      }
      const was = old.values[name];
      if (column.integer && typeof was === 'number') expect(value).toBe(Math.trunc(was));
      else if (value !== was) expect([column.type.name, name]).not.toEqual(['number', name]);
    }
  }
}
