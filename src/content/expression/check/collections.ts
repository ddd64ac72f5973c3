import { constantValue } from '../../../eval/shape.js';
import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { type Operation, entityType, numberType } from '../../../eval/operation.js';
import { compare } from '../../../eval/ops/compare.js';
import type { Range } from '../../../eval/ops/members.js';
import type { PlainRange } from '../../../eval/ops/range.js';
import { slot } from '../../../eval/ops/slot.js';
import { classOf, kindOf } from '../../../eval/ops/sort.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build } from './build.js';
import { type Collection, type RangeRow, type Description, byName, hasArity } from './row.js';
import { connectionRow, listedOf, nearTo } from './connected.js';
import { demand, demandCondition } from './demand.js';
import { kindsOfRange } from './kinds.js';
import { constantNamed, roleNamed } from './literals.js';
import { isOccurring } from './occurring.js';
import { listNamed, setNamed, isOtherMember } from './other-members.js';
import { report, nearestKnown } from './report.js';
import { type Kinds, type Scope, binding, compared, parameter } from './context.js';

/** What narrows or maps a collection. */
interface StepRow extends Description {
  readonly least: 2;
  readonly most: 2;
  readonly take: (collection: Collection | undefined, body: Body) => Collection | undefined;
}

/** The bound variable's scope and what is asked of it. */
interface Body {
  readonly inner: Scope;
  readonly expression: Expression;
}

const kindType: Type = { name: 'kind' };
const classType: Type = { name: 'class' };

export const ranges: ReadonlyMap<string, RangeRow> = byName<RangeRow>([
  {
    name: 'objects',
    signature: 'objects(kind)',
    meaning: 'all objects, or those of a kind',
    example: 'objects(planet).count()',
    least: 0,
    most: 1,
    read: (call, scope) => ofKind('objects', [], call.arguments.at(0), call.span, scope),
  },
  {
    name: 'instances',
    signature: 'instances(class)',
    meaning: 'objects of a class',
    example: 'instances(farm).count()',
    least: 1,
    most: 1,
    read: (call, scope) => instancesOf(call.arguments[0], call.span, scope),
  },
  anchored(
    'attached',
    'attached(x, kind)',
    'what is attached to x itself',
    'attached(source.planet, building).count()',
  ),
  anchored(
    'contents',
    'contents(x, kind)',
    'what is attached to x at any depth',
    'contents(source.system, building).count()',
  ),
  anchored(
    'owned',
    'owned(faction, kind)',
    'what belongs to a faction, without itself',
    'owned(source.owner, planet).count()',
  ),
  {
    name: 'owners',
    signature: 'owners(x)',
    meaning: 'the factions that x belongs to',
    example: 'owners(target.system).count()',
    least: 1,
    most: 1,
    read: (call, scope) =>
      ofKind('owners', [demand(call.arguments[0], entityType, parameter(scope))], undefined, call.span, scope),
  },
  {
    name: 'near',
    signature: "near(x, n, 'grid')",
    meaning:
      'the objects of a grid at most n columns and rows from x, that at x too, each once; the grid may be left out where there is one',
    example: 'near(source, 1).count()',
    least: 2,
    most: 3,
    read: nearTo,
  },
]);

export const steps: ReadonlyMap<string, StepRow> = byName<StepRow>([
  {
    name: 'filter',
    signature: '.filter(v, condition)',
    meaning: 'those for which the condition is true',
    example: 'objects(planet).filter(p, p.population > 3).count()',
    least: 2,
    most: 2,
    take: (collection, { inner, expression }) => {
      const test = demandCondition(expression, inner);
      return collection && test && { ...collection, tests: [...collection.tests, test] };
    },
  },
  {
    name: 'map',
    signature: '.map(v, number)',
    meaning: 'a number of each; then `sum`, `mean`, `min`, `max` or `count`',
    example: 'objects(planet).map(p, p.population).sum()',
    least: 2,
    most: 2,
    take: (collection, { inner, expression }) => {
      const mapped = demand(expression, numberType, compared(inner));
      return collection && mapped && { ...collection, mapped };
    },
  },
]);

/** Whether an expression would be a collection if it is sound. */
export function isCollection(expression: Expression, scope: Scope): boolean {
  if (expression.kind === 'expanded') return isCollection(expression.body, scope);
  if (expression.kind === 'member') return listNamed(expression.member, scope) !== undefined;
  if (expression.kind !== 'call') return false;
  return expression.receiver === undefined
    ? rangeNamed(expression.function, scope) !== undefined
    : steps.has(expression.function);
}

