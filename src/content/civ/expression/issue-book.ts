import { mostKept, restOf } from '../../diagnostics/collector.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { excerptOf } from '../../diagnostics/excerpt.js';
import { type LineIndex, createLineIndex, lineAt } from '../../diagnostics/line-index.js';
import { type NameBudget, createNameBudget } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { CivIssue } from './syntax.js';

/**
 * What the parts of a document share: how many issues there are, of which a thousand errors and a thousand others are
 * kept, and the work of finding names.
 */
export interface IssueBook {
  readonly found: Record<CivIssue['severity'], number>;
  readonly budget: NameBudget;
}

export function createIssueBook(): IssueBook {
  return { found: { error: 0, lint: 0 }, budget: createNameBudget() };
}

/** Counts an issue and says whether it is kept. */
export function isKept({ found }: IssueBook, severity: CivIssue['severity']): boolean {
  return ++found[severity] <= mostKept;
}

/** The issues that are kept, then how many more there are, at the places of the last of each sort. */
export function withRest<Issue extends DescribedIssue>(
  issues: readonly Issue[],
  { found }: IssueBook,
): readonly (Issue | RestOf<Issue>)[] {
  const rests = (['error', 'lint'] as const).flatMap((severity): readonly RestOf<Issue>[] => {
    const left = found[severity] - mostKept;
    const last = left > 0 ? issues.findLast((issue) => issue.severity === severity) : undefined;
    return last === undefined ? [] : [{ ...last, ...restOf(left, severity === 'error' ? 'error' : 'warning') }];
  });
  return [...issues, ...rests];
}

type RestOf<Issue> = Omit<Issue, 'code' | 'message'> & Pick<CivIssue, 'code' | 'message'>;

export type DescribedIssue = Omit<CivIssue, 'code'> & { readonly code: string };

/** The text of a file, for several issues made ready to be shown by lines. */
export function issueLines(text: string): LineIndex {
  return createLineIndex(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** An issue for people: with its place, the line there and the path in the expression. A lint is a warning. */
export function describeIssue(
  { code, severity, path, line, column, message }: DescribedIssue,
  file: string,
  lines: LineIndex,
): Diagnostic {
  const where = path === '' ? '' : ` (at ${quoteText(path)})`;
  return {
    severity: severity === 'lint' ? 'warning' : 'error',
    code,
    file,
    line,
    column,
    message: `${message}${where}`,
    ...excerptOf(lineAt(lines, line), column),
  };
}
