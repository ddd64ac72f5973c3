import { createFlowSolver } from '../flow/flow-solver.js';
import { referenceFlows } from '../reference/reference-flows.js';
import type { MakeFlows } from './compiled-executor.js';

/** What worlds take whose content has flows. */
export const makeFlows: MakeFlows = (evaluator, terms, flows, paths) =>
  createFlowSolver(evaluator, terms, flows, paths, referenceFlows);
