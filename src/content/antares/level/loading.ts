import { createNameBudget, didYouMean, type NameBudget } from '../../text/nearest-name.js';
import { listTexts, printable } from '../../text/quote.js';
import type { Policy, Written } from '../syntax.js';

/** What is wrong with a level, or dangerous in it. */
export interface LevelProblem extends Written {
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
  /** The first that is only counted. */
  next: LevelProblem | undefined;
}

export function addFinding(findings: Findings, find: () => LevelProblem): void {
  findings.count++;
  if (findings.kept.length < mostKept) findings.kept.push(find());
  else findings.next ??= find();
}

/** In the order of the text. Where there are more, the last one says how many, and which is the first of these. */
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

/** What readers share. */
export interface Loading {
  readonly policy: Policy;
  readonly counts: { readonly players: number; readonly initials: number; readonly conditions: number };
  readonly bases: ReadonlySet<string>;
  readonly problems: Findings;
  readonly hazards: Findings;
  readonly names: NameBudget;
}

export function createLoading(given: Pick<Loading, 'policy' | 'counts' | 'bases'>): Loading {
  const [problems, hazards] = [0, 1].map((): Findings => ({ kept: [], count: 0, next: undefined }));
  return { ...given, problems, hazards, names: createNameBudget() };
}

export interface Reading extends Written {
  readonly loading: Loading;
}

/** A text, or what makes it: of very many problems few are told, and lists of names are expensive. */
type Text<Made extends string | undefined> = Made | (() => Made);

export type Note = (of: Reading, code: string, message: Text<string>, suggestion?: Text<string | undefined>) => void;

/** Readers go on with a stand-in: a level with problems is not given out. */
export const report = noteIn('problems');

/** Of what does no harm. */
export const warn = noteIn('hazards');

function noteIn(list: 'problems' | 'hazards'): Note {
  return ({ loading, at, path }, code, message, suggestion) =>
    addFinding(loading[list], () => {
      const said = { code, path, at, message: madeOf(message) };
      const meant = madeOf(suggestion);
      return meant === undefined ? said : { ...said, suggestion: meant };
    });
}

function madeOf<Made extends string | undefined>(text: Text<Made>): Made {
  return typeof text === 'function' ? text() : text;
}

export function suggestName({ names }: Loading, name: string, known: Iterable<string>): string | undefined {
  return didYouMean(name, known, names);
}

const mostListed = 50;

export function oneOf(words: Iterable<string>): string {
  return `expected ${listTexts([...words], mostListed)}`;
}
