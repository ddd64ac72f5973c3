import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld, defineContent, loadWorld, reload } from '../../src/index.js';
import type { Program } from '../../src/ir/rule.js';
import type { ExecutorName, Handle, World } from '../../src/world/api.js';
import type { LoadReport } from '../../src/world/saves/load-report.js';
import { propertyRuns } from '../support/choices.js';
import { longTest } from '../support/heavy.js';
import { codeOf } from '../support/code-of.js';

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

/** Values by soil, in the order of the words. */
type Yields = readonly [sand: number, loam: number, clay: number];

interface Changes {
  readonly name?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly rows?: Readonly<Record<string, number>>;
  readonly by?: unknown;
}

/** A table that rules, conditions, growth, variables, triggers and reports read. */
function content([sand, loam, clay]: Yields, { name = 'yield', values, rows, by = 'soil' }: Changes = {}): Program {
  const own = `lookup('${name}', self.soil${by === 'soil' ? '' : ', self.soil'})`;
  const [source, target] = [own.replaceAll('self', 'source'), own.replaceAll('self', 'target')];
  return defineContent({
    enumerations: { soil: ['sand', 'loam', 'clay'] },
    tables: {
      [name]: { by, values: values ?? { sand, loam, clay } },
      steps: { by: 'number', values: rows ?? { 0: sand, 3: clay } },
    },
    meters: { grain: { default: 1 }, herd: { default: 2, growth: `value + ${own}` }, sown: {} },
    properties: { soil: { type: 'soil', default: 'sand' }, told: {} },
    variables: { worth: { default: 1 } },
    roles: ['home'],
    kinds: { field: { meters: ['grain', 'herd', 'sown'], properties: ['soil', 'told'], variables: ['worth'] } },
    classes: {
      plot: {
        kind: 'field',
        modifiers: [{ variable: 'worth', add: `${own} * 2` }],
        groups: [
          {
            name: 'reap',
            activation: `${source} > 1`,
            scope: { include: `target == source && ${target} < 8` },
            effects: [{ meter: 'grain', add: `${target} + lookup('steps', 3)` }],
          },
          {
            name: 'sow',
            scope: {
              include: `target == source && objects(field).filter(f, ${own.replaceAll('self', 'f')} > 2).count() > 1`,
            },
            effects: [{ meter: 'sown', add: 'source.worth' }],
          },
        ],
      },
    },
    triggers: [
      {
        name: 'tell',
        when: `${own.replaceAll('self', 'home')} > 4`,
        do: [{ property: 'told', add: 1, direct: 'home' }],
      },
    ],
    reports: { rich: `objects(field).sum(f, ${own.replaceAll('self', 'f')})` },
  } as never);
}

function begun(program: Program, executor: ExecutorName = 'compiled'): World {
  const world = createWorld(program, { executor });
  for (const soil of ['sand', 'loam', 'clay', 'loam'])
    world.spawn({ class: 'plot', name: `${soil}${world.size}`, values: { soil } });
  world.relations.setRole('home', clayOf(world));
  return world;
}

const worth = fc.integer({ min: -2, max: 9 });
const soils = fc.tuple(worth, worth, worth);

/** All that its objects have. */
function shown(world: World) {
  return [world.hash(), world.query().map((field) => world.describe(field))];
}

function clayOf(world: World): Handle {
  const clay = world.find('clay2');
  if (clay === undefined) throw new Error('the field is gone');
  return clay;
}

/** A world goes on with other values in three ways. */
function expectOneWorld(old: Yields, now: Yields, turns: number, executor: ExecutorName): void {
  const world = begun(content(old), executor);
  world.run(turns);
  const program = content(now);
  // It answers by the values of its own content, before it takes the state.
  const restored = begun(program, executor);
  restored.run(2);
  restored.restore(world.snapshot());
  let report: LoadReport = { changes: [] };
  const loaded = loadWorld(program, world.save(), { executor, changed: (given) => (report = given) });
  const next = reload(world, program);
  for (const more of [0, 2]) {
    for (const each of [restored, loaded, next]) each.run(more);
    expect(shown(next)).toEqual(shown(loaded));
    expect(shown(restored)).toEqual(shown(loaded));
  }
  const last = [restored, loaded, next].map(({ reports }) => reports.series('rich').at(-1));
  expect(new Set(last)).toEqual(new Set([now[0] + 2 * now[1] + now[2]]));
  expect(report.changes).toEqual([]);
}

