import { mostKept } from '../../text/collector.js';
import { createNameBudget, didYouMean } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';
import type { LoadProblem } from '../campaign.js';
import { type SourceText, findMissingTab } from '../parse/line.js';
import { type ErrorCode, problemAt } from '../parse/campaign-problem.js';

/** For TABLE and COLUMN, which other dialects of this family have. */
export const noTables = "tables are in Edict's own content format only";

export interface Fault {
  readonly code: ErrorCode;
  readonly at: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** A line or token, and its number in the order of reading. */
export interface Ranked {
  readonly source: SourceText;
  readonly rank: number;
}

export interface Report {
  error(where: Ranked, code: ErrorCode, at: number, message: string, suggestion?: string): void;
  refuse(where: Ranked, fault: Fault): void;
  warning(where: Ranked, fault: Fault): void;
  loop(where: Ranked, message: string, cycle: readonly string[], at?: number): void;
  /** ``did you mean `x`?``, where a known name is near. */
  nearest(name: string, known: Iterable<string>): string | undefined;
  readonly failed: boolean;
  /** In the order of reading. */
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
  const budget = createNameBudget();
  /** Lines and tokens with an error: of each only the first is reported. */
  const faulty = new Set<number>();
  let more = 0;

  function add(
    list: Entry[],
    { source, rank }: Ranked,
    { code, at, message, suggestion }: Fault,
    cycle?: readonly string[],
  ): void {
    if (list === errors && faulty.has(rank)) return;
    if (list.length >= mostKept) {
      if (list === errors) more += 1;
      return;
    }
    if (list === errors) faulty.add(rank);
    const mend = suggestion ?? (code === 'syntax' ? tabHint(source.text) : undefined);
    list.push({ rank, problem: { ...problemAt(source, at, code, message, mend), cycle } });
  }

  return {
    error: (where, code, at, message, suggestion) => add(errors, where, { code, at, message, suggestion }),
    refuse: (where, fault) => add(errors, where, fault),
    warning: (where, fault) => add(warnings, where, fault),
    loop: (where, message, cycle, at = 0) => add(errors, where, { code: 'loop', at, message }, cycle),
    nearest: (name, known) => didYouMean(name, known, budget),
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

/** Blanks in the place of a TAB cause many errors, and cannot be seen. */
function tabHint(text: string): string | undefined {
  const missing = findMissingTab(text);
  return missing === undefined ? undefined : `put a TAB before ${quoteText(missing.token)}, not blanks`;
}

function inOrder(entries: readonly Entry[]): readonly LoadProblem[] {
  return entries
    .toSorted((a, b) => a.rank - b.rank || a.problem.column - b.problem.column)
    .map(({ problem }) => problem);
}

/** At the beginning and at the end of a circle. */
const shownMembers = 6;

/** `a` → `b` → `a`; the middle of a long circle is left out. */
export function describeCircle(members: readonly string[]): string {
  const shown = [...members, members[0]].map(quoteText);
  const hidden = members.length - 2 * shownMembers;
  if (hidden > 0) shown.splice(shownMembers, hidden, `${hidden} more`);
  return shown.join(' → ');
}
