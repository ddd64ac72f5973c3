import { laneGraph } from '../components/lanes.js';
import type { WorldState } from '../components/world-state.js';
import type { LaneBalls } from '../compile/sets/lane-balls.js';

/** Nodes within a number of jumps of a node, in the order of their ids: kept for each node that is asked about until a lane changes. */
export interface NearNodes {
  /** Those of a node lie in `ids` from `starts[node]` to `ends[node]`; a node that was not asked about ends at 0. */
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Forgets what no longer holds. To be called before anything is asked. */
  renew(): void;
  /** Finds those of a node, unless they are more than `most`; returns whether they are there. */
  find(node: number, most: number): boolean;
}

/** Nodes that are kept for all nodes together: 16 MB. */
const mostKept = 4_000_000;

export function createNearNodes(state: WorldState, balls: LaneBalls, jumps: number): NearNodes {
  let version = -1;
  let used = 0;
  const near: { -readonly [Key in keyof NearNodes]: NearNodes[Key] } = { ids: new Int32Array(256), starts: new Int32Array(0), ends: new Int32Array(0), renew, find };
  return near;

  function renew(): void {
    const rows = state.identity.kind.length;
    const now = laneGraph(state).version;
    if (now === version && near.ends.length === rows) return;
    if (near.ends.length === rows) near.ends.fill(0);
    else [near.starts, near.ends] = [new Int32Array(rows), new Int32Array(rows)];
    version = now;
    used = 0;
  }

  function find(node: number, most: number): boolean {
    if (near.ends[node] > 0) return near.ends[node] - near.starts[node] <= most;
    const { nodes } = balls.within(node, jumps);
    if (nodes.length > most) return false;
    if (used + nodes.length > mostKept) {
      near.ends.fill(0);
      used = 0;
    }
    if (used + nodes.length > near.ids.length) near.ids = grown(near.ids, used + nodes.length);
    near.ids.set(nodes, used);
    near.ids.subarray(used, used + nodes.length).sort();
    near.starts[node] = used;
    near.ends[node] = used += nodes.length;
    return true;
  }
}

function grown(ids: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(2 * length);
  larger.set(ids);
  return larger;
}
