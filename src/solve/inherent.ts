import type { CellModification } from '../ir/rule.js';

/**
 * The order of modifiers with equal user priority, by what they do: a value is set before it is scaled, scaled before
 * it is added to, and bounded last.
 */
export const inherentPriority: Readonly<Record<CellModification, number>> = {
  set: 0,
  multiply: 1,
  divide: 2,
  add: 3,
  union: 3,
  maximum: 4,
  minimum: 5,
};
