import type { CallExpression, Expression, MemberExpression, Span } from '../syntax.js';
import {
  type Collection,
  type RangeRow,
  type Row,
  hasArity,
  nameIn,
  rowOf,
  unknownNamed,
  refuseMapped,
  refuseShadow,
} from './row.js';
import {
  type Kinds,
  type Lowered,
  type Scope,
  binding,
  compared,
  parameter,
  didYouMeanOf,
  namesOf,
  nearestKnown,
  report,
  untested,
  warn,
} from './expression-context.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, numberType } from '../../../eval/operation.js';
import { and } from '../../../eval/ops/logic.js';
import { grouped } from '../../../kernel/grouped.js';
import { type Type, kindAt, indexByName } from '../../../model/model.js';
import {
  allOf,
  build,
  buildConstant,
  combine,
  demand,
  demandCondition,
  demandNumber,
  demandObject,
  describeType,
} from './build-node.js';
import { constantValue } from '../../../eval/node-shape.js';
import { quoteText } from '../../text/quote.js';
import { compare } from '../../../eval/ops/compare-values.js';
import { type Range, type PlainRange, type RankOrder, mostKeys, mostRanked } from '../../../eval/ops/range.js';
import { classOf, kindOf, slot } from '../../../eval/ops/object-links.js';
import type { Connection, Grid, Step } from '../../../model/connection.js';
import type { Space } from '../../../model/space.js';
import { ballRange, cellsRange, connectionRange } from '../../../eval/ops/members.js';
import { farthestNear } from '../../../state/grid-cells.js';
import { withoutTarget } from './draw-site.js';
import { linksOf } from './network-links.js';
import { isOtherMember, kindsOf, kindsOfRange, listNamed, objectHere, setNamed } from './object-reads.js';
import { isValueName, roleNamed } from './literals.js';

type StepRow = Row<(call: CallExpression, collection: Collection | undefined, scope: Scope) => Collection | undefined>;

interface Body {
  readonly inner: Scope;
  readonly expression: Expression;
}

const kindType: Type = { name: 'kind' };
const classType: Type = { name: 'class' };

export const ranges: ReadonlyMap<string, RangeRow> = indexByName<RangeRow>([
  rowOf('objects(kind)', ({ arguments: given, span }, scope) => ofKind('objects', [], given.at(0), span, scope), {
    least: 0,
  }),
  rowOf('instances(class)', (call, scope) => instancesOf(call.arguments[0], call.span, scope)),
  anchored('attached', 'x'),
  anchored('contents', 'x'),
  anchored('owned', 'faction'),
  rowOf('owners(x)', (call, scope) =>
    ofKind('owners', [demandObject(call.arguments[0], scope)], undefined, call.span, scope),
  ),
  rowOf("near(x, n, 'grid')", nearTo, { least: 2 }),
  rowOf("neighbours(x, n, 'grid')", neighboursOf, { least: 1 }),
  rowOf("links(x, 'network')", linksOf, { least: 1 }),
  rowOf("within(x, r, 'space')", withinOf, { least: 2 }),
]);

export const steps: ReadonlyMap<string, StepRow> = indexByName<StepRow>([
  rowOf('.filter(v, condition)', (call, collection, scope) => {
    const body = bodyOf(call, collection?.kinds, scope);
    const test = body && demandCondition(body.expression, body.inner);
    return collection && test && { ...collection, tests: [...collection.tests, test] };
  }),
  rowOf('.map(v, number)', (call, collection, scope) => {
    const body = bodyOf(call, collection?.kinds, scope);
    const mapped = body && demand(body.expression, numberType, compared(body.inner));
    return collection && mapped && { ...collection, mapped };
  }),
  ranking('top', 'greatest'),
  ranking('bottom', 'least'),
]);

export function isCollection(expression: Expression, scope: Scope): boolean {
  if (expression.kind === 'expanded') return isCollection(expression.body, scope);
  if (expression.kind === 'member') return listNamed(expression.member, scope) !== undefined;
  if (expression.kind !== 'call') return false;
  // Where there is no space, this can only be meant as a function of words.
  if (expression.function === 'within' && scope.check.model.spaces.length === 0) return false;
  return expression.receiver === undefined
    ? rangeCalled(expression, scope) !== undefined
    : steps.has(expression.function);
}

