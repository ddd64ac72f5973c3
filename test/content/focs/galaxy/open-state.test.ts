import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../src/ir/rule.js';
import {
  type GalaxyState,
  objectsOfType,
  parseState,
  readState,
} from '../../../../src/content/focs/state/read-state.js';
import { importState } from '../../../../src/content/focs/galaxy/open-state.js';
import * as words from '../../../../src/content/focs/galaxy/translations.js';
import { loadGalaxy } from '../../../../src/galaxy/load-galaxy.js';
import type { ObjectView, World } from '../../../../src/world/api.js';
import { emptyState, plain } from '../../../support/focs-state.js';
import { longTest } from '../../../support/heavy.js';

const fixtures = fileURLToPath(new URL('../../../../../shared/fixtures/freeorion/', import.meta.url));

let program: Program;
beforeAll(() => {
  program = loadGalaxy();
});

describe('the table of words', () => {
  it('names classes and words that the content has', () => {
    const classes = [
      words.buildings,
      words.planetSpecials,
      words.systemSpecials,
      words.fields,
      words.monsters,
      words.parts,
    ].flatMap(({ words: list, otherwise }) => [...Object.values<string>(list), otherwise]);
    const others = words.techs.flatMap(([, tech, also]) => [tech, ...also]);
    for (const name of [...classes, ...others]) expect(program.model.classByName.has(name), name).toBe(true);
    const enumerated = {
      starColour: words.stars,
      size: words.sizes,
      environment: words.environments,
      focus: words.foci,
    };
    for (const [name, { words: list, otherwise }] of Object.entries(enumerated)) {
      const members = program.model.enumerations.find((each) => each.name === name)?.members ?? [];
      for (const word of [...Object.values<string>(list), otherwise]) expect(members).toContain(word);
    }
    for (const ours of [words.planetMeters, words.shipMeters, words.fieldMeters].flatMap(Object.values<string>))
      expect(program.model.columnByName.has(ours), ours).toBe(true);
  });

  it('is of kinds that fit', () => {
    const kindOf = (name: string): string =>
      program.model.kinds[(program.model.classByName.get(name)?.kind ?? 0) - 1].name;
    expect(words.buildings.of('BLD_UNHEARD_OF')).toBe('market');
    for (const name of Object.values(words.monsters.words)) expect(kindOf(name)).toBe('ship');
    for (const name of Object.values(words.planetSpecials.words)) expect(kindOf(name)).toBe('special');
    for (const name of Object.values(words.fields.words)) expect(kindOf(name)).toBe('field');
  });
});

const tiny = {
  ...emptyState,
  objects: [
    { ...plain.system, id: 0, name: 'A', star: 'NoSuchStar', starlanes: [1, 0] },
    { ...plain.system, id: 1, name: 'B', x: 10, star: 'Blue', starlanes: [0] },
    { ...plain.fleet, id: 2, name: 'F', x: 4, ships: [3, 4], previousSystem: 0, nextSystem: 1, route: [1] },
    { ...plain.ship, id: 3, name: 'On the lane', x: 4, fleet: 2 },
    { ...plain.ship, id: 4, name: 'In space', y: 50 },
    { ...plain.ship, id: 5, name: 'Docked', x: 10, system: 1, specials: { ODD: { since: 0, capacity: 0 } } },
  ],
};

describe('a state becomes a world', () => {
  it('with ships where they are, and defaults for words that nobody knows', () => {
    const world = importState(program, parseState('tiny.json', JSON.stringify(tiny)), { seed: 1 });
    const seen = (name: string): ObjectView => world.describe(world.find(name) ?? 0);
    expect(seen('A').values.starColour).toBe('dark');
    expect(world.relations.neighbours(seen('A').handle)).toEqual([seen('B').handle]);
    // Positions on lanes are whole numbers of 2^-32 of the lane, which is 10 long.
    expect(seen('On the lane')).toMatchObject({
      parent: null,
      position: { x: (10 * Math.round(0.4 * 2 ** 32)) / 2 ** 32, y: 0 },
      values: { heading: seen('B').handle, progress: 0.4 },
    });
    expect(seen('In space')).toMatchObject({ parent: null, position: { x: 0, y: 50 }, class: 'freighter' });
    expect(seen('Docked').parent).toBe(seen('B').handle);
    expect(seen('ODD').parent).toBe(seen('B').handle);
    world.run(2);
  });

  it('but not without systems', () => {
    expect(() => importState(program, parseState('none.json', JSON.stringify({ ...tiny, objects: [] })))).toThrow(
      /edict: the state has no systems/,
    );
  });
});

