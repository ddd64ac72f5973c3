import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { excerptOf } from '../../diagnostics/excerpt.js';
import { type LineIndex, createLineIndex, lineAt } from '../../diagnostics/line-index.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { CivIssue } from './syntax.js';

/** The text of a file, for several issues made ready to be shown by lines. */
export function issueLines(text: string): LineIndex {
  return createLineIndex(text.startsWith('\ufeff') ? text.slice(1) : text);
}

/** An issue of whatever code. */
export type DescribedIssue = Omit<CivIssue, 'code'> & { readonly code: string };

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
