import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIndexes } from '../../src/indexes/create-indexes.js';
import type { Grouping, IdList, Indexes } from '../../src/indexes/indexes.js';
import { writeCell } from '../../src/components/cells.js';
import { type Site, clearInstance, copyInstance, relocationsOf } from '../../src/state/copy-instance.js';
import type { Model } from '../../src/model/model.js';
import { bear, destroy } from '../../src/state/object-life.js';
import { setOwner } from '../../src/components/ownership.js';
import { liveIds } from '../../src/components/live-objects.js';
import { type Placement, placementBy, put } from '../../src/components/place.js';
import { createFollower, fact, touch, touchKind } from '../../src/model/stamps.js';
import { captureState, createState, restoreState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { EdictError } from '../../src/kernel/errors.js';
import { handleOf } from '../../src/kernel/identity.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { galaxyModel, modelOf } from '../support/hand-model.js';
import { heavy } from '../support/heavy.js';

/** Nothing is owned through anything else; what cannot be owned hangs on what can be, and moves along. */
const fleetModel: Model = modelOf({
  kinds: {
    empire: { faction: true, ownership: 'none' },
    system: { node: true },
    planet: { attachesTo: ['system'], ownership: 'none' },
    ship: { attachesTo: ['system'], orphan: 'detach' },
    crate: { attachesTo: ['ship', 'planet'], ownership: 'none' },
  },
  columns: { target: { kinds: ['ship', 'crate'], role: 'property', type: { name: 'entity' } } },
  classes: { scout: { kind: 'ship' }, warship: { kind: 'ship' } },
});

const [instances, stride, factions] = [4, 160, 6];

function emptyState(model: Model, isDivided: boolean): WorldState {
  const sizes = {
    capacity: instances * stride - 1,
    lanes: 8,
    factions: instances * factions,
    streams: 1,
    ...(isDivided ? { instances } : {}),
  };
  return createState(model, defaultLimits, sizes, '1', false);
}

/** Does something that may be refused because it does not fit. */
function tolerated(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
  }
}

/** A place on another object, or nowhere where it cannot be there. */
function placeFor(state: WorldState, kind: number, near: number, choices: Choices): Placement {
  const declared = state.model.kinds[kind - 1];
  if (declared.node || choices.oneIn(8)) return { at: 'point', x: choices.between(0, 3), y: choices.between(0, 3) };
  return (near === 0 ? undefined : placementBy(state, declared, near)) ?? { at: 'nowhere' };
}

/** Objects of the instance of a row; of a world that is not divided all. */
function neighbours({ identity: { division } }: WorldState, live: readonly number[], row: number): readonly number[] {
  return division === undefined
    ? live
    : live.filter((id) => Math.floor(id / division.stride) === Math.floor(row / division.stride));
}

function create(state: WorldState, choices: Choices): void {
  const near = choices.between(1, instances * stride - 1);
  const live = neighbours(state, [...liveIds(state)], near);
  const empires = live.filter((id) => state.faction[id] !== 0);
  const { index: kind } = empires.length === 0 ? state.model.kinds[0] : choices.pick(state.model.kinds);
  const classes = [0, ...state.model.classes.filter((each) => each.kind === kind).map(({ index }) => index)];
  const owner = empires.length === 0 || choices.oneIn(3) ? 0 : choices.pick(empires);
  tolerated(() => {
    bear(state, {
      kind,
      class: choices.pick(classes),
      name: '',
      owner,
      place: placeFor(state, kind, live.length === 0 ? 0 : choices.pick(live), choices),
      created: 0,
      near,
    });
  });
}

function alter(state: WorldState, choices: Choices): void {
  const live = [...liveIds(state)];
  if (live.length < 4) return create(state, choices);
  const id = choices.pick(live);
  const near = neighbours(state, live, id);
  const kind = state.identity.kind[id];
  const classes = state.model.classes.filter((each) => each.kind === kind);
  tolerated(() => {
    switch (choices.below(8)) {
      case 0:
        if (choices.oneIn(kind === 1 ? 8 : 2)) destroy(state, id);
        return;
      case 1:
      case 2:
        return setOwner(state, id, choices.pick([0, ...near.filter((each) => state.faction[each] !== 0)]));
      case 3:
      case 4:
        return put(state, id, placeFor(state, kind, choices.pick(near), choices));
      case 5:
        if (state.model.columns.some(({ name, kinds }) => name === 'target' && kinds[kind] === 1))
          writeCell(
            state,
            state.model.columnByName.get('target') ?? expect.fail(),
            id,
            handleOf(state.identity, choices.pick(near)),
          );
        return;
      case 6:
        // As effects do that make an object one of another class.
        if (classes.length === 0) return;
        state.class[id] = choices.pick(classes).index;
        return touchKind(state.stamps, fact.population, id, kind);
      default:
        return create(state, choices);
    }
  });
}

