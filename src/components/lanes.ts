import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { kindAt } from './model.js';
import type { WorldState } from './world-state.js';

/** Lanes join nodes into a graph without direction. Distances over it are kept a row a node, until a lane changes. */

/** Rows of distances that are kept at once; each is 8 bytes a node. */
const keptRows = 2_048;

/** Lanes in the world. */
export function laneCount(state: WorldState): number {
  return state.arena.header[header.lanes];
}

/** Joins two nodes; nothing happens when they are joined. Throws when one is no node, both are one, or all lanes are taken. */
export function connect(state: WorldState, a: number, b: number): void {
  for (const end of [a, b]) {
    if (!kindAt(state.model, state.identity.kind[end]).node) throw new EdictError('lane', `object ${end} is no node; lanes join nodes`);
  }
  if (a === b) throw new EdictError('lane', `node ${a} cannot be joined to itself; name two nodes`);
  if (laneRow(state, a, b) > 0) return;
  const row = laneCount(state) + 1;
  if (row >= state.laneEnd.length) throw new EdictError('lane', `all ${state.laneEnd.length - 1} lanes are taken; give createWorld more lanes`);
  state.laneEnd[row] = Math.min(a, b);
  state.laneOtherEnd[row] = Math.max(a, b);
  state.arena.header[header.lanes] = row;
  state.lanes++;
}

/** Takes the lane between two nodes away; nothing happens when there is none. Objects on it keep their position between its ends. */
export function disconnect(state: WorldState, a: number, b: number): void {
  const row = laneRow(state, a, b);
  if (row > 0) removeLane(state, row);
}

/** Takes every lane of a node away. */
export function disconnectAll(state: WorldState, node: number): void {
  for (let row = laneCount(state); row > 0; row--) {
    if (state.laneEnd[row] === node || state.laneOtherEnd[row] === node) removeLane(state, row);
  }
  state.lanes++;
}

/** Ids of the nodes one jump away, ascending. */
export function neighboursOf(state: WorldState, node: number): readonly number[] {
  const { nodes, indexOf, start, neighbours } = graphOf(state);
  const index = indexOf.get(node);
  if (index === undefined) return [];
  return [...neighbours.subarray(start[index], start[index + 1])].map((i) => nodes[i]).sort((a, b) => a - b);
}

/** Jumps on the shortest path between two nodes, Infinity where there is none. */
export function jumpsBetween(state: WorldState, from: number, to: number): number {
  const graph = graphOf(state);
  const origin = graph.indexOf.get(from);
  const goal = graph.indexOf.get(to);
  if (origin === undefined || goal === undefined) return Infinity;
  let row = graph.rows.get(origin);
  if (row === undefined) {
    row = breadthFirst(graph.start, graph.neighbours, graph.indexOf.size, origin);
    if (graph.rows.size >= keptRows) graph.rows.clear();
    graph.rows.set(origin, row);
  }
  return row[goal];
}

function laneRow(state: WorldState, a: number, b: number): number {
  const end = Math.min(a, b);
  const otherEnd = Math.max(a, b);
  for (let row = laneCount(state); row > 0; row--) {
    if (state.laneEnd[row] === end && state.laneOtherEnd[row] === otherEnd) return row;
  }
  return 0;
}

/** The last lane takes the place of the one that goes: the order of lanes never shows in a result. */
function removeLane(state: WorldState, row: number): void {
  const last = laneCount(state);
  state.laneEnd[row] = state.laneEnd[last];
  state.laneOtherEnd[row] = state.laneOtherEnd[last];
  state.laneEnd[last] = 0;
  state.laneOtherEnd[last] = 0;
  state.arena.header[header.lanes] = last - 1;
  state.lanes++;
}

function graphOf(state: WorldState): NonNullable<WorldState['derived']['graph']> {
  const known = state.derived.graph;
  if (known?.version === state.lanes) return known;
  const nodes: number[] = [];
  for (let id = 1; id < idLimit(state.identity); id++) {
    if (isLive(state.identity, id) && kindAt(state.model, state.identity.kind[id]).node) nodes.push(id);
  }
  const indexOf = new Map(nodes.map((id, i) => [id, i]));
  const pairs: (readonly [number, number])[] = [];
  for (let row = 1; row <= laneCount(state); row++) {
    const a = indexOf.get(state.laneEnd[row]);
    const b = indexOf.get(state.laneOtherEnd[row]);
    if (a !== undefined && b !== undefined) pairs.push([a, b], [b, a]);
  }
  const start = new Int32Array(indexOf.size + 1);
  for (const [a] of pairs) start[a + 1]++;
  for (let i = 0; i < indexOf.size; i++) start[i + 1] += start[i];
  const neighbours = new Int32Array(pairs.length);
  const next = start.slice();
  for (const [a, b] of pairs) neighbours[next[a]++] = b;
  const made = { version: state.lanes, nodes, indexOf, start, neighbours, rows: new Map<number, Float64Array>() };
  state.derived.graph = made;
  return made;
}

function breadthFirst(start: Int32Array, neighbours: Int32Array, nodes: number, origin: number): Float64Array {
  const row = new Float64Array(nodes).fill(Infinity);
  const queue = [origin];
  row[origin] = 0;
  for (let i = 0; i < queue.length; i++) {
    const at = queue[i];
    for (let k = start[at]; k < start[at + 1]; k++) {
      const to = neighbours[k];
      if (row[to] !== Infinity) continue;
      row[to] = row[at] + 1;
      queue.push(to);
    }
  }
  return row;
}
