import type { Node } from '../../../ir/node.js';
import type { FunctionValue, Value } from '../syntax.js';
import { type Context, siteOf } from './context.js';
import { missingParameter, unsupported } from './problems.js';

/** Functions of numbers. */
export function lowerFunction(value: FunctionValue, context: Context): Node {
  const { kit, language } = context;
  const operands = value.operands.map((operand) => language.number(operand, context));
  const [first, second] = operands;
  if (first === undefined || (value.name === 'RandomNumber' && second === undefined)) {
    missingParameter(context, value.at, value.name, 'a number');
    return kit.number(0);
  }
  switch (value.name) {
    case 'abs':
      return kit.absolute(first);
    case 'min':
      return operands.reduce(kit.least);
    case 'max':
      return operands.reduce(kit.greatest);
    case 'OneOf':
      return oneOf(value, operands, context);
    case 'RandomNumber':
      return between(value, first, second, context);
    default:
      unsupported(context, value.at, value.name, 'abs, min, max, OneOf or RandomNumber');
      return kit.number(0);
  }
}

/** One of several values by a draw, each as likely as the others. */
export function oneOf(place: Value, values: readonly Node[], context: Context): Node {
  const { kit } = context;
  const drawn = kit.draw(siteOf(context.group, place), context.drawing);
  const last = values.length - 1;
  return values
    .slice(0, last)
    .reduceRight(
      (rest, value, i) => kit.choose(kit.compare('<', drawn, kit.number((i + 1) / values.length)), value, rest),
      values[last],
    );
}

/** A number drawn between two; of whole numbers both ends can come. */
function between(place: Value, low: Node, high: Node, context: Context): Node {
  const { kit, whole } = context;
  const drawn = kit.draw(siteOf(context.group, place), context.drawing);
  const breadth = kit.subtract(high, low);
  if (!whole) return kit.add(low, kit.multiply(drawn, breadth));
  return kit.add(low, kit.floor(kit.multiply(drawn, kit.add(breadth, kit.number(1)))));
}
