import type { Node } from '../../../ir/node.js';
import { applies, otherwise, present } from '../../../eval/ops/logic.js';
import { asAggregate, asFollow, isSlot } from '../../../eval/shape.js';
import { build } from './build.js';
import { demandCondition } from './demand.js';
import { lowerPair } from './pair.js';
import { warn } from './report.js';
import type { FunctionRow } from './row.js';
import { probed } from './scope.js';

/** Functions that ask for absence. */
export const absenceFunctions: readonly FunctionRow[] = [
  {
    name: 'has',
    signature: 'has(x)',
    meaning: 'the value is there at all, be it 0 or none',
    example: 'has(target.population)',
    least: 1,
    most: 1,
    lower: ({ arguments: [x], span }, _expected, scope) => {
      const node = scope.check.lower(x, undefined, probed(scope));
      if (node !== undefined && isAlwaysPresent(node))
        warn(
          scope,
          'always-true',
          span,
          'this is always present, though it may be none',
          () => 'compare it with `null`',
        );
      return build(scope, span, present, undefined, [node]);
    },
  },
  {
    name: 'default',
    signature: 'default(x, y)',
    meaning: 'x, or y where x is absent',
    example: 'default(target.population, 3) > 2',
    least: 2,
    most: 2,
    lower: ({ arguments: [x, y], span }, expected, scope) => {
      const values = lowerPair({ expression: x, scope: probed(scope) }, { expression: y, scope }, expected);
      return values && build(scope, span, otherwise, undefined, values);
    },
  },
  {
    name: 'applies',
    signature: 'applies(condition)',
    meaning: 'the condition with absence taken for false',
    example: 'applies(target.population > 3)',
    least: 1,
    most: 1,
    lower: ({ arguments: [condition], span }, _expected, scope) =>
      build(scope, span, applies, undefined, [demandCondition(condition, scope)]),
  },
];

/** Objects that are reached without a property are none where there is none, never absent. */
function isAlwaysPresent(node: Node): boolean {
  if (asFollow(node) !== undefined) return isAlwaysPresent(node.args[0]);
  return isSlot(node) || (asAggregate(node) !== undefined && node.type.name === 'entity');
}
