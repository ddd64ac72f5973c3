import type { EdgeList } from '../../components/edges.js';
import type { WorldState } from '../../components/state.js';
import { type Frame, countVisits } from '../../ir/node.js';
import { header } from '../../kernel/arena.js';
import { EdictError } from '../../kernel/errors.js';
import { beginDraw, drawnOf, foldDraw, foldedHigh, foldedLow } from '../../kernel/random.js';

/** Edges between places in a list of nodes. */

/** A whole number from 0 to below a bound. Draw n of a step follows from the seed, the step, and n. */
export type Below = (bound: number) => number;

/** Uniform numbers from 0 to below 1, one after the other. */
export function drawsOf({ arena }: WorldState, { turn, rule }: Frame, site: number): () => number {
  const { low, high } = startOf(arena.header, [turn, rule, site]);
  let drawn = 0;
  return () => {
    const word = drawn++;
    return drawnOf(foldedLow(low, high, word), foldedHigh(low, high, word));
  };
}

function startOf(words: Uint32Array, folded: readonly number[]) {
  const start = beginDraw(words[header.seedLow], words[header.seedHigh]);
  for (const word of folded) foldDraw(start, word);
  return start;
}

function belowOf(draw: () => number): Below {
  return (bound) => Math.floor(draw() * bound);
}

/** Pairs of different nodes, all pairs equally likely each time, so pairs may repeat. */
export function randomEdges(nodes: number, count: number, draw: () => number): EdgeList {
  if (nodes < 2 && count > 0)
    throw tooFew(`${count} edges are to be drawn between ${nodes === 0 ? 'no nodes' : 'a single node'}`, 2);
  const below = belowOf(draw);
  const edges = emptyEdges(count);
  for (let at = 0; at < count; at++) {
    const from = below(nodes);
    const other = below(nodes - 1);
    edges.from[at] = from;
    edges.to[at] = other < from ? other : other + 1;
  }
  return edges;
}

export function smallWorldCount(nodes: number, neighbours: number): number {
  return nodes * (neighbours >> 1);
}

/** Watts and Strogatz, as `watts_strogatz_graph` of networkx: a ring, then one edge after the other is rewired. */
export function smallWorldEdges(
  nodes: number,
  neighbours: number,
  rewire: number,
  draw: () => number,
  frame: Frame,
): EdgeList {
  if (neighbours >= nodes)
    throw tooFew(
      `smallWorld joins each node to ${neighbours} neighbours, and there are ${nodes} nodes`,
      neighbours + 1,
    );
  const edges = ringOf(nodes, neighbours >> 1);
  if (!(rewire > 0)) return edges;
  const below = belowOf(draw);
  const joined = createJoined(nodes, edges);
  for (let at = 0; at < edges.from.length; at++) {
    if (!(draw() < rewire)) continue;
    const from = edges.from[at];
    if (joined.degree[from] >= nodes - 1) continue;
    let to = from;
    do {
      to = below(nodes);
      countVisits(frame, joined.degree[from]);
    } while (to === from || joined.has(from, to));
    joined.move(at, to);
  }
  return edges;
}

/** First the edges to the next node of the ring, then those to the one after it, and so on. */
function ringOf(nodes: number, reach: number): EdgeList {
  const edges = emptyEdges(nodes * reach);
  for (let far = 1, at = 0; far <= reach; far++) {
    for (let from = 0; from < nodes; from++, at++) {
      edges.from[at] = from;
      edges.to[at] = (from + far) % nodes;
    }
  }
  return edges;
}

/** The edges of each node as chains of places: twice the edge, 1 more for its second end, plus 1; 0 ends a chain. */
function createJoined(nodes: number, { from, to }: EdgeList) {
  const first = new Int32Array(nodes);
  const next = new Int32Array(2 * from.length + 1);
  const degree = new Int32Array(nodes);
  const link = (node: number, place: number): void => {
    next[place] = first[node];
    first[node] = place;
    degree[node]++;
  };
  const unlink = (node: number, place: number): void => {
    degree[node]--;
    if (first[node] === place) {
      first[node] = next[place];
      return;
    }
    let before = first[node];
    while (next[before] !== place) before = next[before];
    next[before] = next[place];
  };
  for (let at = 0; at < from.length; at++) {
    link(from[at], 2 * at + 1);
    link(to[at], 2 * at + 2);
  }
  return {
    degree,
    has(a: number, b: number): boolean {
      for (let place = first[a]; place !== 0; place = next[place]) {
        const at = (place - 1) >> 1;
        if (from[at] === b || to[at] === b) return true;
      }
      return false;
    },
    /** Gives an edge another second end. */
    move(at: number, end: number): void {
      unlink(to[at], 2 * at + 2);
      to[at] = end;
      link(end, 2 * at + 2);
    },
  };
}

export function scaleFreeCount(nodes: number, each: number): number {
  return each * Math.max(0, nodes - each);
}

/**
 * Barabási and Albert, as `barabasi_albert_graph` of networkx: a star of the first nodes, then each further one is
 * joined to different earlier ones, each as likely as its edges are many.
 */
export function scaleFreeEdges(nodes: number, each: number, draw: () => number, frame: Frame): EdgeList {
  if (each < 1 || each >= nodes)
    throw new EdictError(
      'network',
      `scaleFree joins each new node to ${each} others, and there are ${nodes} nodes; give a number from 1 to one less than the nodes`,
    );
  const below = belowOf(draw);
  const edges = emptyEdges(scaleFreeCount(nodes, each));
  const { from, to } = edges;
  let count = 0;
  for (; count < each; count++) to[count] = count + 1;
  /** By node, the last one that has chosen it. */
  const chosenBy = new Int32Array(nodes);
  for (let node = each + 1; node < nodes; node++) {
    const ends = 2 * count;
    for (let chosen = 0; chosen < each; ) {
      const place = below(ends);
      const other = (place & 1) === 0 ? from[place >> 1] : to[place >> 1];
      countVisits(frame, 1);
      if (chosenBy[other] === node) continue;
      chosenBy[other] = node;
      from[count + chosen] = node;
      to[count + chosen++] = other;
    }
    count += each;
  }
  return edges;
}

function emptyEdges(count: number) {
  return { from: new Int32Array(count), to: new Int32Array(count) };
}

function tooFew(what: string, least: number): EdictError {
  return new EdictError('network', `${what}; make at least ${least} nodes before`);
}
