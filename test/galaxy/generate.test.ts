import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../src/ir/rule.js';
import { generateGalaxy, sharesOf } from '../../src/galaxy/generate.js';
import { loadGalaxy } from '../../src/galaxy/load-galaxy.js';
import { commonClasses, studies } from '../../src/galaxy/galaxy-words.js';
import type { Handle, World } from '../../src/world/api.js';
import { longTest } from '../support/heavy.js';

let program: Program;
beforeAll(() => {
  program = loadGalaxy();
});

function reached(world: World, from: Handle): number {
  const met = new Set([from]);
  for (const at of met) for (const next of world.relations.neighbours(at)) met.add(next);
  return met.size;
}

describe('a galaxy has', () => {
  it.each([
    [500, { empire: 5, council: 5, law: 1, system: 50, planet: 183, building: 75, ship: 110, special: 65, field: 6 }],
    [2_000, { empire: 6, council: 6, law: 1, system: 200, building: 300, ship: 440, special: 260, field: 24 }],
    [
      10_000,
      { empire: 12, council: 12, law: 1, system: 1_000, building: 1_500, ship: 2_200, special: 1_300, field: 120 },
    ],
  ] as const)('%i objects, by kind', (objects, counts) => {
    const world = generateGalaxy(program, { objects, seed: 'counts' });
    expect(world.size).toBe(objects);
    const found = Object.fromEntries(Object.keys(counts).map((kind) => [kind, world.query({ kind }).length]));
    expect(found).toEqual(counts);
    const systems = world.query({ kind: 'system' });
    expect(reached(world, systems[0])).toBe(systems.length);
  });

  it('10,000 objects where nothing is said', () => {
    expect(generateGalaxy(program).size).toBe(10_000);
  });

  it('as many objects as asked for, whatever the number', () => {
    for (const objects of [50, 51, 99, 137, 333, 1_001])
      expect(generateGalaxy(program, { objects }).size, `${objects}`).toBe(objects);
  });

  it('empires with a council, a capital with its seat, planets, ships and a flagship', () => {
    const world = generateGalaxy(program, { objects: 1_000, seed: 'homes' });
    const empires = world.query({ kind: 'empire' });
    expect(empires).toHaveLength(sharesOf(1_000).empires);
    for (const empire of empires) {
      const owned = world.query({ owner: empire }).map((object) => world.describe(object));
      const [council, ...others] = owned.filter(({ kind }) => kind === 'council');
      expect(others).toEqual([]);
      const capital = world.describe(Number(world.get(council.handle, 'capital')));
      expect(capital).toMatchObject({ class: 'cradle', owners: [empire] });
      expect(owned.filter(({ parent }) => parent === capital.handle).map((each) => each.class)).toEqual(
        expect.arrayContaining(['capitol', 'shipyard']),
      );
      expect(owned.filter(({ kind }) => kind === 'planet').length).toBeGreaterThanOrEqual(3);
      expect(owned.filter((each) => each.class === 'flagship')).toHaveLength(1);
      expect(commonClasses.every((name) => world.relations.isAvailable(empire, name))).toBe(true);
      expect(world.relations.isAvailable(empire, 'cruiser')).toBe(false);
      expect(world.relations.isVisible(empire, capital.handle)).toBe(true);
    }
    expect(world.questions.evaluate("role('rival')")).toBe(empires[0]);
  });

  it('systems that several empires share, wild ships, ships on lanes, fields in space, specials on buildings', () => {
    const world = generateGalaxy(program, { objects: 2_000, seed: 'mix' });
    const views = world.query().map((object) => world.describe(object));
    expect(views.some(({ kind, owners }) => kind === 'system' && owners.length > 1)).toBe(true);
    const ships = views.filter(({ kind }) => kind === 'ship');
    expect(ships.filter(({ owners }) => owners.length === 0).length).toBeGreaterThan(100);
    expect(
      ships.filter(({ parent, position, values }) => parent === null && position !== null && values.heading !== null)
        .length,
    ).toBeGreaterThan(40);
    expect(views.some(({ kind, parent, position }) => kind === 'field' && parent === null && position !== null)).toBe(
      true,
    );
    const kindOf = new Map<number, string>(views.map(({ handle, kind }) => [handle, kind]));
    expect(
      new Set(views.filter(({ kind }) => kind === 'special').map(({ parent }) => kindOf.get(parent ?? 0))),
    ).toEqual(new Set(['planet', 'system', 'building']));
    expect(
      views.filter(({ kind }) => kind === 'building').every(({ parent }) => kindOf.get(parent ?? 0) === 'planet'),
    ).toBe(true);
  });
});

describe('seeds', () => {
  it('equal ones give equal galaxies, others do not', () => {
    const hash = (seed: string): string => generateGalaxy(program, { objects: 500, seed }).hash();
    expect(hash('a')).toBe(hash('a'));
    expect(hash('a')).not.toBe(hash('b'));
  });

  longTest('equal ones run alike, also from a snapshot', { timeout: 120_000 }, () => {
    const one = generateGalaxy(program, { objects: 300, seed: 7 });
    const other = generateGalaxy(program, { objects: 300, seed: 7 });
    one.run(6);
    other.run(3);
    const halfway = other.snapshot();
    other.run(3);
    expect(other.hash()).toBe(one.hash());
    other.restore(halfway);
    other.run(3);
    expect(other.hash()).toBe(one.hash());
  });
});

describe('options', () => {
  it.each([0, 49, 60.5, Number.NaN, 2_000_000])('%d objects are refused', (objects) => {
    expect(() => generateGalaxy(program, { objects })).toThrow(
      /edict: a galaxy of .* objects cannot be made; give a whole number from 50 to 1000000/,
    );
  });

  it('more empires than there is room for are refused', () => {
    expect(() => generateGalaxy(program, { objects: 100, empires: 3 })).toThrow(/3 empires do not fit into 10 systems/);
    expect(generateGalaxy(program, { objects: 500, empires: 2 }).query({ kind: 'empire' })).toHaveLength(2);
  });
});

describe('words of the code are words of the content', () => {
  it('classes', () => {
    for (const name of [...commonClasses, ...studies]) expect(program.model.classByName.has(name), name).toBe(true);
    expect(
      studies.every(
        (name) => program.model.kinds[(program.model.classByName.get(name)?.kind ?? 0) - 1].name === 'tech',
      ),
    ).toBe(true);
  });
});
