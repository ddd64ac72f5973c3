import { describe, expect, it } from 'vitest';
import { runGameCase } from '../../bench/focs/case.js';
import { hasFixtures } from '../../bench/focs/fixtures.js';
import { replicateGalaxy } from '../../bench/focs/replicate.js';
import { exponentOf, loadResults, resultsOf, scaleResults } from '../../bench/focs/results.js';
import { emptyState, plain, stateOf } from '../support/focs-state.js';
import { stockGame, stockState } from '../support/focs-games.js';

const timing = (median: number) => ({ min: median, median, spread: 0 });
const parts = { activation: timing(1), scope: timing(2), execute: timing(3) };

describe('the results of focs', () => {
  it('are the passes with their parts, and ratios to the interpreter of the run and to the game of another day', () => {
    const results = resultsOf('mid', {
      objects: 1_000,
      reference: 500,
      passes: [
        { pass: 'c', total: timing(10), parts, unchanged: timing(2) },
        { pass: 'a', total: timing(20), parts, unchanged: undefined },
        { pass: 'all', total: timing(40), parts, unchanged: undefined },
      ],
    });
    expect(results.map(({ name }) => name)).toEqual([
      'mid c',
      'mid c activation',
      'mid c scope',
      'mid c execute',
      'mid c unchanged',
      'mid a',
      'mid a activation',
      'mid a scope',
      'mid a execute',
      'mid turn',
      'mid turn activation',
      'mid turn scope',
      'mid turn execute',
    ]);
    expect(results[0].ratios).toEqual({ reference: 50, unchanged: 5, 'game (another day)': 2.19 });
    expect(results[4].ratios).toEqual({ reference: 250 });
    expect(results[5].ratios).toEqual({ 'game (another day)': expect.closeTo(33.9 / 20) as number });
    expect(results[9].ratios).toEqual({ 'game (another day)': 81 / 40 });
  });

  it('have memory in bytes', () => {
    const results = loadResults({
      groups: 4_000,
      objects: 8_000,
      warm: timing(900),
      cold: 2_000,
      game: 1,
      session: 3,
      arena: 2,
      peak: 9,
    });
    expect(results.map(({ name, n, bytes = 0 }) => [name, n, bytes])).toEqual([
      ['load', 4_000, 0],
      ['load cold', 4_000, 0],
      ['memory peak', 4_000, 9],
      ['memory game', 4_000, 1],
      ['memory session', 8_000, 3],
      ['memory state', 8_000, 2],
    ]);
  });

  it('have the power by which time grows at the largest size', () => {
    const size = (objects: number, ms: number) => ({
      objects,
      reference: undefined,
      passes: [{ pass: 'c' as const, total: timing(ms), parts, unchanged: undefined }],
    });
    const results = scaleResults([size(100, 10), size(200, 40), size(400, 160)]);
    expect(results.map(({ name, exponent }) => [name, exponent])).toEqual([
      ['scale 1', undefined],
      ['scale 2', undefined],
      ['scale 4', expect.closeTo(2, 9)],
    ]);
    expect(results[2].ratios).toEqual({ one: 1 / 16 });
    expect(
      exponentOf([
        [1, 5],
        [10, 50],
        [100, 500],
      ]),
    ).toBeCloseTo(1, 9);
  });
});

const small = stateOf({
  ...emptyState,
  empires: [1, 4].map((id) => ({
    ...plain.empire,
    id,
    name: `Empire ${String(id)}`,
    capital: 20,
    sourceObject: 20,
    exploredSystems: [10],
    productionQueue: [{ buildType: 'Ship', name: 'Boat', design: 7, location: 20, remaining: 1 }],
  })),
  diplomacy: [{ empires: [4, 1], status: 'peace' }],
  designs: [{ ...plain.design, id: 7, name: 'Boat', hull: 'SH' }],
  species: { homeworlds: { SP: [20] } },
  visibility: { 1: { 20: 'full' } },
  supply: {
    networkUsedByPassC: { resourceGroups: { 1: [[10]] }, fleetSupplyableSystems: { 1: [10] } },
    networkAfterPassC: { 4: [[10]] },
  },
  objects: [
    { ...plain.system, id: 10, name: 'Sun', starlanes: [], meters: {} },
    { ...plain.planet, id: 20, name: 'World', owner: 1, system: 10, x: 3 },
    {
      ...plain.building,
      id: 25,
      owner: 1,
      system: 10,
      planet: 20,
      producedByEmpire: 4,
      name: 'Yard',
      buildingType: 'B',
    },
    { ...plain.fleet, id: 30, owner: 4, name: 'Fleet', ships: [40], previousSystem: 10, route: [10] },
    { ...plain.ship, id: 40, owner: 4, name: '', fleet: 30, design: 7, producedByEmpire: 4 },
  ],
  excludeFromComparison: [[20, 'STEALTH']],
});

