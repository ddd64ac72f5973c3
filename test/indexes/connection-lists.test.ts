import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/model/connection.js';
import { connected } from '../../src/state/connections.js';
import { destroy } from '../../src/state/object-life.js';
import { setOwner } from '../../src/components/ownership.js';
import { liveIds } from '../../src/components/live-objects.js';
import { put } from '../../src/components/place.js';
import { touchBack } from '../../src/model/stamps.js';
import type { WorldState } from '../../src/components/state.js';
import { stretchesOfLists } from '../../src/indexes/connection-lists.js';
import { createIndexes } from '../../src/indexes/create-indexes.js';
import type { Indexes } from '../../src/indexes/indexes.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { inside, make, stateOf } from '../support/hand-model.js';
import { alter, connectedModel, connectedState } from '../eval/columns/connected-state.js';
import { randomSteps } from '../eval/columns/random-connection.js';

const seeds = fc.noShrink(fc.nat({ max: 2 ** 31 - 1 }));

function kindOf(state: WorldState, id: number): number {
  return state.identity.kind[id];
}

/** Lists of all objects of a kind, both ways in which they are kept. */
function expectKept(state: WorldState, indexes: Indexes, steps: readonly Step[], kind: number): void {
  const lists = indexes.connections.lists(steps, kind);
  if (lists === undefined) throw new Error('they are too long');
  const shared = indexes.connections.shared(steps, kind);
  for (const id of liveIds(state)) {
    const isAsked = kind === 0 || kindOf(state, id) === kind;
    const expected = connected(state, steps, id);
    expect([...lists.ids.subarray(lists.start[id], lists.start[id + 1])]).toEqual(isAsked ? expected : []);
    if (isAsked)
      stretchesOfLists(indexes, steps, kind, Int32Array.of(id, id), ({ ids, from, to }, first, end) => {
        for (let place = first; place < end; place++)
          expect([...ids.subarray(from(place), to(place))]).toEqual(expected);
      });
    if (shared !== undefined && (isAsked || steps.at(0)?.by !== 'objects'))
      expect([...shared.ids.subarray(shared.from[id], shared.to[id])]).toEqual(isAsked ? expected : []);
  }
}

/** Lists of some objects, also of none, some of them several times. */
function expectSome(state: WorldState, indexes: Indexes, steps: readonly Step[], choices: Choices): number {
  const live = [...liveIds(state)];
  const anchors = Int32Array.from({ length: choices.between(1, 20) }, () =>
    live.length === 0 || choices.oneIn(5) ? 0 : choices.pick(live),
  );
  const from = new Int32Array(anchors.length);
  const to = new Int32Array(anchors.length);
  const { ids, count } = indexes.connections.some(steps, anchors, anchors.length, from, to);
  expect(count).toBe(anchors.length);
  anchors.forEach((id, row) => {
    expect([...ids.subarray(from[row], to[row])]).toEqual(connected(state, steps, id));
  });
  return to.reduce((sum, end, row) => sum + end - from[row], 0);
}

it.each([
  ['few factions', 6],
  ['more factions than a mask holds', 40],
] as const)('lists are those of the reference, in its order, also after changes: %s', (_name, factions) => {
  let found = 0;
  fc.assert(
    fc.property(seeds, fc.integer({ min: 0, max: 30 }), (seed, objects) => {
      const choices = choicesOf(seed);
      const state = connectedState(choices.split('state'), objects, factions);
      const indexes = createIndexes(state);
      const rows = Array.from({ length: 6 }, (_, i) => randomSteps(choices.split(`steps ${i}`), state.model));
      for (let round = 0; round < 4; round++) {
        const own = choices.split(`round ${round}`);
        for (const steps of rows) {
          expectKept(state, indexes, steps, own.oneIn(2) ? 0 : own.between(1, state.model.kinds.length));
          found += expectSome(state, indexes, steps, own);
        }
        for (let i = own.below(6); i > 0; i--) alter(state, own);
      }
    }),
    propertyRuns(15),
  );
  expect(found).toBeGreaterThan(1000);
});

