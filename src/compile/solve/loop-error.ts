import { EdictError } from '../../kernel/errors.js';

/** A cell by the id of its object and the index of its variable. */
export interface LoopCell {
  readonly object: number;
  readonly variable: number;
}

/** Variables would depend on themselves. Whoever knows names gives those of the cells, and the first in full as the culprit. */
export class LoopError extends EdictError {
  constructor(readonly cycle: readonly LoopCell[], names: readonly string[] = cycle.map(({ object, variable }) => `variable ${variable} of object ${object}`), culprit = names[0]) {
    super('loop', `variables depend on themselves: ${[...names, names[0]].join(' → ')}; take one of these modifiers away`, culprit);
  }
}
