import { constantValue } from '../../eval/shape.js';
import type { Class, Column } from '../../model/model.js';
import { makeNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { constant } from '../../eval/ops/constant.js';
import type { Recipient } from '../../ir/rule.js';
import { type CompiledText, amountContext, compileText } from './expression-text.js';
import type { GroupContext } from './rule-context.js';
import type { ExpressionSource } from './schema.js';

/** The part that all effects have. */
export interface Base {
  readonly recipient: Recipient;
  readonly stacking: number;
  readonly label: string;
}

/** The class that an expression names, where it is a constant. */
export function constantClass(node: Node, { model }: GroupContext): Class | undefined {
  return model.classes[(constantValue(node) ?? 0) - 1];
}

/** A class by its name as it is, which may hold spaces, or by an expression. */
export function compileClass(
  container: object,
  key: string,
  text: ExpressionSource,
  context: GroupContext,
): CompiledText | undefined {
  const { model, loading } = context;
  // Its name may be no expression.
  if (typeof text === 'string' && loading.damage.names.has(text)) return undefined;
  const found = typeof text === 'string' ? model.classByName.get(text) : undefined;
  if (found === undefined) return compileAmount(container, key, text, { name: 'class' }, context);
  const compiled: CompiledText = {
    node: makeNode(constant, { value: found.index, type: { name: 'class' } }),
    text: found.name,
    reads: [],
    place: () => loading.places.ofValue(container, key),
  };
  context.amounts.push(compiled);
  return compiled;
}

/** An expression of an effect, of the type that it must have. */
export function compileAmount(
  container: object,
  key: string,
  text: ExpressionSource,
  type: Column['type'],
  context: GroupContext,
  cell?: Column,
): CompiledText | undefined {
  const { loading, sites, amounts } = context;
  const compiled = compileText({ container, key, text }, type, amountContext(context, sites, cell?.type), loading);
  if (compiled !== undefined) amounts.push(compiled);
  return compiled;
}

/** Whether an expression is none whatever the world is like. */
export function isNone(node: Node): boolean {
  return constantValue(node) === 0;
}
