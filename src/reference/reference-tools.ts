import { firePlain } from '../meaning/effects/fire-effects.js';
import { referenceExecutor } from './reference-executor.js';
import { referenceFinder, referenceWatcher } from './reference-finder.js';
import { referenceSolver } from './reference-solver.js';

/** What worlds with the executor `reference` take. */
export const referenceTools = {
  executor: referenceExecutor,
  solver: referenceSolver,
  finder: referenceFinder,
  watcher: referenceWatcher,
  lists: () => firePlain,
};

export type ReferenceTools = typeof referenceTools;
