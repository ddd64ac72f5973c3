import { enlarged } from '../../kernel/enlarged.js';
import { type LaneGraph, laneGraph } from '../../components/lanes.js';
import type { WorldState } from '../../components/state.js';
import { wordsFor } from '../../components/component.js';
import { placeKind } from '../../components/place-kind.js';

/**
 * Nodes within some jumps of a node, or of the nearer of two; none for other objects. Balls of one node are kept, and
 * valid, until lanes or nodes change, within a limit of memory.
 */
export type LaneBalls = (node: number, jumps: number, other?: number) => LaneBall;

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
  return (node, jumps, other = node) => {
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
    const otherPlace = graph.placeOf[other] ?? -1;
    if (place < 0 || otherPlace < 0 || !(jumps >= 0))
      return { nodes: new Int32Array(0), bits: new Int32Array(wordsFor(graph.nodes.length + 1)) };
    // More jumps than nodes lead nowhere else.
    const depth = Math.min(Math.floor(jumps), graph.nodes.length);
    let byPlace = balls.get(depth);
    if (byPlace === undefined) balls.set(depth, (byPlace = []));
    const made = place === otherPlace ? byPlace[place] : undefined;
    if (made !== undefined) return made;
    const count = gather(graph, place, otherPlace, depth, met, ++search, queue);
    const ball: LaneBall = { nodes: new Int32Array(count), bits: new Int32Array(wordsFor(graph.nodes.length + 1)) };
    for (let i = 0; i < count; i++) {
      ball.nodes[i] = graph.nodes[queue[i]];
      ball.bits[queue[i] >>> 5] |= 1 << (queue[i] & 31);
    }
    if (place !== otherPlace) return ball;
    byPlace[place] = ball;
    kept += count + ball.bits.length;
    return ball;
  };
}

/** Breadth first; `met` holds the last search that reached a node. */
function gather(
  { start, neighbours }: LaneGraph,
  origin: number,
  other: number,
  depth: number,
  met: Int32Array,
  search: number,
  queue: Int32Array,
): number {
  let count = 0;
  queue[count++] = origin;
  if (other !== origin) queue[count++] = other;
  met[origin] = met[other] = search;
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

/**
 * Nodes of a kind within some jumps of a node, ascending: kept by node until a lane or a node changes, in one array.
 */
export interface NearNodes {
  /** One after the other: a count, and then the ids. */
  readonly lists: Int32Array;
  /**
   * Writes where the list of each of some objects begins; 0 where it is no node, or more than `most` are near. Holds
   * until the next call.
   */
  find(objects: Int32Array, length: number, most: number, into: Int32Array): void;
}

/** Nodes that are kept for all nodes together: 16 MB. */
const mostListed = 4_000_000;

export function createNearNodes(state: WorldState, balls: LaneBalls, kind: number, jumps: number): NearNodes {
  let graph: LaneGraph | undefined;
  // No list begins at 0.
  let used = 1;
  /** By id; 0 for nodes that nobody has asked about. */
  const starts = new Int32Array(state.identity.kind.length);
  const near = { lists: new Int32Array(256), find };
  return near;

  function find(objects: Int32Array, length: number, most: number, into: Int32Array): void {
    if (laneGraph(state) !== graph) forget();
    graph = laneGraph(state);
    // A loop that only looks up: memory is far away, and so many look-ups overlap.
    lookUp(objects, length, into);
    let isAdded = false;
    for (let i = 0; i < length; i++)
      if (into[i] === 0 && state.place[objects[i]] === placeKind.node) isAdded = add(objects[i], most) || isAdded;
    if (isAdded) lookUp(objects, length, into);
  }

  function forget(): void {
    starts.fill(0);
    used = 1;
  }

  function lookUp(objects: Int32Array, length: number, into: Int32Array): void {
    const { place } = state;
    for (let i = 0; i < length; i++) into[i] = place[objects[i]] === placeKind.node ? starts[objects[i]] : 0;
  }

  /** Whether there is a list now. When room runs out, all lists are forgotten. */
  function add(node: number, most: number): boolean {
    if (starts[node] > 0) return true;
    const { nodes } = balls(node, jumps);
    if (nodes.length > most) return false;
    if (used + nodes.length >= mostListed) forget();
    if (used + nodes.length >= near.lists.length) near.lists = enlarged(near.lists, 2 * (used + nodes.length));
    const start = used++;
    for (const id of nodes) if (state.identity.kind[id] === kind) near.lists[used++] = id;
    near.lists.subarray(start + 1, used).sort();
    near.lists[start] = used - start - 1;
    starts[node] = start;
    return true;
  }
}
