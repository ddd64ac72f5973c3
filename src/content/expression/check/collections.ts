import { quoteText } from '../../text/quote.js';
import { type Operation, numberType } from '../../../eval/operation.js';
import { compare } from '../../../eval/ops/compare.js';
import type { Range, PlainRange } from '../../../eval/ops/range.js';
import { classOf, kindOf, slot } from '../../../eval/ops/objects.js';
import { constantValue } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import type { Type } from '../../../model/model.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { allOf, build, combine, demand, demandCondition, demandObject } from './build.js';
import { connectionRow, listedOf, nearTo } from './connected.js';
import { type Kinds, type Lowered, type Scope, binding, compared, parameter } from './context.js';
import { kindsOfRange, isOtherMember, listNamed, setNamed } from './objects.js';
import { isValueName, roleNamed } from './literals.js';
import { nearestKnown, report } from './report.js';
import { type Collection, type Description, type RangeRow, byName, described, hasArity } from './row.js';

interface StepRow extends Description {
  readonly take: (collection: Collection | undefined, body: Body) => Collection | undefined;
}

interface Body {
  readonly inner: Scope;
  readonly expression: Expression;
}

const kindType: Type = { name: 'kind' };
const classType: Type = { name: 'class' };

export const ranges: ReadonlyMap<string, RangeRow> = byName<RangeRow>([
  {
    ...described('objects(kind)', 'all objects, or those of a kind', 'objects(planet).count()'),
    least: 0,
    read: ({ arguments: given, span }, scope) => ofKind('objects', [], given.at(0), span, scope),
  },
  {
    ...described('instances(class)', 'objects of a class', 'instances(farm).count()'),
    read: (call, scope) => instancesOf(call.arguments[0], call.span, scope),
  },
  anchored('attached', 'x', 'what is attached to x itself', 'source.planet, building'),
  anchored('contents', 'x', 'what is attached to x at any depth', 'source.system, building'),
  anchored('owned', 'faction', 'what belongs to a faction, without itself', 'source.owner, planet'),
  {
    ...described('owners(x)', 'the factions that x belongs to', 'owners(target.system).count()'),
    read: (call, scope) => ofKind('owners', [demandObject(call.arguments[0], scope)], undefined, call.span, scope),
  },
  {
    ...described(
      "near(x, n, 'grid')",
      'the objects of a grid at most n columns and rows from x, that at x too, each once; the grid may be left out where there is one',
      'near(source, 1).count()',
    ),
    least: 2,
    read: nearTo,
  },
]);

export const steps: ReadonlyMap<string, StepRow> = byName<StepRow>([
  {
    ...described(
      '.filter(v, condition)',
      'those for which the condition is true',
      'objects(planet).filter(p, p.population > 3).count()',
    ),
    take: (collection, { inner, expression }) => {
      const test = demandCondition(expression, inner);
      return collection && test && { ...collection, tests: [...collection.tests, test] };
    },
  },
  {
    ...described(
      '.map(v, number)',
      'a number of each; then `sum`, `mean`, `min`, `max` or `count`',
      'objects(planet).map(p, p.population).sum()',
    ),
    take: (collection, { inner, expression }) => {
      const mapped = demand(expression, numberType, compared(inner));
      return collection && mapped && { ...collection, mapped };
    },
  },
]);

export function isCollection(expression: Expression, scope: Scope): boolean {
  if (expression.kind === 'expanded') return isCollection(expression.body, scope);
  if (expression.kind === 'member') return listNamed(expression.member, scope) !== undefined;
  if (expression.kind !== 'call') return false;
  return expression.receiver === undefined
    ? rangeNamed(expression.function, scope) !== undefined
    : steps.has(expression.function);
}

export function rangeNamed(name: string, scope: Scope): RangeRow | undefined {
  return ranges.get(name) ?? connectionRow(name, scope);
}

