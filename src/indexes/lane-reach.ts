import { type LaneGraph } from '../components/lanes.js';
import { placeKind } from '../components/nodes.js';
import type { WorldState } from '../components/state.js';

/** Above every path. */
export const unreached = 0x7fffffff;

/**
 * Jumps from the nearest of some objects to every node, by place in the lane graph: breadth first from all at once, up
 * to `most`; `unreached` beyond. `holders` are at a node, or on a lane and so at both ends. `into` and `queue` have
 * room for all nodes.
 */
export function reachFrom(
  state: WorldState,
  graph: LaneGraph,
  holders: Int32Array,
  length: number,
  most: number,
  into: Int32Array,
  queue: Int32Array,
): void {
  const nodes = graph.nodes.length;
  into.fill(unreached, 0, nodes);
  const { place, end, otherEnd } = state;
  const { placeOf, start, neighbours } = graph;
  let met = 0;
  const meet = (at: number, jumps: number): void => {
    if (into[at] !== unreached) return;
    into[at] = jumps;
    queue[met++] = at;
  };
  for (let i = 0; i < length; i++) {
    const holder = holders[i];
    if (place[holder] === placeKind.node) {
      meet(placeOf[end[holder]], 0);
    } else if (place[holder] === placeKind.lane) {
      meet(placeOf[end[holder]], 0);
      meet(placeOf[otherEnd[holder]], 0);
    }
  }
  for (let i = 0; i < met; i++) {
    const jumps = into[queue[i]] + 1;
    if (jumps > most) return;
    for (let k = start[queue[i]]; k < start[queue[i] + 1]; k++) meet(neighbours[k], jumps);
  }
}
