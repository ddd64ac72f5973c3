import type { Node } from '../../../ir/node.js';
import { booleanType, entityType, numberType } from '../../../eval/operation.js';
import { type Fold, aggregate } from '../../../eval/ops/aggregate.js';
import { and, applies, choose, not, or, present } from '../../../eval/ops/logic.js';
import { compare } from '../../../eval/ops/compare.js';
import { created } from '../../../eval/ops/created.js';
import { collect } from '../../../eval/ops/collect.js';
import { hasAnchor } from '../../../eval/ops/members.js';
import { nearby } from '../../../eval/ops/nearby.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build, buildConstant } from './build.js';
import { type Collection, type Description, byName, hasArity, nameIn } from './row.js';
import { bodyOf, readCollection } from './collections.js';
import { demand, demandCondition } from './demand.js';
import { didYouMeanOf, report } from './report.js';
import { type Scope, compared, parameter, untested } from './context.js';

/** Folds: what makes a value of a collection. */
interface FoldRow extends Description {
  readonly fold: Fold;
  /** What is asked of each member. */
  readonly asks: 'nothing' | 'condition' | 'number';
  readonly least: number;
  readonly most: number;
}

/** Whether one of a collection is near an object. */
interface NearRow extends Description {
  readonly asks: 'nearness';
  readonly by: 'jumps' | 'distance';
  readonly least: number;
  readonly most: number;
}

/** A fold by the name of an aggregator. */
interface CollectRow extends Description {
  readonly asks: 'values';
  readonly least: number;
  readonly most: number;
}

export const folds: ReadonlyMap<string, FoldRow | NearRow | CollectRow> = byName<FoldRow | NearRow | CollectRow>([
  ofCondition('exists', 'any', 'true for one or more', 'objects(planet).exists(p, p.population > 3)'),
  ofCondition('all', 'all', 'true for each', 'attached(source.system, planet).all(p, p.owner == source.owner)'),
  ofNothing('count', 'count', 'how many', 'attached(target, building).count()'),
  ofNothing('first', 'first', 'the first in order', 'objects(planet).first()'),
  ofNumber('sum', 'sum', 'all together'),
  ofNumber('mean', 'mean', 'the arithmetic mean'),
  ofNumber('min', 'least', 'the least'),
  ofNumber('max', 'greatest', 'the greatest'),
  near(
    'anyWithinJumps',
    'jumps',
    'true when one or more are at most n lane jumps from x; who is on a lane is at both of its ends',
    'instances(farm).anyWithinJumps(target, 3)',
  ),
  near(
    'anyWithinDistance',
    'distance',
    'true when one or more are at most n away from x in the plane',
    'objects(planet).filter(p, p.population > 3).anyWithinDistance(source, 50)',
  ),
  {
    name: 'collect',
    signature: ".collect('NAME', v, value)",
    meaning: 'what the aggregator of a name makes of a value of each',
    example: "objects(planet).collect('MAX', p, p.population)",
    asks: 'values',
    least: 3,
    most: 3,
  },
]);

/** `collection.exists(v, condition)` and its like. */
export function lowerFold(
  call: CallExpression,
  receiver: Expression,
  row: FoldRow | NearRow | CollectRow,
  scope: Scope,
): Node | undefined {
  const collection = readCollection(receiver, scope);
  if (!hasArity(call, row, scope)) return undefined;
  switch (row.asks) {
    case 'nothing':
      return (
        collection && (row.fold === 'count' ? count(collection, call.span, scope) : first(collection, call, scope))
      );
    case 'condition':
      return ofMembers(call, collection, row, scope);
    case 'number':
      return ofNumbers(call, collection, row, scope);
    case 'nearness':
      return ofNearness(call, collection, row, scope);
    case 'values':
      return ofAggregator(call, collection, scope);
  }
}

