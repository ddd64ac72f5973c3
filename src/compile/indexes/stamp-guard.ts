import { type Fact, fact } from '../../components/stamps.js';
import type { WorldState } from '../../components/world-state.js';

/** Tells whether something that was derived from the state still holds: it does while the facts that it was derived from have the stamps that they had. */
export interface StampGuard {
  holds(): boolean;
  /** To be called when it has been derived anew. */
  renew(): void;
}

export function stampGuard({ stamps }: Pick<WorldState, 'stamps'>, facts: readonly Fact[]): StampGuard {
  const indices = facts.map((name) => fact[name]);
  const seen = new Float64Array(indices.length).fill(NaN);
  let last = NaN;
  return {
    holds() {
      if (last === stamps.last) return true;
      for (let i = 0; i < indices.length; i++) if (seen[i] !== stamps.values[indices[i]]) return false;
      last = stamps.last;
      return true;
    },
    renew() {
      for (let i = 0; i < indices.length; i++) seen[i] = stamps.values[indices[i]];
      last = stamps.last;
    },
  };
}
