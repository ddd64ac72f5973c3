import { quoteText } from '../../text/quote.js';
import {
  withChildren,
  type NamingCall,
  namesMember,
  childrenOf,
  type CallExpression,
  type Expression,
  type Span,
} from '../syntax.js';
import {
  placeText,
  type Library,
  type Macro,
  type Problem,
  type Extent,
  type MacroExtent,
} from './expression-context.js';
import { grouped } from '../../../kernel/grouped.js';

/** Functions of content are macros: their bodies stand in place of their calls. */

/** Nodes that an expression may have when its calls are expanded. */
const mostExpanded = 100_000;

/** The same of all expressions of a load, functions among them. */
export const mostOfAll = 1_000_000;

export interface Expansion {
  /** Shares what an argument brings in wherever it stands. */
  readonly expression: Expression;
  /** Functions by the place of their calls, `start:end`, which all of their bodies has. */
  readonly calls: ReadonlyMap<string, string>;
}

interface Expanding {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly calls: Map<string, string>;
  /** Members named so far: each gets a name of its own. */
  members: number;
}

/**
 * Expands calls of functions of content with as many arguments as these take, or says which call goes too far: all is
 * measured first. Recurses as deep as the expression nests.
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
  const isAlone = limits.size === mostExpanded;
  const [code, found, limit] =
    measure === 'depth'
      ? ['too-deep', `${whole} nests too deep`, limits.depth]
      : [
          'too-large',
          `${isAlone ? `${whole} has` : 'all expressions together have'} more parts than there is room for`,
          isAlone ? mostExpanded : mostOfAll,
        ];
  const message = `with the call of ${quoteText(call.function)} ${found}, the limit is ${grouped(limit)}`;
  return { code, message, suggestion: 'keep a part of it in a variable', span: call.functionSpan };
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
    arguments: [...before.map(outer), fresh, ...inside.map((each) => substitute(each, { ...substitution, given }))],
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

interface ExpansionLimits {
  readonly size: number;
  readonly depth: number;
}

interface Excess {
  readonly call: CallExpression;
  readonly measure: keyof ExpansionLimits;
}

function calledMacro(expression: Expression, macros: ReadonlyMap<string, Macro>): Macro | undefined {
  if (expression.kind !== 'call' || expression.receiver !== undefined) return undefined;
  const macro = macros.get(expression.function);
  return macro?.arguments.length === expression.arguments.length ? macro : undefined;
}

/** A function of content, measured. */
export function macroOf(name: string, names: readonly string[], body: Expression): Macro {
  return { name, arguments: names, body, extent: measureBody(body, names) };
}

/** An argument is a name that stands there free. */
function measureBody(body: Expression, names: readonly string[]): MacroExtent {
  const found = new Map(names.map((name) => [name, { count: 0, above: 0 }]));
  const waiting = [{ expression: body, level: 1 }];
  let [size, depth] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expression, level } = next;
    const argument = expression.kind === 'name' ? found.get(expression.name) : undefined;
    if (argument !== undefined) {
      argument.count += 1;
      argument.above = Math.max(argument.above, level - 1);
    } else {
      size += 1;
      depth = Math.max(depth, level);
    }
    for (const child of childrenOf(expression)) waiting.push({ expression: child, level: level + 1 });
  }
  return { size, depth, arguments: [...found.values()] };
}

interface Measuring {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly limits: ExpansionLimits;
  size: number;
  excess: Excess | undefined;
}

/**
 * Finds the first call that goes too far, or else the extent, in linear time. Recurses as deep as the expression nests.
 */
function measureCalls(
  expression: Expression,
  macros: ReadonlyMap<string, Macro>,
  limits: ExpansionLimits,
): Extent | Excess {
  const measuring: Measuring = { macros, limits, size: 0, excess: undefined };
  const extent = measure(expression, false, measuring);
  return measuring.excess ?? extent;
}

function measure(expression: Expression, isInCall: boolean, measuring: Measuring): Extent {
  const macro = calledMacro(expression, measuring.macros);
  let [size, depth] = [1, 1];
  const parts: Extent[] = [];
  for (const child of childrenOf(expression)) {
    const part = measure(child, isInCall || macro !== undefined, measuring);
    if (macro !== undefined) parts.push(part);
    size += part.size;
    depth = Math.max(depth, part.depth + 1);
    if (measuring.excess !== undefined) return { size, depth };
  }
  if (macro === undefined || expression.kind !== 'call') return { size, depth };
  const extent = extentOfCall(macro.extent, parts);
  if (!isInCall) measuring.size += extent.size;
  noteExcess(expression, extent, measuring);
  return extent;
}

/** Unused arguments stand beside the body. */
function extentOfCall(
  { size: ownSize, depth: ownDepth, arguments: places }: MacroExtent,
  given: readonly Extent[],
): Extent {
  const beside = places.some(({ count }) => count === 0) ? 1 : 0;
  let [size, depth] = [ownSize + beside, ownDepth + beside];
  for (const [i, part] of given.entries()) {
    const { count, above } = places[i];
    size += Math.max(1, count) * part.size;
    depth = Math.max(depth, above + beside + part.depth);
  }
  return { size, depth };
}

function noteExcess(call: CallExpression, { size, depth }: Extent, measuring: Measuring): void {
  const { limits } = measuring;
  if (Math.max(size, measuring.size) > limits.size) measuring.excess = { call, measure: 'size' };
  else if (depth > limits.depth) measuring.excess = { call, measure: 'depth' };
}
