import { placeText } from '../place-text.js';
import type { Span } from '../syntax.js';
import { quote } from '../wording.js';
import type { Problem } from './context.js';
import type { Scope } from './scope.js';

/**
 * Problems of one text that are kept: a text of a million mistakes must not cost a million searches for the nearest
 * name.
 */
const mostProblems = 50;

/**
 * Notes a problem and gives undefined, whatever was wanted. The suggestion is worked out only if the problem is kept,
 * and the load has a budget for it.
 */
export function report<Wanted>(
  scope: Scope,
  code: string,
  span: Span,
  message: string,
  suggest?: () => string | undefined,
): Wanted | undefined {
  // The names that are known may take long to list.
  const isOver = (scope.check.context.library?.budget?.left ?? 1) <= 0;
  add(scope.check.problems, code, span, inCall(scope, span, message), isOver ? undefined : suggest);
  return undefined;
}

/** Notes what is legal but can hardly be meant. */
export function warn(
  scope: Scope,
  code: string,
  span: Span,
  message: string,
  suggest?: () => string | undefined,
): void {
  add(scope.check.warnings, code, span, inCall(scope, span, message), suggest);
}

/** What a function of content brings in stands nowhere in the text but at its call. */
function inCall({ check: { calls } }: Scope, span: Span, message: string): string {
  const called = calls.size === 0 ? undefined : calls.get(placeText(span));
  return called === undefined ? message : `${quote(`${called}(…)`)}: ${message}`;
}

function add(to: Problem[], code: string, span: Span, message: string, suggest?: () => string | undefined): void {
  if (
    to.length >= mostProblems ||
    to.some((known) => known.code === code && known.message === message && known.span.start === span.start)
  )
    return;
  const suggestion = suggest?.();
  to.push(suggestion === undefined ? { code, message, span } : { code, message, suggestion, span });
}
