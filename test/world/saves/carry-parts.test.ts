import { describe, expect, test } from 'vitest';
import { createWorld, loadWorld } from '../../../src/world.js';
import type { ExecutorName, World } from '../../../src/world/api.js';
import type { LoadReport } from '../../../src/world/saves/load-report.js';
import { sound } from '../../content/native/samples.js';

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

function opened(text: string): World {
  return createWorld(sound(text));
}

function carried(text: string, world: World, executor: ExecutorName = 'compiled') {
  let report: LoadReport | undefined;
  const now: World = loadWorld(sound(text), world.save(), { executor, changed: (given) => (report = given) });
  return { now, texts: report?.changes.map(({ event, text: shown }) => `${event} ${shown}`) };
}

describe('places', () => {
  const stars = (star = '{ node: true }', ship = '{ attachesTo: [star] }') => `
kinds: { base: {}, star: ${star}, ship: ${ship}, probe: {} }
`;
  const sky = () => {
    const world = opened(stars());
    const [a, b] = [0, 10].map((x) => world.spawn({ kind: 'star', place: { x, y: 3 } }));
    world.relations.connect(a, b);
    const ship = world.spawn({ kind: 'ship', place: { in: a } });
    const probe = world.spawn({ kind: 'probe', place: { lane: [a, b], fraction: 0.25 } });
    return { world, a, b, ship, probe };
  };

  test('on nodes that are none any more are points, and lanes are gone', () => {
    const { world, ship, probe, b } = sky();
    const { now, texts } = carried(stars('{}', '{}'), world);
    expect([now.describe(b).position, now.describe(ship).position, now.describe(probe).position]).toMatchObject([
      { x: 10, y: 3 },
      { x: 0, y: 3 },
      { x: 2.5, y: 3 },
    ]);
    expect(texts).toEqual([
      'released place of ship: 1 object no longer attached: the other object is gone, or no longer accepts them',
      'dropped lanes between nodes: 1 lane dropped, because an end is gone',
    ]);
    now.destroy(b);
  });

  test('of what is a node now are where it was', () => {
    const { world, probe, ship, a } = sky();
    const text = stars().replace('probe: {}', 'probe: { node: true }').replace('base: {}, ', '');
    const { now, texts } = carried(text, world);
    expect(texts).toEqual(['dropped kind base: no longer in the content']);
    now.relations.connect(a, probe);
    expect([now.describe(probe).position, now.parentOf(ship), now.relations.neighbours(a).length]).toMatchObject([
      { x: 2.5, y: 3 },
      a,
      2,
    ]);
  });
});

describe('variables', () => {
  test.each(executors)('keep inputs by name, and are solved again, with executor %s', (executor) => {
    const text = `
variables: { strength: { input: true, default: 2 }, luck: { input: true, default: 1 }, might: { default: 0 } }
kinds: { hero: { variables: [strength, luck, might], modifiers: [{ variable: might, add: self.strength * 2 }] } }
`;
    const world = opened(text);
    const hero = world.spawn({ kind: 'hero' });
    world.set(hero, 'strength', 5);
    world.set(hero, 'luck', 9);
    expect(world.get(hero, 'might')).toBe(10);
    const other = text
      .replace('self.strength * 2', 'self.strength * 3')
      .replace('luck: { input: true, default: 1 }, ', '')
      .replace('[strength, luck, might]', '[wit, might, strength]')
      .replace('variables: { strength', 'variables: { wit: { input: true, default: 4 }, strength');
    const { now, texts } = carried(other, world, executor);
    expect(['strength', 'wit', 'might'].map((name) => now.get(hero, name))).toEqual([5, 4, 15]);
    expect(texts).toEqual([
      'dropped variable luck: no longer an input of the content',
      'added variable wit: set to the default',
    ]);
    const none = carried('kinds: { hero: {} }', world).now;
    expect(carried(text, none, executor).now.get(hero, 'might')).toBe(4);
  });
});

describe('networks, parameters and grids', () => {
  test('keep edges, and values that fit', () => {
    const text = `
parameters: { pace: { default: 2 }, calm: { type: boolean, default: true } }
kinds: { stone: {}, person: {} }
networks: { contacts: { kind: person } }
`;
    const world: World = createWorld(sound(text), { parameters: { pace: 7, calm: false } });
    const [a, b] = [1, 2].map(() => world.spawn({ kind: 'person' }));
    world.relations.setEdges('contacts', [a], [b]);
    const first = world.fork();
    const other = text
      .replace('pace: { default: 2 }', 'speed: { default: 1 }, pace: { default: 2, range: [0, 5] }')
      .replace('networks: {', 'networks: { rivals: { kind: stone },')
      .replace('stone: {}, ', '')
      .replace('person: {}', 'person: {}, stone: {}');
    const { now, texts } = carried(other, world);
    expect([now.parameters, [...now.relations.edgesOf('contacts').from]]).toEqual([
      { speed: 1, pace: 2, calm: false },
      [a],
    ]);
    expect(texts).toEqual([
      'added parameter speed: set to the default',
      'defaulted parameter pace: set to 2, because 7 no longer fits',
      'added network rivals: without edges',
    ]);
    expect(carried(text, now).now.relations.edgesOf('contacts')).toEqual(first.relations.edgesOf('contacts'));
  });

  test('get the cells of a larger grid', () => {
    const grid = (size: number) => `
properties: { wet: { default: 1 } }
kinds: { plot: { properties: [wet] } }
grids: { map: { width: ${size}, height: ${size}, cells: true, kind: plot } }
`;
    const world = opened(grid(3));
    world.set(world.query()[4], 'wet', 8);
    const { now, texts } = carried(grid(4), world);
    expect([now.size, now.get(now.query()[4], 'wet'), texts]).toEqual([16, 8, ['added grid map: 7 cells more']]);
  });
});

describe('what the host keeps', () => {
  test('goes on: components, random streams and names', () => {
    const text = 'properties: { weight: {}, size: {} }\nkinds: { rock: { properties: [weight, size] } }';
    const world = opened(text);
    const rock = world.spawn({ kind: 'rock', name: 'Ayers' });
    const speed = world.component('speed', { x: 'f64' });
    world.component('bulk', { of: 'weight' });
    speed.add(rock, { x: 2.5 });
    const draw = (of: World) => of.questions.evaluate('random()');
    draw(world);
    const { now, texts } = carried(text.replace('weight: {}, ', '').replace('[weight, size]', '[size]'), world);
    expect([now.nameOf(rock), now.component('speed', { x: 'f64' }).get(rock), draw(now)]).toEqual([
      'Ayers',
      { x: 2.5 },
      draw(world),
    ]);
    expect(texts?.[0]).toMatch(/^dropped component bulk: field of of component bulk is "weight"; give one of f64/);
  });
});
