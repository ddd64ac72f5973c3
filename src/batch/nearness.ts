import { sourceSlot, targetSlot } from '../ir/node.js';
import { asNearness, constantValue } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import type { LaneBalls } from '../match/sets/lane-balls.js';
import { laneGraph, type LaneGraph } from '../components/lanes.js';
import { jumpsApart } from '../components/place.js';
import { placeKind } from '../components/nodes.js';
import { grown } from './pairs.js';
import type { WorldState } from '../components/state.js';

/** A candidate is at most so many jumps from what the outer object leads to. */
export interface Nearness {
  readonly key: Term;
  readonly most: number;
}

/** For candidates that are nodes; undefined for other terms. */
export function nearnessOf(term: Term): Nearness | undefined {
  const near = term.draws ? undefined : asNearness(term, targetSlot);
  const most = near && constantValue(near.bound);
  if (near?.by !== 'jumps' || most === undefined || !Number.isFinite(most) || near.key.free !== 1 << sourceSlot)
    return undefined;
  return { key: near.key, most: near.below ? Math.ceil(most) - 1 : most };
}

/** Unmarks the nodes in a range that are not near a place (its holder; 0: nowhere). */
export function markNear(
  state: WorldState,
  balls: LaneBalls,
  holder: number,
  most: number,
  ids: Int32Array,
  from: number,
  to: number,
  marks: Uint8Array,
): void {
  if (holder === 0 || most < 0) {
    marks.fill(0, from, to);
    return;
  }
  if (state.place[holder] !== placeKind.node) {
    for (let i = from; i < to; i++) if (!((jumpsApart(state, holder, ids[i]) ?? Infinity) <= most)) marks[i] = 0;
    return;
  }
  const { placeOf } = laneGraph(state);
  const { bits } = balls.within(holder, most);
  for (let i = from; i < to; i++) {
    const place = placeOf[ids[i]];
    marks[i] &= bits[place >>> 5] >>> (place & 31);
  }
}

/** Nodes of a kind within some jumps of a node, by id: kept by node until a lane or a node changes. */
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
  let starts = new Int32Array(0);
  const near: { -readonly [Key in keyof NearNodes]: NearNodes[Key] } = { lists: new Int32Array(256), find };
  return near;

  function find(objects: Int32Array, length: number, most: number, into: Int32Array): void {
    renew();
    // A loop that only looks up: memory is far away, and so many look-ups overlap.
    lookUp(objects, length, into);
    let isAdded = false;
    for (let i = 0; i < length; i++)
      if (into[i] === 0 && state.place[objects[i]] === placeKind.node) isAdded = add(objects[i], most) || isAdded;
    if (isAdded) lookUp(objects, length, into);
  }

  function renew(): void {
    const rows = state.identity.kind.length;
    const now = laneGraph(state);
    if (now === graph && starts.length === rows) return;
    if (starts.length !== rows) starts = new Int32Array(rows);
    graph = now;
    forget();
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
    if (used + nodes.length >= near.lists.length) near.lists = grown(near.lists, used + nodes.length);
    const start = used++;
    for (const id of nodes) if (state.identity.kind[id] === kind) near.lists[used++] = id;
    near.lists.subarray(start + 1, used).sort();
    near.lists[start] = used - start - 1;
    starts[node] = start;
    return true;
  }
}
