import { asSolved, isSlot } from '../eval/node-shape.js';
import { sourceSlot, type Node } from '../ir/node.js';
import type { Class, Model } from '../model/model.js';
import type { CellModifier, Grouping, Program } from '../ir/rule.js';
import { longer } from './cell-tables.js';
import { firstAtLeast } from '../kernel/first-at-least.js';
import { listsOf } from '../kernel/lists.js';

/** Class 0: of an unknown object of the variable's kind that others hang on. */
export interface LoopNode {
  readonly class: number;
  readonly variable: number;
}

/**
 * As if each class had one object, all granted. Objects without a home hang on an unknown object of each kind. Loops
 * through references, or among objects of one class, are not seen. Linear in the reads of all modifiers, those of
 * `others` once for each class reached. Returns one circle, each needing the next and the last the first.
 */
export function findLoop({ model, rules }: Program): readonly LoopNode[] | undefined {
  if (rules.modifiers.length === 0) return undefined;
  const cells = layCells(model);
  const reads = collectReads(rules.modifiers);
  const classes = classesByKind(model);
  const edges: Edges = { from: new Int32Array(1024), to: new Int32Array(1024), count: 0 };
  const seen = new Set<string>();
  rules.modifiers.forEach((modifier, i) => {
    if (reads.starts[i] === reads.starts[i + 1]) return;
    // Of equal ones for the same others one suffices; all pairs would be too many.
    if (
      modifier.others !== undefined &&
      !isFirst(seen, modifier, reads.variables.slice(reads.starts[i], reads.starts[i + 1]))
    )
      return;
    for (const instance of instancesOf(modifier, classes)) addEdges(edges, modifier, i, instance, reads, cells, model);
  });
  const circle = findCycle(cells.count, edges.from.subarray(0, edges.count), edges.to.subarray(0, edges.count));
  if (circle === undefined) return undefined;
  const places = variablesByPlace(model);
  return circle.map((cell) => cellAt(cell, cells, places, model));
}

function isFirst(seen: Set<string>, { variable, others }: CellModifier, reads: readonly number[]): boolean {
  const before = seen.size;
  return seen.add(JSON.stringify([variable, others, reads])).size > before;
}

interface Edges {
  from: Int32Array;
  to: Int32Array;
  count: number;
}

type Cells = ReturnType<typeof layCells>;

function layCells({ kinds, classes, variables }: Model) {
  const heights = new Int32Array(kinds.length + 1);
  for (const { kind } of variables) heights[kind] += 1;
  const ofKind = new Int32Array(kinds.length + 1);
  const ofClass = new Int32Array(classes.length + 1);
  let count = 0;
  for (const { index } of kinds) {
    ofKind[index] = count;
    count += heights[index];
  }
  for (const { index, kind } of classes) {
    ofClass[index] = count;
    count += heights[kind];
  }
  return { ofClass, ofKind, count };
}

type Reads = ReturnType<typeof collectReads>;

/** Read from slot 0 by modifier i: `variables[starts[i]]` to before `starts[i + 1]`. */
function collectReads(modifiers: readonly CellModifier[]) {
  const starts = new Int32Array(modifiers.length + 1);
  const variables: number[] = [];
  const waiting: Node[] = [];
  for (let i = 0; i < modifiers.length; i++) {
    waiting.push(modifiers[i].amount);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const variable = asSolved(node)?.variable;
      // Of the object in slot 0, or of what that hangs on.
      if (variable !== undefined && isSlot(node.args[0], sourceSlot)) variables.push(variable);
      else for (const arg of node.args) waiting.push(arg);
    }
    starts[i + 1] = variables.length;
  }
  return { starts, variables };
}

function classesByKind({ kinds, classes }: Model): readonly (readonly Class[])[] {
  const found: Class[][] = Array.from({ length: kinds.length + 1 }, () => []);
  for (const each of classes) found[each.kind].push(each);
  return found;
}

/** Classes of changed cells; 0: the unknown object of the carrier's kind. */
function instancesOf({ carrier, others }: CellModifier, classes: readonly (readonly Class[])[]): readonly number[] {
  if (others !== undefined) return reached(others, classes);
  return carrier.by === 'class' ? [carrier.class] : [0, ...classes[carrier.kind].map(({ index }) => index)];
}

function reached({ kind, which }: Grouping, classes: readonly (readonly Class[])[]): readonly number[] {
  switch (which.by) {
    case 'class':
      return [which.class];
    case 'all':
      return classes[kind].map(({ index }) => index);
    case 'group':
      return classes[kind].filter(({ groups }) => groups?.has(which.group)).map(({ index }) => index);
  }
}

function addEdges(
  edges: Edges,
  { variable }: CellModifier,
  modifier: number,
  instance: number,
  { starts, variables }: Reads,
  cells: Cells,
  model: Model,
): void {
  const from = cellOf(instance, variable, cells, model);
  for (let read = starts[modifier]; read < starts[modifier + 1]; read++) {
    if (edges.count === edges.from.length) {
      edges.from = longer(edges.from);
      edges.to = longer(edges.to);
    }
    edges.from[edges.count] = from;
    edges.to[edges.count++] = cellOf(instance, variables[read], cells, model);
  }
}

/** For an object of a class: its own, that of its whole, or of an unknown object. */
function cellOf(instance: number, variable: number, { ofClass, ofKind }: Cells, { classes, variables }: Model): number {
  const { kind, offset } = variables[variable];
  for (let index = instance; index !== 0; index = classes[index - 1].home?.class ?? 0) {
    if (classes[index - 1].kind === kind) return ofClass[index] + offset;
  }
  return ofKind[kind] + offset;
}

function variablesByPlace({ kinds, variables }: Model): readonly (readonly number[])[] {
  const places: number[][] = Array.from({ length: kinds.length + 1 }, () => []);
  for (const { index, kind, offset } of variables) places[kind][offset] = index;
  return places;
}

function cellAt(
  cell: number,
  { ofClass, ofKind }: Cells,
  places: readonly (readonly number[])[],
  { classes }: Model,
): LoopNode {
  const inClass = classes.length > 0 && cell >= ofClass[1];
  const starts = inClass ? ofClass : ofKind;
  // The last one that begins at or before the cell and has cells.
  const index = firstAtLeast(starts, cell + 1, 1, starts.length) - 1;
  const kind = inClass ? classes[index - 1].kind : index;
  return { class: inClass ? index : 0, variable: places[kind][cell - starts[index]] };
}

/** Edges are `from[i]` → `to[i]`; undefined: none. Linear, without recursion: a chain may have millions of nodes. */
export function findCycle(count: number, from: Int32Array, to: Int32Array): number[] | undefined {
  const { start: starts, ids: ends } = listsOf(count, (link) => {
    for (let i = 0; i < from.length; i++) link(from[i], to[i]);
  });
  /** 0: not seen, 1: on the path, 2: done. */
  const colours = new Uint8Array(count);
  const next = starts.slice(0, count);
  const path = new Int32Array(count);
  for (let root = 0; root < count; root++) {
    if (colours[root] !== 0) continue;
    let height = 0;
    path[height++] = root;
    colours[root] = 1;
    while (height > 0) {
      const node = path[height - 1];
      if (next[node] === starts[node + 1]) {
        colours[node] = 2;
        height -= 1;
        continue;
      }
      const end = ends[next[node]++];
      if (colours[end] === 1) return [...path.subarray(path.lastIndexOf(end, height - 1), height)];
      if (colours[end] === 0) {
        colours[end] = 1;
        path[height++] = end;
      }
    }
  }
  return undefined;
}
