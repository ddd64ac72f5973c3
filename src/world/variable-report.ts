import { variablesOf } from '../components/cell-blocks.js';
import { liveIds } from '../components/live-objects.js';
import type { Profile } from '../meaning/profile.js';
import { kindAt } from '../model/model.js';
import type { WorldCore } from './core.js';
import { settle } from './variables.js';

/**
 * `unused`: no object has the variable. `unmodified`: no modifier of it is in force. `not solved`: nothing that it
 * depends on has changed in the profiled turns. `changed nothing`: it was solved, and kept its value. `input`: hosts
 * set it.
 */
export type VariableState = 'unused' | 'unmodified' | 'not solved' | 'changed nothing' | 'works' | 'input';

/** What happened to a variable in the profiled turns. */
export interface VariableReport {
  readonly variable: string;
  readonly kind: string;
  readonly state: VariableState;
  /** Objects that have it now, and those of them where a modifier of it is in force. */
  readonly objects: number;
  readonly modified: number;
  /** How often it was solved on an object, and got another value by that, summed over turns. */
  readonly solved: number;
  readonly changed: number;
  /** The time of solving all variables is shared by how often each was solved. */
  readonly milliseconds: number;
}

export function variableReports(core: WorldCore, { variables: { counts }, waves }: Profile): readonly VariableReport[] {
  const { state, solver } = core;
  const { model } = state;
  if (solver === undefined) return [];
  settle(core);
  const [objects, modified] = [new Float64Array(model.variables.length), new Float64Array(model.variables.length)];
  for (const id of liveIds(state)) {
    for (const { index, offset } of variablesOf(model, state.identity.kind[id])) {
      objects[index]++;
      modified[index] += Number(solver.isModified(state.block[id] + offset));
    }
  }
  const all = counts.solved.reduce((sum, each) => sum + each, 0);
  const [milliseconds] = waves.counts.milliseconds;
  return model.variables.map(({ index, name, kind, input }) => {
    const solved = counts.solved[index];
    const changed = counts.changed[index];
    return {
      variable: name,
      kind: kindAt(model, kind).name,
      state: input ? 'input' : stateOf(objects[index], modified[index], solved, changed),
      objects: objects[index],
      modified: modified[index],
      solved,
      changed,
      milliseconds: all === 0 ? 0 : (milliseconds * solved) / all,
    };
  });
}

function stateOf(objects: number, modified: number, solved: number, changed: number): VariableState {
  if (changed > 0) return 'works';
  if (solved > 0) return 'changed nothing';
  if (objects === 0) return 'unused';
  return modified === 0 ? 'unmodified' : 'not solved';
}