describe.each(executors)('a table with other values (%s)', (executor) => {
  it('is that of the new content after a reload', () => {
    const world = begun(content([1, 2, 3]), executor);
    world.run(2);
    const before = world.hash();
    const next = reload(world, content([1, 2, 6]));
    const clay = clayOf(next);
    expect([next.turn, next.get(clay, 'worth'), next.get(clay, 'grain')]).toEqual([2, 13, world.get(clay, 'grain')]);
    next.step();
    expect(Number(next.get(clay, 'grain')) - Number(world.get(clay, 'grain'))).toBe(12);
    expect([next.get(clay, 'told'), world.get(clay, 'told')]).toEqual([1, 0]);
    expect([world.get(clay, 'worth'), world.hash()]).toEqual([7, before]);
  });

  it('is that of the new content after a restore and a load', () => {
    expectOneWorld([1, 2, 3], [1, 2, 6], 1, executor);
  });

  longTest('leaves nothing of the old values: reload, restore and a save lead to one world', () => {
    fc.assert(
      fc.property(soils, soils, fc.integer({ min: 0, max: 3 }), (old, now, turns) => {
        expectOneWorld(old, now, turns, executor);
      }),
      propertyRuns(60),
    );
  });
});

describe('a table of other content', () => {
  it.each([
    ['there is no table "yield" any more', { name: 'harvest' }],
    ['the table "yield" is declared differently', { by: ['soil', 'soil'], values: { sand: { sand: 1 } } }],
    ['the table "steps" is declared differently', { rows: { 0: 1, 5: 2 } }],
  ] as [string, Changes][])('is refused where its name or size differs: %s', (what, changes) => {
    const world = begun(content([1, 2, 3]));
    const other = content([1, 2, 3], changes);
    expect(codeOf(() => reload(world, other))).toContain(`differs from that of the world: ${what}; make a new world`);
    expect(codeOf(() => createWorld(other).restore(world.snapshot()))).toMatch(/^foreign-snapshot/);
  });

  it('is other content for a strict load, also where only a value differs', () => {
    const bytes = begun(content([1, 2, 3])).save();
    expect(codeOf(() => loadWorld(content([1, 2, 4]), bytes, { strict: true }))).toMatch(/^foreign-file/);
    expect(codeOf(() => loadWorld(content([1, 2, 3]), bytes, { strict: true }))).toBe('none');
  });
});

/** Of a build whose layouts had the values of tables in them. */
const earlier = `H4sIAAAAAAACA+1RTW+DMAztduzPsHb0IZ+kcJq0TdruuyEOIYSBWqCCoK2r+t9n+iG1u+22A8+KLMd+z7Hz8vz29C6We3BdG3wb
IAFXaGHy0pRKS2YLBggbu+vG8GqHChIeS7lSQmqGMNTffoAklRijFMgNchRH++3PUYZQeVv4nkhccRnF1ERS1ZWqYBem0LHUmhmB
WkRGM8kZTsbPRyD7m1H74L/C9GQACvJdmN7PhZiGqezWQ7I/TwuJ5CZmhquIkr4dG9/bUHftxE7B9d0WMIVPmifQivqdhywjzXXd
FqeS0vYNoML0eO+6zdjckEl2XE0u5VSQwkdv65akqFVOG0IoI3VJTwIbOwz+JFB1jR8CbRJop9mBkpV3a/q8cuVyESnubOQFLxkc
lou7xRVughkzZsz4b7i/DR8efwBmD4rGpwYAAA==`;

const farms = (rye: number): Program =>
  defineContent({
    enumerations: { crop: ['wheat', 'rye'] },
    properties: { crop: { type: 'crop', default: 'wheat' }, grain: {} },
    tables: { harvest: { by: 'crop', values: { wheat: 3, rye } } },
    kinds: { farm: { properties: ['crop', 'grain'] } },
    classes: {
      homestead: {
        kind: 'farm',
        groups: [
          {
            name: 'reap',
            scope: { include: 'target == source' },
            effects: [{ property: 'grain', add: "lookup('harvest', target.crop)" }],
          },
        ],
      },
    },
  } as never);

describe('a world with tables that an earlier build saved', () => {
  const bytes = new Uint8Array(gunzipSync(Buffer.from(earlier, 'base64')));

  it('loads with its content, also strictly, and goes on', () => {
    for (const strict of [false, true]) {
      const world = loadWorld(farms(5), bytes, { strict });
      expect([world.turn, world.hash()]).toEqual([2, '780479a023055f7e']);
      world.step();
      expect(world.get(1, 'grain')).toBe(15);
    }
  });

  it('loads with other values, except strictly', () => {
    const world = loadWorld(farms(7), bytes);
    world.step();
    expect(world.get(1, 'grain')).toBe(17);
    expect(codeOf(() => loadWorld(farms(7), bytes, { strict: true }))).toMatch(/^foreign-file/);
  });
});
