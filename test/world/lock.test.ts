import { describe, expect, test } from 'vitest';
import { createWorld, defineContent } from '../../src/index.js';
import { refusal, refusedWith } from '../support/errors.js';

const program = defineContent({
  meters: { heat: { default: 1 } },
  kinds: { stone: { meters: ['heat'] } },
  classes: {
    pebble: {
      kind: 'stone',
      groups: [{ name: 'warm', scope: { include: 'target == source' }, effects: [{ meter: 'heat', add: 1 }] }],
    },
  },
});

describe('a host that does what it should not', () => {
  test('cannot change the world through explain, by writing to a world it has closed over', () => {
    const world = createWorld(program);
    const stone = world.spawn({ class: 'pebble' });
    world.addSystem({
      name: 'stove',
      phase: 'host',
      run: () => {
        world.set(stone, 'heat', 10);
      },
    });
    world.step();
    const before = world.hash();
    expect(refusedWith(() => world.explain(stone, 'heat'))).toBe('world-locked');
    expect(world.hash()).toBe(before);
    world.set(stone, 'heat', 2);
    expect(world.get(stone, 'heat')).toBe(2);
  });

  test('gets no explanation of a turn that ran without a system added since', () => {
    const world = createWorld(program);
    const stone = world.spawn({ class: 'pebble' });
    world.step();
    world.addSystem({
      name: 'stove',
      phase: 'host',
      run: (now) => {
        now.set(stone, 'heat', 99);
      },
    });
    expect(refusedWith(() => world.explain(stone, 'heat'))).toBe('no-turn');
  });

  test('is told of misspelt options', () => {
    const world = createWorld(program);
    for (const wrong of [
      () => createWorld(program, { sed: 1 } as never),
      () => createWorld({} as never),
      () => createWorld(program, { seed: {} } as never),
      () => createWorld(program, { limits: { depth: 3 } } as never),
      () => world.spawn({ knd: 'stone' } as never),
      () => world.query({ knd: 'stone' } as never),
      () => {
        world.addSystem({ name: 'x', phase: 'host' } as never);
      },
    ])
      expect(refusedWith(wrong)).toBe('bad-option');
    expect(world.size).toBe(0);
  });

  test('cannot leave work for after the turn', () => {
    const world = createWorld(program);
    world.addSystem({ name: 'late', phase: 'host', run: () => Promise.resolve() });
    expect(
      refusedWith(() => {
        world.step();
      }),
    ).toBe('bad-system');
    expect(world.turn).toBe(0);
  });
});

test('scopes and aggregates that run away are named', () => {
  const census = defineContent({
    kinds: { stone: {} },
    classes: {
      pebble: {
        kind: 'stone',
        groups: [
          {
            name: 'census',
            scope: { include: 'instances(pebble).filter(p, p != target).count() > 100' },
            effects: [{ destroy: true }],
          },
        ],
      },
    },
  });
  const visits = createWorld(census, { limits: { visitsPerTurn: 100 } });
  const tests = createWorld(census, { limits: { testsPerTurn: 100 } });
  for (const world of [visits, tests]) for (let i = 0; i < 20; i++) world.spawn({ class: 'pebble' });
  expect(
    refusedWith(() => {
      visits.step();
    }),
  ).toBe('limit-visits');
  expect(
    refusedWith(() => {
      tests.step();
    }),
  ).toBe('limit-tests');
});

test.each(['compiled', 'reference'] as const)(
  'questions that run away are named, and each is counted by itself, executor %s',
  (executor) => {
    const crowd =
      'objects(stone).filter(p, objects(stone).filter(q, distance(p, q) < self.heat).count() > 100).count()';
    const asked = defineContent({
      properties: { heat: { default: 1 } },
      kinds: { stone: { properties: ['heat'] } },
      expressions: {
        crowd: { of: 'stone', is: crowd },
        few: { of: 'stone', is: 'objects(stone).filter(p, p.heat > self.heat).count()' },
      },
    });
    const world = createWorld(asked, { executor, limits: { visitsPerTurn: 90 } });
    const stones = Array.from({ length: 12 }, () => world.spawn({ kind: 'stone' }));
    const before = world.hash();
    const supposed = world.questions.whatIf([{ object: stones[0], column: 'heat', value: 2 }]);
    const runaways: readonly (readonly [string, () => unknown])[] = [
      [crowd, () => world.questions.evaluate(crowd, { source: stones[0] })],
      [`${crowd} > 0`, () => world.query({ where: `${crowd} > 0` })],
      ['crowd', () => world.questions.ask('crowd', stones[0])],
      ['crowd', () => world.questions.askAll('crowd', stones)],
      ['crowd', () => world.questions.askInOrder('crowd', stones, () => 0)],
      ['crowd', () => world.questions.survey()],
      ['crowd', () => supposed.ask('crowd', stones[0])],
      [crowd, () => supposed.evaluate(crowd, stones[0])],
      ['crowd', () => supposed.changes(stones)],
    ];
    for (const [culprit, ask] of runaways) {
      const error = refusal(ask);
      expect([error.code, error.culprit]).toEqual(['limit-visits', culprit]);
      expect(error.message).toContain('more than 90 objects in one question');
    }
    for (let i = 0; i < 20; i++) expect(world.questions.ask('few', stones[0])).toBe(0);
    expect(world.hash()).toBe(before);
  },
);

test('the hash sees how many tenants a free row had, because the next one follows from it', () => {
  const [fresh, used] = [createWorld(program), createWorld(program)];
  used.destroy(used.spawn({ class: 'pebble' }));
  expect(used.hash()).not.toBe(fresh.hash());
});
