import type { Names } from '../../ir/names.js';
import type { Model } from '../../model/model.js';
import { childrenOf } from '../expression/children.js';
import {
  type ExpressionContext,
  type Library,
  type Macro,
  type Problem,
  checkFunction,
} from '../expression/compile-expression.js';
import { expandCalls, mostOfAll } from '../expression/check/expand.js';
import { macroOf } from '../expression/check/extent.js';
import { isBuiltIn } from '../expression/check/built-in.js';
import { parseExpression } from '../expression/parse.js';
import type { CallExpression, Expression } from '../expression/syntax.js';
import { quoteText } from '../diagnostics/quote.js';
import { mentionsLoss } from './damage.js';
import type { Declaration } from './declarations.js';
import { isReadable } from './expression-length.js';
import { identifierFault } from './identifiers.js';
import { type Loading, reportError, reportWarning, takeOperations } from './loading.js';
import { type Claims, claim } from './names.js';
import { type Circle, neededFirst } from './needed-first.js';
import type { FunctionSource } from './schema.js';
import type { Place } from './source-tree.js';

/** A function as it is written: calls of other functions stand in its body. */
interface Draft extends Macro {
  readonly source: FunctionSource;
  readonly text: string;
}

/** What functions may name besides one another. */
interface Known extends Pick<Library, 'variables' | 'tables'> {
  readonly model: Model;
  readonly names: Names;
}

/**
 * Lowers the functions to what stands in place of their calls. One with a mistake is there all the same, so that what
 * calls it can be checked, but blamed for nothing more.
 */
export function lowerFunctions(
  declarations: readonly Declaration<FunctionSource>[],
  { model, names, variables, tables }: Known,
  loading: Loading,
): Library {
  const drafts = declarations
    .map((declaration) => draftOf(declaration, loading))
    .filter((draft) => draft !== undefined);
  const unexpanded = new Map(drafts.map((draft) => [draft.name, draft]));
  const library: Library = {
    variables,
    tables,
    functions: unexpanded,
    room: { left: mostOfAll },
    budget: loading.budget,
  };
  for (const draft of drafts) checkDraft(draft, { model, names, library }, loading);
  return { ...library, functions: expandAll(unexpanded, library, loading) };
}

// --- names and text

function draftOf({ name, source, place }: Declaration<FunctionSource>, loading: Loading): Draft | undefined {
  // What did not fit has been reported, and what follows it would not fit either.
  const isFull = loading.left.operations < 0;
  const draft = isFull ? undefined : readDraft({ name, source, place }, loading);
  if (draft !== undefined && takeOperations(loading, partsOf(draft), 'function', () => placeIn(source, 0, loading)))
    return draft;
  loading.damage.names.add(name);
  return undefined;
}

/** Parts of its expression as it is written. */
function partsOf({ extent: { size, arguments: given } }: Draft): number {
  return given.reduce((sum, { count }) => sum + count, size);
}

function readDraft({ name, source, place }: Declaration<FunctionSource>, loading: Loading): Draft | undefined {
  const fault = identifierFault(name, 'a function', isBuiltIn(name));
  if (fault !== undefined) reportError(loading, place, fault);
  const names = argumentsOf(source, loading);
  const text = String(source.value);
  if (!isReadable(text, 'function', () => placeIn(source, 0, loading), loading)) return undefined;
  const parsed = parseExpression(text, { depth: loading.limits.expressionDepth });
  if (!parsed.ok) for (const error of parsed.errors) reportProblem({ code: 'syntax', ...error }, source, loading);
  return fault === undefined && names !== undefined && parsed.ok
    ? { ...macroOf(name, names, parsed.expression), source, text }
    : undefined;
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

// --- bodies

function checkDraft(
  { name, source, arguments: given, text, body }: Draft,
  known: Pick<ExpressionContext, 'model' | 'names' | 'library'>,
  loading: Loading,
): void {
  const context: Omit<ExpressionContext, 'slots'> = {
    ...known,
    limits: loading.limits,
    tested: -1,
    value: undefined,
    firstFree: 2,
    sites: { next: 0 },
  };
  for (const problem of checkFunction(body, given, context)) {
    if (!mentionsLoss(loading.damage.names, text)) reportProblem(problem, source, loading);
    loading.damage.names.add(name);
  }
  const used = namesIn(body);
  for (const [i, argument] of given.entries()) {
    if (used.has(argument) || loading.damage.names.has(name)) continue;
    reportWarning(loading, loading.places.ofValue(source.arguments ?? [], i), {
      code: 'unused-argument',
      message: `${quoteText(name)} makes nothing of its argument ${quoteText(argument)}, expected it in the expression`,
      suggestion: 'remove it, also where the function is called',
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

/** One at a time: a list may have more elements than a call takes arguments. */
function nodesOf(body: Expression): readonly Expression[] {
  const nodes = [body];
  for (const node of nodes) for (const child of childrenOf(node)) nodes.push(child);
  return nodes;
}

// --- calls among functions

/** A call of another function of content. */
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
  { names: [first, ...rest] }: Circle,
  { draft: { source }, call }: Needed,
  loading: Loading,
): void {
  reportError(loading, placeIn(source, call.functionSpan.start, loading), {
    code: 'function-loop',
    message: `${quoteText(first)} calls ${rest.map(quoteText).join(', which calls ')}, expected functions that end somewhere`,
    suggestion: 'remove one call of the circle',
  });
}

/** Expands the functions, what is called first. What calls one that is lost is lost with it, and not expanded. */
function expandAll(
  drafts: ReadonlyMap<string, Draft>,
  { room }: Library,
  loading: Loading,
): ReadonlyMap<string, Macro> {
  const { names: lost } = loading.damage;
  const needs = new Map([...drafts].map(([name, draft]) => [name, callsOf(draft, drafts)]));
  const { order, lost: circling } = neededFirst(
    drafts.keys(),
    (name) => needs.get(name) ?? [],
    (circle, closing) => reportCircle(circle, closing, loading),
  );
  for (const name of circling) lost.add(name);
  const finished = new Map<string, Macro>();
  for (const name of order) {
    const draft = drafts.get(name);
    if (draft === undefined) continue;
    if (needs.get(name)?.some((need) => lost.has(need.name)) === true) lost.add(name);
    const expanded = lost.has(name) ? undefined : expandDraft(draft, { functions: finished, room }, loading);
    finished.set(name, expanded ?? draft);
  }
  return finished;
}

function expandDraft(
  { name, arguments: given, source, body }: Draft,
  library: Pick<Library, 'functions' | 'room'>,
  loading: Loading,
): Macro | undefined {
  const expanded = expandCalls(body, library, loading.limits.expressionDepth, 'the function');
  if ('expression' in expanded) return macroOf(name, given, expanded.expression);
  reportProblem(expanded.problem, source, loading);
  loading.damage.names.add(name);
  return undefined;
}
