import { isNode } from './place-kind.js';
import { type Arrays, component } from './component.js';
import { EdictError, damaged } from '../kernel/errors.js';
import { header } from '../kernel/arena.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { kept } from '../kernel/maps.js';
import { kindAt } from '../model/model.js';
import { type Memo, fact, memo, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

/** An undirected graph of nodes. Distances are kept, a row per node, until a lane changes. */

const columns = {
  laneEnd: { type: 'i32', stored: 'lane.end', stamp: 'lanes' },
  laneOtherEnd: { type: 'i32', stored: 'lane.otherEnd', stamp: 'lanes' },
} as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
  interface Derived {
    laneRows?: Map<number, number> | undefined;
    lanesAt?: Map<number, Set<number>> | undefined;
    laneGraph?: Memo<LaneGraph> | undefined;
  }
}

export const lanes = component({
  name: 'lanes',
  rows: 'lane',
  columns,
  facts: ['lanes'],
  hash(state, hasher): void {
    const ends: (readonly [number, number])[] = [];
    for (let row = 1; row <= laneCount(state); row++) ends.push([state.laneEnd[row], state.laneOtherEnd[row]]);
    hasher.number(ends.length);
    for (const [a, b] of ends.sort((p, q) => p[0] - q[0] || p[1] - q[1])) {
      hasher.number(a);
      hasher.number(b);
    }
  },
  check(state): void {
    for (let row = 1; row <= laneCount(state); row++) {
      for (const end of [state.laneEnd[row], state.laneOtherEnd[row]])
        if (!(end < idLimit(state.identity) && isNode(state, end))) throw damaged(`lane ${row} joins no nodes`);
    }
  },
});

export type LaneGraph = ReturnType<typeof graphOf>;

type JumpRow = Uint16Array | Int32Array;

/** Limit in bytes of all rows that are kept. */
const keptBytes = 64 * 2 ** 20;
/** With fewer nodes, two bytes hold every number of jumps and `unreached`. */
const fewNodes = 65_535;
/** Above every id: joins the ends to one key. */
const idRange = 2 ** 24;

export function laneCount(state: WorldState): number {
  return state.arena.header[header.lanes];
}

/** Throws for other objects, one and the same node, and without room. */
export function connect(state: WorldState, a: number, b: number): void {
  for (const end of [a, b]) {
    if (!kindAt(state.model, state.identity.kind[end]).node)
      throw new EdictError('lane', `object ${end} is not a node; lanes join nodes`);
  }
  if (a === b) throw new EdictError('lane', `node ${a} cannot be joined to itself; name two nodes`);
  if (laneRow(state, a, b) > 0) return;
  const row = laneCount(state) + 1;
  if (row >= state.laneEnd.length)
    throw new EdictError('lane', `all ${state.laneEnd.length - 1} lanes are taken; reserve more lanes`);
  state.laneEnd[row] = Math.min(a, b);
  state.laneOtherEnd[row] = Math.max(a, b);
  laneRows(state).set(keyOf(a, b), row);
  if (state.derived.lanesAt !== undefined) noteLane(state.derived.lanesAt, a, b);
  state.arena.header[header.lanes] = row;
  touch(state.stamps, fact.lanes);
}

/** Objects on the lane keep their position. */
export function disconnect(state: WorldState, a: number, b: number): void {
  const row = laneRow(state, a, b);
  if (row > 0) removeLane(state, row);
}

/** The cost does not depend on the lanes of other nodes. */
export function disconnectAll(state: WorldState, node: number): void {
  for (const other of lanesAt(state).get(node) ?? []) removeLane(state, laneRow(state, node, other));
  touch(state.stamps, fact.lanes);
}

/** Needs no graph, which every change outdates. */
export function areJoined(state: WorldState, a: number, b: number): boolean {
  return laneRow(state, a, b) > 0;
}

/** Ascending. */
export function neighboursOf(state: WorldState, node: number): readonly number[] {
  const { nodes, placeOf, start, neighbours } = laneGraph(state);
  const place = placeOf[node] ?? -1;
  return place < 0 ? [] : Array.from(neighbours.subarray(start[place], start[place + 1]), (next) => nodes[next]);
}

