import type { Program } from '../../src/ir/rule.js';
import type { ContentSource } from '../../src/content/native/define.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { Handle, World } from '../../src/world/api.js';
import { createWorld, loadWorld } from '../../src/world.js';
import { choicesOf } from '../support/choices.js';
import { heavy, longTest } from '../support/heavy.js';

const runs = Number(process.env.EDICT_PROPERTY_RUNS ?? heavy(2, 8));

/** Objects under one root that modify one another. */
function clique(modifiers: readonly object[]): Program {
  return defineContent({
    variables: { v: {}, w: { input: true, default: 2 }, total: {} },
    kinds: { root: { variables: ['total'] }, a: { attachesTo: ['root'], variables: ['v', 'w'] } },
    classes: {
      c: { kind: 'a', modifiers },
      source: {
        kind: 'root',
        groups: [{ scope: { include: 'target == source' }, effects: [{ create: 'c', count: 300 }] }],
      },
    },
  } as unknown as ContentSource);
}

const addsOne = [{ variable: 'v', add: 1, others: { kind: 'a' } }];

describe('objects that all modify one another', () => {
  // Linking one modifier to one variable is 20 steps, so linking all of them again would be 20 × 300 × 300.
  it.each([
    ['a constant', addsOne, 300],
    ['fractions', [{ variable: 'v', add: 0.5, others: { kind: 'a' } }], 150],
    ['what each reads', [{ variable: 'v', add: 'self.w', others: { kind: 'a' } }], 600],
  ])('cost steps by what is new when one comes or goes: %s', (_, modifiers, expected) => {
    const world = createWorld(clique(modifiers), { limits: { solvedPerTurn: 40 * 300 } });
    const root = world.spawn({ kind: 'root' });
    const made = Array.from({ length: 300 }, () => world.spawn({ class: 'c', place: { in: root } }));
    expect(world.get(made[0], 'v')).toBe(expected);
    world.destroy(made[150]);
    world.variables.revoke(made[0]);
    expect(world.get(made[299], 'v')).toBe((expected * 298) / 300);
    world.variables.grant(made[0]);
    expect(world.get(made[0], 'v')).toBe((expected * 299) / 300);
  });

  it('cost no more when they come in one turn', () => {
    const world = createWorld(clique(addsOne), { limits: { solvedPerTurn: 40 * 300 } });
    const root = world.spawn({ class: 'source' });
    world.step();
    const cells = world.query({ kind: 'a' });
    expect(cells).toHaveLength(300);
    for (const each of cells) world.move(each, { in: root });
    expect(world.get(cells[7], 'v')).toBe(300);
  });

  it.each(['compiled', 'reference'] as const)(
    'are refused when solving them takes more steps than the limit, and nothing is changed (%s)',
    (executor) => {
      const world = createWorld(clique([...addsOne, { variable: 'v', multiply: 1.1 }]), {
        executor,
        limits: { solvedPerTurn: 4_000 },
      });
      const root = world.spawn({ kind: 'root' });
      let refused: unknown;
      let [hash, size] = ['', 0];
      for (let i = 0; i < 400 && refused === undefined; i++) {
        [hash, size] = [world.hash(), world.size];
        try {
          world.spawn({ class: 'c', place: { in: root } });
        } catch (error) {
          refused = error;
        }
      }
      expect(refused).toMatchObject({ code: 'limit-solving', culprit: 'v' });
      expect((refused as Error).message).toContain('limits.solvedPerTurn');
      // What was refused once is refused again: making the tables again is free, the change is not.
      expect(() => world.spawn({ class: 'c', place: { in: root } })).toThrow(
        expect.objectContaining({ code: 'limit-solving' }) as Error,
      );
      expect([world.size, world.hash()]).toEqual([size, hash]);
      const [first] = world.query({ kind: 'a' });
      const before = world.get(first, 'v');
      world.destroy(world.query({ kind: 'a' })[1]);
      world.spawn({ class: 'c', place: { in: root } });
      expect(world.get(first, 'v')).toBeCloseTo(Number(before));
    },
  );

  it.each(['compiled', 'reference'] as const)('refuse a turn wholly (%s)', (executor) => {
    const program = defineContent({
      variables: { v: {} },
      kinds: { root: { variables: ['v'], modifiers: [{ variable: 'v', add: 0.1, others: { kind: 'root' } }] }, b: {} },
      classes: {
        maker: {
          kind: 'root',
          groups: [{ scope: { include: 'target == source' }, effects: [{ create: 'maker', count: 200 }] }],
        },
      },
    });
    const world = createWorld(program, { executor, limits: { solvedPerTurn: 150 } });
    world.spawn({ class: 'maker' });
    const hash = world.hash();
    expect(() => {
      world.step();
    }).toThrow(expect.objectContaining({ code: 'limit-solving' }) as Error);
    expect(() => {
      world.step();
    }).toThrow(expect.objectContaining({ code: 'limit-solving' }) as Error);
    expect([world.hash(), world.size, world.turn]).toEqual([hash, 1, 0]);
  });

  // Each change is counted alone, and a world that is loaded is solved whole. (The reference counts all of it at every
  // change.)
  it('can be loaded with the limit that they were saved with', () => {
    const program = clique([...addsOne, { variable: 'v', multiply: 1.1 }]);
    const [limits, roots, each] = [{ solvedPerTurn: 1_000 }, 8, 5];
    const world = createWorld(program, { limits });
    for (let i = 0; i < roots; i++) {
      const root = world.spawn({ kind: 'root' });
      for (let j = 0; j < each; j++) world.spawn({ class: 'c', place: { in: root } });
    }
    const loaded = loadWorld(program, world.save(), { limits });
    const [first] = loaded.query({ kind: 'a' });
    for (const either of [world, loaded]) {
      either.set(first, 'w', 3);
      either.destroy(first);
    }
    expect(loaded.hash()).toBe(world.hash());
    // What is solved again may take ten times as much, and no more.
    const saved = world.save();
    expect(() => loadWorld(program, saved, { limits: { solvedPerTurn: 10 } })).toThrow(
      expect.objectContaining({ code: 'limit-solving', culprit: 'v' }) as Error,
    );
  });

  it.each(['compiled', 'reference'] as const)(
    'count what their amounts look at for a turn, however often they are solved in it (%s)',
    (executor) => {
      const program = defineContent({
        properties: { q: { default: 1 } },
        meters: { m: {} },
        variables: { v: {} },
        kinds: {
          b: { properties: ['q'] },
          a: { variables: ['v'], meters: ['m'], modifiers: [{ variable: 'v', add: 'objects(b).sum(x, x.q)' }] },
        },
        triggers: [
          {
            name: 't',
            when: 'time >= 0',
            persistent: true,
            subject: 'objects(b).first()',
            direct: 'objects(a).first()',
            do: Array.from({ length: 20 }, (_, i) =>
              i % 2 === 1 ? { meter: 'm', set: 'target.v' } : { property: 'q', add: '1', on: 'source' },
            ),
          },
        ],
      });
      const world = createWorld(program, { executor, limits: { visitsPerTurn: 500 } });
      for (let i = 0; i < 100; i++) world.spawn({ kind: 'b' });
      const a = world.spawn({ kind: 'a' });
      const hash = world.hash();
      expect(() => {
        world.step();
      }).toThrow(expect.objectContaining({ code: 'limit-visits', culprit: 'a/v' }) as Error);
      expect([world.hash(), world.get(a, 'v')]).toEqual([hash, 100]);
      expect(() => {
        world.step();
      }).toThrow(expect.objectContaining({ code: 'limit-visits' }) as Error);
    },
  );
});