/** `.collect('NAME', v, value)`: a fold that the host has registered under a name. */
function ofAggregator(call: CallExpression, collection: Collection | undefined, scope: Scope): Node | undefined {
  const [named] = call.arguments;
  const { aggregators } = scope.check.context.model;
  const name = nameIn(named);
  const aggregator = aggregators.find((each) => each.name === name);
  const body = bodyOf(call, collection?.kinds, scope);
  if (aggregator === undefined) {
    return report(
      scope,
      'unknown-aggregator',
      named.span,
      `expected the name of an aggregator in quotes, found ${name === undefined ? 'another expression' : quote(name)}`,
      () =>
        didYouMeanOf(
          scope,
          name ?? '',
          aggregators.map((each) => each.name),
        ),
    );
  }
  const isNumber = aggregator.input === 'number';
  const value =
    body &&
    (isNumber
      ? demand(body.expression, numberType, compared(body.inner))
      : demandCondition(body.expression, body.inner));
  if (collection === undefined || value === undefined) return undefined;
  if (collection.mapped !== undefined) return numbersOnly(call, scope);
  const index = aggregators.indexOf(aggregator);
  return build(
    scope,
    call.span,
    collect,
    {
      aggregator: index,
      input: aggregator.input,
      output: aggregator.output,
      range: collection.range,
      slot: scope.free,
    },
    [...collection.anchor, onlyWhere(collection.tests, value, call.span, scope)],
  );
}

/** A value that is absent unless all conditions hold. */
function onlyWhere(tests: readonly Node[], value: Node, span: Span, scope: Scope): Node | undefined {
  if (tests.length === 0) return value;
  const holds = build(scope, span, or, undefined, [all(tests, span, scope), neither(span, scope)]);
  return build(scope, span, choose, undefined, [holds, value, buildConstant(scope, span, value.type, 0)]);
}

/** A condition that is neither true nor false: nobody was not created in any turn. */
function neither(span: Span, scope: Scope): Node | undefined {
  const nobody = buildConstant(scope, span, entityType, 0);
  return build(scope, span, compare, { comparison: '<' as const }, [
    build(scope, span, created, undefined, [nobody]),
    buildConstant(scope, span, numberType, 0),
  ]);
}

/** How many; of mapped numbers, how many there are. */
export function count(collection: Collection, span: Span, scope: Scope): Node | undefined {
  const { mapped, tests } = collection;
  const counted = mapped === undefined ? tests : [...tests, build(scope, span, present, undefined, [mapped])];
  return foldOver('count', collection, [all(counted, span, scope)], span, scope);
}

/** An aggregate over a collection; `args` are the filter and, for folds of numbers, the value. */
export function foldOver(
  fold: Fold,
  collection: Collection,
  args: readonly (Node | undefined)[],
  span: Span,
  scope: Scope,
): Node | undefined {
  return build(scope, span, aggregate, { fold, range: collection.range, slot: scope.free }, [
    ...collection.anchor,
    ...args,
  ]);
}

/** Conditions together; true where there is none. */
export function all(tests: readonly (Node | undefined)[], span: Span, scope: Scope): Node | undefined {
  if (tests.length === 0) return buildConstant(scope, span, booleanType, 1);
  return tests.length === 1 ? tests[0] : build(scope, span, and, undefined, tests);
}

function ofCondition(name: string, fold: Fold, meaning: string, example: string): FoldRow {
  return { name, fold, signature: `.${name}(v, condition)`, meaning, example, asks: 'condition', least: 2, most: 2 };
}

function ofNothing(name: string, fold: Fold, meaning: string, example: string): FoldRow {
  return { name, fold, signature: `.${name}()`, meaning, example, asks: 'nothing', least: 0, most: 0 };
}

function ofNumber(name: string, fold: Fold, meaning: string): FoldRow {
  return {
    name,
    fold,
    signature: `.${name}(v, number)`,
    meaning,
    example: `objects(planet).${name}(p, p.population)`,
    asks: 'number',
    least: 0,
    most: 2,
  };
}

function near(name: string, by: NearRow['by'], meaning: string, example: string): NearRow {
  return { name, by, signature: `.${name}(x, n)`, meaning, example, asks: 'nearness', least: 2, most: 2 };
}

