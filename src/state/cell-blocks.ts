import { header } from '../kernel/arena.js';
import { intern } from '../kernel/strings.js';
import { type Blocks, takeRows } from './blocks.js';
import { cellClass } from '../model/cell-class.js';
import type { Model } from '../model/model.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/** Where the cells of solved variables lie: those of one object side by side (see blocks.ts). */

/** Gives a new object its cells, with initial values. Throws WorldFullError. */
export function takeCells(state: WorldState, id: number, kind: number, culprit?: string): void {
  if (state.cellCounts[kind] === 0) return;
  takeRows(state, cellBlocks(state), id, culprit);
  for (const { index, offset } of variablesOf(state.model, kind)) {
    const initial = initialOf(state, index);
    state.cellValues[state.block[id] + offset] = initial.value;
    state.cellClasses[state.block[id] + offset] = initial.class;
  }
  touch(state.stamps, fact.cells);
}

/** Where the cells of objects lie. */
export function cellBlocks(state: WorldState): Blocks {
  const { block, cellCounts, cellValues, cellClasses } = state;
  return {
    used: header.cells,
    block,
    counts: cellCounts,
    columns: [cellValues, cellClasses],
    room: 'cells',
    moved() {
      state.cellLayout++;
    },
  };
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
    byModel.set(model, (known = lists));
  }
  return known[kind];
}

/** The initial value and class of a variable's cells. */
export function initialOf(state: WorldState, variable: number): { readonly value: number; readonly class: number } {
  const { initial } = state.model.variables[variable];
  if ('text' in initial) return { value: intern(state.strings, initial.text), class: cellClass.plain };
  return { value: initial.value, class: initial.whole === true ? cellClass.whole : cellClass.plain };
}
