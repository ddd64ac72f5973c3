import { type Arrays, component } from './component.js';
import { EdictError, WorldFullError, damaged } from '../kernel/errors.js';
import { header } from '../kernel/arena.js';
import { isThere } from './live-objects.js';
import type { Lists } from '../kernel/lists.js';
import { type Model, kindAt } from '../model/model.js';
import { type Memo, byNumber, fact, memo, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

/**
 * Edges of graphs, the networks of content. They are kept as pairs of ends in the order in which they were made, of all
 * graphs together; lists by end are derived from these, once after each change.
 */

const columns = {
  edgeOf: { type: 'u8', stored: 'edge.of', stamp: 'edge' },
  edgeFrom: { type: 'i32', stored: 'edge.from', stamp: 'edge' },
  edgeTo: { type: 'i32', stored: 'edge.to', stamp: 'edge' },
} as const;

/** Their numbers fit into a byte. */
export const mostGraphs = 255;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
  interface Derived {
    neighbours?: ((graph: number) => Memo<Lists>) | undefined;
    edgeChains?: EdgeChains | undefined;
  }
}

/** Rows of removed edges hold zeros until the others move together, which keeps their order. */
export const edges = component({
  name: 'edges',
  rows: 'edge',
  columns,
  when: ({ graphs }) => graphs.length > 0,
  facts: ['edge'],
  /** Empty rows show in no result. */
  hash(state, hasher): void {
    for (const { index } of state.model.graphs) {
      for (let row = 1; row <= lastEdge(state); row++) {
        if (!isEdge(state, index, row)) continue;
        hasher.number(state.edgeFrom[row]);
        hasher.number(state.edgeTo[row]);
      }
      hasher.number(0);
    }
  },
  check(state): void {
    const { model, identity, edgeOf, edgeFrom, edgeTo } = state;
    for (let row = 1; row <= lastEdge(state); row++) {
      const [from, to] = [edgeFrom[row], edgeTo[row]];
      if (from === 0 && to === 0 && edgeOf[row] === 0) continue;
      if (edgeOf[row] >= model.graphs.length) throw damaged(`row ${row} of its edges is of no network`);
      const { name, kind } = model.graphs[edgeOf[row]];
      const fits = (id: number) => isThere(state, id) && identity.kind[id] === kind;
      if (from === to || !fits(from) || !fits(to)) throw damaged(`row ${row} joins objects that ${name} cannot join`);
    }
  },
});

/** The last row in use; earlier ones may be empty. */
function lastEdge({ arena }: WorldState): number {
  return arena.header[header.edges];
}

function isEdge({ edgeOf, edgeFrom }: WorldState, graph: number, row: number): boolean {
  return edgeFrom[row] !== 0 && edgeOf[row] === graph;
}

/** Whether a graph joins objects of the kind. */
export function hasEdges({ graphs }: Pick<Model, 'graphs'>, kind: number): boolean {
  return graphs.some((graph) => graph.kind === kind);
}

/** By the id of an end: the other ends, in the order of the edges. Not to be written. */
export function neighbourLists(state: WorldState, graph: number): Lists {
  return (state.derived.neighbours ??= byNumber((index) =>
    memo(state.stamps, [fact.edge], () => listsOfGraph(state, index)),
  ))(graph).get();
}

/** In the order of the edges. */
export function neighboursIn(state: WorldState, graph: number, id: number): Int32Array {
  const { start, ids } = neighbourLists(state, graph);
  return ids.subarray(start[id], start[id + 1]);
}

function listsOfGraph(state: WorldState, graph: number): Lists {
  const { edgeFrom, edgeTo, edgeOf } = state;
  const { directed } = state.model.graphs[graph];
  const last = lastEdge(state);
  const count = state.identity.kind.length;
  const start = new Int32Array(count + 1);
  for (let row = 1; row <= last; row++) {
    if (edgeFrom[row] === 0 || edgeOf[row] !== graph) continue;
    start[edgeFrom[row] + 1]++;
    if (!directed) start[edgeTo[row] + 1]++;
  }
  for (let id = 0; id < count; id++) start[id + 1] += start[id];
  const ids = new Int32Array(start[count]);
  const next = start.slice(0, count);
  for (let row = 1; row <= last; row++) {
    const from = edgeFrom[row];
    if (from === 0 || edgeOf[row] !== graph) continue;
    const to = edgeTo[row];
    ids[next[from]++] = to;
    if (!directed) ids[next[to]++] = from;
  }
  return { start, ids };
}

