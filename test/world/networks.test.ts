import { afterEach, describe, expect, test, vi } from 'vitest';
import { sound } from '../content/native/samples.js';
import { createWorld, loadWorld } from '../../src/world.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { refusal } from '../support/errors.js';

/** Networks of content: their edges, what reads them, and how a world begins with some. */

const people = (rest: string, network = '{ kind: person }'): string => `
properties: { mood: { default: 1 }, met: {}, sum: {}, best: {}, first: {} }
kinds: { person: { properties: [mood, met, sum, best, first] }, stone: {} }
networks: { contacts: ${network} }
classes:
  citizen:
    kind: person
    groups:
      - name: meet
        scope: { include: target == source }
        effects:
          - { property: met, set: links(source).count() }
          - { property: sum, set: "links(source).filter(p, p.mood > 1).sum(p, p.mood)" }
          - { property: best, set: "default(links(source).maxBy(p, p.mood).mood, -1)" }
          - { property: first, set: "default(links(source).first().mood, -1)" }
      - name: change
        order: simultaneous
        scope: { include: target == source }
        effects: [{ property: mood, set: "(source.mood * 3 + links(source).count() + links(source).random().mood) % 7" }]
${rest}
`;

const five = 'start: [{ create: citizen, count: 5, values: { mood: index } }]';

function begin(text: string, executor: ExecutorName = 'compiled', seed = '1'): World {
  return createWorld(sound(text), { executor, seed });
}

function sums(world: World, name: 'met' | 'sum' | 'best' | 'first'): readonly unknown[] {
  return world.query({ kind: 'person' }).map((one) => world.get(one, name));
}

afterEach(() => vi.unstubAllEnvs());

describe.each([
  ['reference', 'never'],
  ['compiled', 'never'],
  ['compiled', 'always'],
] as const)('executor %s, code %s', (executor, generate) => {
  test('parallel edges count twice, and members come in the order of edges', () => {
    vi.stubEnv('EDICT_GENERATE', generate);
    const world = begin(people(five), executor);
    world.relations.setEdges('contacts', [1, 3, 1, 5], [2, 1, 2, 1]);
    world.step();
    expect(sums(world, 'met')).toEqual([4, 2, 1, 0, 1]);
    expect(sums(world, 'sum')).toEqual([2 + 4, 0, 0, 0, 0]);
    expect(sums(world, 'best')).toEqual([4, 0, 0, -1, 0]);
    expect(sums(world, 'first')).toEqual([1, 0, 0, -1, 0]);
  });

  test('directed edges lead from their first end', () => {
    vi.stubEnv('EDICT_GENERATE', generate);
    const world = begin(people(five, '{ kind: person, directed: true }'), executor);
    world.relations.setEdges('contacts', [1, 3, 1], [2, 1, 4]);
    world.step();
    expect(sums(world, 'met')).toEqual([2, 0, 1, 0, 0]);
  });

  test('edges end with their objects, and what is born in the row has none', () => {
    vi.stubEnv('EDICT_GENERATE', generate);
    const world = begin(people(five), executor);
    world.relations.setEdges('contacts', [1, 3, 1, 5], [2, 1, 5, 2]);
    const [, second] = world.query({ kind: 'person' });
    world.destroy(second);
    world.spawn({ class: 'citizen' });
    expect(world.query({ kind: 'person' })).toHaveLength(5);
    world.step();
    expect(
      sums(world, 'met')
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 0, 1, 1, 2]);
    expect(world.relations.edgesOf('contacts')).toEqual({ from: Float64Array.of(3, 1), to: Float64Array.of(1, 5) });
  });
});

const making = [
  'random: 60',
  'smallWorld: { neighbours: 4, rewire: 0.3 }',
  'scaleFree: { each: 3 }',
  'random: "20 + floor(10 * random())"',
];

test.each(making)('both executors agree in worlds that begin with %s', (made) => {
  vi.stubEnv('EDICT_GENERATE', 'always');
  const text = people(
    `start: [{ create: citizen, count: 30, values: { mood: index % 5 } }, { edges: contacts, ${made} }]`,
  );
  const [reference, compiled, other] = (['reference', 'compiled', 'other'] as const).map((executor) => {
    const world = begin(text, executor === 'other' ? 'compiled' : executor, executor === 'other' ? '2' : '1');
    const hashes = [world.hash()];
    for (let turn = 0; turn < 5; turn++) {
      world.step();
      world.destroy(world.query({ kind: 'person' })[turn * 3]);
      hashes.push(world.hash());
    }
    return hashes;
  });
  expect(compiled).toEqual(reference);
  expect(new Set([...compiled, ...other]).size).toBe(12);
});

function edgesMade(made: string, count: number): { readonly from: Float64Array; readonly to: Float64Array } {
  const world = begin(people(`start: [{ create: citizen, count: ${count} }, { edges: contacts, ${made} }]`));
  return world.relations.edgesOf('contacts');
}

function degrees({ from, to }: ReturnType<typeof edgesMade>, count: number): readonly number[] {
  const found = Array.from({ length: count }, () => 0);
  for (const end of [...from, ...to]) found[end - 1]++;
  return found;
}

function distinct({ from, to }: ReturnType<typeof edgesMade>): number {
  return new Set(Array.from(from, (end, at) => [end, to[at]].toSorted((a, b) => a - b).join())).size;
}

