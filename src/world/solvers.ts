import type { Program } from '../ir/program.js';
import { referenceSolver } from '../reference/reference-solver.js';
import { createSolver } from '../solve/solver.js';
import type { Solver } from '../meaning/solver.js';
import { variablesOf } from '../components/cell-blocks.js';
import type { Model, Variable } from '../model/model.js';
import type { WorldState } from '../components/state.js';

/** What makes the solver that belongs to an executor; content without variables has none. */
export function solverFor({ model, rules }: Program, executor: string): (state: WorldState) => Solver | undefined {
  if (model.variables.length === 0) return () => undefined;
  return (state) =>
    executor === 'reference' ? referenceSolver(state, rules.modifiers) : createSolver(state, rules.modifiers);
}

/** Variables of a kind by name. Made for a kind when somebody asks: there may be a million, and nobody who asks. */
export function variableNamesOf(model: Model): VariableNames {
  const byKind = new Map<number, ReadonlyMap<string, Variable>>();
  return {
    find(kind, name) {
      if (model.variables.length === 0) return undefined;
      let names = byKind.get(kind);
      if (names === undefined)
        byKind.set(kind, (names = new Map(variablesOf(model, kind).map((variable) => [variable.name, variable]))));
      return names.get(name);
    },
  };
}

export interface VariableNames {
  find(kind: number, name: string): Variable | undefined;
}
