import { indexByName } from '../../model/model.js';
import { childrenOf, type CallExpression, type Expression } from '../expression/syntax.js';
import {
  type ExpressionContext,
  type Library,
  type Macro,
  type Problem,
  checkFunction,
} from '../expression/compile-expression.js';
import { expandCalls, mostOfAll, macroOf } from '../expression/check/expand-calls.js';
import { isBuiltIn } from '../expression/check/lower-functions.js';
import { parseExpression } from '../expression/parse-expression.js';
import type { Callable } from '../../ir/node.js';
import { quoteText } from '../text/quote.js';
import { mentionsLoss } from './damage.js';
import type { Declaration } from './declarations.js';
import { type Knowing, isReadable } from './expression-text.js';
import { type Reporting, describeCircle, isTorn, lose, refuse, sound, takeOperations, warn } from './load-context.js';
import { type Claims, checkIdentifier, claim } from './names.js';
import { neededFirst } from './needed-first.js';
import type { FunctionSource } from './schema.js';
import type { Place } from './source-tree.js';

/** Its body may call other functions. */
interface Draft extends Macro {
  readonly source: FunctionSource;
  readonly text: string;
}

type Known = Pick<Library, 'variables' | 'tables'> & Pick<Knowing, 'model' | 'names' | 'loading'>;

type FunctionContext = Known & Pick<Knowing, 'library'>;

/**
 * The library for the expressions of this load, and what expressions of hosts may call. A wrong function stays for its
 * calls, without further reports.
 */
export function lowerFunctions(
  declarations: readonly Declaration<FunctionSource>[],
  known: Known,
): { readonly library: Library; readonly callable: Callable } {
  const { variables, tables, loading } = known;
  const drafts = sound(declarations.map((declaration) => draftOf(declaration, known)));
  const functions = indexByName(drafts);
  const library: Library = { variables, tables, functions, room: { left: mostOfAll }, budget: loading.budget };
  const context = { ...known, library };
  for (const draft of drafts) checkDraft(draft, context);
  const expanded = expandAll(functions, context);
  const named = sound([...expanded.keys()].map((name) => functions.get(name)));
  return {
    library: { ...library, functions: expanded },
    callable: {
      functions: named.map(({ name, arguments: given, text }) => ({ name, arguments: given, text })),
      tables,
    },
  };
}

function draftOf(declaration: Declaration<FunctionSource>, context: Reporting): Draft | undefined {
  const { loading } = context;
  // The limit is reported already.
  const isFull = loading.left.operations < 0;
  const draft = isFull ? undefined : readDraft(declaration, context);
  const place = () => placeIn(declaration.source, 0, context);
  if (draft !== undefined && takeOperations(loading, partsOf(draft), 'function', place)) return draft;
  lose(context, declaration.name);
  return undefined;
}

function partsOf({ extent: { size, arguments: given } }: Draft): number {
  return given.reduce((sum, { count }) => sum + count, size);
}

function readDraft({ name, source, place }: Declaration<FunctionSource>, context: Reporting): Draft | undefined {
  const { loading } = context;
  const isNamed = checkIdentifier(context, place, name, 'a function', isBuiltIn(name));
  const names = argumentsOf(source, context);
  const text = String(source.value);
  if (!isReadable(text, 'function', () => placeIn(source, 0, context), loading)) return undefined;
  const parsed = parseExpression(text, { depth: loading.limits.expressionDepth });
  if (!parsed.ok) for (const error of parsed.errors) reportProblem({ code: 'syntax', ...error }, source, context);
  return isNamed && names !== undefined && parsed.ok
    ? { ...macroOf(name, names, parsed.expression), source, text }
    : undefined;
}

function argumentsOf(source: FunctionSource, context: Reporting): readonly string[] | undefined {
  const { arguments: list = [] } = source;
  const claims: Claims = new Map();
  for (const [i, name] of list.entries())
    if (checkIdentifier(context, [list, i], name, 'an argument'))
      claim(context, claims, name, 'an argument of this function', [list, i]);
  const isWhole = !isTorn(context, source) && !isTorn(context, list);
  return claims.size === list.length && isWhole ? [...claims.keys()] : undefined;
}