/** Something that happens to very many objects at once, of which nobody says to which. */
function upset(state: WorldState, choices: Choices, before: ReturnType<typeof captureState>): void {
  const site = (instance: number): Site => ({ state, instance, rows: stride, factions });
  const isDivided = state.instances !== undefined;
  switch (choices.below(isDivided ? 4 : 2)) {
    case 0:
      return restoreState(state, before);
    case 1:
      return touch(state.stamps, choices.pick([fact.population, fact.owner, fact.place]));
    case 2:
      return copyInstance(site(choices.below(instances)), site(choices.below(instances)), relocationsOf(state));
    default:
      return clearInstance(site(choices.below(instances)));
  }
}

const listed = ({ ids, length }: IdList): readonly number[] => [...ids.subarray(0, length)];
const grouped = ({ from, to, ids }: Grouping, keys: number): readonly (readonly number[])[] =>
  Array.from({ length: keys }, (_, key) => [...ids.subarray(from[key], to[key])]);
const byRow = (values: ArrayLike<number>, rows: number): readonly number[] =>
  Array.from({ length: rows }, (_, row) => values[row]);

/** What some indexes say: which, is chosen, so that others fall after by several changes. */
function said(
  indexes: Indexes,
  { model, identity, factionEntity }: WorldState,
  choices: Choices,
): Readonly<Record<string, unknown>> {
  const rows = identity.kind.length;
  const isAll = choices.oneIn(2);
  const all = [0, ...model.kinds.map(({ index }) => index)];
  const kinds = isAll ? all : choices.some(all);
  const ask = <Value>(value: () => Value): Value | undefined => (isAll || choices.oneIn(2) ? value() : undefined);
  return {
    kinds: kinds.map((kind) => ask(() => listed(indexes.ofKind(kind)))),
    classes: model.classes.map(({ index }) => ask(() => listed(indexes.ofClass(index)))),
    holders: ask(() => byRow(indexes.holders(), rows)),
    places: ask(() => byRow(indexes.places(), rows)),
    factions: ask(() => byRow(indexes.factions() ?? expect.fail('there is room for masks'), rows)),
    attached: kinds.map((kind) => ask(() => grouped(indexes.attached(kind), rows))),
    contents: kinds.map((kind) => ask(() => grouped(indexes.contents(kind), rows))),
    owned: kinds.map((kind) =>
      ask(() => grouped(indexes.owned(kind) ?? expect.fail('there is room for masks'), factionEntity.length)),
    ),
    storedOwned: kinds.map((kind) => ask(() => grouped(indexes.storedOwned(kind), rows))),
    referrers: kinds.map((kind) =>
      ask(() => grouped(indexes.referrers(model.columnByName.get('target')?.index ?? expect.fail(), kind), rows)),
    ),
  };
}

const worlds = [
  ['several instances', true],
  ['one world', false],
] as const;
const models = [
  ['fleet', fleetModel],
  ['galaxy', galaxyModel],
] as const;

describe.each(worlds.slice(0, heavy(1, 2)))('in %s', (_name, isDivided) => {
  test.each(models.slice(0, heavy(1, 2)))(
    'indexes that follow changes say the same as those that are made again: %s',
    (_model, model) => {
      let followed = 0;
      let unknown = 0;
      fc.assert(
        fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 150 }), (seed, objects) => {
          const choices = choicesOf(seed);
          const state = emptyState(model, isDivided);
          for (let i = 0; i < objects; i++) create(state, choices.split(`object ${i}`));
          const before = captureState(state);
          const indexes = createIndexes(state);
          const follower = createFollower(state.stamps, [fact.population, fact.owner, fact.place]);
          for (let round = 0; round < 20; round++) {
            const own = choices.split(round);
            for (let i = own.oneIn(2) ? 1 : own.below(own.oneIn(3) ? 40 : 5); i > 0; i--) alter(state, own);
            if (own.oneIn(8)) upset(state, own, before);
            if ((follower.changed(4)?.length ?? 0) > 0) followed++;
            else unknown++;
            const which = own.split('asked');
            expect(said(indexes, state, which.split(0))).toEqual(said(createIndexes(state), state, which.split(0)));
          }
        }),
        propertyRuns(6, 4),
      );
      expect(Math.min(followed, unknown)).toBeGreaterThan(heavy(10, 25));
    },
  );
});
