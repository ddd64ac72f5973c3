import { distance } from 'fastest-levenshtein';

const longestCompared = 64;

/** A rough count of work, so that many unknown names among many known ones stay cheap; it counts candidates looked at. */
export interface NameBudget {
  left: number;
}

/** Enough for thousands of mistakes among hundreds of names. */
export function createNameBudget(): NameBudget {
  return { left: 2_000_000 };
}

/**
 * The known name most like a misspelt one, or undefined when none is like it: about one edit in three characters, letters of
 * another case counting as equal. Of equally near ones the first.
 */
export function nearestName(name: string, known: Iterable<string>, budget: NameBudget = createNameBudget()): string | undefined {
  if (name.length === 0 || name.length > longestCompared) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Math.floor((name.length + 1) / 3) + 1;
  for (const candidate of known) {
    if (--budget.left < 0) return best;
    if (candidate.length > longestCompared || Math.abs(candidate.length - name.length) >= least) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits >= least) continue;
    least = edits;
    best = candidate;
  }
  return best;
}