/** Two classes and a kind that modify one another in several ways, whose ranks and carriers interleave. */
function crowd(seed: number): Program {
  const choices = choicesOf(seed);
  // None follows a reference: the compiled solver solves such amounts again whenever anything comes or goes, and counts
  // it.
  const amount = (): string | number => choices.pick([1, 3, 0.1, -2, 9e15, 'self.w', 'self.w / 3']);
  const modifier = (): object => {
    const others = choices.pick([{ kind: 'a' }, { kind: 'a' }, { kind: 'a', tag: 'red' }, { class: 'two' }, undefined]);
    return {
      variable: choices.pick(['v', 'v', 'total']),
      [choices.pick(['add', 'add', 'multiply', 'set', 'max', 'min'])]: amount(),
      ...(others === undefined ? {} : { others }),
      ...(choices.oneIn(4) ? { priority: choices.between(0, 2) } : {}),
    };
  };
  const some = (): object[] => Array.from({ length: choices.between(1, 4) }, modifier);
  return defineContent({
    properties: { missing: { type: 'reference' } },
    variables: { v: { default: 5 }, w: { input: true, default: 2 }, total: {} },
    kinds: {
      root: { variables: ['total'] },
      a: { attachesTo: ['root'], variables: ['v', 'w'], properties: ['missing'], modifiers: some() },
    },
    classes: {
      one: { kind: 'a', modifiers: some() },
      two: { kind: 'a', tags: ['red'], modifiers: some() },
      three: { kind: 'a', tags: ['red'] },
    },
  } as unknown as ContentSource);
}

