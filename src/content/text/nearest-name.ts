import { distance } from 'fastest-levenshtein';
import { fewOf, quoteText } from './quote.js';

const longestCompared = 64;

/** Letters that a name must have to be taken for the start of a longer one. */
const shortestStart = 3;

/**
 * A rough count of work, so that many unknown names among many known ones stay cheap; it counts candidates looked at.
 */
export interface NameBudget {
  left: number;
}

/** Enough for thousands of mistakes among hundreds of names; a candidate takes up to three microseconds. */
export function createNameBudget(): NameBudget {
  return { left: 500_000 };
}

/**
 * The known name most like a misspelt one, or undefined when none is like it: about one edit in three characters,
 * letters of another case counting as equal, and two neighbours that change places as one edit. Where none is, the
 * first that begins with it (three letters or more). Of equally near ones the first.
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

/** ``did you mean `x`?``, with the nearest name; undefined where none is near. */
export function didYouMean(...search: Parameters<typeof nearestName>): string | undefined {
  const near = nearestName(...search);
  return near === undefined ? undefined : `did you mean ${quoteText(near)}?`;
}

const mostListed = 12;

/** The same, or else a few of those that are known: the end of a sentence that says what there is not. */
export function meantOrKnown(name: string, known: readonly string[], budget?: NameBudget): string {
  if (known.length === 0) return 'there are none';
  return didYouMean(name, known, budget) ?? `known are ${fewOf(known, mostListed)}`;
}
