import { distance } from 'fastest-levenshtein';
import { fewOf, quoteText } from './quote.js';

const longestCompared = 64;

/** Of a name that stands for a longer one. */
const shortestStart = 3;

/** Counts candidates, so that many unknown names among many known ones stay cheap. */
export interface NameBudget {
  left: number;
}

/** Enough for thousands of mistakes among hundreds of names; a candidate takes up to three microseconds. */
export function createNameBudget(): NameBudget {
  return { left: 500_000 };
}

/**
 * The nearest name within about one edit in three characters, where a swap of neighbours is one edit; otherwise the
 * first that begins with the name (three letters or more). Letter case does not matter.
 */
export function nearestName(
  name: string,
  known: Iterable<string>,
  budget: NameBudget = createNameBudget(),
): string | undefined {
  if (name.length === 0 || name.length > longestCompared || budget.left <= 0) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let longer: string | undefined;
  let least = Math.floor((name.length + 1) / 3) + 1;
  for (const candidate of known) {
    if (--budget.left < 0) break;
    if (longer === undefined && wanted.length >= shortestStart && candidate.toLowerCase().startsWith(wanted))
      longer = candidate;
    if (candidate.length > longestCompared || Math.abs(candidate.length - name.length) >= least) continue;
    const like = candidate.toLowerCase();
    const edits = isSwapped(wanted, like) ? 1 : distance(wanted, like);
    if (edits >= least) continue;
    least = edits;
    best = candidate;
  }
  return best ?? longer;
}

function isSwapped(name: string, candidate: string): boolean {
  if (name.length !== candidate.length) return false;
  let at = 0;
  while (at < name.length && name[at] === candidate[at]) at++;
  return (
    at + 1 < name.length &&
    name[at] === candidate[at + 1] &&
    name[at + 1] === candidate[at] &&
    name.slice(at + 2) === candidate.slice(at + 2)
  );
}

export function didYouMean(...search: Parameters<typeof nearestName>): string | undefined {
  const near = nearestName(...search);
  return near === undefined ? undefined : `did you mean ${quoteText(near)}?`;
}

const mostListed = 12;

/** The end of a sentence about an unknown name. */
export function meantOrKnown(name: string, known: readonly string[], budget?: NameBudget): string {
  if (known.length === 0) return 'there are none';
  return didYouMean(name, known, budget) ?? `known are ${fewOf(known, mostListed)}`;
}
