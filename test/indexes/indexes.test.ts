import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIndexes } from '../../src/indexes/create-indexes.js';
import type { Grouping, Indexes } from '../../src/indexes/indexes.js';
import { attachedTo, contentsOf } from '../../src/components/attachment.js';
import { placeHolder } from '../../src/components/place.js';
import { liveIds } from '../../src/components/live-objects.js';
import { ownersOf, ownershipHolder } from '../../src/components/ownership.js';
import { fact, touch } from '../../src/model/stamps.js';
import { captureState, restoreState } from '../../src/state/world-state.js';
import type { WorldState } from '../../src/components/state.js';
import { idLimit } from '../../src/kernel/identity.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { stateOf } from '../support/hand-model.js';
import { change, factionIds, randomState } from '../eval/columns/random-state.js';

const listOf = ({ from, to, ids }: Grouping, key: number): readonly number[] => [...ids.subarray(from[key], to[key])];

function expectIndexes(state: WorldState, indexes: Indexes): void {
  const live = [...liveIds(state)];
  const every = Array.from({ length: idLimit(state.identity) }, (_, id) => id);
  const kinds = [0, ...state.model.kinds.map(({ index }) => index)];
  const masks = indexes.factions() ?? expect.fail('there is room for masks');
  for (const kind of kinds) {
    const isOf = (id: number): boolean => kind === 0 || state.identity.kind[id] === kind;
    const { ids, length } = indexes.ofKind(kind);
    expect([...ids.subarray(0, length)]).toEqual(live.filter(isOf));
    const [attached, contents, owned] = [
      indexes.attached(kind),
      indexes.contents(kind),
      indexes.owned(kind) ?? expect.fail('there is room for masks'),
    ];
    for (const id of every) {
      expect(listOf(attached, id)).toEqual(id === 0 ? [] : [...attachedTo(state, id)].filter(isOf));
      expect(listOf(contents, id)).toEqual(id === 0 ? [] : contentsOf(state, id).filter(isOf));
    }
    for (const id of factionIds(state)) {
      expect(listOf(owned, state.faction[id])).toEqual(
        live.filter((other) => other !== id && isOf(other) && ownersOf(state, other).includes(id)),
      );
    }
    expect(listOf(owned, 0)).toEqual([]);
  }
  for (const { index } of state.model.classes) {
    const { ids, length } = indexes.ofClass(index);
    expect([...ids.subarray(0, length)]).toEqual(live.filter((id) => state.class[id] === index));
  }
  const holders = indexes.holders();
  const places = indexes.places();
  // Rows after the last one that was ever used, as a restored world has them.
  for (let id = every.length; id < state.identity.kind.length; id++)
    expect([holders[id], places[id], masks[id]]).toEqual([0, 0, 0]);
  for (const id of every) {
    const isThere = live.includes(id);
    expect(holders[id]).toBe(isThere ? ownershipHolder(state, id) : 0);
    expect(places[id]).toBe(placeHolder(state, id));
    expect(masks[id]).toBe(ownersOf(state, id).reduce((bits, owner) => (bits | (1 << state.faction[owner])) >>> 0, 0));
  }
}

test('indexes say what the world says, also after it has changed', () => {
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 25 }), (seed, objects) => {
      const choices = choicesOf(seed);
      const state = randomState(choices, objects);
      const indexes = createIndexes(state);
      const before = captureState(state);
      expectIndexes(state, indexes);
      for (let round = 0; round < 8; round++) {
        change(state, choices.split(round));
        expectIndexes(state, indexes);
      }
      restoreState(state, before);
      expectIndexes(state, indexes);
    }),
    propertyRuns(10),
  );
});

test('there are no masks where there is room for more factions than a word has bits', () => {
  const indexes = createIndexes(stateOf(undefined, { factions: 32 }));
  expect(indexes.factions()).toBeUndefined();
  expect(indexes.owned(0)).toBeUndefined();
  expect(indexes.ready.factions()).toBe(false);
  expect(createIndexes(stateOf(undefined, { factions: 31 })).factions()).toBeDefined();
});

test('what is ready has been asked for since the last change that it depends on', () => {
  const state = stateOf();
  const { ready, ...indexes } = createIndexes(state);
  const readiness = (): readonly boolean[] => [
    ready.factions(),
    ready.places(),
    ready.attached(2),
    ready.contents(2),
    ready.contents(3),
  ];
  expect(readiness()).toEqual([false, false, false, false, false]);
  indexes.factions();
  indexes.places();
  indexes.attached(2);
  indexes.contents(2);
  expect(readiness()).toEqual([true, true, true, true, false]);
  touch(state.stamps, fact.sight);
  expect(readiness()).toEqual([true, true, true, true, false]);
  touch(state.stamps, fact.owner);
  expect(readiness()).toEqual([false, true, true, true, false]);
  touch(state.stamps, fact.place);
  expect(readiness()).toEqual([false, false, false, false, false]);
});

test('what still holds is given again', () => {
  const state = stateOf();
  const indexes = createIndexes(state);
  const before = indexes.contents(0);
  touch(state.stamps, fact.owner);
  expect(indexes.contents(0)).toBe(before);
  touch(state.stamps, fact.population);
  expect(indexes.contents(0)).not.toBe(before);
  expect(indexes.contents(0).ids).toBe(before.ids);
});
