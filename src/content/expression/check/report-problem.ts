import { quoteText } from '../../text/quote.js';
import { didYouMean as nearest, nearestName } from '../../text/nearest-name.js';
import type { Span } from '../syntax.js';
import type { Problem, Scope } from './expression-context.js';

/** Problems of one text that are kept: each may cost a search for the nearest name. */
const mostProblems = 50;

/** What to do about a problem; worked out only if it is kept. */
type Suggestion = string | (() => string | undefined);

/** Notes a problem, with a suggestion while the load has a budget for searches. */
export function report<Wanted>(
  scope: Scope,
  code: string,
  span: Span,
  message: string,
  suggestion?: Suggestion,
): Wanted | undefined {
  const { problems, library } = scope.check;
  // The names that are known may take long to list.
  const isOver = (library?.budget?.left ?? 1) <= 0;
  add(problems, scope, code, span, message, isOver ? undefined : suggestion);
  return undefined;
}

export function warn(scope: Scope, code: string, span: Span, message: string, suggestion?: Suggestion): void {
  add(scope.check.warnings, scope, code, span, message, suggestion);
}

function add(
  to: Problem[],
  { check: { calls } }: Scope,
  code: string,
  span: Span,
  what: string,
  suggest: Suggestion | undefined,
): void {
  // What a function of content brings in stands nowhere in the text but at its call.
  const called = calls.size === 0 ? undefined : calls.get(placeText(span));
  const message = called === undefined ? what : `${quoteText(`${called}(…)`)}: ${what}`;
  if (
    to.length >= mostProblems ||
    to.some((known) => known.code === code && known.message === message && known.span.start === span.start)
  )
    return;
  const suggestion = typeof suggest === 'function' ? suggest() : suggest;
  to.push({ code, message, ...(suggestion === undefined ? {} : { suggestion }), span });
}

/** A stretch of a text as a key: `start:end`. */
export function placeText({ start, end }: Span): string {
  return `${start}:${end}`;
}

export function nearestKnown(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  return nearestName(name, known, scope.check.library?.budget);
}

export function didYouMean(scope: Scope, name: string, known: Iterable<string>): string | undefined {
  return nearest(name, known, scope.check.library?.budget);
}

/** The nearest name, or all of them where they are few. */
export function didYouMeanOf(scope: Scope, name: string, known: readonly string[]): string | undefined {
  const few = known.length > 0 && known.length <= 12 ? `write one of ${known.map(quoteText).join(', ')}` : undefined;
  return didYouMean(scope, name, known) ?? few;
}

export function namesOf(named: readonly { readonly name: string }[]): readonly string[] {
  return named.map(({ name }) => name);
}
