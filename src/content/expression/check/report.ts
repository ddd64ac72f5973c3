import type { Span } from '../syntax.js';
import { quote } from '../wording.js';
import type { Problem, Scope } from './context.js';
import { nearestName } from '../../diagnostics/nearest-name.js';

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

/** A stretch of a text as a key: `start:end`. */
export function placeText({ start, end }: Span): string {
  return `${start}:${end}`;
}

/** The nearest name, while the load has a budget for such searches. */
export function nearestKnown(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  return nearestName(name, known, scope.check.context.library?.budget);
}

/** The phrase that proposes the nearest name. */
export function didYouMean(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  const found = nearestKnown(scope, name, known);
  return found === undefined ? undefined : `did you mean ${quote(found)}?`;
}

/** The nearest name, or all of them where they are few. */
export function didYouMeanOf(scope: Scope, name: string, known: readonly string[]): string | undefined {
  const few = known.length > 0 && known.length <= 12 ? `write one of ${known.map(quote).join(', ')}` : undefined;
  return didYouMean(scope, name, known) ?? few;
}
