import { ancestorOfKind } from '../../state/attachment.js';
import { hasNetwork, networkOf } from '../../state/networks.js';
import { placeKind } from '../../state/place.js';
import type { WorldState } from '../../state/world-state.js';
import type { IdList } from '../../indexes/indexes.js';
import type { Evaluator } from './evaluator.js';
import { holdersOf } from './holders.js';
import type { NearbyRows } from './nearby-rows.js';

/** Rows that ask for a faction's networks. */
export interface NetworkRows extends NearbyRows {
  /** By row: the object itself, and the faction; 0 for none. */
  readonly ids: Int32Array;
  readonly factions: Int32Array;
  /** Index of the sort of network. */
  readonly network: number;
  /** The kind of what makes near, outside of all networks, what hangs on it; 0 for none. */
  readonly alone: number;
}

/** What members mark for one faction. */
interface Marked {
  /** Numbers of the networks that members are in. */
  readonly networks: ReadonlySet<number>;
  /** What members hang on, where that counts for who is in no network. */
  readonly holders: ReadonlySet<number>;
}

/** Networks and objects that members mark, once for each faction; rows look up their own. */
export function markInNetwork(rows: NetworkRows, members: IdList, evaluator: Evaluator): void {
  const { state, scratch } = evaluator;
  const { numbers, count, holders, into, ids, factions, network, alone } = rows;
  const mark = scratch.mark();
  const nodes = holdersOf(members.ids, members.length, evaluator);
  const byFaction = new Map<number, Marked>();
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const faction = factions[row];
    if (state.faction[faction] === 0 || ids[row] === 0) continue;
    let marked = byFaction.get(faction);
    if (marked === undefined) byFaction.set(faction, (marked = markedBy(rows, members, nodes, faction, state)));
    const number = numberAt(state, network, faction, holders[row]);
    const isNear =
      number !== 0
        ? marked.networks.has(number)
        : marked.holders.size > 0 && marked.holders.has(ancestorOfKind(state, ids[row], alone));
    into[row] = isNear ? 1 : 0;
  }
  scratch.release(mark);
}

function markedBy(
  { network, alone }: NetworkRows,
  members: IdList,
  nodes: Int32Array,
  faction: number,
  state: WorldState,
): Marked {
  const networks = new Set<number>();
  const holders = new Set<number>();
  const isAlone = alone !== 0 && hasNetwork(state, network, faction);
  for (let i = 0; i < members.length; i++) {
    networks.add(numberAt(state, network, faction, nodes[i]));
    if (isAlone) holders.add(ancestorOfKind(state, members.ids[i], alone));
  }
  holders.delete(0);
  return { networks, holders };
}

function numberAt(state: WorldState, network: number, faction: number, holder: number): number {
  return state.place[holder] === placeKind.node ? networkOf(state, network, faction, state.end[holder]) : 0;
}
