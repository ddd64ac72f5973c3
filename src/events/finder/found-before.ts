import { copyCount, lastCopyNumber } from '../../components/copies.js';
import { occurred } from '../../components/occurrence-stack.js';
import type { WorldState } from '../../components/state.js';
import type { Ability } from '../../ir/occurrence.js';
import { header } from '../../kernel/arena.js';
import { type Candidates, type Search, copyCandidates, createCandidates } from '../../meaning/answering.js';
import { placeNumber } from '../points.js';

/** The last result while nothing relevant has changed: players who pass in turn are offered the same. */
export function createFoundBefore(state: WorldState, abilities: readonly Ability[]) {
  const candidates = createCandidates(abilities);
  const seen = createMoment();
  const now = createMoment();
  return {
    /** Fills `into` from the last search; false where the question differs or its result may have changed. */
    find(search: Search, into: Candidates): boolean {
      look(search, now);
      for (let i = 0; i < now.length; i++) if (now[i] !== seen[i]) return false;
      copyCandidates(candidates, into);
      return true;
    },
    note(search: Search, found: Candidates): void {
      look(search, seen);
      copyCandidates(found, candidates);
    },
  };

  /**
   * The question, and counters of everything that can change the answer: occurrences are numbered, answers count as
   * uses.
   */
  function look({ first, count, at, step, only, usesBefore, bornUntil, most }: Search, into: Float64Array): void {
    const words = state.arena.header;
    into[0] = state.stamps.last;
    into[1] = state.occurrenceChanges;
    into[2] = state.restores;
    into[3] = occurred(state);
    into[4] = words[header.occurrences];
    into[5] = words[header.uses];
    into[6] = words[header.past];
    into[7] = copyCount(state);
    into[8] = lastCopyNumber(state);
    into[9] = first;
    into[10] = count;
    into[11] = placeNumber(at, step);
    into[12] = only;
    into[13] = usesBefore;
    into[14] = bornUntil;
    into[15] = most;
  }
}

function createMoment(): Float64Array {
  return new Float64Array(16).fill(NaN);
}
