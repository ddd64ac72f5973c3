import { afterEach, describe, expect, test, vi } from 'vitest';
import { sound } from '../content/native/samples.js';
import { createWorld, loadWorld } from '../../src/world.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { refusal } from '../support/errors.js';

/** Worlds that begin with the cells of a grid. */

const width = 11;
const height = 8;

const life = (grid: string): string => `
properties: { alive: { type: boolean }, next: { type: boolean } }
grids: { board: { kind: cell, width: ${width}, height: ${height}, cells: true, class: square, ${grid} } }
kinds: { cell: { node: true, properties: [alive, next] } }
functions: { living: { arguments: [x], value: "neighbours(x).filter(c, c.alive).count()" } }
classes:
  square:
    kind: cell
    groups:
      - name: look
        scope: { include: target == source }
        effects: [{ property: next, set: "living(source) == 3 || (source.alive && living(source) == 2)" }]
      - name: live
        scope: { include: target == source }
        effects: [{ property: alive, set: source.next }]
`;

function begin(text: string, executor: ExecutorName): World {
  return createWorld(sound(text), { executor });
}

const cells = Array.from({ length: width * height }, (_, cell) => cell);

function livingAround(alive: readonly boolean[], cell: number, wraps: boolean): number {
  const found = new Set<number>();
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      let [x, y] = [(cell % width) + dx, Math.floor(cell / width) + dy];
      if (wraps) [x, y] = [(x + width) % width, (y + height) % height];
      if (x >= 0 && x < width && y >= 0 && y < height && (dx !== 0 || dy !== 0)) found.add(y * width + x);
    }
  }
  return [...found].filter((at) => alive[at]).length;
}

afterEach(() => vi.unstubAllEnvs());

describe.each([
  ['reference', 'never'],
  ['compiled', 'never'],
  ['compiled', 'always'],
] as const)('executor %s, code %s', (executor, generate) => {
  test.each([true, false])('Life lives on a grid that wraps: %s', (wraps) => {
    vi.stubEnv('EDICT_GENERATE', generate);
    const world = begin(life(wraps ? 'wrap: true' : 'wrap: []'), executor);
    expect(world.size).toBe(width * height);
    let alive = cells.map((cell) => (cell * 7919) % 5 < 2);
    const handles = world.query({ kind: 'cell' });
    cells.forEach((cell) => {
      world.set(handles[cell], 'alive', alive[cell]);
    });
    for (let turn = 0; turn < 6; turn++) {
      world.step();
      alive = alive.map((is, cell) => {
        const around = livingAround(alive, cell, wraps);
        return around === 3 || (is && around === 2);
      });
      expect(handles.map((handle) => world.get(handle, 'alive'))).toEqual(alive);
    }
    expect(alive.some((is) => is)).toBe(true);
  });
});

const walkers = (neighbourhood: string): string => `
properties: { grass: { default: 3 }, sight: { default: 1 }, seen: {}, best: {}, alone: { type: boolean }, far: {} }
grids: { field: { kind: patch, width: 6, height: 6, wrap: true, neighbourhood: ${neighbourhood}, cells: true } }
kinds:
  patch: { node: true, properties: [grass] }
  animal: { attachesTo: [patch], properties: [sight, seen, best, alone, far] }
classes:
  sheep:
    kind: animal
    groups:
      - name: look
        scope: { include: target == source }
        effects:
          - { property: seen, set: "near(source, source.sight).sum(p, p.grass)" }
          - { property: best, set: "neighbours(source, source.sight + 0.5).max(p, p.grass)" }
          - { property: alone, set: "neighbours(source.patch).all(p, empty(p, animal))" }
          - { property: far, set: "default(steps(source, cell(column(source.patch) + 7, 2)), -1)" }
      - name: eat
        scope: { include: target == source.patch }
        effects: [{ property: grass, add: "-0.5 * attached(target, animal).count()" }]
      - name: grow
        scope: { include: "target == source" }
        effects: [{ property: sight, set: "(source.sight * 3 + turn) % 5 - 1" }]
`;

