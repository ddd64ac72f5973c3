import { laneGraph } from '../../state/lanes.js';
import { placeKind } from '../../state/place.js';
import type { IdList } from '../../indexes/indexes.js';
import { reachFrom, unreached } from '../../indexes/lane-reach.js';
import type { Evaluator } from './evaluator.js';
import { holdersOf } from './holders.js';
import { type BoundedRows, largestBound } from './nearby-rows.js';

/** One search over the lanes from all members at once; rows look up how far their nodes are from the nearest. */
export function markWithinJumps(rows: BoundedRows, members: IdList, evaluator: Evaluator): void {
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