test('random edges join different nodes, all alike', () => {
  const edges = edgesMade('random: 5000', 10);
  expect(edges.from).toHaveLength(5000);
  expect(edges.from.some((end, at) => end === edges.to[at])).toBe(false);
  expect(distinct(edges)).toBe(45);
  for (const degree of degrees(edges, 10)) expect(Math.abs(degree - 1000)).toBeLessThan(150);
});

test('a small world is a ring, rewired with its probability, without parallel edges', () => {
  const ring = edgesMade('smallWorld: { neighbours: 4, rewire: 0 }', 7);
  expect(degrees(ring, 7)).toEqual([4, 4, 4, 4, 4, 4, 4]);
  expect([ring.to[0], ring.to[6], ring.to[7]]).toEqual([2, 1, 3]);
  const edges = edgesMade('smallWorld: { neighbours: 4, rewire: 0.25 }', 1000);
  expect(edges.from).toHaveLength(2000);
  expect(distinct(edges)).toBe(2000);
  const straight = edges.from.filter((end, at) => [1, 2].includes((edges.to[at] - end + 1000) % 1000)).length;
  expect(Math.abs(straight - 1500)).toBeLessThan(80);
});

test('a small world of nodes that know nearly all others still ends', () => {
  const edges = edgesMade('smallWorld: { neighbours: 6, rewire: 1 }', 8);
  expect(distinct(edges)).toBe(24);
});

test('in a scale-free network each node is joined to so many, and a few to many', () => {
  const edges = edgesMade('scaleFree: { each: 3 }', 1000);
  expect(edges.from).toHaveLength(3 * 997);
  expect(distinct(edges)).toBe(3 * 997);
  const found = degrees(edges, 1000);
  expect(Math.min(...found.slice(4))).toBe(3);
  expect(Math.max(...found)).toBeGreaterThan(40);
});

test('edges from a file are numbers of nodes', () => {
  const text = people('start: [{ create: citizen, count: 4 }, { edges: contacts, file: friends.csv, to: friend }]');
  const made = (table: string): World => createWorld(sound(text), { tables: { 'friends.csv': table } });
  expect(made('from,friend\n0,3\n3,0\n').relations.edgesOf('contacts').to).toEqual(Float64Array.of(4, 1));
  expect(refusal(() => made('from,friend\n0,4\n')).message).toContain('expected the number of a node from 0 to 3');
  expect(refusal(() => made('from,friend\n2,2\n')).message).toContain('joins node 2 to itself');
  expect(refusal(() => made('from,to\n2,1\n')).message).toContain('has no column "friend"');
});

test('a world keeps its edges in saves, copies and snapshots', () => {
  const text = people('start: [{ create: citizen, count: 400 }, { edges: contacts, random: 900 }]');
  const world = begin(text);
  const snapshot = world.snapshot();
  const worlds = [world, world.fork(), loadWorld(sound(text), world.save())];
  const hashes = worlds.map((each) => {
    each.run(3);
    return each.hash();
  });
  expect(new Set(hashes).size).toBe(1);
  const before = world.relations.edgesOf('contacts');
  world.relations.setEdges('contacts', [1], [2]);
  expect(world.hash()).not.toBe(hashes[0]);
  world.restore(snapshot);
  expect(world.relations.edgesOf('contacts')).toEqual(before);
});

test('rows of ended edges are used again in order', () => {
  const world = begin(people('start: [{ create: citizen, count: 300 }, { edges: contacts, random: 256 }]'));
  const ids = world.query({ kind: 'person' });
  for (let at = 0; at < 200; at++) world.destroy(ids[at]);
  const { from, to } = world.relations.edgesOf('contacts');
  world.relations.setEdges('contacts', [...from, ids[250]], [...to, ids[251]]);
  const now = world.relations.edgesOf('contacts');
  expect([...now.from]).toEqual([...from, ids[250]]);
  expect([...now.to]).toEqual([...to, ids[251]]);
  expect(loadWorld(world.program, world.save()).hash()).toBe(world.hash());
});

test('wrong edges are refused, and nothing changes', () => {
  const world = begin(people(`${five.slice(0, -1)}, { kind: stone }]`));
  world.relations.setEdges('contacts', [1], [2]);
  const { setEdges } = world.relations;
  expect(refusal(() => setEdges('contacts', [1, 2], [2])).message).toContain('2 first ends and 1 second ends');
  expect(refusal(() => setEdges('contacts', [2, 1], [1, 1])).message).toContain(
    'edge 1 of contacts joins object 1 to itself',
  );
  expect(refusal(() => setEdges('contacts', [6], [1])).message).toContain('is no object of kind person');
  expect(refusal(() => setEdges('friends', [6], [1])).message).toContain('friends');
  expect(world.relations.edgesOf('contacts').from).toEqual(Float64Array.of(1));
  const few = 'start: [{ create: citizen }, { edges: contacts, scaleFree: { each: 3 } }]';
  expect(refusal(() => begin(people(few))).message).toContain('there are 1 nodes');
});

test('edges count against a limit', () => {
  const program = sound(people('start: [{ create: citizen, count: 5 }, { edges: contacts, random: 10000000000 }]'));
  expect(refusal(() => createWorld(program)).message).toContain('limits.effectsPerTurn');
});