export function rangeNamed(name: string, scope: Scope): RangeRow | undefined {
  return ranges.get(name) ?? connectionRow(name, scope);
}

/** With a third argument that is no name `within` is a function of words. */
export function rangeCalled({ function: name, arguments: given }: CallExpression, scope: Scope): RangeRow | undefined {
  if (name === 'within' && (given.length > 3 || (given.length === 3 && given[2].kind !== 'string'))) return undefined;
  return rangeNamed(name, scope);
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
        const row = rangeCalled(expression, scope);
        if (row !== undefined) return hasArity(expression, row, scope) ? row.lower(expression, scope) : undefined;
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

function connectionRow(name: string, scope: Scope): RangeRow | undefined {
  const connection = scope.check.model.connections.find((each) => each.name === name);
  return (
    connection &&
    rowOf(`${name}(x)`, ({ arguments: [of], span }, inner) =>
      connectedTo(connection, demandObject(of, inner), span, inner),
    )
  );
}

function connectedTo(
  { name, from, to, steps }: Connection,
  of: Lowered,
  span: Span,
  scope: Scope,
): Collection | undefined {
  if (of === undefined) return undefined;
  const kinds = kindsOf(of, scope);
  if (from !== 0 && kinds?.includes(from) === false)
    warn(
      scope,
      'never-present',
      span,
      `${quoteText(name)} leads from objects of kind ${quoteText(kindAt(scope.check.model, from).name)}, and ${objectHere(kinds, scope)}, so it leads nowhere`,
    );
  const isSure = from === 0 || (kinds?.length === 1 && kinds[0] === from) || steps.at(0)?.by === 'objects';
  return over(isSure ? steps : [{ by: 'kind', kind: from }, ...steps], of, to === 0 ? undefined : [to], scope);
}

function nearTo({ arguments: [object, bound, named], span }: CallExpression, scope: Scope): Collection | undefined {
  return around(object, distanceIn(bound, scope), named, true, span, scope);
}

function neighboursOf({ arguments: given, span }: CallExpression, scope: Scope): Collection | undefined {
  const [object, bound] = given;
  const distance = given.length < 2 ? buildConstant(scope, span, numberType, 1) : distanceIn(bound, scope);
  return around(object, distance, given.at(2), false, span, scope);
}

function around(
  object: Expression,
  distance: Lowered,
  named: Expression | undefined,
  itself: boolean,
  span: Span,
  scope: Scope,
): Collection | undefined {
  const of = demandObject(object, scope);
  const grid = gridIn(named, span, scope);
  if (of === undefined || distance === undefined || grid === undefined) return undefined;
  const range = cellsRange(scope.check.model, grid.index, itself);
  return { range, anchor: [of, distance], tests: [], kinds: [grid.kind] };
}

/** Its objects at most so far away, which is any number from 0. */
function withinOf({ arguments: [object, bound, named], span }: CallExpression, scope: Scope): Collection | undefined {
  const of = demandObject(object, scope);
  const radius = demandNumber(bound, scope);
  const space = spaceIn(named, span, scope);
  if (of === undefined || radius === undefined || space === undefined) return undefined;
  const value = constantValue(radius) ?? 0;
  if (!(value >= 0))
    return report(
      scope,
      'distance-expected',
      bound.span,
      `expected how far away as a number from 0, found ${value}`,
      'write such a number, or an expression',
    );
  return { range: ballRange(scope.check.model, space.index), anchor: [of, radius], tests: [], kinds: space.kinds };
}

/** Any number; one that is known at load must make sense. */
function distanceIn(expression: Expression, scope: Scope): Lowered {
  const node = demandNumber(expression, scope);
  const value = node && constantValue(node);
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= farthestNear)) return node;
  return report(
    scope,
    'distance-expected',
    expression.span,
    `expected how far away as a whole number from 0 to ${farthestNear}, found ${value}`,
    'write such a number, or an expression',
  );
}

