import type { Type } from '../../../components/model.js';
import type { Node } from '../../../ir/node.js';
import { numberType } from '../../../eval/operation.js';
import { within } from '../../../eval/ops/within.js';
import type { CallExpression, Span } from '../syntax.js';
import { build } from './build.js';
import { demand } from './demand.js';
import { describeType } from './describe.js';
import { lowerPair } from './pair.js';
import { report } from './report.js';
import type { FunctionRow } from './row.js';
import { type Scope, parameter, untested } from './scope.js';
import { sidesOf } from './sides.js';

/** Functions of words. */
export const wordFunctions: readonly FunctionRow[] = [
  {
    name: 'within',
    signature: 'within(word, centre, range)',
    meaning:
      'at most so many places apart on an order, steps on a wheel; off the wheel and for words without order only the word itself',
    example: 'within(target.environment, source.planet.environment, 1)',
    least: 3,
    most: 3,
    lower: lowerWithin,
  },
];

function lowerWithin(
  { arguments: [word, centre, range], span }: CallExpression,
  _expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  const [one, other] = sidesOf(word, centre, scope);
  const words = lowerPair({ expression: word, scope: one }, { expression: centre, scope: other }, undefined);
  const reach = demand(range, numberType, parameter(untested(scope)));
  if (words === undefined || !areWords(words[0], { start: word.span.start, end: centre.span.end }, scope))
    return undefined;
  return build(scope, span, within, undefined, [...words, reach]);
}

function areWords(node: Node, span: Span, scope: Scope): boolean {
  if (node.type.name === 'enumeration') return true;
  const { model } = scope.check.context;
  report(
    scope,
    'type-mismatch',
    span,
    `expected two words of one enumeration, found ${describeType(model, node.type)}`,
    () => 'compare numbers with `<=`',
  );
  return false;
}
