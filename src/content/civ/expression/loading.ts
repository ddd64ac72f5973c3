import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Limits } from '../../../kernel/limits.js';
import type { ObjectType } from '../policy.js';
import type { XmlElement } from '../xml/element.js';
import { type IssueBook, isKept } from './issue-book.js';
import type { Names } from './names.js';
import type { Place, ValueType } from './shape.js';
import type { CivIssue } from './syntax.js';

/**
 * Whether an expression may draw from a stream and call the host: not where it is asked what would be, nor by what
 * flows.
 */
export type Purpose = 'pure' | 'any';

/** How deep expressions may be; see `Limits`. */
export type ExpressionLimits = Pick<Limits, 'expressionDepth' | 'aggregateDepth'>;

/** What is the same for a whole expression while it is loaded. */
export interface Loading {
  readonly names: Names;
  readonly purpose: Purpose;
  readonly limits: ExpressionLimits;
  /** Those that are kept. */
  readonly issues: CivIssue[];
  /** Whether there is an error, kept or not. */
  hasErrors: boolean;
  readonly book: IssueBook;
}

/** An element where an expression is expected. */
export interface Site {
  readonly element: XmlElement;
  readonly path: string;
  readonly wanted: ValueType;
  /** Types of the objects that it is asked of. */
  readonly scope: readonly ObjectType[];
  /** Levels of nodes, and of aggregates, above it. */
  readonly depth: number;
  readonly aggregates: number;
}

export function createLoading(names: Names, purpose: Purpose, limits: ExpressionLimits, book: IssueBook): Loading {
  return { names, purpose, limits, issues: [], hasErrors: false, book };
}

/** Notes an error and gives undefined, whatever was wanted. */
export function refuse<Wanted>(
  loading: Loading,
  code: CivIssue['code'],
  path: string,
  { line, column }: Place,
  message: string,
): Wanted | undefined {
  loading.hasErrors = true;
  if (isKept(loading.book, 'error')) loading.issues.push({ code, severity: 'error', path, line, column, message });
  return undefined;
}

/** Notes something odd that loads all the same. */
export function remark(
  loading: Loading,
  code: CivIssue['code'],
  path: string,
  { line, column }: Place,
  message: string,
): void {
  if (isKept(loading.book, 'lint')) loading.issues.push({ code, severity: 'lint', path, line, column, message });
}

/** Names that can be gone through more than once. */
export interface NameList {
  keys(): Iterable<string>;
}

/** `X` is no tag; did you mean `Y`? */
export function unknownName(loading: Loading, text: string, what: string, known: NameList): string {
  const found = text === '' ? 'nothing' : quoteText(text);
  const nearest = nearestName(text, known.keys(), loading.book.budget);
  if (nearest !== undefined) return `${found} is no ${what}; did you mean ${quoteText(nearest)}?`;
  const [first] = known.keys();
  return `${found} is no ${what}; ${first === undefined ? 'none is declared' : `expected one that there is, such as ${quoteText(first)}`}`;
}

/** `CITY, UNIT or PLOT`. */
export function typesText(types: readonly ObjectType[]): string {
  const [last = 'nothing', ...others] = [...types].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

export const typeTexts: Readonly<Record<ValueType, string>> = { boolean: 'a boolean', number: 'an integer' };