describe('galaxies side by side', () => {
  it('have everything of their own, and are at war', () => {
    const { empires, diplomacy, designs, species, visibility, supply, objects, excludeFromComparison } =
      replicateGalaxy(small, 2);
    // Objects are 41 apart, empires 5, designs 8.
    expect(empires.slice(2)).toEqual(
      [6, 9].map((id, i) => ({
        ...small.empires[i],
        id,
        name: `Empire ${String(id - 5)} (2)`,
        capital: 61,
        sourceObject: 61,
        exploredSystems: [51],
        productionQueue: [{ buildType: 'Ship', name: 'Boat', design: 15, location: 61, remaining: 1 }],
      })),
    );
    expect(diplomacy.map(({ empires: [a, b], status }) => `${String(a)} ${String(b)} ${status}`)).toEqual([
      '4 1 peace',
      '9 6 peace',
      '6 1 war',
      '9 1 war',
      '6 4 war',
      '9 4 war',
    ]);
    expect(designs.map(({ id, name }) => [id, name])).toEqual([
      [7, 'Boat'],
      [15, 'Boat'],
    ]);
    expect([...species.homeworlds]).toEqual([['SP', [20, 61]]]);
    expect([...visibility].map(([empire, seen]) => [empire, [...seen]])).toEqual([
      [1, [[20, 'full']]],
      [6, [[61, 'full']]],
    ]);
    expect([...(supply.networkUsedByPassC?.resourceGroups ?? [])]).toEqual([
      [1, [[10]]],
      [6, [[51]]],
    ]);
    expect([...(supply.networkUsedByPassC?.fleetSupplyableSystems ?? [])]).toEqual([
      [1, [10]],
      [6, [51]],
    ]);
    expect([...supply.networkAfterPassC]).toEqual([
      [4, [[10]]],
      [9, [[51]]],
    ]);
    expect(excludeFromComparison).toEqual([
      [20, 'STEALTH'],
      [61, 'STEALTH'],
    ]);
    expect(objects.slice(5)).toEqual([
      { ...small.objects[0], id: 51, name: 'Sun (2)', x: 200 },
      { ...small.objects[1], id: 61, name: 'World (2)', owner: 6, system: 51, x: 203 },
      { ...small.objects[2], id: 66, name: 'Yard (2)', owner: 6, system: 51, planet: 61, producedByEmpire: 9, x: 200 },
      {
        ...small.objects[3],
        id: 71,
        name: 'Fleet (2)',
        owner: 9,
        ships: [81],
        previousSystem: 51,
        route: [51],
        x: 200,
      },
      { ...small.objects[4], id: 81, owner: 9, fleet: 71, design: 15, producedByEmpire: 9, x: 200 },
    ]);
  });

  const skipped = hasFixtures() ? '' : ' (skipped: ../shared is absent)';

  it.skipIf(!hasFixtures())(
    `do not touch each other: every meter is that of the one galaxy${skipped}`,
    () => {
      const effort = { warmUp: 0, repeat: 1, milliseconds: 0 };
      const { objects, passes } = runGameCase(stockGame(), replicateGalaxy(stockState('mid_t119'), 2), {
        passes: ['c'],
        effort,
        reference: false,
      });
      expect(objects).toBe(2_014);
      expect(passes.map(({ pass }) => pass)).toEqual(['c']);
      expect(passes[0].unchanged?.median).toBeGreaterThan(0);
    },
    60_000,
  );
});
