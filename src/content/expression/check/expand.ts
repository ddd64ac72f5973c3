import { withChildren } from '../children.js';
import { placeText } from '../place-text.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { formatCount, quote } from '../wording.js';
import type { Library, Macro, Problem } from './context.js';
import { type Excess, type ExpansionLimits, calledMacro, measureCalls } from './extent.js';
import { type NamingCall, namesMember } from './member-names.js';

/** Functions of content are macros: their bodies stand in place of their calls. */

/** Nodes that an expression may have when its calls are expanded. */
const mostExpanded = 100_000;

/** Nodes that the calls of functions may bring into all expressions of a load together, these functions among them. */
export const mostOfAll = 1_000_000;

export interface Expansion {
  /** Shares what an argument brings in wherever it stands. */
  readonly expression: Expression;
  /** Functions by the place of their calls in the text, `start:end`; what their bodies bring in has that place. */
  readonly calls: ReadonlyMap<string, string>;
}

interface Expanding {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly calls: Map<string, string>;
  /** Members named so far: each gets a name of its own, so that it takes no other's place. */
  members: number;
}

/**
 * Expands all calls of functions of content that have as many arguments as these take, or says which call goes too far.
 * What comes of them is measured first: where that passes a limit nothing is expanded. It recurses as deep as the
 * expression nests.
 *
 * @param whole what the expression is, in the message: `the expression`
 */
export function expandCalls(
  expression: Expression,
  { functions, room }: Pick<Library, 'functions' | 'room'>,
  depth: number,
  whole: string,
): Expansion | { readonly problem: Problem } {
  const limits = { size: Math.min(mostExpanded, room.left), depth };
  const measured = measureCalls(expression, functions, limits);
  if ('call' in measured) return { problem: problemOf(measured, limits, whole) };
  const expanding: Expanding = { macros: functions, calls: new Map(), members: 0 };
  const expanded = expand(expression, expanding);
  if (expanding.calls.size > 0) room.left -= measured.size;
  return { expression: expanded, calls: expanding.calls };
}

function problemOf({ call, measure }: Excess, limits: ExpansionLimits, whole: string): Problem {
  const called = `with the call of ${quote(call.function)}`;
  const span = call.functionSpan;
  if (measure === 'depth') {
    return {
      code: 'too-deep',
      message: `${called} ${whole} nests too deep, the limit is ${formatCount(limits.depth)}`,
      suggestion: 'keep a part of it in a variable',
      span,
    };
  }
  const isAlone = limits.size === mostExpanded;
  const message = `${called} ${isAlone ? `${whole} has` : 'all expressions together have'} more parts than there is room for, the limit is ${formatCount(isAlone ? mostExpanded : mostOfAll)}`;
  return { code: 'too-large', message, suggestion: 'keep a part of it in a variable', span };
}

function expand(expression: Expression, expanding: Expanding): Expression {
  const inner = withChildren(expression, (child) => expand(child, expanding));
  const macro = calledMacro(inner, expanding.macros);
  if (macro === undefined || inner.kind !== 'call') return inner;
  expanding.calls.set(placeText(inner.span), macro.name);
  const given = new Map(macro.arguments.map((name, i) => [name, inner.arguments[i]]));
  const body = substitute(macro.body, { given, span: inner.span, expanding });
  const unused = inner.arguments.filter((_argument, i) => macro.extent.arguments[i].count === 0);
  return unused.length === 0 ? body : { kind: 'expanded', body, unused, span: inner.span };
}

interface Substitution {
  readonly given: ReadonlyMap<string, Expression>;
  /** Of the call, which everything of the body gets. */
  readonly span: Span;
  readonly expanding: Expanding;
}

function substitute(body: Expression, substitution: Substitution): Expression {
  const { given, span } = substitution;
  if (body.kind === 'name') {
    return given.get(body.name) ?? { ...body, span };
  }
  const member = body.kind === 'call' ? namesMember(body) : undefined;
  const inner =
    body.kind === 'call' && member !== undefined
      ? renamed(body, member, substitution)
      : withChildren(body, (child) => substitute(child, substitution));
  return at(inner, span);
}

/** `items.exists(v, …)` with another name for the member, which no text can have. */
function renamed(
  call: CallExpression,
  { receiver, before, variable, inside }: NamingCall,
  substitution: Substitution,
): CallExpression {
  const name = `${variable.name}'${++substitution.expanding.members}`;
  const fresh: Expression = { ...variable, name, span: substitution.span };
  const given = new Map(substitution.given).set(variable.name, fresh);
  const outer = (expression: Expression): Expression => substitute(expression, substitution);
  return {
    ...call,
    receiver: outer(receiver),
    arguments: [...before.map(outer), fresh, substitute(inside, { ...substitution, given })],
  };
}

function at(expression: Expression, span: Span): Expression {
  switch (expression.kind) {
    case 'member':
      return { ...expression, span, memberSpan: span };
    case 'call':
      return { ...expression, span, functionSpan: span };
    case 'binary':
      return { ...expression, span, operatorSpan: span };
    default:
      return { ...expression, span };
  }
}
