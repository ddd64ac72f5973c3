import { type Stamps, fact } from '../components/stamps.js';

/** Tells whether what was derived from some stamps still holds. */
export interface StampGuard {
  /** Whether nothing has changed since `note`. */
  holds(): boolean;
  /** Remembers the stamps as they are. */
  note(): void;
  /** Forgets them: nothing holds until the next `note`. */
  drop(): void;
}

export function createGuard(stamps: Stamps, indices: readonly number[]): StampGuard {
  const seen = new Float64Array(indices.length).fill(-1);
  // What follows from that holds for one question.
  const isFleeting = indices.includes(fact.occurrence);
  let noted = false;
  let checked = -1;
  return {
    holds() {
      if (!noted || isFleeting) return false;
      if (checked === stamps.last) return true;
      for (let i = 0; i < indices.length; i++) if (stamps.values[indices[i]] !== seen[i]) return false;
      checked = stamps.last;
      return true;
    },
    note() {
      for (let i = 0; i < indices.length; i++) seen[i] = stamps.values[indices[i]];
      checked = stamps.last;
      noted = true;
    },
    drop() {
      noted = false;
    },
  };
}
