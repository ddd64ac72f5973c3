import type { NameBudget } from '../../diagnostics/nearest-name.js';
import { type IssueBook, isKept } from '../expression/issue-book.js';
import type { IntendedLoading } from '../expression/load-intended.js';
import type { CivIssue } from '../expression/syntax.js';
import type { XmlElement } from '../xml/element.js';
import { joinPath } from '../xml/paths.js';

/** Takes down what is wrong below one element. */
export interface Report {
  /** An error at an element; `step` leads to it, empty for the element itself. */
  error(code: CivIssue['code'], at: XmlElement, step: string, message: string): void;
  /** What an expression in a child came to. */
  add(step: string, loaded: IntendedLoading): void;
  readonly hasErrors: boolean;
  /** For searches of the nearest name, which all elements share. */
  readonly budget: NameBudget;
}

/** Appends issues to a list as far as they are kept; `path` is that of the element. */
export function createReport(issues: CivIssue[], path: string, book: IssueBook): Report {
  let hasErrors = false;
  return {
    budget: book.budget,
    get hasErrors() {
      return hasErrors;
    },
    error(code, { line, column }, step, message) {
      hasErrors = true;
      if (isKept(book, 'error'))
        issues.push({
          code,
          severity: 'error',
          path: step === '' ? path : joinPath(path, step),
          line,
          column,
          message,
        });
    },
    add(step, loaded) {
      hasErrors ||= loaded.expression === undefined;
      const holder = joinPath(path, step);
      for (const issue of loaded.issues)
        issues.push({ ...issue, path: issue.path === '' ? holder : joinPath(holder, issue.path) });
    },
  };
}
