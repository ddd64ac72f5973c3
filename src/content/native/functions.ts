import type { Names } from '../../compile/names.js';
import type { Model } from '../../components/model.js';
import { childrenOf } from '../expression/children.js';
import { type ExpressionContext, type Library, type Macro, type Problem, checkFunction } from '../expression/compile-expression.js';
import { expandCalls, mostExpanded } from '../expression/check/expand.js';
import { isBuiltIn } from '../expression/check/built-in.js';
import { parseExpression } from '../expression/parse.js';
import type { CallExpression, Expression } from '../expression/syntax.js';
import { quoteText } from '../diagnostics/quote.js';
import { mentionsLoss } from './damage.js';
import type { Declaration } from './declarations.js';
import { identifierFault } from './identifiers.js';
import { type Loading, reportError, reportWarning } from './loading.js';
import { type Claims, claim } from './names.js';
import type { FunctionSource } from './schema.js';
import type { Place } from './source-tree.js';

/** A function while it is looked at. */
interface Draft {
  readonly name: string;
  readonly source: FunctionSource;
  readonly arguments: readonly string[];
  readonly text: string;
  readonly body: Expression;
}

/** What functions may name besides one another. */
interface Known extends Pick<Library, 'variables' | 'tables'> {
  readonly model: Model;
  readonly names: Names;
}

/** Most nodes that calls of functions may bring into all expressions of a load together. */
const mostRoom = 3_000_000;

/**
 * Lowers the functions to what stands in place of their calls. One with a mistake is there all the same, so that what calls it can be checked, but blamed for
 * nothing more.
 */
export function lowerFunctions(declarations: readonly Declaration<FunctionSource>[], { model, names, variables, tables }: Known, loading: Loading): Library {
  const drafts = declarations.map((declaration) => draftOf(declaration, loading)).filter((draft) => draft !== undefined);
  const unexpanded = new Map(drafts.map((draft) => [draft.name, draft]));
  const library: Library = { variables, tables, functions: unexpanded, room: { left: mostRoom } };
  for (const draft of drafts) checkDraft(draft, { model, names, library }, loading);
  return { ...library, functions: expandAll(calledFirst(unexpanded, loading), loading) };
}

// --- names and text ---------------------------------------------------------------------------------------------------

function draftOf({ name, source, place }: Declaration<FunctionSource>, loading: Loading): Draft | undefined {
  const fault = identifierFault(name, 'a function', isBuiltIn(name));
  if (fault !== undefined) reportError(loading, place, fault);
  const names = argumentsOf(source, loading);
  const text = String(source.value);
  const parsed = parseExpression(text, { depth: loading.limits.expressionDepth });
  if (!parsed.ok) for (const error of parsed.errors) reportProblem({ code: 'syntax', ...error }, source, loading);
  if (fault === undefined && names !== undefined && parsed.ok) return { name, source, arguments: names, text, body: parsed.expression };
  loading.damage.names.add(name);
  return undefined;
}

function argumentsOf(source: FunctionSource, loading: Loading): readonly string[] | undefined {
  const list = source.arguments ?? [];
  const claims: Claims = new Map();
  for (const [i, name] of list.entries()) {
    const place = loading.places.ofValue(list, i);
    const fault = identifierFault(name, 'an argument', false);
    if (fault === undefined) claim(loading, claims, name, 'an argument of this function', place);
    else reportError(loading, place, fault);
  }
  const isWhole = !loading.damage.containers.has(source) && !loading.damage.containers.has(list);
  return claims.size === list.length && isWhole ? [...claims.keys()] : undefined;
}

// --- bodies -----------------------------------------------------------------------------------------------------------

function checkDraft({ name, source, arguments: given, text, body }: Draft, known: Pick<ExpressionContext, 'model' | 'names' | 'library'>, loading: Loading): void {
  const context: Omit<ExpressionContext, 'slots'> = { ...known, limits: loading.limits, tested: -1, value: undefined, firstFree: 2, sites: { next: 0 } };
  for (const problem of checkFunction(body, given, context)) {
    if (!mentionsLoss(loading.damage.names, text)) reportProblem(problem, source, loading);
    loading.damage.names.add(name);
  }
  const used = namesIn(body);
  for (const [i, argument] of given.entries()) {
    if (used.has(argument) || loading.damage.names.has(name)) continue;
    reportWarning(loading, loading.places.ofValue(source.arguments ?? [], i), {
      code: 'unused-argument', message: `${quoteText(name)} makes nothing of its argument ${quoteText(argument)}, expected it in the expression`, suggestion: 'remove it, also where the function is called',
    });
  }
}

