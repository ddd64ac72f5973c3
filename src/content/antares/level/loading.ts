import { createNameBudget, nearestName, type NameBudget } from '../../diagnostics/nearest-name.js';
import { listTexts, printable, quoteText } from '../../diagnostics/quote.js';
import type { Policy } from '../syntax.js';
import type { Place } from '../value.js';

export interface Spot {
  readonly at: Place;
  /** Such as `conditions[0].when.op`. */
  readonly path: string;
}

/** What is wrong with a level, or dangerous in it. */
export interface LevelProblem extends Spot {
  /**
   * Stable, for machines: `unknown-field`, `enum`, `type`, `ref`, `duration`, `index`, `range`, `unknown-name`,
   * `repeated-key`, `depth`, `more` (how many are not listed), or the name of a hazard.
   */
  readonly code: string;
  /** One sentence: what is, what was expected. */
  readonly message: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

const longestKey = 64;
const plainKey = /^[\w-]+$/;

/** The path of a member of a map; keys that are no plain words stand in brackets. */
export function memberPath(parent: string, key: string): string {
  const name = key.length > longestKey ? `${key.slice(0, longestKey)}…` : key;
  if (!plainKey.test(name)) return `${parent}[${JSON.stringify(printable(name))}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

export function itemPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

/** So many problems help nobody; the rest is counted. */
const mostKept = 1000;

interface Findings {
  readonly kept: LevelProblem[];
  count: number;
  /** The first of those that are only counted. */
  next: LevelProblem | undefined;
}

export function addFinding(findings: Findings, find: () => LevelProblem): void {
  findings.count++;
  if (findings.kept.length < mostKept) findings.kept.push(find());
  else findings.next ??= find();
}

/** In the order of the text. Where there are more, the last one says how many, and where the first of these is. */
export function listFindings({ kept, count, next }: Findings): LevelProblem[] {
  const listed = inTextOrder(kept);
  if (next === undefined) return listed;
  const message = `${count - kept.length} more, of which this is the first: ${next.message}`;
  return [...listed, { code: 'more', path: next.path, at: next.at, message }];
}

/** In the order of the text; those of one place keep theirs. */
export function inTextOrder(problems: readonly LevelProblem[]): LevelProblem[] {
  return problems.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

/** What readers share while a level is read. */
export interface Loading {
  readonly policy: Policy;
  readonly counts: { readonly players: number; readonly initials: number; readonly conditions: number };
  readonly bases: ReadonlySet<string>;
  readonly problems: Findings;
  readonly hazards: Findings;
  readonly names: NameBudget;
}

export function createLoading(policy: Policy, counts: Loading['counts'], bases: ReadonlySet<string>): Loading {
  const [problems, hazards] = [0, 1].map((): Findings => ({ kept: [], count: 0, next: undefined }));
  return { policy, counts, bases, problems, hazards, names: createNameBudget() };
}

export interface Reading extends Spot {
  readonly loading: Loading;
}

/** A text, or what makes it: of very many problems few are told, and lists of names are expensive. */
type Text<Made extends string | undefined> = Made | (() => Made);

export type Note = (of: Reading, code: string, message: Text<string>, suggestion?: Text<string | undefined>) => void;

/** Notes a problem. Readers go on with a stand-in: a level with problems is not given out. */
export const report: Note = (of, ...said) => {
  addFinding(of.loading.problems, () => problem(of, ...said));
};

/** Notes what is wrong and does no harm. */
export const warn: Note = (of, ...said) => {
  addFinding(of.loading.hazards, () => problem(of, ...said));
};

function problem(
  { at, path }: Spot,
  code: string,
  message: Text<string>,
  suggestion?: Text<string | undefined>,
): LevelProblem {
  const said = { code, path, at, message: madeOf(message) };
  const meant = madeOf(suggestion);
  return meant === undefined ? said : { ...said, suggestion: meant };
}

function madeOf<Made extends string | undefined>(text: Text<Made>): Made {
  return typeof text === 'function' ? text() : text;
}

/** `did you mean …`, where a known name is near. */
export function suggestName({ names }: Loading, name: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(name, known, names);
  return nearest === undefined ? undefined : `did you mean ${quoteText(nearest)}?`;
}

const mostListed = 50;

export function oneOf(words: Iterable<string>): string {
  return `expected ${listTexts([...words], mostListed)}`;
}
