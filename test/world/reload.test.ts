import { describe, expect, it } from 'vitest';
import { createWorld, defineContent, reload } from '../../src/index.js';
import type { Program } from '../../src/ir/rule.js';
import type { Handle, World, WorldOptions } from '../../src/world/api.js';
import { codeOf } from '../support/code-of.js';

const executors = ['compiled', 'reference'] as const;

interface Changes {
  readonly add?: string;
  readonly most?: number;
  readonly kinds?: Readonly<Record<string, object>>;
  readonly ranks?: readonly string[];
  readonly rankType?: string;
  readonly reports?: Readonly<Record<string, string>>;
  readonly wait?: readonly object[];
}

/** A farm feeds its planet by some amount, sometimes by one more; a trigger adds gold after a delay. */
function content({
  add = '2',
  most = 100,
  kinds = {},
  ranks = ['low', 'high'],
  rankType = 'rank',
  reports = { food: 'objects(planet).sum(p, p.food)' },
  wait = [{ delay: 2 }, { property: 'gold', add: 10 }],
}: Changes = {}): Program {
  return defineContent({
    enumerations: { rank: ranks, mood: ['glad', 'sad'] },
    meters: { food: { default: 1, bounds: [0, most] } },
    properties: { gold: {}, rank: { type: rankType } },
    variables: {},
    roles: ['home'],
    kinds: { planet: { meters: ['food'], properties: ['gold', 'rank'] }, ...kinds },
    classes: {
      farm: {
        kind: 'planet',
        groups: [
          {
            name: 'grow',
            scope: { include: 'target == source' },
            effects: [{ meter: 'food', add: `${add} + (chance(0.5) ? 1 : 0)` }],
          },
        ],
      },
    },
    triggers: [{ name: 'pay', when: 'home.food > 3', subject: 'home', direct: 'home', do: wait }],
    reports,
  } as never);
}

function begun(options: WorldOptions = {}): World {
  const world = createWorld(content(), { seed: 'reload', ...options });
  const planet = world.spawn({ class: 'farm', name: 'Terra', values: { rank: 'high', gold: 3 } });
  world.relations.setRole('home', planet);
  return world;
}

function terraOf(world: World): Handle {
  const terra = world.find('Terra');
  if (terra === undefined) throw new Error('Terra is gone');
  return terra;
}

describe.each(executors)('reload (%s)', (executor) => {
  it('goes on in equal content as the world itself does', () => {
    const world = begun({ executor });
    world.run(4);
    world.random('dice');
    const next = reload(world, content());
    expect(next.hash()).toBe(world.hash());
    world.run(3);
    next.run(3);
    expect([next.hash(), next.random('dice')]).toEqual([world.hash(), world.random('dice')]);
  });

  it('goes on with changed rules from the same state, and leaves the other world as it was', () => {
    const world = begun({ executor });
    world.run(2);
    const [before, terra] = [world.hash(), terraOf(world)];
    const food = Number(world.get(terra, 'food'));
    const next = reload(world, content({ add: '20' }));
    expect([next.turn, next.hash(), next.get(terra, 'rank')]).toEqual([2, before, 'high']);
    next.step();
    expect(Number(next.get(terra, 'food')) - food).toBeGreaterThanOrEqual(20);
    expect(next.explain(terra, 'food').steps.length).toBeGreaterThan(0);
    expect([world.turn, world.hash()]).toEqual([2, before]);
  });
});

describe('reload', () => {
  it('takes along phases, systems and components of the host, and options', () => {
    const world = begun({ limits: { testsPerTurn: 12_345 } });
    world.addPhase('late', 'host');
    world.addSystem({ name: 'tax', phase: 'late', run: (each) => each.set(terraOf(each), 'gold', 77) });
    world.component('mark', { level: 'i32' });
    const next = reload(world, content({ add: '5' }));
    next.step();
    expect(next.get(terraOf(next), 'gold')).toBe(77);
    expect(codeOf(() => next.component('mark', { level: 'f64' }))).toMatch(/^component-exists/);
    expect(world.get(terraOf(world), 'gold')).toBe(3);
  });

  it('keeps the series of reports that both contents have', () => {
    const world = begun();
    world.run(3);
    const series = Array.from(world.reports.series('food'));
    const next = reload(world, content({ reports: { planets: 'objects(planet).count()', food: '1' } }));
    next.step();
    expect(Array.from(next.reports.turns)).toEqual([1, 2, 3, 4]);
    expect(Array.from(next.reports.series('food'))).toEqual([...series, 1]);
    expect(Array.from(next.reports.series('planets'))).toEqual([NaN, NaN, NaN, 1]);
    // And from content without reports to some.
    const bare = createWorld(content({ reports: {} }));
    bare.run(2);
    const more = reload(bare, content());
    more.step();
    expect(Array.from(more.reports.turns)).toEqual([3]);
  });

  it.each([
    ['the kind "moon" is new', { kinds: { moon: {} } }],
    ['the enumeration "rank" is declared differently', { ranks: ['high', 'low'] }],
    ['the property "rank" is declared differently', { rankType: 'mood' }],
  ] as [string, Changes][])('refuses another shape: %s', (what, changes) => {
    const world = begun();
    const before = world.hash();
    expect(codeOf(() => reload(world, content(changes)))).toContain(
      `other-shape: edict: the shape of the content differs from that of the world: ${what}; make a new world`,
    );
    expect(world.hash()).toBe(before);
    // Back again, something has gone.
    if (changes.kinds !== undefined)
      expect(codeOf(() => reload(createWorld(content(changes)), content()))).toContain('no kind "moon" any more');
  });

  it('accepts narrower limits: a value out of them stays until it is written', () => {
    const world = begun();
    world.set(terraOf(world), 'food', 50);
    const next = reload(world, content({ most: 10 }));
    expect(next.get(terraOf(next), 'food')).toBe(50);
    next.step();
    expect(next.get(terraOf(next), 'food')).toBe(10);
  });

  it('refuses other lists of actions only while one waits for its delay', () => {
    const other = content({ wait: [{ delay: 2 }, { tell: 'Gold' }, { property: 'gold', add: 10 }] });
    const world = begun();
    expect(codeOf(() => reload(world, other))).toBe('none');
    while (world.triggers.delayed === 0) world.step();
    expect(codeOf(() => reload(world, other))).toMatch(/^other-shape: .*delayed actions are waiting/);
    const gold = content({ wait: [{ delay: 2 }, { property: 'gold', add: 500 }] });
    const next = reload(world, gold);
    next.run(3);
    expect(Number(next.get(terraOf(next), 'gold'))).toBe(503);
  });

  it('refuses what is no world or no program, and other times than between turns', () => {
    const world = begun();
    expect(codeOf(() => reload({} as World, content()))).toMatch(/^bad-option/);
    expect(codeOf(() => reload(world, {} as never))).toMatch(/^bad-option/);
    let within = '';
    world.addSystem({ name: 'mid', phase: 'host', run: () => void (within = codeOf(() => reload(world, content()))) });
    world.step();
    expect(within).toMatch(/^turn-running/);
  });
});
