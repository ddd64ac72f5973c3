import { laneGraph } from '../../components/lanes.js';
import { placeKind } from '../../components/nodes.js';
import type { WorldState } from '../../components/state.js';
import type { OwnSet } from './own-sets.js';
import { type Partition, sortByCode } from './partition.js';

/**
 * Positions of an own set by the node that each is at. What is on a lane is apart, with its ends; what is at neither is
 * left out: no path leads there.
 */
export interface NodeGroups {
  readonly atNode: Partition;
  /**
   * By position: the place of its node among the nodes of the lane graph; one more than the last where it is at none.
   */
  readonly nodePlace: Int32Array;
  readonly onLanes: Int32Array;
  /** Of those on lanes: the places of the ends of each lane. */
  readonly ends: Int32Array;
  readonly otherEnds: Int32Array;
}

export function nodeGroupsOf(state: WorldState, set: OwnSet): NodeGroups {
  const { place, parent, end, otherEnd } = state;
  const { ids, length } = set;
  const {
    placeOf,
    nodes: { length: nowhere },
  } = laneGraph(state);
  const nodes = new Int32Array(length);
  const nodePlace = new Int32Array(length);
  const onLanes: number[] = [];
  const ends: number[] = [];
  const otherEnds: number[] = [];
  for (let position = 0; position < length; position++) {
    let holder = ids[position];
    while (holder !== 0 && place[holder] === placeKind.inherited) holder = parent[holder];
    const isAtNode = holder !== 0 && place[holder] === placeKind.node;
    nodes[position] = isAtNode ? end[holder] : -1;
    nodePlace[position] = isAtNode ? placeOf[end[holder]] : nowhere;
    if (holder === 0 || place[holder] !== placeKind.lane) continue;
    onLanes.push(position);
    ends.push(placeOf[end[holder]]);
    otherEnds.push(placeOf[otherEnd[holder]]);
  }
  return {
    atNode: sortByCode(nodes, length),
    nodePlace,
    onLanes: Int32Array.from(onLanes),
    ends: Int32Array.from(ends),
    otherEnds: Int32Array.from(otherEnds),
  };
}
