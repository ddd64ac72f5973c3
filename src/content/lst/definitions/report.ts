import { type NameBudget, createNameBudget, nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { LoadProblem } from '../campaign.js';
import { type SourceText, findMissingTab } from '../text/line.js';
import { type ErrorCode, problemAt } from '../text/problem.js';

/** Problems that are listed; the rest is counted. */
const mostProblems = 1000;

export interface Fault {
  readonly code: ErrorCode;
  readonly at: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** A line or token with its place among all that was read. */
export interface Ranked {
  readonly source: SourceText;
  readonly rank: number;
}

export interface Report {
  error(where: Ranked, code: ErrorCode, at: number, message: string, suggestion?: string): void;
  refuse(where: Ranked, fault: Fault): void;
  warning(where: Ranked, fault: Fault): void;
  loop(where: Ranked, message: string, cycle: readonly string[], at?: number): void;
  /** ``did you mean `x`?``, where a known name is like a misspelt one. */
  nearest(name: string, known: Iterable<string>): string | undefined;
  readonly failed: boolean;
  /** In the order in which the campaign was read. */
  errors(): readonly LoadProblem[];
  warnings(): readonly LoadProblem[];
  /** Errors that are not listed. */
  readonly more: number;
}

interface Entry {
  readonly rank: number;
  readonly problem: LoadProblem;
}

export function createReport(): Report {
  const errors: Entry[] = [];
  const warnings: Entry[] = [];
  const budget: NameBudget = createNameBudget();
  /** Lines and tokens with an error: each has its first one. */
  const faulty = new Set<number>();
  let more = 0;

  function add(
    list: Entry[],
    { source, rank }: Ranked,
    { code, at, message, suggestion }: Fault,
    cycle?: readonly string[],
  ): void {
    if (list === errors && faulty.has(rank)) return;
    if (list.length >= mostProblems) {
      if (list === errors) more += 1;
      return;
    }
    if (list === errors) faulty.add(rank);
    const mend = suggestion ?? (code === 'syntax' ? tabHint(source.text) : undefined);
    const problem = problemAt(source, at, code, message, mend);
    list.push({ rank, problem: cycle === undefined ? problem : { ...problem, cycle } });
  }

  return {
    error(where, code, at, message, suggestion) {
      add(errors, where, { code, at, message, suggestion });
    },
    refuse(where, fault) {
      add(errors, where, fault);
    },
    warning: (where, fault) => {
      add(warnings, where, fault);
    },
    loop: (where, message, cycle, at = 0) => {
      add(errors, where, { code: 'loop', at, message }, cycle);
    },
    nearest(name, known) {
      const found = nearestName(name, known, budget);
      return found === undefined ? undefined : `did you mean ${quoteText(found)}?`;
    },
    get failed() {
      return errors.length > 0;
    },
    errors: () => inOrder(errors),
    warnings: () => inOrder(warnings),
    get more() {
      return more;
    },
  };
}

/** Blanks in the place of a TAB are behind many errors, and cannot be seen. */
function tabHint(text: string): string | undefined {
  const missing = findMissingTab(text);
  return missing === undefined ? undefined : `put a TAB before ${quoteText(missing.token)}, not blanks`;
}

function inOrder(entries: readonly Entry[]): readonly LoadProblem[] {
  return entries
    .toSorted((a, b) => a.rank - b.rank || a.problem.column - b.problem.column)
    .map(({ problem }) => problem);
}

/** Members of a circle that a message names at its beginning and at its end. */
const shownMembers = 6;

/** `a` → `b` → `a`; the middle of a long circle is left out. */
export function describeCircle(members: readonly string[]): string {
  const hidden = members.length - 2 * shownMembers;
  const shown =
    hidden <= 0
      ? members.map(quoteText)
      : [
          ...members.slice(0, shownMembers).map(quoteText),
          `${hidden} more`,
          ...members.slice(-shownMembers).map(quoteText),
        ];
  return [...shown, quoteText(members[0])].join(' → ');
}
