import { nodes } from '../../eval/node-kit.js';
import { constantValue } from '../../eval/node-shape.js';
import type { Node } from '../../ir/node.js';
import { booleanType, entityType } from '../../eval/operation.js';
import type { Type } from '../../model/model.js';
import type { ExpressionContext } from '../expression/compile-expression.js';
import { type CompiledText, actionContext, compileText, spotsOf } from './expression-text.js';
import { type Reporting, sound } from './load-context.js';
import type { Keyed } from './references.js';
import type { GroupContext, RuleContext } from './rule-context.js';
import type { ExpressionSource } from './schema.js';

/** Values of keys. Mistakes are reported at their places, and give undefined. */

export type Conditions = ExpressionSource | readonly ExpressionSource[];

export function readKey<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  type: Type | undefined,
  expressions: ExpressionContext,
  context: Reporting,
): CompiledText | undefined {
  const text = source[key];
  return text === undefined ? undefined : compileText({ container: source, key, text }, type, expressions, context);
}

/** Without wrong ones. */
export function readConditions<Key extends string>(
  source: Keyed<Key, Conditions>,
  key: Key,
  expressions: ExpressionContext,
  context: Reporting,
): readonly CompiledText[] {
  const conditions = source[key];
  if (conditions === undefined) return [];
  return sound(spotsOf(source, key, conditions).map((spot) => compileText(spot, booleanType, expressions, context)));
}

export function conjunction<Key extends string>(
  source: Keyed<Key, Conditions>,
  key: Key,
  context: GroupContext,
  expressions = actionContext(context),
): Node | undefined {
  return source[key] === undefined
    ? undefined
    : nodes.all(readConditions(source, key, expressions, context).map(({ node }) => node));
}

export function someone<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  context: GroupContext,
  expressions = actionContext(context),
): Node | undefined {
  return readKey(source, key, entityType, expressions, context)?.node;
}

export function isNobody(node: Node): boolean {
  return constantValue(node) === 0;
}

export function groupContext<Context extends RuleContext>(rules: Context): Context & GroupContext {
  return { ...rules, sites: { next: 0 }, amounts: [], tests: [], rolesByName: true };
}

/** Other places are undefined. */
export function byPlace<Value>(
  found: readonly { readonly place: number; readonly value: Value }[],
): readonly (Value | undefined)[] {
  const values: (Value | undefined)[] = Array.from(
    { length: found.reduce((most, { place }) => Math.max(most, place + 1), 0) },
    () => undefined,
  );
  for (const { place, value } of found) values[place] = value;
  return values;
}