export function gridIn(named: Expression | undefined, span: Span, scope: Scope): Grid | undefined {
  const { grids } = scope.check.model;
  const name = named && nameIn(named);
  const found = named === undefined && grids.length === 1 ? grids[0] : grids.find((grid) => grid.name === name);
  if (found !== undefined) return found;
  if (named !== undefined)
    return unknownNamed(
      named,
      'unknown-grid',
      'the name of a grid',
      () => namesOf(grids),
      scope,
      'declare it under `grids`',
    );
  const message =
    grids.length === 0
      ? 'the content declares no grid, so nothing is near'
      : 'there are several grids, expected which one is meant';
  const suggest = (): string => didYouMeanOf(scope, '', namesOf(grids)) ?? 'declare one under `grids`';
  return report(scope, 'unknown-grid', span, message, suggest);
}

export function spaceIn(named: Expression | undefined, span: Span, scope: Scope): Space | undefined {
  const { spaces } = scope.check.model;
  const name = named && nameIn(named);
  const found = named === undefined && spaces.length === 1 ? spaces[0] : spaces.find((space) => space.name === name);
  if (found !== undefined) return found;
  const known = (): readonly string[] => namesOf(spaces);
  if (named !== undefined)
    return unknownNamed(named, 'unknown-space', 'the name of a space', known, scope, 'declare it under `spaces`');
  const message =
    spaces.length === 0
      ? 'the content declares no space, so nothing can be measured in one'
      : 'there are several spaces, expected which one is meant';
  return report(
    scope,
    'unknown-space',
    span,
    message,
    () => didYouMeanOf(scope, '', known()) ?? 'declare one under `spaces`',
  );
}

function listedOf({ object, member, memberSpan }: MemberExpression, scope: Scope): Collection | undefined {
  const link = listNamed(member, scope);
  const of = demandObject(object, scope);
  if (link === undefined || of === undefined) return undefined;
  const kinds = kindsOf(of, scope);
  if (kinds?.some((kind) => link.kinds.includes(kind)) === false) {
    const message = `${objectHere(kinds, scope)}, which has no list ${quoteText(member)}, so it is always empty`;
    warn(scope, 'never-present', memberSpan, message);
  }
  return over([{ by: 'listed', link: link.index }], of, link.to === 0 ? undefined : [link.to], scope);
}

function over(steps: readonly Step[], of: Node, kinds: Kinds, scope: Scope): Collection {
  return { range: connectionRange(scope.check.model, steps), anchor: [of], tests: [], kinds };
}

export function bodyOf(call: CallExpression, kinds: Kinds, scope: Scope): Body | undefined {
  const place = call.arguments.length - 2;
  const inner = memberScope(call, place, kinds, scope);
  return inner && { inner, expression: call.arguments[place + 1] };
}

/** With the member under the name that is the argument at a place. */
export function memberScope(call: CallExpression, at: number, kinds: Kinds, scope: Scope): Scope | undefined {
  const variable = call.arguments[at];
  const { span } = variable;
  if (variable.kind !== 'name') {
    const place = at > 0 ? 'second' : 'first';
    const message = `expected a name for the member as the ${place} argument of ${quoteText(call.function)}`;
    return report(scope, 'variable-expected', span, message, `write \`.${call.function}(v, …)\``);
  }
  const { name } = variable;
  if (scope.names.has(name) || name === 'value' || isValueName(name, scope) || roleNamed(name, scope) >= 0)
    return refuseShadow(name, span, scope);
  return binding(scope, name, kinds);
}

export function instancesOf(expression: Expression, span: Span, scope: Scope): Collection | undefined {
  return ofKindOrClass(demand(expression, classType, parameter(scope)), 'objects', [], span, scope);
}

function anchored(over: 'attached' | 'contents' | 'owned', of: string): RangeRow {
  return rowOf(
    `${over}(${of}, kind)`,
    ({ arguments: [x, ...more], span }, scope) => ofKind(over, [demandObject(x, scope)], more.at(0), span, scope),
    { least: 1 },
  );
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
  return ofKindOrClass(demand(kind, kindType, parameter(scope)), over, anchor, span, scope);
}

