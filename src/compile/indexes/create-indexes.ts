import type { WorldState } from '../../components/world-state.js';
import { hasMasks, holdersOf, masksOf } from './faction-masks.js';
import { groupByAncestors, groupByFactions, groupByParent } from './groupings.js';
import { listOfClass, listOfKind } from './id-lists.js';
import type { Grouping, IdList, Indexes } from './indexes.js';
import { keptIndex, keptIndexes } from './kept-index.js';
import { placesOf } from './place-holders.js';
import { ownershipTables } from './ownership-tables.js';

/** The indexes of a world; nothing is made before it is asked for. */
export function createIndexes(state: WorldState): Indexes {
  const tables = ownershipTables(state.model);
  const kinds = keptIndexes((kind) => keptIndex<IdList>(state, ['population'], (before) => listOfKind(state, kind, before)));
  const classes = keptIndexes((index) => keptIndex<IdList>(state, ['population'], (before) => listOfClass(state, index, before)));
  const holders = keptIndex<Int32Array>(state, ['population', 'place'], (before) => holdersOf(state, tables, before));
  const places = keptIndex<Int32Array>(state, ['population', 'place'], (before) => placesOf(state, before));
  const factions = keptIndex<Uint32Array>(state, ['population', 'owner', 'place'], (before) => masksOf(state, tables, before));
  const attached = keptIndexes((kind) => keptIndex<Grouping>(state, ['population', 'place'], (before) => groupByParent(state, kinds(kind).get(), before)));
  const contents = keptIndexes((kind) => keptIndex<Grouping>(state, ['population', 'place'], (before) => groupByAncestors(state, kinds(kind).get(), before)));
  const owned = keptIndexes((kind) => keptIndex<Grouping>(state, ['population', 'owner', 'place'], (before) => groupByFactions(state, kinds(kind).get(), factions.get(), before)));
  return {
    ofKind: (kind) => kinds(kind).get(),
    ofClass: (index) => classes(index).get(),
    factions: () => (hasMasks(state) ? factions.get() : undefined),
    holders: () => holders.get(),
    places: () => places.get(),
    attached: (kind) => attached(kind).get(),
    contents: (kind) => contents(kind).get(),
    owned: (kind) => (hasMasks(state) ? owned(kind).get() : undefined),
    ready: {
      factions: () => hasMasks(state) && factions.isReady(),
      holders: () => holders.isReady(),
      places: () => places.isReady(),
      attached: (kind) => attached(kind).isReady(),
      contents: (kind) => contents(kind).isReady(),
    },
  };
}
