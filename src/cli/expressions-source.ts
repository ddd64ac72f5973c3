import { type DocumentIssue, readCompat } from '../content/civ/documents/check-document.js';
import { holderTags } from '../content/civ/documents/find-expressions.js';
import { integrators, operators } from '../content/civ/expression/operators.js';
import { loadIntended } from '../content/civ/expression/load-intended.js';
import type { Names } from '../content/civ/expression/names.js';
import type { ValueType, CivExpression } from '../content/civ/expression/syntax.js';
import type { ObjectType, Policy } from '../content/civ/policy.js';
import { type XmlElement, childOf } from '../content/civ/xml/element.js';

/** How an expression is read. */
export interface Reading {
  readonly names: Names;
  readonly policy: Policy;
  /** Left out: as the expression itself says. */
  readonly wanted: ValueType | undefined;
  readonly scope: readonly ObjectType[];
  /** It is asked what would be, so that it must be the same each time. */
  readonly isPure: boolean;
}

/** The expression that is the root of a document, or that its root holds where that is known to hold one. */
export function expressionIn(
  root: XmlElement,
  { names, policy, wanted, scope, isPure }: Reading,
): { readonly expression?: CivExpression; readonly issues: readonly DocumentIssue[] } {
  // What is neither is taken for a misspelt expression, which then has its error; the value of what is in it would hide
  // that.
  const isHeld = holderTags.some(({ name }) => name === root.name);
  const holder: XmlElement = isHeld ? root : { ...root, name: 'expression', children: [root], text: '' };
  const type = wanted ?? typeIn(holder, names);
  const { expression, issues } =
    policy === 'compat'
      ? readCompat(holder, names, type)
      : loadIntended(holder, names, type, scope, isPure ? 'pure' : 'any');
  return {
    issues: issues.map((issue) => ({ ...issue, owner: '' })),
    ...(expression === undefined ? {} : { expression }),
  };
}

const leafTypes: ReadonlyMap<string, ValueType> = new Map([
  ['Has', 'boolean'],
  ['Is', 'boolean'],
  ['AttributeType', 'number'],
  ['PropertyType', 'number'],
  ['Python', 'number'],
  ['Define', 'number'],
  ['Option', 'number'],
]);

/** What an expression is by its element; undefined where that is none. */
function typeOf(element: XmlElement, names: Names): ValueType | undefined {
  const { name, text, children } = element;
  if (name === 'Constant') return /^(?:true|false)$/i.test(text) ? 'boolean' : 'number';
  if (name === 'Aggregate')
    return names.aggregators.get(childOf(element, 'Aggregator')?.text ?? '')?.output ?? 'number';
  // An If is what it chooses from.
  if (name === 'If') return children.length < 2 ? 'number' : (typeOf(children[1], names) ?? 'number');
  const known = leafTypes.get(name) ?? integrators.get(name)?.output ?? operators.get(name)?.result;
  return known === 'either' ? 'number' : known;
}

/** What a holder wants: as its name says, else as what it holds says. */
function typeIn({ name, children, text }: XmlElement, names: Names): ValueType {
  const named = holderTags.find((tag) => tag.name === name)?.wanted;
  if (named !== undefined) return named;
  const first = children.at(0);
  if (first !== undefined) return typeOf(first, names) ?? typeIn(first, names);
  return /^[+-]?\d+$/.test(text) ? 'number' : 'boolean';
}