test.each(['moore', 'vonNeumann', 'hexagonal', 'axes'])('both executors see the same around walkers: %s', (shape) => {
  const states = (['reference', 'compiled'] as const).map((executor) => {
    vi.stubEnv('EDICT_GENERATE', 'always');
    const world = begin(walkers(shape), executor);
    const patches = world.query({ kind: 'patch' });
    const sheep = Array.from({ length: 9 }, (_, i) =>
      world.spawn({ class: 'sheep', place: { in: patches[(i * 17) % 36] } }),
    );
    const shown: unknown[] = [];
    for (let turn = 0; turn < 8; turn++) {
      world.step();
      sheep.forEach((one, i) => {
        world.move(one, { in: patches[(i * 17 + turn * (i + 5)) % 36] });
      });
      shown.push(world.hash(), ...sheep.map((one) => world.describe(one).values));
    }
    return shown;
  });
  expect(states[0]).toEqual(states[1]);
  expect(new Set(states[0].map((values) => JSON.stringify(values))).size).toBeGreaterThan(20);
});

const choosers = (grid: string): string => `
properties: { grass: { default: 3 }, marks: {}, sight: { default: 1 }, place: {}, ripe: {} }
grids: { field: { kind: patch, width: 6, height: 6, cells: true, ${grid} } }
kinds:
  patch: { node: true, properties: [grass, marks] }
  animal: { attachesTo: [patch], properties: [sight, place, ripe] }
classes:
  sheep:
    kind: animal
    groups:
      - name: mark
        scope: { include: target == neighbours(source).random() }
        effects: [{ property: marks, add: 1 }]
      - name: graze
        scope: { include: "target == near(source, source.sight).filter(p, p.grass > 1).maxBy(p, p.grass, random())" }
        effects: [{ property: grass, add: -1 }]
      - name: walk
        order: random
        scope: { include: target == source }
        effects:
          - { move: "neighbours(source.patch).filter(p, empty(p, animal)).random()" }
          - { property: place, set: "near(source, 2).indexOf(source.patch)" }
          - { property: ripe, set: "near(source, 2).top(3, p, p.grass).sum(p, p.grass)" }
          - { property: grass, add: 0.5, on: "near(source, 3).weighted(p, 4 - p.grass)" }
start:
  - { grid: field, values: { grass: "3 + (column(self) + row(self)) % 2" } }
  - { create: sheep, count: 9, in: objects(patch).random(), values: { sight: "index % 4" } }
`;

test.each(['wrap: true', 'wrap: [x]', 'neighbourhood: vonNeumann', 'wrap: true, neighbourhood: hexagonal'])(
  'all executors choose the same around walkers: %s',
  (grid) => {
    const ways = [
      ['reference', 'never'],
      ['compiled', 'never'],
      ['compiled', 'always'],
    ] as const;
    const states = ways.map(([executor, generate]) => {
      vi.stubEnv('EDICT_GENERATE', generate);
      const world = createWorld(sound(choosers(grid)), { executor, seed: 'flock' });
      return Array.from({ length: 10 }, () => {
        world.step();
        return [
          world.hash(),
          ...world.query({ kind: 'animal' }).map((each) => [world.parentOf(each), world.describe(each).values]),
          ...world.query({ kind: 'patch' }).map((each) => world.describe(each).values),
        ];
      });
    });
    expect(states[1]).toEqual(states[0]);
    expect(states[2]).toEqual(states[0]);
    expect(new Set(states[0].map((state) => JSON.stringify(state.slice(1, 10)))).size).toBe(10);
  },
);

describe('a world with a grid of cells', () => {
  const text = life('wrap: true');

  test('has room for them, also with a fixed and a small reserve', () => {
    const program = sound(text);
    const small = createWorld(program, { reserve: { objects: 4 }, fixed: true });
    expect(small.size).toBe(width * height);
    expect(refusal(() => small.spawn({ kind: 'cell', place: { x: 0.5, y: 0 } })).message).toContain('full');
    expect(small.hash()).toBe(createWorld(program).hash());
  });

  test('begins empty where it is told so, and loads what was saved', () => {
    const program = sound(text);
    expect(createWorld(program, { start: false }).size).toBe(0);
    const world = createWorld(program);
    world.step();
    const loaded = loadWorld(program, world.save());
    expect([loaded.size, loaded.hash()]).toEqual([width * height, world.hash()]);
  });

  test('makes many cells of any kind', () => {
    const world = createWorld(
      sound('kinds: { spot: {} }\ngrids: { a: { kind: spot, width: 300, height: 200, cells: true } }'),
    );
    expect(world.size).toBe(60_000);
  });
});