/** Jumps on the shortest path; Infinity: none. */
export function jumpsBetween(state: WorldState, from: number, to: number): number {
  const graph = laneGraph(state);
  const origin = graph.placeOf[from] ?? -1;
  const goal = graph.placeOf[to] ?? -1;
  if (origin < 0 || goal < 0) return Infinity;
  const back = graph.rows[origin] === undefined ? graph.rows[goal] : undefined;
  const known = back ?? graph.rows[origin];
  if (known === undefined) {
    const near = jumpsNear(graph, origin, goal);
    if (near >= 0) return near;
  }
  const row = known ?? jumpRow(graph, origin);
  const jumps = row[back === undefined ? goal : origin];
  return jumps === graph.unreached ? Infinity : jumps;
}

function laneRow(state: WorldState, a: number, b: number): number {
  return laneRows(state).get(keyOf(a, b)) ?? 0;
}

/** By both ends. Every change is noted here, so no stamp is needed. */
function laneRows(state: WorldState): Map<number, number> {
  if (state.derived.laneRows !== undefined) return state.derived.laneRows;
  const rows = new Map<number, number>();
  for (let row = 1; row <= laneCount(state); row++) rows.set(keyOf(state.laneEnd[row], state.laneOtherEnd[row]), row);
  return (state.derived.laneRows = rows);
}

/** By node, its neighbours. Built when a node is first removed, then kept current. */
function lanesAt(state: WorldState): Map<number, Set<number>> {
  if (state.derived.lanesAt !== undefined) return state.derived.lanesAt;
  const joined = new Map<number, Set<number>>();
  for (let row = 1; row <= laneCount(state); row++) noteLane(joined, state.laneEnd[row], state.laneOtherEnd[row]);
  return (state.derived.lanesAt = joined);
}

function noteLane(joined: Map<number, Set<number>>, a: number, b: number): void {
  kept(joined, a, () => new Set<number>()).add(b);
  kept(joined, b, () => new Set<number>()).add(a);
}

function keyOf(a: number, b: number): number {
  return Math.min(a, b) * idRange + Math.max(a, b);
}

/** The last lane fills the gap: their order shows nowhere. */
function removeLane(state: WorldState, row: number): void {
  const last = laneCount(state);
  const rows = laneRows(state);
  rows.set(keyOf(state.laneEnd[last], state.laneOtherEnd[last]), row);
  const [a, b] = [state.laneEnd[row], state.laneOtherEnd[row]];
  rows.delete(keyOf(a, b));
  state.derived.lanesAt?.get(a)?.delete(b);
  state.derived.lanesAt?.get(b)?.delete(a);
  state.laneEnd[row] = state.laneEnd[last];
  state.laneOtherEnd[row] = state.laneOtherEnd[last];
  state.laneEnd[last] = 0;
  state.laneOtherEnd[last] = 0;
  state.arena.header[header.lanes] = last - 1;
  touch(state.stamps, fact.lanes);
}

export function laneGraph(state: WorldState): LaneGraph {
  return (state.derived.laneGraph ??= memo(state.stamps, [fact.lanes], () => graphOf(state))).get();
}

/** Nodes near an origin cost so little that a row for all nodes is found after some questions, or for a far goal. */
const mostNear = 48;
const askedNear = 16;

/** Jumps to one of the nearest nodes; −1: the goal is farther, or the origin is asked about often. */
function jumpsNear(graph: LaneGraph, origin: number, goal: number): number {
  if (origin === goal) return 0;
  if (graph.nodes.length < 2 * mostNear || graph.asked[origin] >= askedNear) return -1;
  graph.asked[origin]++;
  const { start, neighbours, queue, met } = graph;
  const search = ++graph.search;
  let count = 1;
  queue[0] = origin;
  met[origin] = search;
  let next = 0;
  for (let jumps = 1; count < mostNear && next < count; jumps++) {
    for (const end = count; next < end; next++) {
      for (let k = start[queue[next]]; k < start[queue[next] + 1]; k++) {
        const to = neighbours[k];
        if (to === goal) return jumps;
        if (met[to] === search) continue;
        met[to] = search;
        queue[count++] = to;
      }
    }
  }
  return -1;
}

