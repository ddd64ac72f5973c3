import { nodes } from '../../eval/node-kit.js';
import { numberType } from '../../eval/operation.js';
import type { ExpressionContext } from '../expression/compile-expression.js';
import { quoteText } from '../text/quote.js';
import { isTorn } from './load-context.js';
import { type Conditions, type Keyed, readConditions, readKey } from './read-keys.js';
import { type NamedObject, environmentContext } from './expression-text.js';
import { kindNamed } from './kinds.js';
import type { LoweredModel } from './lower-model.js';
import type { RuleContext } from './rule-context.js';
import type { BlockSource, OrderSource } from './schema.js';
import { missingKind } from './schema-environment.js';

export interface EnvironmentContext extends LoweredModel, Pick<RuleContext, 'library' | 'names' | 'loading'> {
  /** Undefined where it is not known. */
  readonly agentKind: number | undefined;
}

export const environmentWords = ['agent', 'choice'] as const;

/** In slot 0 `self` is the agent. */
export function agentAndSelf(
  kind: number | undefined,
  { agentKind }: EnvironmentContext,
  slot = 1,
): readonly NamedObject[] {
  return [
    { name: 'agent', slot: 0, kind: agentKind },
    { name: 'self', slot, kind },
  ];
}

export const nothingChosen = {
  names: ['choice'],
  why: 'only `allowed`, `prefer` and the `where` of `choices` look at what could be chosen',
  suggestion: 'write the condition under one of these',
};

export function kindOf(
  source: object,
  name: string,
  context: Pick<EnvironmentContext, 'model' | 'loading'>,
): number | undefined {
  const { model } = context;
  if (name === missingKind && isTorn(context, source)) return undefined;
  const named = model.classByName.get(name);
  const asClass =
    named &&
    `write ${quoteText(model.kinds[named.kind - 1]?.name ?? 'its kind')}, and ask for the class under \`where\`: ${quoteText(`self.class == ${name}`)}`;
  return kindNamed(name, model.kindByName, [source, 'of'], context, asClass)?.index;
}

export function conditionOf<Key extends string>(
  source: Keyed<Key, Conditions>,
  key: Key,
  expressions: ExpressionContext,
  context: EnvironmentContext,
) {
  const conditions: Conditions | undefined = source[key];
  if (conditions === undefined) return { node: undefined, isSound: true };
  const compiled = readConditions(source, key, expressions, context);
  const isSound = compiled.length === (Array.isArray(conditions) ? conditions.length : 1);
  return { node: nodes.all(compiled.map(({ node }) => node)), isSound };
}

export function numberOf<Key extends string>(
  source: Keyed<Key>,
  key: Key,
  expressions: ExpressionContext,
  context: EnvironmentContext,
) {
  const node = readKey(source, key, numberType, expressions, context)?.node;
  return { node, isSound: node !== undefined || source[key] === undefined };
}

export function lowerSlots(source: BlockSource | OrderSource, context: EnvironmentContext) {
  const { of, slots: count } = source;
  if (of === undefined) return { kind: context.agentKind, slots: undefined, isSound: true };
  const kind = kindOf(source, of, context);
  const expressions = environmentContext(context, agentAndSelf(kind, context), nothingChosen);
  const where = conditionOf(source, 'where', expressions, context);
  const order = numberOf(source, 'order', expressions, context);
  if (kind === undefined || count === undefined || !where.isSound || !order.isSound)
    return { kind, slots: undefined, isSound: false };
  return { kind, slots: { kind, where: where.node, order: order.node, count }, isSound: true };
}
