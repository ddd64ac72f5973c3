import { type LaneGraph, laneGraph } from '../../components/lanes.js';
import type { WorldState } from '../../components/state.js';
import { wordsFor } from '../../components/component.js';

/** Nodes within some jumps of a node. Balls are kept until lanes or nodes change, within a limit of memory. */
export interface LaneBalls {
  /** Empty for what is no node. Valid until lanes change. */
  within(node: number, jumps: number): LaneBall;
}

interface LaneBall {
  /** Ids, the centre first. */
  readonly nodes: Int32Array;
  /** Bits by place in the lane graph; with one more place, whose bit is never set. */
  readonly bits: Int32Array;
}

/** Words of all balls together: 64 MB. */
const mostKept = 16_000_000;

export function createLaneBalls(state: WorldState): LaneBalls {
  let known: LaneGraph | undefined;
  let kept = 0;
  let balls = new Map<number, (LaneBall | undefined)[]>();
  let met = new Int32Array(0);
  let queue = new Int32Array(0);
  let search = 0;
  return {
    within(node, jumps) {
      const graph = laneGraph(state);
      if (graph !== known || kept > mostKept) {
        known = graph;
        kept = 0;
        balls = new Map();
        met = new Int32Array(graph.nodes.length);
        queue = new Int32Array(graph.nodes.length);
        search = 0;
      }
      const place = graph.placeOf[node] ?? -1;
      if (place < 0 || !(jumps >= 0))
        return { nodes: new Int32Array(0), bits: new Int32Array(wordsFor(graph.nodes.length + 1)) };
      // More jumps than nodes lead nowhere else.
      const depth = Math.min(Math.floor(jumps), graph.nodes.length);
      let byPlace = balls.get(depth);
      if (byPlace === undefined) balls.set(depth, (byPlace = []));
      const made = byPlace[place];
      if (made !== undefined) return made;
      const count = gather(graph.start, graph.neighbours, place, depth, met, ++search, queue);
      const ball: LaneBall = { nodes: new Int32Array(count), bits: new Int32Array(wordsFor(graph.nodes.length + 1)) };
      for (let i = 0; i < count; i++) {
        ball.nodes[i] = graph.nodes[queue[i]];
        ball.bits[queue[i] >>> 5] |= 1 << (queue[i] & 31);
      }
      byPlace[place] = ball;
      kept += count + ball.bits.length;
      return ball;
    },
  };
}

/** Breadth first; `met` holds the last search that reached a node. */
function gather(
  start: Int32Array,
  neighbours: Int32Array,
  origin: number,
  depth: number,
  met: Int32Array,
  search: number,
  queue: Int32Array,
): number {
  let count = 1;
  queue[0] = origin;
  met[origin] = search;
  let next = 0;
  for (let step = 0; step < depth; step++) {
    const end = count;
    if (next === end) break;
    for (; next < end; next++) {
      for (let k = start[queue[next]]; k < start[queue[next] + 1]; k++) {
        const to = neighbours[k];
        if (met[to] === search) continue;
        met[to] = search;
        queue[count++] = to;
      }
    }
  }
  return count;
}
