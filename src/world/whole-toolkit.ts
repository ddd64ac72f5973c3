import type { WorldState } from '../components/state.js';
import { eventTools } from '../events/event-tools.js';
import type { Program } from '../ir/rule.js';
import type { Executor } from '../meaning/executor.js';
import { referenceTools } from '../reference/reference-tools.js';
import { createSolver } from '../solve/create-solver.js';
import { createCompiledExecutor } from '../systems/compiled-executor.js';
import { makeFlows } from '../systems/make-flows.js';
import type { Toolkit } from './toolkit.js';

/** All parts but the parser. */
export const wholeToolkit = {
  events: eventTools,
  solver: createSolver,
  flows: makeFlows,
  reference: referenceTools,
} satisfies Toolkit;

/** For any content. */
export function compiledExecutor(program: Program, state: WorldState): Executor {
  return createCompiledExecutor(program, state, () => makeFlows);
}
