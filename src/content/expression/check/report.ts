import type { Span } from '../syntax.js';
import type { Problem } from './context.js';
import type { Scope } from './scope.js';

/** Problems of one text that are kept: a text of a million mistakes must not cost a million searches for the nearest name. */
const mostProblems = 50;

/** Notes a problem and gives undefined, whatever was wanted. The suggestion is worked out only if the problem is kept. */
export function report<Wanted>(scope: Scope, code: string, span: Span, message: string, suggest?: () => string | undefined): Wanted | undefined {
  add(scope.check.problems, code, span, message, suggest);
  return undefined;
}

/** Notes what is legal but can hardly be meant. */
export function warn(scope: Scope, code: string, span: Span, message: string, suggest?: () => string | undefined): void {
  add(scope.check.warnings, code, span, message, suggest);
}

function add(to: Problem[], code: string, span: Span, message: string, suggest?: () => string | undefined): void {
  if (to.length >= mostProblems) return;
  const suggestion = suggest?.();
  to.push(suggestion === undefined ? { code, message, span } : { code, message, suggestion, span });
}