export function readCollection(expression: Expression, scope: Scope): Collection | undefined {
  const refuse = (span: Span, suggest: string | (() => string)): Collection | undefined =>
    report(scope, 'not-a-collection', span, 'expected a collection', suggest);
  switch (expression.kind) {
    case 'expanded':
      return readCollection(expression.body, scope);
    case 'member': {
      const { member, memberSpan } = expression;
      if (listNamed(member, scope) !== undefined) return listedOf(expression, scope);
      if (setNamed(member, scope) !== undefined)
        return refuse(memberSpan, `${quoteText(member)} is a set of words: ask \`word in x.${member}\``);
      break;
    }
    case 'call': {
      const { receiver, function: name } = expression;
      if (receiver === undefined) {
        const row = rangeNamed(name, scope);
        if (row !== undefined) return hasArity(expression, row, scope) ? row.read(expression, scope) : undefined;
        break;
      }
      const step = steps.get(name);
      if (step !== undefined) return takeStep(expression, receiver, step, scope);
      break;
    }
    default:
  }
  return refuse(expression.span, () => intendedCollection(expression, scope));
}

export function bodyOf(call: CallExpression, kinds: Kinds, scope: Scope): Body | undefined {
  const [variable, expression] = call.arguments.slice(-2);
  const { span } = variable;
  if (variable.kind !== 'name') {
    const place = call.arguments.length > 2 ? 'second' : 'first';
    const message = `expected a name for the member as the ${place} argument of ${quoteText(call.function)}`;
    return report(scope, 'variable-expected', span, message, `write \`.${call.function}(v, …)\``);
  }
  const { name } = variable;
  if (scope.names.has(name) || name === 'value' || isValueName(name, scope) || roleNamed(name, scope) >= 0)
    return refuseShadow(name, span, scope);
  return { inner: binding(scope, name, kinds), expression };
}

export function refuseShadow<Wanted>(name: string, span: Span, scope: Scope): Wanted | undefined {
  return report(
    scope,
    'shadowed-name',
    span,
    `${quoteText(name)} has a meaning here already`,
    'give the member another name',
  );
}

export function instancesOf(expression: Expression, span: Span, scope: Scope): Collection | undefined {
  return ofSort(demand(expression, classType, parameter(scope)), 'objects', [], span, scope);
}

function anchored(over: 'attached' | 'contents' | 'owned', of: string, meaning: string, example: string): RangeRow {
  return {
    ...described(`${over}(${of}, kind)`, `${meaning}; of a kind, where one is given`, `${over}(${example}).count()`),
    least: 1,
    read: ({ arguments: [x, ...more], span }, scope) => ofKind(over, [demandObject(x, scope)], more.at(0), span, scope),
  };
}

type Plain = PlainRange['over'];

function ofKind(
  over: Plain,
  anchor: readonly Lowered[],
  kind: Expression | undefined,
  span: Span,
  scope: Scope,
): Collection | undefined {
  if (kind === undefined) return collect({ over, kind: 0, class: 0 }, anchor, [], scope);
  return ofSort(demand(kind, kindType, parameter(scope)), over, anchor, span, scope);
}

/** The members of a range that are of a kind or class, be it known only at run time. */
function ofSort(
  sort: Lowered,
  over: Plain,
  anchor: readonly Lowered[],
  span: Span,
  scope: Scope,
): Collection | undefined {
  if (sort === undefined) return undefined;
  const isClass = sort.type.name === 'class';
  const index = constantValue(sort);
  if (index === undefined) {
    const test = memberIs(isClass ? classOf : kindOf, sort, span, scope);
    return collect({ over, kind: 0, class: 0 }, anchor, [test], scope);
  }
  const range: Range = isClass ? { over: 'class', kind: 0, class: index } : { over, kind: index, class: 0 };
  return collect(range, anchor, [], scope);
}

function collect(
  range: Range,
  anchor: readonly Lowered[],
  tests: readonly Lowered[],
  scope: Scope,
): Collection | undefined {
  const [of, met] = [allOf(anchor), allOf(tests)];
  return of && met && { range, anchor: of, tests: met, kinds: kindsOfRange(range, scope.check.model) };
}