/** What a call without a receiver begins a collection with: a range of the language, or a connection of the content. */
export function rangeNamed(name: string, scope: Scope): RangeRow | undefined {
  return ranges.get(name) ?? connectionRow(name, scope);
}

/** Reads a collection; reports what is none. */
export function readCollection(expression: Expression, scope: Scope): Collection | undefined {
  if (expression.kind === 'expanded') return readCollection(expression.body, scope);
  if (expression.kind === 'member' && listNamed(expression.member, scope) !== undefined)
    return listedOf(expression, scope);
  if (expression.kind === 'member' && setNamed(expression.member, scope) !== undefined) {
    return noCollection(
      expression.memberSpan,
      scope,
      () => `${quote(expression.member)} is a set of words: ask \`word in x.${expression.member}\``,
    );
  }
  if (expression.kind !== 'call') return noCollection(expression.span, scope, () => meant(expression, scope));
  const step = expression.receiver === undefined ? undefined : steps.get(expression.function);
  if (step !== undefined && expression.receiver !== undefined)
    return takeStep(expression, expression.receiver, step, scope);
  const row = expression.receiver === undefined ? rangeNamed(expression.function, scope) : undefined;
  if (row !== undefined) return hasArity(expression, row, scope) ? row.read(expression, scope) : undefined;
  return noCollection(expression.span, scope, () => meant(expression, scope));
}

/** Binds the variable of `.exists(v, …)` and its like, the argument before the last; reports what is no fresh name. */
export function bodyOf(call: CallExpression, kinds: Kinds, scope: Scope): Body | undefined {
  const [variable, expression] = call.arguments.slice(-2);
  if (variable.kind !== 'name') {
    return report(
      scope,
      'variable-expected',
      variable.span,
      `expected a name for the member as the ${call.arguments.length > 2 ? 'second' : 'first'} argument of ${quote(call.function)}`,
      () => `write \`.${call.function}(v, …)\``,
    );
  }
  if (
    scope.names.has(variable.name) ||
    reserved.has(variable.name) ||
    isOccurring(variable.name, scope) ||
    constantNamed(variable.name, scope) !== undefined ||
    roleNamed(variable.name, scope) >= 0
  ) {
    return report(
      scope,
      'shadowed-name',
      variable.span,
      `${quote(variable.name)} has a meaning here already`,
      () => 'give the member another name',
    );
  }
  return { inner: binding(scope, variable.name, kinds), expression };
}

/** The objects of a class, which need not be a constant. */
export function instancesOf(expression: Expression, span: Span, scope: Scope): Collection | undefined {
  const node = demand(expression, classType, parameter(scope));
  if (node === undefined) return undefined;
  const index = constantValue(node);
  return index !== undefined
    ? collect({ over: 'class', kind: 0, class: index }, [], [], scope)
    : collect({ over: 'objects', kind: 0, class: 0 }, [], [memberIs(classOf, node, span, scope)], scope);
}

const reserved: ReadonlySet<string> = new Set(['turn', 'time', 'value']);

function anchored(
  over: 'attached' | 'contents' | 'owned',
  signature: string,
  meaning: string,
  example: string,
): RangeRow {
  return {
    name: over,
    signature,
    meaning: `${meaning}; of a kind, where one is given`,
    example,
    least: 1,
    most: 2,
    read: (call, scope) =>
      ofKind(over, [demand(call.arguments[0], entityType, parameter(scope))], call.arguments.at(1), call.span, scope),
  };
}

function ofKind(
  over: PlainRange['over'],
  anchor: readonly (Node | undefined)[],
  kind: Expression | undefined,
  span: Span,
  scope: Scope,
): Collection | undefined {
  if (kind === undefined) return collect({ over, kind: 0, class: 0 }, anchor, [], scope);
  const node = demand(kind, kindType, parameter(scope));
  if (node === undefined) return undefined;
  const index = constantValue(node);
  return index !== undefined
    ? collect({ over, kind: index, class: 0 }, anchor, [], scope)
    : collect({ over, kind: 0, class: 0 }, anchor, [memberIs(kindOf, node, span, scope)], scope);
}

function collect(
  range: Range,
  anchor: readonly (Node | undefined)[],
  tests: readonly (Node | undefined)[],
  scope: Scope,
): Collection | undefined {
  const found = {
    range,
    anchor: anchor.filter((node) => node !== undefined),
    tests: tests.filter((node) => node !== undefined),
  };
  if (found.anchor.length < anchor.length || found.tests.length < tests.length) return undefined;
  return { ...found, kinds: kindsOfRange(range, scope.check.context.model) };
}

