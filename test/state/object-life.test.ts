import { describe, expect, test } from 'vitest';
import { isAvailable, setAvailable } from '../../src/components/availability.js';
import { readCell, writeCell } from '../../src/components/cells.js';
import { connect, laneCount } from '../../src/components/lanes.js';
import { bear, destroy, population } from '../../src/state/object-life.js';
import { setOwner, ownersOf } from '../../src/components/ownership.js';
import { liveIds } from '../../src/components/live-objects.js';
import { placeKind } from '../../src/components/place-kind.js';
import { hashState } from '../../src/state/state-hash.js';
import { factionSees, setSeen } from '../../src/components/visibility.js';
import { handleOf, resolve } from '../../src/kernel/identity.js';
import { refusal, refusedWith } from '../support/errors.js';
import { at, columnNamed, galaxyModel, inside, make, modelOf, stateOf } from '../support/hand-model.js';

describe('birth', () => {
  test('gives every column its first value, the class over the column', () => {
    const model = modelOf({
      kinds: { planet: {}, moon: {} },
      columns: {
        population: { kinds: ['planet'], initial: 3 },
        level: { kinds: ['planet', 'moon'], initial: 1, integer: true },
      },
      classes: { city: { kind: 'planet', initial: { level: 7 } } },
    });
    const state = stateOf(model);
    const [plain, city] = [make(state, 'planet'), make(state, 'planet', { class: 'city' })];
    const read = (id: number): readonly number[] =>
      ['population', 'level'].map((name) => readCell(state, columnNamed(model, name), id));
    expect([read(plain), read(city)]).toEqual([
      [3, 1],
      [3, 7],
    ]);
    expect([...liveIds(state)]).toEqual([plain, city]);
    expect(population(state)).toBe(2);
  });

  test('that is refused leaves no trace', () => {
    const state = stateOf();
    const empire = make(state, 'empire');
    const planet = make(state, 'planet');
    const before = hashState(state);
    const wrong = [
      () => make(state, 'building', { place: inside(empire) }),
      () => make(state, 'system'),
      () => make(state, 'system', { place: inside(planet) }),
      () => make(state, 'system', { place: at(NaN) }),
      () => make(state, 'ship', { place: at(0, Infinity) }),
      () => make(state, 'ship', { owner: planet }),
      () => make(state, 'ghost', { owner: empire }),
      () => make(state, 'ship', { place: { at: 'lane', from: planet, to: empire, fraction: 0.5 } }),
    ];
    for (const run of wrong) {
      refusal(run);
      expect(hashState(state)).toBe(before);
      expect(population(state)).toBe(2);
    }
    expect(make(state, 'ship')).toBe(3);
    expect(handleOf(state.identity, 3)).toBe(3);
  });

  test('of a faction takes a place that another one has left, and is refused when all are taken', () => {
    const state = stateOf(galaxyModel, { factions: 2 });
    const [a, b] = [make(state, 'empire'), make(state, 'empire')];
    expect(refusedWith(() => make(state, 'empire'))).toBe('world-full');
    expect(population(state)).toBe(2);
    destroy(state, a);
    const c = make(state, 'empire');
    expect([state.faction[b], state.faction[c]]).toEqual([2, 1]);
  });

  test('in a full world is refused, and the kind may be anything again afterwards', () => {
    const state = stateOf(galaxyModel, { capacity: 1 });
    const only = make(state, 'ship');
    expect(refusedWith(() => make(state, 'ship'))).toBe('world-full');
    destroy(state, only);
    expect(make(state, 'planet')).toBe(only);
  });
});

