import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { excerptOf } from '../diagnostics/excerpt.js';
import { quoteText } from '../diagnostics/quote.js';
import type { SourcePlace } from './syntax.js';
import type { Problem } from './text/problem.js';

/** Macro calls that are named; further out they are of no help. */
const mostCalls = 2;

/** A problem for people: with its place, the line there and the macros by whose calls it came to where it is. */
export function describeProblem(
  { severity, code, message, suggestion }: Omit<Problem, 'inside' | 'at'>,
  { file, line, column, calls }: SourcePlace,
  text: string,
): Diagnostic {
  const by = calls
    .slice(0, mostCalls)
    .map((call) => `, in macro ${quoteText(call.macro)} called at ${call.file}:${call.line}:${call.column}`)
    .join('');
  return {
    severity,
    code,
    file,
    line,
    column,
    message: `${message}${by}`,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...excerptOf(text, column),
  };
}
