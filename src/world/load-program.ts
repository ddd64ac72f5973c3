import type { Program } from '../ir/rule.js';
import { type Toolkit, partsNeeded } from './toolkit.js';
import type { LoadOptions } from '../compiled/load-options.js';
import { programOf, readParts } from '../compiled/read-parts.js';

/** Loads with a program the parts of the kernel that its worlds take. */
export async function loadProgram(
  source: string | Uint8Array,
  options: LoadOptions,
): Promise<{ readonly program: Program; readonly tools: Toolkit }> {
  const parts = readParts(source, options);
  const needed = partsNeeded(parts);
  const [events, solver, flows] = await Promise.all([
    needed.events ? import('../events/event-tools.js') : undefined,
    needed.solver ? import('../solve/create-solver.js') : undefined,
    needed.flows ? import('../systems/make-flows.js') : undefined,
  ]);
  const program = programOf(parts, events?.eventTools.checkBook);
  return {
    program,
    tools: { events: events?.eventTools, solver: solver?.createSolver, flows: flows?.makeFlows },
  };
}
