import { header } from '../kernel/arena.js';
import { WorldFullError } from '../kernel/errors.js';
import { intern } from '../kernel/strings.js';
import { cellClass } from './cell-class.js';
import type { Model } from './model.js';
import { fact, touch } from './stamps.js';
import type { WorldState } from './world-state.js';

/**
 * Where the cells of solved variables lie: those of one object side by side, in a block that it gets when it is made. Blocks of what is gone stay unused until
 * there is no room left; then the others move together.
 */

/** Gives a new object its block, with initial values. Throws WorldFullError. */
export function takeBlock(state: WorldState, id: number, kind: number, culprit?: string): void {
  const count = state.cellCounts[kind];
  if (count === 0) return;
  const words = state.arena.header;
  if (words[header.cells] + count > state.cellValues.length) closeGaps(state);
  if (words[header.cells] + count > state.cellValues.length) throw new WorldFullError(state.cellValues.length - 1, culprit, 'cells');
  state.block[id] = words[header.cells];
  words[header.cells] += count;
  for (const { index, offset } of variablesOf(state.model, kind)) {
    const initial = initialOf(state, index);
    state.cellValues[state.block[id] + offset] = initial.value;
    state.cellClasses[state.block[id] + offset] = initial.class;
  }
  touch(state.stamps, fact.cells);
}

type VariablesByKind = readonly (readonly Model['variables'][number][])[];
const byModel = new WeakMap<Model, VariablesByKind>();

/** The variables of a kind, by their offset. */
export function variablesOf(model: Model, kind: number): VariablesByKind[number] {
  let known = byModel.get(model);
  if (known === undefined) {
    const lists: Model['variables'][number][][] = Array.from({ length: model.kinds.length + 1 }, () => []);
    for (const variable of model.variables) lists[variable.kind].push(variable);
    for (const list of lists) list.sort((a, b) => a.offset - b.offset);
    byModel.set(model, known = lists);
  }
  return known[kind];
}

/** Moves all blocks together, in their order. */
function closeGaps(state: WorldState): void {
  const { block, identity, cellCounts, cellValues, cellClasses } = state;
  const holders = [...block.keys()].filter((id) => block[id] !== 0).sort((a, b) => block[a] - block[b]);
  let next = 1;
  for (const id of holders) {
    const count = cellCounts[identity.kind[id]];
    cellValues.copyWithin(next, block[id], block[id] + count);
    cellClasses.copyWithin(next, block[id], block[id] + count);
    block[id] = next;
    next += count;
  }
  const words = state.arena.header;
  if (next === words[header.cells]) return;
  cellValues.fill(0, next, words[header.cells]);
  cellClasses.fill(0, next, words[header.cells]);
  words[header.cells] = next;
  state.cellLayout++;
}

/** The initial value and class of a variable's cells. */
export function initialOf(state: WorldState, variable: number): { readonly value: number; readonly class: number } {
  const { initial } = state.model.variables[variable];
  if ('text' in initial) return { value: intern(state.strings, initial.text), class: cellClass.plain };
  return { value: initial.value, class: initial.whole === true ? cellClass.whole : cellClass.plain };
}
