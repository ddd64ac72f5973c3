import { constantValue } from '../../eval/shape.js';
import { makeNode, makeNodeOf } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { booleanType, entityType } from '../../eval/operation.js';
import { constant } from '../../eval/ops/constant.js';
import { and } from '../../eval/ops/logic.js';
import { actionContext, compileText } from './expression-text.js';
import { type Conditions, compileConditions } from './groups.js';
import type { GroupContext } from './rule-context.js';
import type { ExpressionSource } from './schema.js';

/** All of some conditions; undefined where there are none. */
export function conjunction(
  container: object,
  key: string,
  source: Conditions | undefined,
  context: GroupContext,
  expressions = actionContext(context, context.sites),
): Node | undefined {
  return source === undefined
    ? undefined
    : allOf(compileConditions(container, key, source, expressions, context).map(({ node }) => node));
}

/** A condition that is true where all are. */
export function allOf(nodes: readonly Node[]): Node {
  if (nodes.length === 0) return makeNode(constant, { value: 1, type: booleanType });
  return nodes.length === 1 ? nodes[0] : makeNodeOf(and, undefined, nodes);
}

/** An object, or nobody. */
export function someone(
  container: object,
  key: string,
  text: ExpressionSource | undefined,
  context: GroupContext,
  expressions = actionContext(context, context.sites),
): Node | undefined {
  return text === undefined
    ? undefined
    : compileText({ container, key, text }, entityType, expressions, context.loading)?.node;
}

export function isNobody(node: Node): boolean {
  return constantValue(node) === 0;
}