function reportProblem({ code, message, suggestion, span }: Problem, source: FunctionSource, loading: Loading): void {
  reportError(loading, placeIn(source, span.start, loading), { code, message, suggestion });
}

function placeIn(source: FunctionSource, offset: number, { places }: Loading): Place {
  return places.ofValue(source, 'value', typeof source.value === 'string' ? offset : 0);
}

function namesIn(body: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  for (const expression of nodesOf(body)) if (expression.kind === 'name') names.add(expression.name);
  return names;
}

function nodesOf(body: Expression): readonly Expression[] {
  const nodes = [body];
  for (const node of nodes) nodes.push(...childrenOf(node));
  return nodes;
}

// --- calls among functions --------------------------------------------------------------------------------------------

/** A function, and the calls in it that are of functions of content. */
interface Caller {
  readonly draft: Draft;
  readonly calls: readonly CallExpression[];
}

/** Puts the functions in an order in which what is called comes first, without those that call one another in a circle or call such: each circle is reported once. */
function calledFirst(drafts: ReadonlyMap<string, Draft>, loading: Loading): readonly Caller[] {
  const done = new Set<string>();
  const lost = new Set<string>();
  const order: Caller[] = [];
  for (const start of drafts.values()) {
    // A stack of its own: functions may call one another in very long rows.
    const path: (Caller & { next: number })[] = [];
    const open = new Set<string>();
    const enter = (draft: Draft): void => {
      path.push({ draft, calls: callsOf(draft, drafts), next: 0 });
      open.add(draft.name);
    };
    if (!done.has(start.name)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const call = top.calls.at(top.next++);
      const called = call === undefined ? undefined : drafts.get(call.function);
      if (call === undefined || called === undefined) {
        done.add(top.draft.name);
        order.push(top);
        open.delete(top.draft.name);
        path.pop();
        const caller = path.at(-1);
        if (caller !== undefined && lost.has(top.draft.name)) lost.add(caller.draft.name);
      } else if (open.has(called.name)) {
        const names = path.map(({ draft }) => draft.name);
        reportCircle(names.slice(names.indexOf(called.name)), top.draft, call, loading);
        for (const name of names.slice(names.indexOf(called.name))) lost.add(name);
      } else if (!done.has(called.name)) {
        enter(called);
      } else if (lost.has(called.name)) {
        lost.add(top.draft.name);
      }
    }
  }
  for (const name of lost) loading.damage.names.add(name);
  return order.filter(({ draft }) => !lost.has(draft.name));
}

function callsOf({ body }: Draft, drafts: ReadonlyMap<string, Draft>): readonly CallExpression[] {
  return nodesOf(body).filter((node) => node.kind === 'call' && node.receiver === undefined && drafts.has(node.function)) as CallExpression[];
}

function reportCircle(circle: readonly string[], { source }: Draft, call: CallExpression, loading: Loading): void {
  const [first, ...rest] = circle;
  reportError(loading, placeIn(source, call.functionSpan.start, loading), {
    code: 'function-loop',
    message: `${quoteText(first)} calls ${[...rest, first].slice(0, 8).map(quoteText).join(', which calls ')}, expected functions that end somewhere`,
    suggestion: 'remove one call of the circle',
  });
}

function expandAll(callers: readonly Caller[], loading: Loading): ReadonlyMap<string, Macro> {
  const finished = new Map<string, Macro>();
  for (const { draft, calls } of callers) {
    if (calls.some((call) => loading.damage.names.has(call.function))) loading.damage.names.add(draft.name);
    finished.set(draft.name, { name: draft.name, arguments: draft.arguments, body: expanded(draft, finished, loading) });
  }
  return finished;
}

function expanded({ name, source, body }: Draft, macros: ReadonlyMap<string, Macro>, loading: Loading): Expression {
  const { expression, beyond } = expandCalls(body, macros);
  if (beyond === undefined) return expression;
  if (!loading.damage.names.has(beyond.function)) {
    reportError(loading, placeIn(source, beyond.functionSpan.start, loading), {
      code: 'too-large', message: `with this call ${quoteText(name)} has more parts than there is room for, the limit is ${mostExpanded}`, suggestion: 'keep a part of it in a variable',
    });
  }
  loading.damage.names.add(name);
  return body;
}
