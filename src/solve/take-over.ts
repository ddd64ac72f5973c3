import { attachedTo } from '../components/attachment.js';
import { variablesOf } from '../components/cell-blocks.js';
import { isLive } from '../kernel/identity.js';
import { type Graph, nameCells } from './graph.js';
import { addKnownChildren, differences, fitKnown, learn } from './known-objects.js';
import { linkCell } from './link.js';
import { enforce, withdraw } from './records.js';

/** Objects that are other than they are known to be. */
export function changedObjects(graph: Graph): readonly number[] {
  const { state, known, objects, noted, newborn } = graph;
  let found: readonly number[];
  if (objects.isFresh())
    found = [...newborn, ...noted.filter((id) => known.kind[id] !== 0 && known.granted[id] !== state.granted[id])];
  else {
    found = differences(known, state);
    objects.note();
  }
  noted.length = 0;
  newborn.length = 0;
  return found;
}

/** Takes out of force what has changed with all that hangs on it, and puts in force what is there now. */
export function takeOver(graph: Graph, changed: readonly number[]): void {
  const { state, known, holds } = graph;
  if (changed.length === 0) return;
  fitKnown(known, state);
  const moved = new Set(changed);
  for (const id of moved) {
    // What is new has nothing on it that is not new or has moved; what goes takes along what it was known to hold.
    if (known.kind[id] === 0 && !isLive(state.identity, id)) continue;
    if (known.kind[id] !== 0 && holds[known.kind[id]] === 1)
      for (const child of attachedTo(state, id)) moved.add(child);
  }
  if (changed.some((id) => known.kind[id] !== 0 && !isLive(state.identity, id))) addKnownChildren(known, moved);
  for (const id of moved) if (known.kind[id] !== 0 && known.granted[id] === 1) withdraw(graph, id);
  for (const id of moved) forgetCells(graph, id);
  for (const id of moved) learn(known, state, id);
  for (const id of moved) nameCells(graph, id);
  for (const id of moved) if (known.kind[id] !== 0 && known.granted[id] === 1) enforce(graph, id);
}

/** Cells of an object that is gone are solved no more. */
function forgetCells(graph: Graph, id: number): void {
  const { state, model, known, watchers } = graph;
  const kind = known.kind[id];
  if (kind === 0 || (isLive(state.identity, id) && state.identity.generation[id] === known.generation[id])) return;
  for (const { offset } of variablesOf(model, kind)) {
    const cell = known.block[id] + offset;
    graph.isToLink[cell] = 0;
    linkCell(graph, cell);
    graph.tables.entity[cell] = 0;
    watchers.watch(cell, () => []);
  }
}