function first(collection: Collection, call: CallExpression, scope: Scope): Node | undefined {
  if (collection.mapped !== undefined) return numbersOnly(call, scope);
  return foldOver('first', collection, [all(collection.tests, call.span, scope)], call.span, scope);
}

function ofMembers(
  call: CallExpression,
  collection: Collection | undefined,
  row: FoldRow,
  scope: Scope,
): Node | undefined {
  if (collection?.mapped !== undefined) return numbersOnly(call, scope);
  const body = bodyOf(call, collection?.kinds, scope);
  const condition = body && demandCondition(body.expression, body.inner);
  if (collection === undefined || condition === undefined) return undefined;
  const { tests } = collection;
  const filter =
    row.fold === 'any'
      ? all([...tests, condition], call.span, scope)
      : unlessFiltered(tests, condition, call.span, scope);
  return foldOver(row.fold, collection, [filter], call.span, scope);
}

/** `filter(v, a).all(v, b)`: every member is filtered out or passes. */
function unlessFiltered(tests: readonly Node[], condition: Node, span: Span, scope: Scope): Node | undefined {
  if (tests.length === 0) return condition;
  const chosen = build(scope, span, applies, undefined, [all(tests, span, scope)]);
  return build(scope, span, or, undefined, [build(scope, span, not, undefined, [chosen]), condition]);
}

function ofNumbers(
  call: CallExpression,
  collection: Collection | undefined,
  row: FoldRow,
  scope: Scope,
): Node | undefined {
  const value = call.arguments.length === 0 ? collection?.mapped : valueOf(call, collection, row, scope);
  if (collection === undefined) return undefined;
  if (value !== undefined)
    return foldOver(row.fold, collection, [all(collection.tests, call.span, scope), value], call.span, scope);
  if (call.arguments.length > 0) return undefined;
  return report(
    scope,
    'wrong-arity',
    call.functionSpan,
    `${quote(row.name)} needs to know which number of each member it is to take`,
    () => `write ${quote(row.signature)}`,
  );
}

function valueOf(
  call: CallExpression,
  collection: Collection | undefined,
  row: FoldRow,
  scope: Scope,
): Node | undefined {
  if (call.arguments.length === 1 || collection?.mapped !== undefined) {
    const instead = collection?.mapped === undefined ? row.signature : `.${row.name}()`;
    const why = collection?.mapped === undefined ? 'takes a variable and a number' : 'takes no arguments after `map`';
    return report(
      scope,
      'wrong-arity',
      call.functionSpan,
      `${quote(row.name)} ${why}`,
      () => `write ${quote(instead)}`,
    );
  }
  const body = bodyOf(call, collection?.kinds, scope);
  return body && demand(body.expression, numberType, compared(body.inner));
}

function ofNearness(
  call: CallExpression,
  collection: Collection | undefined,
  { by, name }: NearRow,
  scope: Scope,
): Node | undefined {
  const object = demand(call.arguments[0], entityType, parameter(scope));
  const bound = demand(call.arguments[1], numberType, parameter(untested(scope)));
  if (collection === undefined) return undefined;
  if (collection.mapped !== undefined) return numbersOnly(call, scope);
  const { range } = collection;
  if (hasAnchor(range)) {
    return report(
      scope,
      'not-a-collection',
      call.functionSpan,
      `${quote(name)} looks among all objects, those of a kind or those of a class, not at what is ${quote(range.over)}`,
      () => `write ${quote(`objects(kind).${name}(x, n)`)}`,
    );
  }
  const filter = all(collection.tests, call.span, scope);
  return build(scope, call.span, nearby, { by, network: 0, range, slot: scope.free, alone: 0 }, [
    object,
    bound,
    filter,
  ]);
}

function numbersOnly(call: CallExpression, scope: Scope): Node | undefined {
  return report(
    scope,
    'not-a-collection',
    call.functionSpan,
    `after \`map\` there are numbers, which ${quote(call.function)} cannot take`,
    () => 'use `sum`, `mean`, `min`, `max` or `count`',
  );
}
