import { placeHolder, placeKind } from '../../components/place.js';
import type { WorldState } from '../../components/world-state.js';
import type { OwnSet } from './own-sets.js';
import { type Partition, sortByCode } from './partition.js';

/** Positions of an own set by the node that each is at. What is on a lane is apart; what is at neither is left out: no path leads there. */
export interface NodeGroups {
  readonly atNode: Partition;
  readonly onLanes: Int32Array;
}

export function nodeGroupsOf(state: WorldState, set: OwnSet): NodeGroups {
  const nodes = new Int32Array(set.length);
  const onLanes: number[] = [];
  for (let position = 0; position < set.length; position++) {
    const holder = placeHolder(state, set.ids[position]);
    const place = state.place[holder];
    nodes[position] = holder !== 0 && place === placeKind.node ? holder : -1;
    if (holder !== 0 && place === placeKind.lane) onLanes.push(position);
  }
  return { atNode: sortByCode(nodes, set.length), onLanes: Int32Array.from(onLanes) };
}
