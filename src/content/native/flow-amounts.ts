import { makeNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { truncate } from '../../eval/ops/arithmetic.js';
import { constant } from '../../eval/ops/constant.js';
import { applies, otherwise } from '../../eval/ops/logic.js';
import { askedContext, compileText } from './expression-text.js';
import type { RuleContext } from './rule-context.js';
import type { ExpressionSource } from './schema.js';

/** A condition on an object of a kind, 0 for any; false where it would be absent. */
export function conditionOn(
  container: object,
  key: string,
  text: ExpressionSource,
  kind: number,
  context: RuleContext,
): Node | undefined {
  const compiled = compileText(
    { container, key, text },
    booleanType,
    askedContext(context, kind === 0 ? undefined : [kind]),
    context.loading,
  );
  return compiled && makeNode(applies, undefined, compiled.node);
}

/** A whole number of an object of a kind, 0 for any; 0 where it would be absent. */
export function numberOn(
  container: object,
  key: string,
  text: ExpressionSource,
  kind: number,
  context: RuleContext,
): Node | undefined {
  const compiled = compileText(
    { container, key, text },
    numberType,
    askedContext(context, kind === 0 ? undefined : [kind]),
    context.loading,
  );
  return (
    compiled &&
    makeNode(
      truncate,
      undefined,
      makeNode(otherwise, undefined, compiled.node, makeNode(constant, { value: 0, type: numberType })),
    )
  );
}