/** Members of a kind or class, which may be known only at run time. */
function ofKindOrClass(
  kindOrClass: Lowered,
  over: Plain,
  anchor: readonly Lowered[],
  span: Span,
  scope: Scope,
): Collection | undefined {
  if (kindOrClass === undefined) return undefined;
  const isClass = kindOrClass.type.name === 'class';
  const index = constantValue(kindOrClass);
  if (index === undefined) {
    const member = combine(scope, span, isClass ? classOf : kindOf, [build(scope, span, slot, { slot: scope.free })]);
    const test = build(scope, span, compare, { comparison: '==' as const }, [member, kindOrClass]);
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

function takeStep(call: CallExpression, receiver: Expression, step: StepRow, scope: Scope): Collection | undefined {
  const collection = readCollection(receiver, scope);
  if (!hasArity(call, step, scope)) return undefined;
  if (collection?.mapped !== undefined)
    return refuseMapped(call, 'put `map` last, before `sum`, `mean`, `min`, `max` or `count`', scope);
  return step.lower(call, collection, scope);
}

/** `.top(k, v, key, …)` */
function ranking(name: string, order: RankOrder): StepRow {
  return rowOf(
    `.${name}(k, v, key, …)`,
    (call, collection, scope) => {
      const count = demandNumber(call.arguments[0], untested(scope));
      const inner = memberScope(call, 1, collection?.kinds, scope);
      const keys = inner && keysOf(call.arguments.slice(2), inner);
      if (collection === undefined || count === undefined || keys === undefined) return undefined;
      const filter = allTrue(collection.tests, call.span, scope);
      if (filter === undefined || !isRankable(call, collection, count, scope)) return undefined;
      const args = allOf([count, filter, ...keys].map((node) => withoutTarget(node, call.span, scope)));
      return args && ranked(collection, order, args, keys.length);
    },
    { least: 3, most: mostKeys + 2 },
  );
}

function ranked(
  { range, anchor, kinds }: Collection,
  order: RankOrder,
  args: readonly Node[],
  keys: number,
): Collection | undefined {
  if (range.over === 'ranked') return undefined;
  const own: Range = { over: 'ranked', of: range, order, keys, kind: range.kind, class: 0 };
  return { range: own, anchor: [...anchor, ...args], tests: [], kinds };
}

function isRankable(call: CallExpression, { range }: Collection, count: Node, scope: Scope): boolean {
  const { function: name, functionSpan } = call;
  const known = constantValue(count) ?? 0;
  if (range.over === 'ranked') {
    const message = `${quoteText(name)} follows \`top\` or \`bottom\`, expected one of them in a collection`;
    report(scope, 'not-a-collection', functionSpan, message, 'give a further key after the first one instead');
    return false;
  }
  if (known <= mostRanked) return true;
  const message = `${quoteText(name)} keeps ${grouped(known)} members, the limit is ${grouped(mostRanked)}`;
  report(scope, 'too-large', call.arguments[0].span, message, 'keep fewer, or filter by a bound of the key');
  return false;
}

/** Numbers, conditions and ordered words, by which members are compared one after the other. */
export function keysOf(expressions: readonly Expression[], inner: Scope): readonly Node[] | undefined {
  return allOf(
    expressions.map((expression) => {
      const key = inner.check.lower(expression, undefined, compared(inner));
      return key === undefined || isOrdered(key.type, inner) ? key : refuseKey(key.type, expression.span, inner);
    }),
  );
}

function isOrdered(type: Type, { check: { model } }: Scope): boolean {
  if (type.name === 'enumeration') return model.enumerations[type.index].order === 'ordered';
  return type.name === 'number' || type.name === 'boolean';
}

function refuseKey(type: Type, span: Span, scope: Scope): Lowered {
  const message = `a key is a number, a condition or a word of an ordered enumeration, found ${describeType(scope.check.model, type)}`;
  return report(scope, 'type-mismatch', span, message, 'compare it, or take a number of it');
}

/** True where there is no condition. */
export function allTrue(tests: readonly Lowered[], span: Span, scope: Scope): Lowered {
  if (tests.length === 0) return buildConstant(scope, span, booleanType, 1);
  return tests.length === 1 ? tests[0] : combine(scope, span, and, tests);
}

/** Connections and lists of the content that are shown. */
const mostShown = 6;

/**
 * The likeliest meaning: a connection or list of the content as it is asked (`towns(self)`, `self.trade`) or a name of
 * the language; where nothing is near, all of these.
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
  return namesOf([...model.connections, ...model.links]);
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