describe('destruction', () => {
  test('takes along what is destroyed with it, at any depth, and detaches the rest', () => {
    const state = stateOf();
    const empire = make(state, 'empire');
    const system = make(state, 'system', { place: at(3, 4) });
    const planet = make(state, 'planet', { place: inside(system) });
    const farm = make(state, 'building', { place: inside(planet) });
    const ship = make(state, 'ship', { place: inside(system), owner: empire });
    expect(destroy(state, system)).toBe(3);
    expect([...liveIds(state)]).toEqual([empire, ship]);
    expect([state.parent[ship], state.place[ship], state.x[ship], state.y[ship], state.owner[ship]]).toEqual([
      0,
      placeKind.point,
      3,
      4,
      empire,
    ]);
    expect([planet, farm].map((id) => resolve(state.identity, id))).toEqual([0, 0]);
    expect(population(state)).toBe(2);
  });

  test('of a node takes its lanes and leaves what was on them in the plane', () => {
    const state = stateOf();
    const [a, b, c] = [
      make(state, 'system', { place: at(0) }),
      make(state, 'system', { place: at(10) }),
      make(state, 'system', { place: at(20) }),
    ];
    connect(state, a, b);
    connect(state, b, c);
    connect(state, a, c);
    const ship = make(state, 'ship', { place: { at: 'lane', from: a, to: b, fraction: 0.25 } });
    const other = make(state, 'ship', { place: { at: 'lane', from: a, to: c, fraction: 0.5 } });
    destroy(state, b);
    expect(laneCount(state)).toBe(1);
    expect([state.place[ship], state.x[ship], state.end[ship], state.otherEnd[ship], state.fraction[ship]]).toEqual([
      placeKind.point,
      2.5,
      0,
      0,
      0,
    ]);
    expect([state.place[other], state.x[other]]).toEqual([placeKind.lane, 10]);
  });

  test('of a faction leaves its objects to nobody and nothing of it to the next one', () => {
    const state = stateOf();
    const first = make(state, 'empire');
    const ship = make(state, 'ship', { owner: first });
    const ghost = make(state, 'ghost');
    setSeen(state, first, ghost, true);
    setAvailable(state, first, 1, true);
    destroy(state, first);
    expect(ownersOf(state, ship)).toEqual([]);
    const second = make(state, 'empire');
    expect(state.faction[second]).toBe(1);
    expect(factionSees(state, second, ghost)).toBe(false);
    expect(isAvailable(state, second, 1)).toBe(false);
  });

  test('leaves references that read as none, also when the row has a new tenant', () => {
    const state = stateOf();
    const target = columnNamed(galaxyModel, 'target');
    const [hunter, prey] = [make(state, 'ship'), make(state, 'ship')];
    writeCell(state, target, hunter, prey);
    expect(readCell(state, target, hunter)).toBe(prey);
    destroy(state, prey);
    expect(readCell(state, target, hunter)).toBe(0);
    expect(make(state, 'ship')).toBe(prey);
    expect(readCell(state, target, hunter)).toBe(0);
  });

  test('leaves a row without anything of its tenant', () => {
    const state = stateOf();
    const empire = make(state, 'empire');
    const ship = make(state, 'ship', { name: 'Old', class: 'scout', owner: empire, place: at(1, 2), created: 5 });
    setSeen(state, empire, ship, true);
    for (const column of [columnNamed(galaxyModel, 'armed')]) writeCell(state, column, ship, 1);
    destroy(state, ship);
    expect(
      [
        state.class,
        state.name,
        state.created,
        state.owner,
        state.place,
        state.x,
        state.y,
        state.seenBy,
        ...state.cells,
      ].map((column) => column[ship]),
    ).toEqual(new Array<number>(8 + state.cells.length).fill(0));
    const next = make(state, 'ship');
    expect(readCell(state, columnNamed(galaxyModel, 'armed'), next)).toBe(0);
  });
});

describe('ownership', () => {
  test('is stored where the kind has an owner of its own, and refused elsewhere', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'empire'), make(state, 'empire')];
    const ship = make(state, 'ship', { owner: a });
    setOwner(state, ship, b);
    expect(ownersOf(state, ship)).toEqual([b]);
    setOwner(state, ship, 0);
    expect(ownersOf(state, ship)).toEqual([]);
    const system = make(state, 'system', { place: at(0) });
    for (const [id, owner] of [
      [system, a],
      [make(state, 'ghost'), a],
      [ship, system],
      [ship, ship],
    ]) {
      expect(
        refusedWith(() => {
          setOwner(state, id, owner);
        }),
      ).toBe('owner');
    }
    expect(ownersOf(state, ship)).toEqual([]);
  });

  test('a faction belongs to itself and cannot be given away', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'empire'), make(state, 'empire')];
    expect(ownersOf(state, a)).toEqual([a]);
    expect(
      refusedWith(() => {
        setOwner(state, a, b);
      }),
    ).toBe('owner');
    expect(refusedWith(() => make(state, 'empire', { owner: a }))).toBe('owner');
  });

  test('through others is computed: each owner once, ascending', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'empire'), make(state, 'empire')];
    const system = make(state, 'system', { place: at(0) });
    expect(ownersOf(state, system)).toEqual([]);
    const planets = [b, a, b, 0].map((owner) => make(state, 'planet', { owner, place: inside(system) }));
    make(state, 'ship', { owner: a, place: inside(system) });
    expect(ownersOf(state, system)).toEqual([a, b]);
    setOwner(state, planets[1], 0);
    expect(ownersOf(state, system)).toEqual([b]);
    destroy(state, planets[0]);
    destroy(state, planets[2]);
    expect(ownersOf(state, system)).toEqual([]);
  });

  test('nobody and free rows belong to nobody', () => {
    const state = stateOf();
    expect(ownersOf(state, 0)).toEqual([]);
    expect(ownersOf(state, 9)).toEqual([]);
  });
});

test('an object of no class may be made, and a class is remembered', () => {
  const state = stateOf();
  const id = bear(state, { kind: 5, class: 2, name: 'Argo', owner: 0, place: { at: 'nowhere' }, created: 3 });
  expect([state.class[id], state.created[id]]).toEqual([2, 3]);
});
