import type { NameBudget } from '../../diagnostics/nearest-name.js';
import type { CivIssue } from '../expression/syntax.js';
import type { XmlElement } from '../xml/element.js';
import { joinPath } from '../xml/paths.js';

/** Takes down what is wrong below one element. */
export interface Report {
  /** An error at an element; `step` leads to it, empty for the element itself. */
  error(code: CivIssue['code'], at: XmlElement, step: string, message: string): void;
  /** Issues of an expression in a child. */
  add(step: string, issues: readonly CivIssue[]): void;
  readonly hasErrors: boolean;
  /** For searches of the nearest name, which all elements share. */
  readonly budget: NameBudget;
}

/** Appends issues to a list; `path` is that of the element. */
export function createReport(issues: CivIssue[], path: string, budget: NameBudget): Report {
  let hasErrors = false;
  const note = (issue: CivIssue): void => {
    hasErrors ||= issue.severity === 'error';
    issues.push(issue);
  };
  return {
    budget,
    get hasErrors() { return hasErrors; },
    error(code, { line, column }, step, message) {
      note({ code, severity: 'error', path: step === '' ? path : joinPath(path, step), line, column, message });
    },
    add(step, added) {
      const holder = joinPath(path, step);
      for (const issue of added) note({ ...issue, path: issue.path === '' ? holder : joinPath(holder, issue.path) });
    },
  };
}