/** The member's kind or class equals one that is known only at run time. */
function memberIs(sort: Operation, wanted: Node, span: Span, scope: Scope): Node | undefined {
  const member = build(scope, span, slot, { slot: scope.free });
  return build(scope, span, compare, { comparison: '==' as const }, [
    build(scope, span, sort, undefined, [member]),
    wanted,
  ]);
}

function takeStep(call: CallExpression, receiver: Expression, step: StepRow, scope: Scope): Collection | undefined {
  const collection = readCollection(receiver, scope);
  if (!hasArity(call, step, scope)) return undefined;
  if (collection?.mapped !== undefined) {
    return report(
      scope,
      'not-a-collection',
      call.functionSpan,
      `after \`map\` there are numbers, which ${quote(step.name)} cannot take`,
      () => 'put `map` last, before `sum`, `mean`, `min`, `max` or `count`',
    );
  }
  const body = bodyOf(call, collection?.kinds, scope);
  return body && step.take(collection, body);
}

function noCollection(span: Span, scope: Scope, suggest: () => string): Collection | undefined {
  return report(scope, 'not-a-collection', span, 'expected a collection', suggest);
}

function meant(expression: Expression, scope: Scope): string {
  const known = expression.kind === 'call' && expression.receiver !== undefined ? steps : ranges;
  return intendedCollection(
    expression,
    [...known.keys()],
    [...ranges.values()].map(({ signature }) => signature),
    scope,
  );
}

/** Connections and lists of the content that are shown where nothing is near. */
const mostShown = 6;

/** A name that stands where a collection should, and the object beside it. */
interface Beside {
  readonly name: string;
  readonly object: string;
}

/**
 * What was most likely meant by an expression that is no collection: a connection or list of the content in the form in
 * which it is asked, such as
 * `towns(self)` or `self.trade`, or one of `known`, the names that the language has there; where nothing is near, all
 * of these. `signatures` is how the collections of the language are written.
 */
function intendedCollection(
  expression: Expression,
  known: readonly string[],
  signatures: readonly string[],
  scope: Scope,
): string {
  const found = besideIn(expression, scope);
  const own = namesIn(scope);
  if (found !== undefined && own.includes(found.name)) return `write ${quote(formOf(found.name, found.object, scope))}`;
  if (found !== undefined && scope.check.context.model.kindByName.has(found.name) && expression.kind === 'name')
    return `write ${quote(`objects(${found.name})`)}`;
  const near =
    found === undefined || isKnown(found.name, scope) ? undefined : nearestKnown(scope, found.name, [...known, ...own]);
  if (found !== undefined && near !== undefined)
    return `did you mean ${quote(isAsAsked(expression, near, scope) ? near : formOf(near, found.object, scope))}?`;
  const forms = own.slice(0, mostShown).map((name) => formOf(name, objectIn(scope), scope));
  return `write one of ${[...signatures, ...forms].map(quote).join(', ')}${own.length > forms.length ? ' and so on' : ''}`;
}

function namesIn({
  check: {
    context: { model },
  },
}: Scope): readonly string[] {
  return [...model.connections.map(({ name }) => name), ...model.links.map(({ name }) => name)];
}

/** Whether a name is that of something else, so that it is not misspelt. */
function isKnown(name: string, scope: Scope): boolean {
  const { columnByName, kindByName } = scope.check.context.model;
  return scope.names.has(name) || columnByName.has(name) || kindByName.has(name) || isOtherMember(name, scope);
}

/** Whether nothing but the name is wrong. */
function isAsAsked(expression: Expression, near: string, scope: Scope): boolean {
  if (!namesIn(scope).includes(near)) return true;
  return listNamed(near, scope) === undefined
    ? expression.kind === 'call' && expression.receiver === undefined
    : expression.kind === 'member';
}

function formOf(name: string, object: string, scope: Scope): string {
  return listNamed(name, scope) === undefined ? `${name}(${object})` : `${object}.${name}`;
}

function besideIn(expression: Expression, scope: Scope): Beside | undefined {
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

/** The text of an object that is said in a word or two, and `x` for any other. */
function shortly(expression: Expression): string {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'member' && expression.object.kind === 'name'
    ? `${expression.object.name}.${expression.member}`
    : 'x';
}

/** An object that has a name here. */
function objectIn({ names }: Scope): string {
  return names.has('self') ? 'self' : ([...names.keys()].at(0) ?? 'x');
}