describe.skipIf(!existsSync(fixtures))('mid_t118.json.gz (skipped where ../shared/fixtures is absent)', () => {
  let state: GalaxyState;
  let world: World;
  beforeAll(() => {
    state = readState(`${fixtures}mid_t118.json.gz`);
    world = importState(program, state, { seed: 1 });
  });
  const named = (name: string): ObjectView => world.describe(world.find(name) ?? 0);
  const count = (kind: string): number => world.query({ kind }).length;

  it('is there in full', () => {
    expect({
      systems: count('system'),
      planets: count('planet'),
      buildings: count('building'),
      ships: count('ship'),
      fields: count('field'),
      specials: count('special'),
    }).toEqual({ systems: 203, planets: 271, buildings: 83, ships: 219, fields: 33, specials: 111 });
    expect(count('empire')).toBe(4);
    const lanes =
      world.query({ kind: 'system' }).reduce((sum, system) => sum + world.relations.neighbours(system).length, 0) / 2;
    expect(lanes).toBe(248);
  });

  it('keeps owners, places and meters', () => {
    const [empire] = world.query({ kind: 'empire' }).filter((each) => world.describe(each).name === 'Seigniory');
    expect(world.query({ kind: 'planet', owner: empire })).toHaveLength(15);
    expect(world.query({ kind: 'ship', owner: null })).toHaveLength(133);
    const planet = named('Thabit ε I');
    expect(planet).toMatchObject({
      class: 'haven',
      owners: [],
      values: {
        size: 'medium',
        environment: 'swamp',
        population: 18,
        primaryFocus: 'mining',
        secondaryFocus: 'trade',
        morale: 25,
      },
    });
    const shipyard = objectsOfType(state, 'Building').find(({ id }) => id === 2350);
    const [yard] = world
      .query({ owner: empire, class: 'shipyard' })
      .map((each) => world.describe(each))
      .filter(({ name }) => name === 'Basic Shipyard');
    expect(yard.position).toEqual({ x: shipyard?.x, y: shipyard?.y });
    const mole = world
      .query({ kind: 'ship', owner: empire })
      .map((each) => world.describe(each))
      .find(({ name }) => name === 'Mole');
    expect(mole).toMatchObject({
      class: 'scout',
      position: { x: 814.3154579574788, y: 1175.63951659831 },
      values: { hull: 5, structure: 5, fuel: 6, engines: 75 },
    });
  });

  it('puts every ship on its way on a lane, where it is', () => {
    const onLanes = world
      .query({ kind: 'ship' })
      .map((each) => world.describe(each))
      .filter(({ parent }) => parent === null);
    expect(onLanes).toHaveLength(74);
    expect(onLanes.every(({ values }) => values.heading !== null && values.leaving !== null)).toBe(true);
    const positions = objectsOfType(state, 'Ship')
      .filter(({ system }) => system === -1)
      .map(({ x, y }) => [x, y]);
    onLanes.forEach(({ position }, i) => {
      expect(position?.x).toBeCloseTo(positions[i][0], 6);
      expect(position?.y).toBeCloseTo(positions[i][1], 6);
    });
  });

  it('has capitals with councils, flagships and sight', () => {
    for (const council of world.query({ kind: 'council' })) {
      const capital = world.describe(Number(world.get(council, 'capital')));
      expect(capital.class).toBe('cradle');
      expect(world.get(council, 'homeEnvironment')).toBe(capital.values.environment);
    }
    expect(world.query({ class: 'flagship' })).toHaveLength(4);
    const [empire] = world.query({ kind: 'empire' });
    expect(world.query({ kind: 'system' }).some((system) => world.relations.isVisible(empire, system))).toBe(true);
    expect(world.query({ kind: 'system' }).every((system) => world.relations.isVisible(empire, system))).toBe(false);
  });

  longTest('runs a few turns, always alike', { timeout: 120_000 }, () => {
    const twin = importState(program, state, { seed: 1 });
    const other = importState(program, state, { seed: 1 });
    twin.run(3);
    other.run(3);
    expect(twin.hash()).toBe(other.hash());
  });
});
