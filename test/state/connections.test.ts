import { describe, expect, it } from 'vitest';
import { writeCell } from '../../src/components/cells.js';
import { type Step, type Grid, stepsText, usualGrid } from '../../src/model/connection.js';
import { columnsOf, connected, factsOf, kindReached, squareSize } from '../../src/state/connections.js';
import { setList } from '../../src/components/links.js';
import { type Model } from '../../src/model/model.js';
import { destroy } from '../../src/state/object-life.js';
import type { WorldState } from '../../src/components/state.js';
import { connectionRange } from '../../src/eval/ops/members.js';
import { refusal } from '../support/errors.js';
import { at, columnNamed, inside, make, modelOf, stateOf } from '../support/hand-model.js';
import { longTest } from '../support/heavy.js';

const base = modelOf({
  kinds: {
    team: { ownership: 'none' },
    player: { faction: true, ownership: 'none' },
    plot: { node: true },
    city: { attachesTo: ['plot'] },
    unit: { attachesTo: ['plot'] },
  },
  columns: {
    team: { kinds: ['player'], role: 'property', type: { name: 'entity' } },
    alive: { kinds: ['player'], role: 'property', type: { name: 'boolean' }, storage: 'u8', initial: 1 },
    size: { kinds: ['city'], integer: true },
  },
});

const kind = (name: string): number => base.kindByName.get(name)?.index ?? 0;
const column = (name: string): number => columnNamed(base, name).index;

const model: Model = {
  ...base,
  links: [{ index: 0, name: 'trade', kinds: [kind('city')], to: kind('city') }],
  grids: [
    { index: 0, name: 'map', kind: kind('plot'), width: 4, height: 3, wrapX: true, wrapY: false, ...usualGrid },
    { index: 1, name: 'torus', kind: kind('plot'), width: 4, height: 3, wrapX: true, wrapY: true, ...usualGrid },
  ],
};

interface Realm {
  readonly state: WorldState;
  readonly teams: readonly number[];
  readonly players: readonly number[];
  /** By y * 4 + x. */
  readonly plots: readonly number[];
  readonly cities: readonly number[];
  readonly units: readonly number[];
}

/** Two teams; three players, of whom the first two are in one team; a map of 4 × 3; three cities and three units. */
function realm(): Realm {
  const state = stateOf(model, { capacity: 60 });
  const teams = [make(state, 'team'), make(state, 'team')];
  const players = [0, 0, 1].map((team) => {
    const player = make(state, 'player');
    writeCell(state, columnNamed(model, 'team'), player, teams[team]);
    return player;
  });
  const plots = Array.from({ length: 12 }, (_, i) =>
    make(state, 'plot', { place: at(i % 4, Math.floor(i / 4)), owner: i < 6 ? players[0] : 0 }),
  );
  const cities = [
    [0, 0],
    [5, 1],
    [10, 2],
  ].map(([plot, owner]) => make(state, 'city', { place: inside(plots[plot]), owner: players[owner] }));
  const units = [
    [5, 0],
    [5, 2],
    [3, 2],
  ].map(([plot, owner]) => make(state, 'unit', { place: inside(plots[plot]), owner: players[owner] }));
  return { state, teams, players, plots, cities, units };
}

