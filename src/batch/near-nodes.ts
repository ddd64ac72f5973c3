import { laneGraph } from '../components/lanes.js';
import type { WorldState } from '../components/world-state.js';
import type { LaneBalls } from '../compile/sets/lane-balls.js';

/** Nodes of a kind within a number of jumps of a node, in the order of their ids: kept for each node that is asked about until a lane or a node changes. */
export interface NearNodes {
  /** Those of a node lie in `ids` from `bounds[2 * node]` to `bounds[2 * node + 1]`; where nobody has asked about a node, that is 0. */
  readonly ids: Int32Array;
  readonly bounds: Int32Array;
  /** Forgets what no longer holds. To be called before anything is asked. */
  renew(): void;
  /** Finds those of a node, unless more than `most` nodes are near; returns whether they are there. */
  find(node: number, most: number): boolean;
}

/** Nodes that are kept for all nodes together: 16 MB. */
const mostKept = 4_000_000;

export function createNearNodes(state: WorldState, balls: LaneBalls, kind: number, jumps: number): NearNodes {
  let version = -1;
  // Something lies before all lists, so that none of them ends at 0.
  let used = 1;
  const near: { -readonly [Key in keyof NearNodes]: NearNodes[Key] } = { ids: new Int32Array(256), bounds: new Int32Array(0), renew, find };
  return near;

  function renew(): void {
    const length = 2 * state.identity.kind.length;
    const now = laneGraph(state).version;
    if (now === version && near.bounds.length === length) return;
    if (near.bounds.length === length) near.bounds.fill(0);
    else near.bounds = new Int32Array(length);
    version = now;
    used = 1;
  }

  function find(node: number, most: number): boolean {
    const { nodes } = balls.within(node, jumps);
    if (nodes.length > most) return false;
    if (used + nodes.length > mostKept) {
      near.bounds.fill(0);
      used = 1;
    }
    if (used + nodes.length > near.ids.length) near.ids = grown(near.ids, used + nodes.length);
    const start = used;
    for (const id of nodes) if (state.identity.kind[id] === kind) near.ids[used++] = id;
    near.ids.subarray(start, used).sort();
    near.bounds[2 * node] = start;
    near.bounds[2 * node + 1] = used;
    return true;
  }
}

function grown(ids: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(2 * length);
  larger.set(ids);
  return larger;
}