function memberIs(sort: Operation, wanted: Node, span: Span, scope: Scope): Lowered {
  const member = build(scope, span, slot, { slot: scope.free });
  return build(scope, span, compare, { comparison: '==' as const }, [combine(scope, span, sort, [member]), wanted]);
}

function takeStep(call: CallExpression, receiver: Expression, step: StepRow, scope: Scope): Collection | undefined {
  const collection = readCollection(receiver, scope);
  if (!hasArity(call, step, scope)) return undefined;
  if (collection?.mapped !== undefined)
    return refuseMapped(call, 'put `map` last, before `sum`, `mean`, `min`, `max` or `count`', scope);
  const body = bodyOf(call, collection?.kinds, scope);
  return body && step.take(collection, body);
}

export function refuseMapped<Wanted>(call: CallExpression, suggestion: string, scope: Scope): Wanted | undefined {
  const message = `after \`map\` there are numbers, which ${quoteText(call.function)} cannot take`;
  return report(scope, 'not-a-collection', call.functionSpan, message, suggestion);
}

/** Connections and lists of the content that are shown. */
const mostShown = 6;

/**
 * What was most likely meant: a connection or list of the content as it is asked (`towns(self)`, `self.trade`) or a
 * name of the language; where nothing is near, all of these.
 */
function intendedCollection(expression: Expression, scope: Scope): string {
  const found = besideIn(expression, scope);
  const own = namesIn(scope);
  if (found !== undefined) {
    const { name, object } = found;
    if (own.includes(name)) return `write ${quoteText(formOf(name, object, scope))}`;
    if (scope.check.model.kindByName.has(name) && expression.kind === 'name')
      return `write ${quoteText(`objects(${name})`)}`;
    const known = expression.kind === 'call' && expression.receiver !== undefined ? steps : ranges;
    const near = isKnown(name, scope) ? undefined : nearestKnown(scope, name, [...known.keys(), ...own]);
    if (near !== undefined)
      return `did you mean ${quoteText(isAsAsked(expression, near, scope) ? near : formOf(near, object, scope))}?`;
  }
  const signatures = [...ranges.values()].map(({ signature }) => signature);
  const forms = own.slice(0, mostShown).map((name) => formOf(name, objectIn(scope), scope));
  return `write one of ${[...signatures, ...forms].map(quoteText).join(', ')}${own.length > forms.length ? ' and so on' : ''}`;
}

function namesIn({ check: { model } }: Scope): readonly string[] {
  return [...model.connections, ...model.links].map(({ name }) => name);
}

function isKnown(name: string, scope: Scope): boolean {
  const { columnByName, kindByName } = scope.check.model;
  return scope.names.has(name) || columnByName.has(name) || kindByName.has(name) || isOtherMember(name, scope);
}

function isAsAsked(expression: Expression, near: string, scope: Scope): boolean {
  if (!namesIn(scope).includes(near)) return true;
  return listNamed(near, scope) === undefined
    ? expression.kind === 'call' && expression.receiver === undefined
    : expression.kind === 'member';
}

function formOf(name: string, object: string, scope: Scope): string {
  return listNamed(name, scope) === undefined ? `${name}(${object})` : `${object}.${name}`;
}

/** A name in place of a collection, and the object beside it. */
function besideIn(
  expression: Expression,
  scope: Scope,
): { readonly name: string; readonly object: string } | undefined {
  if (expression.kind === 'name') return { name: expression.name, object: objectIn(scope) };
  if (expression.kind === 'member') return { name: expression.member, object: shortly(expression.object) };
  if (expression.kind !== 'call') return undefined;
  const {
    function: name,
    receiver,
    arguments: [first],
  } = expression;
  const object = receiver ?? first;
  return { name, object: object === undefined ? objectIn(scope) : shortly(object) };
}

function shortly(expression: Expression): string {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'member' && expression.object.kind === 'name'
    ? `${expression.object.name}.${expression.member}`
    : 'x';
}

function objectIn({ names }: Scope): string {
  return names.has('self') ? 'self' : ([...names.keys()].at(0) ?? 'x');
}