describe('a connection', () => {
  it('of no steps leads to the object itself, and from none nowhere', () => {
    const { state, cities } = realm();
    expect(connected(state, [], cities[0])).toEqual([cities[0]]);
    expect(connected(state, [], 0)).toEqual([]);
    expect(connected(state, [{ by: 'owned', kind: 0 }], 0)).toEqual([]);
  });

  it('follows one object: owner, parent, reference', () => {
    const { state, cities, players, plots, teams } = realm();
    expect(connected(state, [{ by: 'owner' }], cities[1])).toEqual([players[1]]);
    expect(connected(state, [{ by: 'owner' }], plots[11])).toEqual([]);
    expect(connected(state, [{ by: 'owner' }], players[2])).toEqual([players[2]]);
    expect(connected(state, [{ by: 'parent' }], cities[1])).toEqual([plots[5]]);
    expect(connected(state, [{ by: 'parent' }], plots[5])).toEqual([]);
    expect(connected(state, [{ by: 'owner' }, { by: 'reference', column: column('team') }], cities[2])).toEqual([
      teams[1],
    ]);
    expect(connected(state, [{ by: 'reference', column: column('team') }], cities[2])).toEqual([]);
  });

  it('finds what hangs on an object, is owned by it, or names it, of a kind or of any', () => {
    const { state, cities, players, plots, teams, units } = realm();
    expect(connected(state, [{ by: 'attached', kind: 0 }], plots[5])).toEqual([cities[1], units[0], units[1]]);
    expect(connected(state, [{ by: 'attached', kind: kind('unit') }], plots[5])).toEqual([units[0], units[1]]);
    expect(connected(state, [{ by: 'owned', kind: kind('unit') }], players[2])).toEqual([units[1], units[2]]);
    expect(connected(state, [{ by: 'owned', kind: 0 }], players[1])).toEqual([cities[1]]);
    const members: readonly Step[] = [{ by: 'referrers', column: column('team'), kind: kind('player') }];
    expect(connected(state, members, teams[0])).toEqual([players[0], players[1]]);
    destroy(state, players[0]);
    expect(connected(state, members, teams[0])).toEqual([players[1]]);
  });

  it('goes step by step, one after the other, and keeps what comes several times', () => {
    const { state, cities, players, teams } = realm();
    const members: readonly Step[] = [
      { by: 'referrers', column: column('team'), kind: 0 },
      { by: 'owned', kind: kind('city') },
    ];
    expect(connected(state, members, teams[0])).toEqual([cities[0], cities[1]]);
    setList(state, 0, cities[0], [cities[2], cities[1], cities[2]]);
    setList(state, 0, cities[1], [cities[0]]);
    const trade: Step = { by: 'listed', link: 0 };
    expect(connected(state, [trade], cities[0])).toEqual([cities[2], cities[1], cities[2]]);
    expect(connected(state, [trade, { by: 'owner' }], cities[0])).toEqual([players[2], players[1], players[2]]);
    expect(connected(state, [trade, { by: 'once' }], cities[0])).toEqual([cities[2], cities[1]]);
    expect(connected(state, [trade, { by: 'sorted' }], cities[0])).toEqual([cities[1], cities[2], cities[2]]);
    expect(connected(state, [trade, trade, { by: 'others' }], cities[1])).toEqual([cities[2], cities[2]]);
    expect(connected(state, [{ by: 'listing', link: 0 }], cities[2])).toEqual([cities[0]]);
    expect(connected(state, [{ by: 'listing', link: 0 }], cities[0])).toEqual([cities[1]]);
  });

  it('starts again with all objects of a kind, also from none', () => {
    const { state, cities, players } = realm();
    const living: readonly Step[] = [
      { by: 'objects', kind: kind('player') },
      { by: 'having', column: column('alive') },
    ];
    expect(connected(state, living, 0)).toEqual(players);
    writeCell(state, columnNamed(model, 'alive'), players[1], 0);
    expect(connected(state, [...living, { by: 'owned', kind: kind('city') }], cities[2])).toEqual([
      cities[0],
      cities[2],
    ]);
    expect(
      connected(
        state,
        [
          { by: 'objects', kind: 0 },
          { by: 'having', column: column('alive') },
        ],
        0,
      ),
    ).toEqual([players[0], players[2]]);
  });

  it('takes a square column by column, each from the top, around an axis that wraps and not beyond one that does not', () => {
    const { state, plots, units } = realm();
    const near = (distance: number, grid = 0): readonly Step[] => [{ by: 'square', grid, distance }];
    const at4 = (...places: readonly number[]): readonly number[] => places.map((place) => plots[place]);
    expect(connected(state, near(0), plots[5])).toEqual(at4(5));
    expect(connected(state, near(1), plots[5])).toEqual(at4(0, 4, 8, 1, 5, 9, 2, 6, 10));
    expect(connected(state, near(1), plots[0])).toEqual(at4(3, 7, 0, 4, 1, 5));
    expect(connected(state, near(1), units[2])).toEqual(at4(2, 6, 3, 7, 0, 4));
    expect(connected(state, near(1, 1), plots[0])).toEqual(at4(11, 3, 7, 8, 0, 4, 9, 1, 5));
    // Five columns of a map of four: the first comes again.
    expect(connected(state, near(2), plots[1])).toEqual(at4(3, 7, 11, 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
    expect(connected(state, near(7, 1), plots[0])).toHaveLength(15 * 15);
    expect(new Set(connected(state, [...near(7, 1), { by: 'once' }], plots[0])).size).toBe(12);
    destroy(state, plots[1]);
    expect(connected(state, near(1), plots[5])).toEqual(at4(0, 4, 8, 5, 9, 2, 6, 10));
  });

  it('leads nowhere from what is no more', () => {
    const { state, cities } = realm();
    destroy(state, cities[1]);
    expect(connected(state, [], cities[1])).toEqual([]);
  });

  longTest('has an end', () => {
    const { state, plots } = realm();
    expect(refusal(() => connected(state, [{ by: 'square', grid: 1, distance: 1e9 }], plots[0])).code).toBe(
      'limit-connection',
    );
    const around: readonly Step[] = [
      { by: 'square', grid: 1, distance: 30 },
      { by: 'square', grid: 1, distance: 30 },
    ];
    const error = refusal(() => connected(state, around, plots[0]));
    expect(error.code).toBe('limit-connection');
    expect(error.message).toContain(`from object ${plots[0]} to more than 4194304 objects`);
  });
});

describe('steps', () => {
  it('say what they read', () => {
    expect(factsOf([])).toEqual(['population']);
    expect(factsOf([{ by: 'owner' }, { by: 'owned', kind: 0 }, { by: 'square', grid: 0, distance: 1 }])).toEqual([
      'population',
      'owner',
      'place',
    ]);
    expect(factsOf([{ by: 'listed', link: 0 }, { by: 'once' }])).toEqual(['population', 'link']);
    expect(
      columnsOf([
        { by: 'having', column: 1 },
        { by: 'reference', column: 0 },
        { by: 'referrers', column: 1, kind: 0 },
      ]),
    ).toEqual([0, 1]);
  });

  it('say of what one kind all is that they lead to', () => {
    const reached = (...steps: readonly Step[]): number => kindReached(model, steps);
    expect(reached({ by: 'owned', kind: 3 }, { by: 'once' })).toBe(3);
    expect(reached({ by: 'owner' })).toBe(kind('player'));
    expect(reached({ by: 'square', grid: 0, distance: 1 }, { by: 'attached', kind: 0 })).toBe(0);
    expect(reached({ by: 'square', grid: 0, distance: 1 })).toBe(kind('plot'));
    expect(reached({ by: 'attached', kind: kind('city') }, { by: 'parent' })).toBe(kind('plot'));
    expect(reached({ by: 'listed', link: 0 }, { by: 'kind', kind: 0 })).toBe(kind('city'));
    expect(reached({ by: 'listing', link: 0 })).toBe(kind('city'));
    expect(reached({ by: 'owner' }, { by: 'reference', column: column('team') })).toBe(0);
    expect(reached()).toBe(0);
  });

  it('have texts that tell them apart, however they are written', () => {
    expect(stepsText([{ by: 'owner' }, { by: 'referrers', column: 1, kind: 2 }])).toBe('[owner, referrers 1 2]');
    expect(stepsText([{ kind: 2, column: 1, by: 'referrers' }])).toBe('[referrers 1 2]');
  });
});

describe('a range over a connection', () => {
  const refused = (...steps: readonly Step[]): string => refusal(() => connectionRange(model, steps)).message;

  it('knows what its steps read and lead to', () => {
    expect(connectionRange(model, [{ by: 'owner' }, { by: 'having', column: column('alive') }])).toMatchObject({
      over: 'connection',
      kind: kind('player'),
      class: 0,
      facts: ['population', 'owner', 'place'],
      reads: [column('alive')],
    });
  });

  it('refuses what the model does not have', () => {
    expect(refused({ by: 'attached', kind: 9 })).toBe(
      'edict: step 1 of a connection (attached): there is no kind 9; give one from 0 to 5',
    );
    expect(refused({ by: 'owner' }, { by: 'listed', link: 1 })).toContain(
      'step 2 of a connection (listed): there is no link 1; give one from 0 to 0',
    );
    expect(refused({ by: 'square', grid: 2, distance: 1 })).toContain('there is no grid 2');
    expect(refused({ by: 'having', column: column('team') })).toContain(
      'team is of the type entity; give a property of the type boolean',
    );
    expect(refused({ by: 'reference', column: column('size') })).toContain('give a property of the type entity');
    expect(refused({ by: 'referrers', column: -1, kind: 0 })).toContain('there is no column -1');
    expect(refusal(() => connectionRange(base, [{ by: 'listing', link: 0 }])).message).toContain(
      'there is no link 0; the model has none',
    );
  });

  it('refuses to begin again on the way, and squares without a size or too large', () => {
    expect(refused({ by: 'owner' }, { by: 'objects', kind: 1 })).toContain('let it be the first step');
    expect(refused({ by: 'square', grid: 0, distance: -1 })).toContain(
      'the distance is -1; give a whole number from 0 on',
    );
    expect(refused({ by: 'square', grid: 0, distance: 0.5 })).toContain('the distance is 0.5');
    expect(refused({ by: 'square', grid: 1, distance: 2000 })).toContain(
      'squares of 16008001 cells, the limit is 4194304',
    );
  });
});

it('a square is no larger than the map where that does not wrap', () => {
  const map: Grid = { ...model.grids[0], wrapX: false };
  expect([
    squareSize(map, 0),
    squareSize(map, 1),
    squareSize(map, 1e12),
    squareSize({ ...map, wrapY: true }, 3),
  ]).toEqual([1, 9, 12, 28]);
});
