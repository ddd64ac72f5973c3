import type { CallExpression } from '../syntax.js';
import { type Collection, type FoldRow, rowOf, refuseMapped } from './row.js';
import { type Lowered, type Scope, compared, untested } from './expression-context.js';
import type { Node } from '../../../ir/node.js';
import { numberType } from '../../../eval/operation.js';
import { build, demand, demandNumber, demandObject } from './build-node.js';
import { type Pick, mostKeys, picksByDraw } from '../../../eval/ops/range.js';
import { pick } from '../../../eval/ops/pick.js';
import { allTrue, keysOf, memberScope } from './collections.js';
import { drawSite, withoutTarget } from './draw-site.js';

/** Folds that choose one member. */
export const picks: readonly FoldRow[] = [
  rowOf('.random()', (call, collection, scope) => chosen('random', call, collection, [], [], scope)),
  rowOf('.weighted(v, weight)', (call, collection, scope) => {
    const inner = memberScope(call, 0, collection?.kinds, scope);
    const weight = inner && demand(call.arguments[1], numberType, compared(inner));
    return weight && chosen('weighted', call, collection, [], [weight], scope);
  }),
  byKeys('minBy', 'least'),
  byKeys('maxBy', 'greatest'),
  rowOf('.at(i)', (call, collection, scope) =>
    chosen('at', call, collection, [demandNumber(call.arguments[0], untested(scope))], [], scope),
  ),
  rowOf('.indexOf(x)', (call, collection, scope) =>
    chosen('indexOf', call, collection, [demandObject(call.arguments[0], scope)], [], scope),
  ),
];

function byKeys(name: string, order: 'least' | 'greatest'): FoldRow {
  return rowOf(
    `.${name}(v, key, …)`,
    (call, collection, scope) => {
      const inner = memberScope(call, 0, collection?.kinds, scope);
      const keys = inner && keysOf(call.arguments.slice(1), inner);
      return keys && chosen(order, call, collection, [], keys, scope);
    },
    { least: 2, most: mostKeys + 1 },
  );
}

function chosen(
  how: Pick,
  call: CallExpression,
  collection: Collection | undefined,
  given: readonly Lowered[],
  keys: readonly Node[],
  scope: Scope,
): Lowered {
  if (collection?.mapped !== undefined) return refuseMapped(call, 'use `sum`, `mean`, `min`, `max` or `count`', scope);
  const { span } = call;
  const site = picksByDraw(how) ? drawSite(call.function, span, scope) : 0;
  if (collection === undefined || site === undefined) return undefined;
  const { range, anchor, tests } = collection;
  const data = { pick: how, range, slot: scope.free, site, slots: picksByDraw(how) ? scope.free : 0 };
  const node = build(scope, span, pick, data, [...anchor, ...given, allTrue(tests, span, scope), ...keys]);
  return node?.type.name === 'entity' ? withoutTarget(node, span, scope) : node;
}
