import { ranges, steps } from './collections.js';
import { folds } from './folds.js';
import { functions } from './functions.js';

/** Whether the language itself has a function, collection or fold of a name. */
export function isBuiltIn(name: string): boolean {
  return functions.has(name) || ranges.has(name) || steps.has(name) || folds.has(name);
}
