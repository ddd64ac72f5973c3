import { mostKept, restOf } from '../../diagnostics/collector.js';
import { type NameBudget, createNameBudget } from '../../diagnostics/nearest-name.js';
import type { CivIssue } from './syntax.js';

type Severity = CivIssue['severity'];

/**
 * What the parts of a document share while they are checked: how many issues there are, of which a thousand errors and
 * a thousand others are kept, and the work of finding names.
 */
export interface IssueBook {
  readonly found: Record<Severity, number>;
  readonly budget: NameBudget;
}

export function createIssueBook(): IssueBook {
  return { found: { error: 0, lint: 0 }, budget: createNameBudget() };
}

/** Counts an issue and says whether it is kept. */
export function isKept({ found }: IssueBook, severity: Severity): boolean {
  return ++found[severity] <= mostKept;
}

/**
 * The issues that are kept, and behind them how many more errors and others there are, at the places of the last that
 * are kept.
 */
export function withRest<Issue extends Omit<CivIssue, 'code'>>(
  issues: readonly Issue[],
  { found }: IssueBook,
): readonly (Issue | RestOf<Issue>)[] {
  const rests = (['error', 'lint'] as const).flatMap((severity): readonly RestOf<Issue>[] => {
    const last = found[severity] > mostKept ? issues.findLast((issue) => issue.severity === severity) : undefined;
    return last === undefined
      ? []
      : [{ ...last, ...restOf(found[severity] - mostKept, severity === 'error' ? 'error' : 'warning') }];
  });
  return [...issues, ...rests];
}

type RestOf<Issue> = Omit<Issue, 'code' | 'message'> & Pick<CivIssue, 'code' | 'message'>;
