import { defaultLimits } from '../../../kernel/limits.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { ObjectType } from '../policy.js';
import type { XmlElement } from '../xml/element.js';
import { loadLiteral } from './literals.js';
import { loadNode } from './load-node.js';
import { type ExpressionLimits, type Loading, type Purpose, createLoading, refuse } from './loading.js';
import type { Names } from './names.js';
import { type ValueType, literalAt, textPlace } from './shape.js';
import type { CivExpression, CivIssue } from './syntax.js';

export interface IntendedLoading {
  /** Left out where an issue is an error. */
  readonly expression?: CivExpression;
  /** All there are, in the order in which they are found: an operand's before those of the next. */
  readonly issues: readonly CivIssue[];
}

/**
 * Loads the expression in a holder element as the dialect was designed: everything is checked. `scope` are the types of the objects that it is asked of.
 * Work and depth are bounded: a tree deeper than the limits is an issue.
 */
export function loadIntended(
  holder: XmlElement, names: Names, wanted: ValueType, scope: readonly ObjectType[], purpose: Purpose, limits: ExpressionLimits = defaultLimits,
): IntendedLoading {
  const loading = createLoading(names, purpose, limits);
  const expression = loadHeld(loading, holder, wanted, scope);
  const { issues } = loading;
  return expression === undefined || issues.some(({ severity }) => severity === 'error') ? { issues } : { expression, issues };
}

function loadHeld(loading: Loading, holder: XmlElement, wanted: ValueType, scope: readonly ObjectType[]): CivExpression | undefined {
  const { name, children, text } = holder;
  if (children.length === 0 && text !== '') {
    const value = loadLiteral(loading, text, wanted, '', textPlace(holder));
    return value === undefined ? undefined : literalAt(value, wanted, textPlace(holder));
  }
  if (children.length === 1 && text === '') {
    const [element] = children;
    return loadNode(loading, { element, path: element.name, wanted, scope, depth: 0, aggregates: 0 });
  }
  const what = children.length === 0 ? 'nothing' : text === '' ? `${children.length} expressions` : 'text beside elements';
  const hint = children.length > 1 && text === '' && wanted === 'boolean' ? ': put `<And>` around them if all shall be true' : '';
  return refuse(loading, 'arity', '', holder, `${what} in ${quoteText(name)}; expected exactly one expression${hint}`);
}