/** By place of the nodes, with the rows of jumps so far. */
function graphOf(state: WorldState) {
  const limit = idLimit(state.identity);
  const placeOf = new Int32Array(limit).fill(-1);
  const found: number[] = [];
  for (let id = 1; id < limit; id++) {
    if (isLive(state.identity, id) && kindAt(state.model, state.identity.kind[id]).node)
      placeOf[id] = found.push(id) - 1;
  }
  const { start, neighbours } = adjacency(state, found.length, placeOf);
  const rows = Array.from<JumpRow | undefined>({ length: found.length });
  const unreached = found.length < fewNodes ? 0xffff : 0x7fffffff;
  return {
    /** Ids of the nodes, ascending. */
    nodes: Int32Array.from(found),
    /** Place of each id, -1 for other objects. */
    placeOf,
    /** Neighbours of the node at a place, ascending: those from `start[place]` to `start[place + 1]`. */
    start,
    neighbours,
    /** Where there is no path. */
    unreached,
    /** From the node at a place to every other. */
    rows,
    /** Places of kept rows; at capacity that at `oldest` is replaced next. */
    kept: new Array<number>(),
    oldest: 0,
    queue: new Int32Array(found.length),
    /** By place: questions answered without a row. */
    asked: new Uint8Array(found.length),
    /** The last search that met the node at a place. */
    met: new Int32Array(found.length),
    search: 0,
  };
}

function adjacency(state: WorldState, nodes: number, placeOf: Int32Array) {
  const lanes = laneCount(state);
  const start = new Int32Array(nodes + 1);
  for (let row = 1; row <= lanes; row++) {
    start[placeOf[state.laneEnd[row]] + 1]++;
    start[placeOf[state.laneOtherEnd[row]] + 1]++;
  }
  for (let place = 0; place < nodes; place++) start[place + 1] += start[place];
  const neighbours = new Int32Array(2 * lanes);
  const next = start.slice();
  for (let row = 1; row <= lanes; row++) {
    const a = placeOf[state.laneEnd[row]];
    const b = placeOf[state.laneOtherEnd[row]];
    neighbours[next[a]++] = b;
    neighbours[next[b]++] = a;
  }
  for (let place = 0; place < nodes; place++) neighbours.subarray(start[place], start[place + 1]).sort();
  return { start, neighbours };
}

/** Keeps the result, at capacity in the memory of the oldest row. */
function jumpRow(graph: LaneGraph, origin: number): JumpRow {
  const { rows, kept } = graph;
  const nodes = graph.nodes.length;
  const most = Math.max(1, Math.floor(keptBytes / (nodes * (nodes < fewNodes ? 2 : 4))));
  let row: JumpRow | undefined;
  if (kept.length < most) {
    kept.push(origin);
  } else {
    row = rows[kept[graph.oldest]];
    rows[kept[graph.oldest]] = undefined;
    kept[graph.oldest] = origin;
    graph.oldest = (graph.oldest + 1) % most;
  }
  row ??= nodes < fewNodes ? new Uint16Array(nodes) : new Int32Array(nodes);
  breadthFirst(graph, origin, row);
  rows[origin] = row;
  return row;
}

function breadthFirst({ start, neighbours, queue, unreached }: LaneGraph, origin: number, row: JumpRow): void {
  row.fill(unreached);
  row[origin] = 0;
  queue[0] = origin;
  let met = 1;
  for (let i = 0; i < met; i++) {
    const at = queue[i];
    for (let k = start[at]; k < start[at + 1]; k++) {
      const to = neighbours[k];
      if (row[to] !== unreached) continue;
      row[to] = row[at] + 1;
      queue[met++] = to;
    }
  }
}
