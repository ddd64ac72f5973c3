import { nodes } from '../../eval/node-kit.js';
import type { Slots } from '../../ir/environment.js';
import type { Node } from '../../ir/node.js';
import { numberType } from '../../eval/operation.js';
import type { ExpressionContext } from '../expression/compile-expression.js';
import { quoteText } from '../text/quote.js';
import { isTorn } from './loading.js';
import { type Conditions, type Keyed, readConditions, readKey } from './reading.js';
import { type NamedObject, environmentContext } from './expression-text.js';
import { kindNamed } from './kinds.js';
import type { LoweredModel } from './lower-model.js';
import type { RuleContext } from './rule-context.js';
import type { BlockSource, OrderSource } from './schema.js';
import { missingKind } from './schema-environment.js';

export interface EnvironmentContext extends LoweredModel, Pick<RuleContext, 'library' | 'names' | 'loading'> {
  /** Index of the kind of the agents; undefined where it is not known. */
  readonly agentKind: number | undefined;
}

/** Names of objects that only expressions of environments have. */
export const environmentWords = ['agent', 'choice'] as const;

export function agentAndSelf(kind: number | undefined, { agentKind }: EnvironmentContext): readonly NamedObject[] {
  return [
    { name: 'agent', slot: 0, kind: agentKind },
    { name: 'self', slot: 1, kind },
  ];
}

/** Why nothing is chosen where a block or its slots are spoken of. */
export const nothingChosen = {
  names: ['choice'],
  why: 'only `allowed`, `prefer` and the `where` of `choices` look at what could be chosen',
  suggestion: 'write the condition under one of these',
};

/** The agent by both of its names, where nothing else is spoken of. */
export function agentAlone({ agentKind }: EnvironmentContext): readonly NamedObject[] {
  return [
    { name: 'agent', slot: 0, kind: agentKind },
    { name: 'self', slot: 0, kind: agentKind },
  ];
}

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

interface Optional {
  readonly node: Node | undefined;
  readonly isSound: boolean;
}

export function conditionOf<Key extends string>(
  source: Keyed<Key, Conditions>,
  key: Key,
  expressions: ExpressionContext,
  context: EnvironmentContext,
): Optional {
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
): Optional {
  const node = readKey(source, key, numberType, expressions, context)?.node;
  return { node, isSound: node !== undefined || source[key] === undefined };
}

// --- slots

interface Spoken {
  /** Index of the kind of `self`; undefined where it is not known. */
  readonly kind: number | undefined;
  /** Undefined: it is about the agent itself. */
  readonly slots: Slots | undefined;
  readonly isSound: boolean;
}

export function lowerSlots(source: BlockSource | OrderSource, context: EnvironmentContext): Spoken {
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
