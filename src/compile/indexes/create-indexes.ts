import { columnStamp, fact } from '../../components/stamps.js';
import type { WorldState } from '../../components/world-state.js';
import { hasMasks, holdersOf, masksOf } from './faction-masks.js';
import { createConnections } from './connection-lists.js';
import { type KeyedGrouping, groupByAncestors, groupByFactions, groupByKey, groupByParent } from './groupings.js';
import { listOfClass, listOfKind } from './id-lists.js';
import type { Connections, Indexes } from './indexes.js';
import { keptIndex, keptIndexes } from './kept-index.js';
import { cellsOf } from './grid-places.js';
import { placesOf } from './place-holders.js';
import { referredBy } from './references.js';
import { ownershipTables } from './ownership-tables.js';

/** The indexes of a world; nothing is made before it is asked for. */
export function createIndexes(state: WorldState): Indexes {
  const tables = ownershipTables(state.model);
  const { population, owner, place } = fact;
  const kinds = keptIndexes((kind) => listOfKind(state, kind));
  const classes = keptIndexes((index) => listOfClass(state, index));
  const holders = keptIndex<Int32Array>(state, [population, place], (before) => holdersOf(state, tables, before));
  const places = keptIndex<Int32Array>(state, [population, place], (before) => placesOf(state, before));
  const factions = keptIndex<Uint32Array>(state, [population, owner, place], (before) => masksOf(state, tables, before));
  const attached = keptIndexes((kind) => keptIndex<KeyedGrouping>(state, [population, place], (before) => groupByParent(state, kinds(kind).get(), before)));
  const contents = keptIndexes((kind) => keptIndex<KeyedGrouping>(state, [population, place], (before) => groupByAncestors(state, kinds(kind).get(), before)));
  const owned = keptIndexes((kind) => keptIndex<KeyedGrouping>(state, [population, owner, place], (before) => groupByFactions(state, kinds(kind).get(), factions.get(), before)));
  const storedOwned = keptIndexes((kind) => keptIndex<KeyedGrouping>(state, [population, owner], (before) => groupByKey(state, state.owner, kinds(kind).get(), before)));
  const referrers = keptIndexes((column) => keptIndexes((kind) => keptIndex<KeyedGrouping>(state, [population, columnStamp(column)], (before) => {
    const members = kinds(kind).get();
    return groupByKey(state, referredBy(state, column, members), members, before);
  })));
  const cells = keptIndexes((grid) => keptIndex<Int32Array>(state, [population, place], (before) => cellsOf(state, grid, before)));
  let connections: Connections | undefined;
  const indexes: Indexes = {
    ofKind: (kind) => kinds(kind).get(),
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
      return connections ??= createConnections(state, indexes);
    },
    ready: {
      factions: () => hasMasks(state) && factions.isReady(),
      holders: () => holders.isReady(),
      places: () => places.isReady(),
      attached: (kind) => attached(kind).isReady(),
      contents: (kind) => contents(kind).isReady(),
    },
  };
  return indexes;
}
