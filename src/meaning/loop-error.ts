import { EdictError } from '../kernel/errors.js';

/** A cell by the id of its object and the index of its variable. */
export interface LoopCell {
  readonly object: number;
  readonly variable: number;
}

/** Names of a longer loop are cut off. */
const mostNames = 8;

function circleOf(names: readonly string[]): string {
  const shown = names.length > mostNames ? [...names.slice(0, mostNames), '…'] : names;
  return `${[...shown, names[0]].join(' → ')}${names.length > mostNames ? ` (${names.length} in all)` : ''}`;
}

/**
 * Variables would depend on themselves. Whoever knows names gives those of the cells, and the first in full as the
 * culprit.
 */
export class LoopError extends EdictError {
  constructor(
    readonly cycle: readonly LoopCell[],
    names: readonly string[] = cycle.map(({ object, variable }) => `variable ${variable} of object ${object}`),
    culprit = names[0],
  ) {
    super('loop', `variables depend on themselves: ${circleOf(names)}; take one of these modifiers away`, culprit);
  }
}
