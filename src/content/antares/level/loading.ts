import { createNameBudget, nearestName, type NameBudget } from '../../diagnostics/nearest-name.js';
import { listTexts, quoteText } from '../../diagnostics/quote.js';
import type { Policy } from '../policy.js';
import type { Place } from '../value.js';
import { type Findings, addFinding, createFindings } from './findings.js';
import type { LevelProblem } from './problem.js';

/** What readers share while a level is read: what it can refer to, and what they have found. */
export interface Loading {
  readonly policy: Policy;
  readonly counts: { readonly players: number; readonly initials: number; readonly conditions: number };
  readonly bases: ReadonlySet<string>;
  readonly problems: Findings;
  readonly hazards: Findings;
  readonly names: NameBudget;
}

/** Where a value stands: its place in the text and its path from the top of the document. */
export interface Spot {
  readonly at: Place;
  readonly path: string;
}

export function createLoading(policy: Policy, counts: Loading['counts'], bases: ReadonlySet<string>): Loading {
  return { policy, counts, bases, problems: createFindings(), hazards: createFindings(), names: createNameBudget() };
}

/** A text, or what makes it: of very many problems few are told, and what lists names is expensive to make. */
type Text<Made extends string | undefined> = Made | (() => Made);

/**
 * Notes a problem. Readers go on with a value that stands in for the wrong one: a level with problems is not given out.
 */
export function report(
  loading: Loading,
  code: string,
  spot: Spot,
  message: Text<string>,
  suggestion?: Text<string | undefined>,
): void {
  addFinding(loading.problems, () => problem(code, spot, madeOf(message), madeOf(suggestion)));
}

/** Notes what is wrong and does no harm. */
export function warn(
  loading: Loading,
  code: string,
  spot: Spot,
  message: Text<string>,
  suggestion?: Text<string | undefined>,
): void {
  addFinding(loading.hazards, () => problem(code, spot, madeOf(message), madeOf(suggestion)));
}

function madeOf<Made extends string | undefined>(text: Text<Made>): Made {
  return typeof text === 'function' ? text() : text;
}

function problem(code: string, { at, path }: Spot, message: string, suggestion?: string): LevelProblem {
  return suggestion === undefined ? { code, path, at, message } : { code, path, at, message, suggestion };
}

/** `did you mean …`, where a known name is near. */
export function suggestName(loading: Loading, name: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(name, known, loading.names);
  return nearest === undefined ? undefined : `did you mean ${quoteText(nearest)}?`;
}

const mostListed = 50;

export function oneOf(words: Iterable<string>): string {
  return `expected ${listTexts([...words], mostListed)}`;
}