longTest(
  'what crowds come to is what solving everything from nothing comes to, at every step',
  () => {
    let solves = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const choices = choicesOf(seed);
        const program = crowd(choices.below(1e9));
        const worlds = (['compiled', 'reference'] as const).map((executor) =>
          createWorld(program, { executor, reserve: { objects: 2_000 } }),
        );
        const both = <Result>(act: (world: World) => Result): Result => {
          const [fast, slow] = worlds.map(act);
          expect(fast).toEqual(slow);
          return fast;
        };
        const roots = [0, 1].map(() => both((world) => world.spawn({ kind: 'root' })));
        let objects: Handle[] = [];
        const spawn = (world: World, name: string, root: Handle): Handle =>
          world.spawn({ class: name, place: { in: root } });
        for (let step = choices.between(30, 50); step > 0; step--) {
          const [object, name, root] = [
            objects.length > 0 ? choices.pick(objects) : 0,
            choices.pick(['one', 'two', 'three']),
            choices.pick([...roots, roots[0], roots[0]]),
          ];
          const input = choices.pick([4, 0.7, -1]);
          switch (object === 0 ? 0 : choices.pick([0, 0, 0, 0, 1, 2, 3, 4, 5, 6])) {
            case 0:
              objects.push(both((world) => spawn(world, name, root)));
              break;
            case 1:
              both((world) => {
                world.variables.revoke(object);
              });
              break;
            case 2:
              both((world) => {
                world.variables.grant(object);
              });
              break;
            case 3:
              both((world) => {
                world.move(object, { in: root });
              });
              break;
            case 4:
              both((world) => {
                world.set(object, 'w', input);
              });
              break;
            case 5:
              both((world) => {
                world.destroy(object);
              });
              objects = objects.filter((each) => each !== object);
              break;
            default:
              objects.push(
                ...both((world) =>
                  world.variables.change(() => Array.from({ length: 12 }, () => spawn(world, name, root))),
                ),
              );
          }
          solves += both((world) => world.variables.lastChange.solves);
          both((world) => objects.map((each) => world.get(each, 'v')));
          both((world) => world.hash());
        }
        both((world) =>
          [roots[0], ...objects.slice(0, 2)].map((each) => world.explain(each, each === roots[0] ? 'total' : 'v')),
        );
      }),
      { numRuns: runs },
    );
    expect(solves).toBeGreaterThan(runs);
  },
  240_000,
);

it.each(['compiled', 'reference'] as const)(
  'what amounts look at counts for each question of a host by itself (%s)',
  (executor) => {
    const program = defineContent({
      properties: { q: { default: 1 } },
      variables: { v: {} },
      kinds: {
        f: { faction: true },
        b: { properties: ['q'] },
        a: {
          variables: ['v'],
          modifiers: [{ variable: 'v', add: 'objects(b).filter(x, sees(objects(f).first(), x)).count()' }],
        },
      },
    });
    const world = createWorld(program, { executor, limits: { visitsPerTurn: 4_000 } });
    const watcher = world.spawn({ kind: 'f' });
    const seen = Array.from({ length: 50 }, () => world.spawn({ kind: 'b' }));
    const a = world.spawn({ kind: 'a' });
    seen.forEach((each, i) => {
      world.relations.setVisible(watcher, each, true);
      expect(world.get(a, 'v')).toBe(i + 1);
    });
  },
);
