import { indexByName } from '../../../model/model.js';
import type { CallExpression, Expression, Span } from '../syntax.js';
import {
  type Collection,
  type Description,
  type FoldRow,
  hasArity,
  nameIn,
  rowOf,
  unknownNamed,
  refuseMapped,
} from './row.js';
import { type Lowered, type Scope, compared, untested, namesOf, report } from './expression-context.js';
import type { Node } from '../../../ir/node.js';
import { entityType, numberType } from '../../../eval/operation.js';
import { build, buildConstant, combine, demand, demandCondition, demandNumber, demandObject } from './build-node.js';
import { quoteText } from '../../text/quote.js';
import { type Fold, type Range, hasAnchor } from '../../../eval/ops/range.js';
import { aggregate, collect } from '../../../eval/ops/member-folds.js';
import { compare } from '../../../eval/ops/compare-values.js';
import { created } from '../../../eval/ops/time.js';
import { applies, choose, not, or, present } from '../../../eval/ops/logic.js';
import { nearby } from '../../../eval/ops/space.js';
import { allTrue, bodyOf, readCollection } from './collections.js';
import { picks } from './lower-picks.js';

export const folds: ReadonlyMap<string, FoldRow> = indexByName<FoldRow>([
  rowOf('.exists(v, condition)', ofMembers('any')),
  rowOf('.all(v, condition)', ofMembers('all')),
  rowOf('.count()', (call, collection, scope) => collection && count(collection, call.span, scope)),
  rowOf('.first()', (call, collection, scope) => {
    if (collection === undefined) return undefined;
    if (collection.mapped !== undefined) return numbersOnly(call, scope);
    return foldOver('first', collection, call.span, scope);
  }),
  ofNumber('sum', 'sum'),
  ofNumber('mean', 'mean'),
  ofNumber('min', 'least'),
  ofNumber('max', 'greatest'),
  rowOf('.anyWithinJumps(x, n)', ofNearness('jumps')),
  rowOf('.anyWithinDistance(x, n)', ofNearness('distance')),
  rowOf(".collect('NAME', v, value)", (call, collection, scope) => {
    const [named] = call.arguments;
    const { aggregators } = scope.check.model;
    const name = nameIn(named);
    const index = aggregators.findIndex((each) => each.name === name);
    const body = bodyOf(call, collection?.kinds, scope);
    if (index < 0)
      return unknownNamed(named, 'unknown-aggregator', 'the name of an aggregator', () => namesOf(aggregators), scope);
    const { input, output } = aggregators[index];
    const value =
      body &&
      (input === 'number'
        ? demand(body.expression, numberType, compared(body.inner))
        : demandCondition(body.expression, body.inner));
    if (collection === undefined || value === undefined) return undefined;
    const { range, anchor, tests, mapped } = collection;
    if (mapped !== undefined) return numbersOnly(call, scope);
    return build(scope, call.span, collect, { aggregator: index, input, output, range, slot: scope.free }, [
      ...anchor,
      onlyWhere(tests, value, call.span, scope),
    ]);
  }),
  ...picks,
]);

export function lowerFold(call: CallExpression, receiver: Expression, row: FoldRow, scope: Scope): Lowered {
  const collection = readCollection(receiver, scope);
  return hasArity(call, row, scope) ? row.lower(call, collection, scope, row) : undefined;
}

/** A value that is absent unless all conditions hold. */
function onlyWhere(tests: readonly Node[], value: Node, span: Span, scope: Scope): Lowered {
  if (tests.length === 0) return value;
  const holds = combine(scope, span, or, [allTrue(tests, span, scope), neither(span, scope)]);
  return combine(scope, span, choose, [holds, value, buildConstant(scope, span, value.type, 0)]);
}

function neither(span: Span, scope: Scope): Lowered {
  const nobody = buildConstant(scope, span, entityType, 0);
  return build(scope, span, compare, { comparison: '<' as const }, [
    combine(scope, span, created, [nobody]),
    buildConstant(scope, span, numberType, 0),
  ]);
}

export function count(collection: Collection, span: Span, scope: Scope): Lowered {
  const { mapped, tests } = collection;
  const counted = mapped === undefined ? tests : [...tests, combine(scope, span, present, [mapped])];
  return foldOver('count', { ...collection, tests: counted }, span, scope);
}

