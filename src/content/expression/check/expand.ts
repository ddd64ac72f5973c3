import { childrenOf, withChildren } from '../children.js';
import { placeText } from '../place-text.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import type { Macro } from './context.js';
import { type NamingCall, namesMember } from './member-names.js';

/** Functions of content are macros: their bodies stand in place of their calls. */

/** Nodes that an expression may have when its calls are expanded. */
export const mostExpanded = 100_000;

export interface Expansion {
  /** Shares what an argument brings in wherever it stands. */
  readonly expression: Expression;
  /** Functions by the place of their calls in the text, `start:end`; what their bodies bring in has that place. */
  readonly calls: ReadonlyMap<string, string>;
  readonly size: number;
  /** The call with which it became larger than it may be; what is behind it is not expanded. */
  readonly beyond: CallExpression | undefined;
}

interface Expanding {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly calls: Map<string, string>;
  /** Nodes of what has been seen; a part that stands at two places counts twice. */
  readonly sizes: WeakMap<Expression, number>;
  /** Members named so far: each gets a name of its own, so that it takes no other's place. */
  members: number;
  beyond: CallExpression | undefined;
}

/** Expands all calls of functions of content that have as many arguments as these take. It recurses as deep as the expression nests. */
export function expandCalls(expression: Expression, macros: ReadonlyMap<string, Macro>): Expansion {
  const expanding: Expanding = { macros, calls: new Map(), sizes: new WeakMap(), members: 0, beyond: undefined };
  const expanded = expand(expression, expanding);
  return { expression: expanded, calls: expanding.calls, size: sizeOf(expanded, expanding), beyond: expanding.beyond };
}

function expand(expression: Expression, expanding: Expanding): Expression {
  if (expanding.beyond !== undefined) return expression;
  const inner = withChildren(expression, (child) => expand(child, expanding));
  if (inner.kind !== 'call' || inner.receiver !== undefined) return inner;
  const macro = expanding.macros.get(inner.function);
  if (macro?.arguments.length !== inner.arguments.length) return inner;
  expanding.calls.set(placeText(inner.span), macro.name);
  const given = new Map(macro.arguments.map((name, i) => [name, inner.arguments[i]]));
  const used = new Set<string>();
  const body = substitute(macro.body, { given, used, span: inner.span, expanding });
  const unused = inner.arguments.filter((_argument, i) => !used.has(macro.arguments[i]));
  const result: Expression = unused.length === 0 ? body : { kind: 'expanded', body, unused, span: inner.span };
  if (sizeOf(result, expanding) <= mostExpanded) return result;
  expanding.beyond = inner;
  return inner;
}

interface Substitution {
  readonly given: ReadonlyMap<string, Expression>;
  readonly used: Set<string>;
  /** Of the call, which everything of the body gets. */
  readonly span: Span;
  readonly expanding: Expanding;
}

function substitute(body: Expression, substitution: Substitution): Expression {
  const { given, used, span } = substitution;
  if (body.kind === 'name') {
    const argument = given.get(body.name);
    if (argument === undefined) return { ...body, span };
    used.add(body.name);
    return argument;
  }
  const member = body.kind === 'call' ? namesMember(body) : undefined;
  const inner = body.kind === 'call' && member !== undefined ? renamed(body, member, substitution) : withChildren(body, (child) => substitute(child, substitution));
  return at(inner, span);
}

/** `items.exists(v, …)` with another name for the member, which no text can have. */
function renamed(call: CallExpression, { receiver, before, variable, inside }: NamingCall, substitution: Substitution): CallExpression {
  const name = `${variable.name}'${++substitution.expanding.members}`;
  const fresh: Expression = { ...variable, name, span: substitution.span };
  const given = new Map(substitution.given).set(variable.name, fresh);
  const outer = (expression: Expression): Expression => substitute(expression, substitution);
  return { ...call, receiver: outer(receiver), arguments: [...before.map(outer), fresh, substitute(inside, { ...substitution, given })] };
}

function at(expression: Expression, span: Span): Expression {
  switch (expression.kind) {
    case 'member': return { ...expression, span, memberSpan: span };
    case 'call': return { ...expression, span, functionSpan: span };
    case 'binary': return { ...expression, span, operatorSpan: span };
    default: return { ...expression, span };
  }
}

/** Goes only as deep as what has been seen last: the sizes of arguments are known by then. */
function sizeOf(expression: Expression, expanding: Expanding): number {
  const known = expanding.sizes.get(expression);
  if (known !== undefined) return known;
  const size = childrenOf(expression).reduce((sum, child) => sum + sizeOf(child, expanding), 1);
  expanding.sizes.set(expression, size);
  return size;
}
