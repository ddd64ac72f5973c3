import type { NearbyData } from '../ops/search.js';
import type { Term } from '../term.js';
import { idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { holdersOf } from './holders.js';
import { markWithinDistance, markWithinSquares } from './nearby-distance.js';
import { rowByRow } from './row-by-row.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';
import { laneGraph } from '../../components/lanes.js';
import { placeKind } from '../../components/nodes.js';
import type { IdList } from '../../indexes/indexes.js';
import { reachFrom, unreached } from '../../indexes/lane-reach.js';
import { type BoundedRows, largestBound, type NearbyRows } from './nearby-rows.js';
import { ancestorOfKind } from '../../components/attachment.js';
import { hasNetwork, networkOf } from '../../components/networks.js';
import type { WorldState } from '../../components/state.js';

/**
 * The members are found once for all rows that ask for the same ones; what is near them is marked, and rows look up
 * where they are.
 */
export function nearbyColumns(term: Term<NearbyData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const { by, range, slot, network, alone } = term.data;
  const [object, bound, filter] = term.args;
  if (filter.runs && rows.running !== undefined) return rowByRow(term, rows, evaluator);
  const into = scratch.codes(length);
  into.fill(0, 0, length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(object, rows), length, scratch);
  const holders = holdersOf(ids, length, evaluator);
  const bounds = evaluator.evaluate(bound, rows);
  const factions = by === 'network' ? idsOrNone(bounds, length, scratch) : bounds.codes;
  const limits = by === 'network' ? bounds.numbers : orNaN(bounds, length, evaluator);
  evaluator.searchMembers({ term, range, slot, filter, beside: [], told: 0 }, rows, (members, numbers, count) => {
    if (members.length === 0) return;
    const asked = { numbers, count, holders, into };
    switch (by) {
      case 'jumps':
        return markWithinJumps({ ...asked, bounds: limits }, members, evaluator);
      case 'distance':
        return markWithinDistance({ ...asked, bounds: limits }, members, evaluator);
      case 'squares':
        return markWithinSquares({ ...asked, bounds: limits }, members, evaluator);
      case 'network':
        return markInNetwork({ ...asked, ids, factions, network, alone }, members, evaluator);
    }
  });
  scratch.release(mark);
  return codeVector(into);
}

/** Numbers, of which those that are absent compare with nothing. */
function orNaN({ numbers, absence }: Vector, length: number, { scratch }: Evaluator): Float64Array {
  if (absence === undefined) return numbers;
  const into = scratch.numbers(length);
  for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? numbers[row] : NaN;
  return into;
}

/** One search over the lanes from all members at once; rows look up how far their nodes are from the nearest. */
function markWithinJumps(rows: BoundedRows, members: IdList, evaluator: Evaluator): void {
  const most = largestBound(rows);
  if (!(most >= 0)) return;
  const { state, scratch } = evaluator;
  const graph = laneGraph(state);
  const mark = scratch.mark();
  const jumps = scratch.codes(graph.nodes.length);
  const queue = scratch.codes(graph.nodes.length);
  reachFrom(state, graph, holdersOf(members.ids, members.length, evaluator), members.length, most, jumps, queue);
  const { numbers, count, holders, bounds, into } = rows;
  const { place, end, otherEnd } = state;
  const { placeOf } = graph;
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    let nearest = unreached;
    if (place[holder] === placeKind.node) nearest = jumps[placeOf[end[holder]]];
    else if (place[holder] === placeKind.lane)
      nearest = Math.min(jumps[placeOf[end[holder]]], jumps[placeOf[otherEnd[holder]]]);
    into[row] = nearest !== unreached && nearest <= bounds[row] ? 1 : 0;
  }
  scratch.release(mark);
}

/** Rows that ask for a faction's networks. */
interface NetworkRows extends NearbyRows {
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
function markInNetwork(rows: NetworkRows, members: IdList, evaluator: Evaluator): void {
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
