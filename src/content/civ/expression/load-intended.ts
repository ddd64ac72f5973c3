import { defaultLimits } from '../../../kernel/limits.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { ObjectType } from '../policy.js';
import type { XmlElement } from '../xml/element.js';
import { type IssueBook, createIssueBook, withRest } from './issue-book.js';
import { loadLiteral } from './literals.js';
import { loadNode } from './load-node.js';
import { type ExpressionLimits, type Loading, type Purpose, createLoading, refuse } from './loading.js';
import type { Names } from './names.js';
import { type ValueType, literalAt, textPlace } from './shape.js';
import type { CivExpression, CivIssue } from './syntax.js';

export interface IntendedLoading {
  /** Left out where an issue is an error. */
  readonly expression?: CivExpression;
  /**
   * In the order in which they are found, an operand's before those of the next: those that are kept, and how many more
   * there are.
   */
  readonly issues: readonly CivIssue[];
}

/**
 * Loads the expression in a holder element as the dialect was designed: everything is checked. `scope` are the types of
 * the objects that it is asked of.
 * Work and depth are bounded: a tree deeper than the limits is an issue.
 */
export function loadIntended(
  holder: XmlElement,
  names: Names,
  wanted: ValueType,
  scope: readonly ObjectType[],
  purpose: Purpose,
  limits: ExpressionLimits = defaultLimits,
): IntendedLoading {
  const book = createIssueBook();
  const { expression, issues } = loadInBook(holder, names, wanted, scope, purpose, book, limits);
  return { ...(expression === undefined ? {} : { expression }), issues: withRest(issues, book) };
}

/** The same as a part of a document, which counts what is not kept. */
export function loadInBook(
  holder: XmlElement,
  names: Names,
  wanted: ValueType,
  scope: readonly ObjectType[],
  purpose: Purpose,
  book: IssueBook,
  limits: ExpressionLimits = defaultLimits,
): IntendedLoading {
  const loading = createLoading(names, purpose, limits, book);
  const expression = loadHeld(loading, holder, wanted, scope);
  const { issues, hasErrors } = loading;
  return expression === undefined || hasErrors ? { issues } : { expression, issues };
}

function loadHeld(
  loading: Loading,
  holder: XmlElement,
  wanted: ValueType,
  scope: readonly ObjectType[],
): CivExpression | undefined {
  const { name, children, text } = holder;
  if (children.length === 0 && text !== '') {
    const value = loadLiteral(loading, text, wanted, '', textPlace(holder));
    return value === undefined ? undefined : literalAt(value, wanted, textPlace(holder));
  }
  if (children.length === 1 && text === '') {
    const [element] = children;
    return loadNode(loading, { element, path: element.name, wanted, scope, depth: 0, aggregates: 0 });
  }
  const what =
    children.length === 0 ? 'nothing' : text === '' ? `${children.length} expressions` : 'text beside elements';
  const hint =
    children.length > 1 && text === '' && wanted === 'boolean' ? ': put `<And>` around them if all shall be true' : '';
  return refuse(loading, 'arity', '', holder, `${what} in ${quoteText(name)}; expected exactly one expression${hint}`);
}
