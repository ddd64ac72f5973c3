import { keepsOwner, kindAt } from '../model/model.js';
import { type KindFact, columnStamp, fact, kindStamp } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { hasMasks, holdersOf, masksOf } from './faction-masks.js';
import { createConnections } from './connection-lists.js';
import { type KeyedGrouping, groupByAncestors, groupByFactions, groupByKey, groupByParent } from './groupings.js';
import { listOfClass, listOfKind } from './id-lists.js';
import type { Connections, IdList, Indexes } from './indexes.js';
import { byNumber, memo } from '../model/memo.js';
import { keptRows } from './kept-rows.js';
import { kindsAbove } from './kinds-above.js';
import { cellsOf } from './grid-places.js';
import { placesOf } from './place-holders.js';
import { referredBy } from './references.js';
import { ownershipTables } from './ownership-tables.js';

/** The indexes of a world; nothing is made before it is asked for. */
export function createIndexes(state: WorldState): Indexes {
  const tables = ownershipTables(state.model);
  const { population, owner, place } = fact;
  const { kinds: declared } = state.model;
  const kinds = byNumber((kind) => listOfKind(state, kind));
  const ofKind = (kind: number): IdList => kinds(kind).get();
  const classes = byNumber((index) => listOfClass(state, index));
  const holders = keptRows(state, ofKind, holdersOf(state, tables));
  const places = keptRows(state, ofKind, placesOf(state));
  const masks = masksOf(state, tables);
  // What is owned through something else has its owners from below, not from above.
  const factions = tables.hasThrough
    ? memo<Uint32Array>(state.stamps, masks.facts, masks.all)
    : keptRows(state, ofKind, masks);
  const attached = byNumber((kind) =>
    memo<KeyedGrouping>(state.stamps, ofKinds([kind], [population, place]), (before) =>
      groupByParent(state, ofKind(kind), before),
    ),
  );
  const contents = byNumber((kind) =>
    memo<KeyedGrouping>(
      state.stamps,
      [...ofKinds([kind], [population, place]), ...ofKinds(kindsBetween(kind), [place])],
      (before) => groupByAncestors(state, ofKind(kind), before),
    ),
  );
  const owned = byNumber((kind) =>
    memo<KeyedGrouping>(state.stamps, ownershipOf(kind), (before) =>
      groupByFactions(state, ofKind(kind), factions.get(), before),
    ),
  );
  const storedOwned = byNumber((kind) =>
    memo<KeyedGrouping>(state.stamps, ofKinds([kind], [population, owner]), (before) =>
      groupByKey(state, state.owner, ofKind(kind), before),
    ),
  );
  const referrers = byNumber((column) =>
    byNumber((kind) =>
      memo<KeyedGrouping>(state.stamps, [population, columnStamp(column)], (before) => {
        const members = ofKind(kind);
        return groupByKey(state, referredBy(state, column, members), members, before);
      }),
    ),
  );
  const cells = byNumber((grid) =>
    memo<Int32Array>(state.stamps, [population, place], (before) => cellsOf(state, grid, before)),
  );
  let connections: Connections | undefined;
  const indexes: Indexes = {
    ofKind,
    ofClass: (index) => classes(index).get(),
    factions: () => (hasMasks(state) ? factions.get() : undefined),
    holders: () => holders.get(),
    places: () => places.get(),
    attached: (kind) => attached(kind).get(),
    contents: (kind) => contents(kind).get(),
    owned: (kind) => (hasMasks(state) ? owned(kind).get() : undefined),
    storedOwned: (kind) => storedOwned(kind).get(),
    referrers: (column, kind) => referrers(column)(kind).get(),
    cells: (grid) => cells(grid).get(),
    get connections() {
      return (connections ??= createConnections(state, indexes));
    },
    ready: {
      factions: () => hasMasks(state) && factions.isFresh(),
      holders: () => holders.isFresh(),
      places: () => places.isFresh(),
      attached: (kind) => attached(kind).isFresh(),
      contents: (kind) => contents(kind).isFresh(),
    },
  };
  return indexes;

  /** Kinds between an object of a kind and what it lies in, which can be somewhere else with it. */
  function kindsBetween(kind: number): readonly number[] {
    return kind === 0
      ? []
      : kindsAbove(state.model, kind).filter((above) => kindAt(state.model, above).attachesTo.length > 0);
  }

  /** Stamps of what decides who owns objects of a kind. */
  function ownershipOf(kind: number): readonly number[] {
    if (!keepsOwner(state.model, kind)) return [population, owner, place];
    return [
      ...ofKinds([kind], [population, owner]),
      ...ofKinds(
        declared.filter(({ faction }) => faction).map(({ index }) => index),
        [population],
      ),
    ];
  }
}

/** Stamps of facts for objects of some kinds. */
function ofKinds(kinds: readonly number[], facts: readonly KindFact[]): readonly number[] {
  return kinds.flatMap((kind) => facts.map((each) => kindStamp(each, kind)));
}
