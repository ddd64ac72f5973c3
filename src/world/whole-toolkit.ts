import { eventTools } from '../events/event-tools.js';
import { referenceTools } from '../reference/reference-tools.js';
import { createSolver } from '../solve/create-solver.js';
import { makeFlows } from '../systems/make-flows.js';
import type { Toolkit } from './toolkit.js';

/** All parts but the parser. */
export const wholeToolkit = {
  events: eventTools,
  solver: createSolver,
  flows: makeFlows,
  reference: referenceTools,
} satisfies Toolkit;