/** Pairs of ends, in order. */
export interface EdgeList {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

export function edgesIn(state: WorldState, graph: number): EdgeList {
  let count = 0;
  for (let row = 1; row <= lastEdge(state); row++) count += isEdge(state, graph, row) ? 1 : 0;
  const [from, to] = [new Int32Array(count), new Int32Array(count)];
  for (let row = 1, at = 0; at < count; row++) {
    if (!isEdge(state, graph, row)) continue;
    from[at] = state.edgeFrom[row];
    to[at++] = state.edgeTo[row];
  }
  return { from, to };
}

/** Adds edges after those that are there. Throws, with nothing changed, for other ends, and WorldFullError. */
export function addEdges(state: WorldState, graph: number, { from, to }: EdgeList): void {
  if (from.length === 0) return;
  checkEnds(state, graph, from, to);
  demandEdgeRoom(state, edgeCount(state) + from.length);
  append(state, graph, from, to);
}

/** The same in place of the edges that are there. */
export function setEdges(state: WorldState, graph: number, { from, to }: EdgeList): void {
  checkEnds(state, graph, from, to);
  demandEdgeRoom(state, edgeCount(state, graph) + from.length);
  for (let row = 1; row <= lastEdge(state); row++) if (isEdge(state, graph, row)) clearEdge(state, row);
  append(state, graph, from, to);
}

/** Throws WorldFullError unless there is room for so many edges. */
function demandEdgeRoom(state: WorldState, count: number): void {
  if (count >= state.edgeTo.length) throw new WorldFullError(state.edgeTo.length - 1, undefined, 'edges');
}

/** Of all graphs but perhaps one. Visits all rows. */
export function edgeCount({ arena, edgeFrom, edgeOf }: WorldState, except = -1): number {
  const last = arena.header[header.edges];
  let count = 0;
  for (let row = 1; row <= last; row++) count += edgeFrom[row] === 0 || edgeOf[row] === except ? 0 : 1;
  return count;
}

function checkEnds(state: WorldState, graph: number, from: Int32Array, to: Int32Array): void {
  const { name, kind } = state.model.graphs[graph];
  const kinds = state.identity.kind;
  for (let at = 0; at < from.length; at++) {
    const [a, b] = [from[at], to[at]];
    if (kinds[a] === kind && kinds[b] === kind && a !== b) continue;
    if (a === b)
      throw new EdictError(
        'network',
        `edge ${at} of ${name} joins object ${a} to itself; give two different ends`,
        name,
      );
    const wrong = kinds[a] === kind ? b : a;
    const { name: wanted } = kindAt(state.model, kind);
    throw new EdictError(
      'network',
      `edge ${at} of ${name} has the end ${wrong}, which is no object of kind ${wanted}; give ids of objects of this kind`,
      name,
    );
  }
}

function append(state: WorldState, graph: number, from: Int32Array, to: Int32Array): void {
  if (lastEdge(state) + from.length >= state.edgeTo.length) moveTogether(state);
  const first = lastEdge(state) + 1;
  state.edgeOf.fill(graph, first, first + from.length);
  state.edgeFrom.set(from, first);
  state.edgeTo.set(to, first);
  state.arena.header[header.edges] += from.length;
  state.derived.edgeChains = undefined;
  touch(state.stamps, fact.edge);
}

function moveTogether(state: WorldState): void {
  const { edgeOf, edgeFrom, edgeTo } = state;
  const last = lastEdge(state);
  let end = 0;
  for (let row = 1; row <= last; row++) {
    if (edgeFrom[row] === 0) continue;
    end++;
    edgeOf[end] = edgeOf[row];
    edgeFrom[end] = edgeFrom[row];
    edgeTo[end] = edgeTo[row];
  }
  for (const column of [edgeOf, edgeFrom, edgeTo]) column.fill(0, end + 1, last + 1);
  state.arena.header[header.edges] = end;
}

function clearEdge({ edgeOf, edgeFrom, edgeTo }: WorldState, row: number): void {
  edgeOf[row] = edgeFrom[row] = edgeTo[row] = 0;
}

/**
 * The rows of the edges of each object, as chains of places: twice the row, and 1 more for the second end. Made when an
 * object with edges first ends; removed edges stay in the chains of their other ends.
 */
interface EdgeChains {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

function chainsOfEdges(state: WorldState): EdgeChains {
  if (state.derived.edgeChains !== undefined) return state.derived.edgeChains;
  const first = new Int32Array(state.identity.kind.length);
  const next = new Int32Array(2 * (lastEdge(state) + 1));
  for (let row = 1; row <= lastEdge(state); row++) {
    if (state.edgeFrom[row] === 0) continue;
    [state.edgeFrom[row], state.edgeTo[row]].forEach((end, side) => {
      next[2 * row + side] = first[end];
      first[end] = 2 * row + side;
    });
  }
  return (state.derived.edgeChains = { first, next });
}

/** Removes the edges of an object that ends. */
export function endEdges(state: WorldState, id: number): void {
  const { model, identity } = state;
  if (model.graphs.length === 0 || lastEdge(state) === 0 || !hasEdges(model, identity.kind[id])) return;
  const { first, next } = chainsOfEdges(state);
  if (first[id] === 0) return;
  for (let place = first[id]; place !== 0; place = next[place]) clearEdge(state, place >> 1);
  // Whatever is born in this row has none of them.
  first[id] = 0;
  touch(state.stamps, fact.edge);
}
