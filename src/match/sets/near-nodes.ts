import { type LaneGraph, laneGraph } from '../../components/lanes.js';
import { placeKind } from '../../components/place-kind.js';
import type { WorldState } from '../../components/state.js';
import type { LaneBalls } from './lane-balls.js';

/**
 * Nodes of a kind within some jumps of a node, ascending: kept by node until a lane or a node changes. One array holds
 * them all, where balls are spread over memory.
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
const mostKept = 4_000_000;

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
    const { nodes } = balls.within(node, jumps);
    if (nodes.length > most) return false;
    if (used + nodes.length >= mostKept) forget();
    if (used + nodes.length >= near.lists.length) {
      const larger = new Int32Array(2 * (used + nodes.length));
      larger.set(near.lists);
      near.lists = larger;
    }
    const start = used++;
    for (const id of nodes) if (state.identity.kind[id] === kind) near.lists[used++] = id;
    near.lists.subarray(start + 1, used).sort();
    near.lists[start] = used - start - 1;
    starts[node] = start;
    return true;
  }
}