function checkDraft({ name, source, arguments: given, text, body }: Draft, context: FunctionContext): void {
  const { model, names, library, loading } = context;
  const { names: lost } = loading.damage;
  const checking: Omit<ExpressionContext, 'slots'> = {
    model,
    names,
    library,
    limits: loading.limits,
    tested: -1,
    value: undefined,
    firstFree: 2,
    sites: { next: 0 },
  };
  for (const problem of checkFunction(body, given, checking)) {
    if (!mentionsLoss(lost, text)) reportProblem(problem, source, context);
    lost.add(name);
  }
  const used = new Set(nodesOf(body).map((expression) => expression.kind === 'name' && expression.name));
  for (const [i, argument] of given.entries()) {
    if (used.has(argument) || lost.has(name)) continue;
    warn(
      context,
      [source.arguments ?? [], i],
      'unused-argument',
      `${quoteText(name)} does not use its argument ${quoteText(argument)}, expected it in the expression`,
      'remove it, also where the function is called',
    );
  }
}

function reportProblem({ code, message, suggestion, span }: Problem, source: FunctionSource, context: Reporting): void {
  refuse(context, placeIn(source, span.start, context), code, message, suggestion);
}

function placeIn(source: FunctionSource, offset: number, { loading }: Reporting): Place {
  return loading.places.ofValue(source, 'value', typeof source.value === 'string' ? offset : 0);
}

/** Without spreading: a list may have more elements than a call takes arguments. */
export function nodesOf(body: Expression): readonly Expression[] {
  const nodes = [body];
  for (const node of nodes) for (const child of childrenOf(node)) nodes.push(child);
  return nodes;
}

interface Needed {
  readonly name: string;
  readonly draft: Draft;
  readonly call: CallExpression;
}

function callsOf(draft: Draft, drafts: ReadonlyMap<string, Draft>): readonly Needed[] {
  return nodesOf(draft.body).flatMap((call) =>
    call.kind === 'call' && call.receiver === undefined && drafts.has(call.function)
      ? [{ name: call.function, draft, call }]
      : [],
  );
}

function reportCircle(
  { name: first, draft: { source }, call }: Needed,
  needs: readonly Needed[],
  context: Reporting,
): void {
  refuse(
    context,
    placeIn(source, call.functionSpan.start, context),
    'function-loop',
    `${describeCircle(first, needs, 'calls')}, expected functions that end somewhere`,
    'remove one call of the circle',
  );
}

/** Called functions first. Callers of a lost one are lost with it. */
function expandAll(drafts: ReadonlyMap<string, Draft>, context: FunctionContext): ReadonlyMap<string, Macro> {
  const { names: lost } = context.loading.damage;
  const needs = new Map([...drafts].map(([name, draft]) => [name, callsOf(draft, drafts)]));
  const { order, lost: circling } = neededFirst(
    drafts.keys(),
    (name) => needs.get(name) ?? [],
    (closing, needs) => reportCircle(closing, needs, context),
  );
  for (const name of circling) lost.add(name);
  const finished = new Map<string, Macro>();
  for (const name of order) {
    const draft = drafts.get(name);
    if (draft === undefined) continue;
    if (needs.get(name)?.some((need) => lost.has(need.name)) === true) lost.add(name);
    const expanded = lost.has(name) ? undefined : expandDraft(draft, finished, context);
    finished.set(name, expanded ?? draft);
  }
  return finished;
}

function expandDraft(
  { name, arguments: given, source, body }: Draft,
  functions: ReadonlyMap<string, Macro>,
  context: FunctionContext,
): Macro | undefined {
  const calls = { functions, room: context.library.room };
  const expanded = expandCalls(body, calls, context.loading.limits.expressionDepth, 'the function');
  if ('expression' in expanded) return macroOf(name, given, expanded.expression);
  reportProblem(expanded.problem, source, context);
  lose(context, name);
  return undefined;
}