interface Folded extends Pick<Collection, 'range' | 'anchor'> {
  readonly tests: readonly Lowered[];
}

/** An aggregate over a collection; folds of numbers have a value. */
export function foldOver(
  fold: Fold,
  { range, anchor, tests }: Folded,
  span: Span,
  scope: Scope,
  ...value: readonly Lowered[]
): Lowered {
  const args = [...anchor, allTrue(tests, span, scope), ...value];
  return build(scope, span, aggregate, { fold, range, slot: scope.free }, args);
}

function ofMembers(fold: 'any' | 'all'): FoldRow['lower'] {
  return (call, collection, scope) => {
    if (collection?.mapped !== undefined) return numbersOnly(call, scope);
    const { span } = call;
    const body = bodyOf(call, collection?.kinds, scope);
    const condition = body && demandCondition(body.expression, body.inner);
    if (collection === undefined || condition === undefined) return undefined;
    const { tests } = collection;
    const filter = fold === 'any' ? [...tests, condition] : [unlessFiltered(tests, condition, span, scope)];
    return foldOver(fold, { ...collection, tests: filter }, span, scope);
  };
}

/** `filter(v, a).all(v, b)`: every member is filtered out or passes. */
function unlessFiltered(tests: readonly Node[], condition: Node, span: Span, scope: Scope): Lowered {
  if (tests.length === 0) return condition;
  const chosen = combine(scope, span, applies, [allTrue(tests, span, scope)]);
  return combine(scope, span, or, [combine(scope, span, not, [chosen]), condition]);
}

function ofNumber(name: string, fold: Fold): FoldRow {
  return rowOf(
    `.${name}(v, number)`,
    (call, collection, scope, description) => {
      const { span } = call;
      const isGiven = call.arguments.length > 0;
      const value = isGiven ? valueOf(call, collection, description, scope) : collection?.mapped;
      if (collection === undefined) return undefined;
      if (value !== undefined) return foldOver(fold, collection, span, scope, value);
      if (isGiven) return undefined;
      return refuseArity(call, 'needs to know which number of each member it is to take', description.signature, scope);
    },
    { least: 0 },
  );
}

function valueOf(
  call: CallExpression,
  collection: Collection | undefined,
  { name, signature }: Description,
  scope: Scope,
): Lowered {
  if (collection?.mapped !== undefined) return refuseArity(call, 'takes no arguments after `map`', `.${name}()`, scope);
  if (call.arguments.length === 1) return refuseArity(call, 'takes a variable and a number', signature, scope);
  const body = bodyOf(call, collection?.kinds, scope);
  return body && demand(body.expression, numberType, compared(body.inner));
}

function refuseArity<Wanted>(call: CallExpression, why: string, instead: string, scope: Scope): Wanted | undefined {
  const message = `${quoteText(call.function)} ${why}`;
  return report(scope, 'wrong-arity', call.functionSpan, message, `write ${quoteText(instead)}`);
}

function ofNearness(by: 'jumps' | 'distance'): FoldRow['lower'] {
  return (call, collection, scope, { name }) => {
    const object = demandObject(call.arguments[0], scope);
    const bound = demandNumber(call.arguments[1], untested(scope));
    if (collection === undefined) return undefined;
    if (collection.mapped !== undefined) return numbersOnly(call, scope);
    const { range, tests } = collection;
    if (hasAnchor(range)) {
      return report(
        scope,
        'not-a-collection',
        call.functionSpan,
        `${quoteText(name)} looks among all objects, those of a kind or those of a class, not at what is ${quoteText(nameOf(range))}`,
        `write ${quoteText(`objects(kind).${name}(x, n)`)}`,
      );
    }
    const filter = allTrue(tests, call.span, scope);
    const data = { by, network: 0, range, slot: scope.free, alone: 0 };
    return build(scope, call.span, nearby, data, [object, bound, filter]);
  };
}

function nameOf(range: Range): string {
  if (range.over === 'ball') return 'within';
  if (range.over !== 'cells') return range.over;
  return range.itself ? 'near' : 'neighbours';
}

function numbersOnly<Wanted>(call: CallExpression, scope: Scope): Wanted | undefined {
  return refuseMapped(call, 'use `sum`, `mean`, `min`, `max` or `count`', scope);
}