describe('lists of a connection', () => {
  const owned: readonly Step[] = [{ by: 'owned', kind: 0 }];

  it('are kept until something changes that the steps read', () => {
    const state = stateOf(connectedModel);
    const empire = make(state, 'empire');
    const system = make(state, 'system', { place: { at: 'point', x: 1, y: 1 } });
    const { connections } = createIndexes(state);
    expect(connections.isReady(owned, 0)).toBe(false);
    const before = connections.shared(owned, 0);
    expect(connections.isReady(owned, 0)).toBe(true);
    expect(connections.shared(owned, 0)).toBe(before);
    expect(connections.shared([{ by: 'owned', kind: 0 }], 0)).toBe(before);
    setOwner(state, system, empire);
    expect(connections.isReady(owned, 0)).toBe(false);
    const after = connections.shared(owned, 0);
    expect(after?.ids).toEqual(Int32Array.of(system));
    make(state, 'planet', { place: inside(system) });
    expect(connections.isReady(owned, 0)).toBe(false);
  });

  it('stay while only objects of other kinds come, go, are given and are moved', () => {
    const state = stateOf(connectedModel);
    const [empire, rival] = [make(state, 'empire'), make(state, 'empire')];
    const [system, other] = [1, 2].map((x) => make(state, 'system', { place: { at: 'point', x, y: 1 } }));
    const planet = make(state, 'planet', { place: inside(system), owner: empire });
    const { connections } = createIndexes(state);
    const [kindOfEmpire, kindOfSystem, kindOfPlanet] = ['empire', 'system', 'planet'].map(
      (name) => state.model.kindByName.get(name)?.index ?? 0,
    );
    const planets: readonly Step[] = [
      { by: 'kind', kind: kindOfEmpire },
      { by: 'owned', kind: kindOfPlanet },
    ];
    const around: readonly Step[] = [{ by: 'attached', kind: kindOfPlanet }];
    const areReady = (): readonly boolean[] => [
      connections.isReady(planets, kindOfEmpire),
      connections.isReady(around, kindOfSystem),
    ];
    const ask = (): void => {
      connections.shared(planets, kindOfEmpire);
      connections.shared(around, kindOfSystem);
    };
    ask();
    const building = make(state, 'building', { place: inside(planet), owner: rival });
    setOwner(state, building, empire);
    put(state, building, { at: 'point', x: 0, y: 0 });
    destroy(state, building);
    setOwner(state, other, rival);
    expect(areReady()).toEqual([true, true]);
    setOwner(state, planet, rival);
    expect(areReady()).toEqual([false, true]);
    ask();
    put(state, planet, inside(other));
    expect(areReady()).toEqual([true, false]);
    ask();
    destroy(state, planet);
    expect(areReady()).toEqual([false, false]);
  });

  it('are those of an index where one step leads to what an object owns or to what is attached to it', () => {
    const state = stateOf(connectedModel);
    const empire = make(state, 'empire');
    const system = make(state, 'system', { place: { at: 'point', x: 1, y: 1 } });
    const planets = [1, 2].map(() => make(state, 'planet', { place: inside(system), owner: empire }));
    const indexes = createIndexes(state);
    const [kindOfEmpire, kindOfSystem, kindOfPlanet, kindOfBuilding] = ['empire', 'system', 'planet', 'building'].map(
      (name) => state.model.kindByName.get(name)?.index ?? 0,
    );
    const owned =
      indexes.connections.shared(
        [
          { by: 'kind', kind: kindOfEmpire },
          { by: 'owned', kind: kindOfPlanet },
        ],
        kindOfEmpire,
      ) ?? expect.fail();
    expect(owned).toBe(indexes.storedOwned(kindOfPlanet));
    expect([...owned.ids.subarray(owned.from[empire], owned.to[empire])]).toEqual(planets);
    expect(indexes.connections.shared([{ by: 'attached', kind: kindOfPlanet }], kindOfSystem)).toBe(
      indexes.attached(kindOfPlanet),
    );
    // Buildings stand on one another too.
    expect(indexes.connections.shared([{ by: 'attached', kind: kindOfBuilding }], kindOfPlanet)).not.toBe(
      indexes.attached(kindOfBuilding),
    );
  });

  it('are right again when what was supposed of owners is taken back, whoever asked for the index meanwhile', () => {
    const state = stateOf(connectedModel);
    const [empire, rival] = [make(state, 'empire'), make(state, 'empire')];
    const planet = make(state, 'planet', { owner: empire });
    const { connections } = createIndexes(state);
    const [kindOfEmpire, kindOfPlanet] = ['empire', 'planet'].map(
      (name) => state.model.kindByName.get(name)?.index ?? 0,
    );
    const owned: readonly Step[] = [{ by: 'owned', kind: kindOfPlanet }];
    const ownedBy = (id: number, kind: number): readonly number[] => {
      const { ids, from, to } = connections.shared(owned, kind) ?? expect.fail();
      return [...ids.subarray(from[id], to[id])];
    };
    expect(ownedBy(empire, 0)).toEqual([planet]);
    const before = state.stamps.values.slice();
    setOwner(state, planet, rival);
    expect(ownedBy(rival, kindOfEmpire)).toEqual([planet]);
    setOwner(state, planet, empire);
    for (const [i, stamp] of before.entries()) if (state.stamps.values[i] !== stamp) touchBack(state.stamps, i, stamp);
    expect(ownedBy(empire, 0)).toEqual([planet]);
    expect(ownedBy(rival, 0)).toEqual([]);
  });

  it('are common to all from whom the way leads over one object', () => {
    const state = stateOf(connectedModel);
    const empire = make(state, 'empire');
    const systems = [1, 2, 3].map((x) => make(state, 'system', { place: { at: 'point', x, y: 1 }, owner: empire }));
    const shared = createIndexes(state).connections.shared([{ by: 'owner' }, { by: 'owned', kind: 0 }], 0);
    expect(shared?.ids).toEqual(Int32Array.from(systems));
    expect(new Set(systems.map((id) => shared?.from[id])).size).toBe(1);
  });

  it('are given for as many objects as fit, and the others the next time', () => {
    // 2,500 objects that each lead to all others are more than one list may hold.
    const state = stateOf(connectedModel, { capacity: 2600 });
    for (let i = 0; i < 2500; i++) make(state, 'club');
    const { connections } = createIndexes(state);
    const steps: readonly Step[] = [{ by: 'objects', kind: 0 }, { by: 'others' }];
    expect(connections.shared(steps, 0)).toBeUndefined();
    const anchors = Int32Array.from(liveIds(state));
    const from = new Int32Array(anchors.length);
    const to = new Int32Array(anchors.length);
    for (let done = 0; done < anchors.length; ) {
      const { ids, count } = connections.some(steps, anchors.subarray(done), anchors.length - done, from, to);
      expect(count).toBeGreaterThan(0);
      for (let row = 0; row < count; row++) {
        expect(to[row] - from[row]).toBe(2499);
        expect(ids.subarray(from[row], to[row]).includes(anchors[done + row])).toBe(false);
      }
      done += count;
    }
  });

  it('are refused where one object leads to more than may be', () => {
    const state = stateOf(connectedModel, { capacity: 200 });
    const club = make(state, 'club');
    for (let i = 0; i < 170; i++) make(state, 'building', { owner: 0 });
    const far: readonly Step[] = [{ by: 'square', grid: 0, distance: 2000 }];
    const system = make(state, 'system', { place: { at: 'point', x: 0, y: 0 } });
    expect(() => connected(state, far, system)).toThrow(/more than 4194304 objects/);
    const found: number[] = [];
    const find = (): void => {
      stretchesOfLists(createIndexes(state), far, 0, Int32Array.of(system), ({ from, to }) => {
        found.push(to(0) - from(0));
      });
    };
    expect(find).toThrow(/more than 4194304 objects/);
    expect(() => createIndexes(state).connections.lists(far, 0)).toThrow(/more than 4194304 objects/);
    expect(connected(state, far, club)).toEqual([]);
    destroy(state, system);
    find();
    expect(found).toEqual([0]);
  });
});
