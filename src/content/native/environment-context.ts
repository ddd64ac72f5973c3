import type { Kind } from '../../model/model.js';
import type { Node } from '../../ir/node.js';
import { numberType } from '../../eval/operation.js';
import type { ExpressionContext } from '../expression/compile-expression.js';
import { quoteText } from '../diagnostics/quote.js';
import { allOf } from './conditions.js';
import { type NamedObject, compileText } from './expression-text.js';
import { type Conditions, compileConditions } from './groups.js';
import { reportUnknownKind } from './kinds.js';
import type { LoweredModel } from './lower-model.js';
import type { RuleContext } from './rule-context.js';
import type { ExpressionSource } from './schema.js';
import { missingKind } from './validate.js';

/** What all parts of an environment are lowered with. */
export interface EnvironmentContext extends LoweredModel, Pick<RuleContext, 'library' | 'names' | 'loading'> {
  /** Index of the kind of the agents; undefined where it is not known. */
  readonly agentKind: number | undefined;
}

/** Names of objects that only expressions of environments have. */
export const environmentWords = ['agent', 'choice'] as const;

/** The agent, and what a block or an order is about. */
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

/** The agent by both of its names, where nobody else is spoken of. */
export function agentAlone({ agentKind }: EnvironmentContext): readonly NamedObject[] {
  return [
    { name: 'agent', slot: 0, kind: agentKind },
    { name: 'self', slot: 0, kind: agentKind },
  ];
}

/** The kind that stands under `of`; undefined, and reported, where there is none. */
export function kindOf(
  source: object,
  name: string,
  { model, loading }: Pick<EnvironmentContext, 'model' | 'loading'>,
): Kind | undefined {
  const kind = model.kindByName.get(name);
  if (kind !== undefined) return kind;
  if (name === missingKind && loading.damage.containers.has(source)) return undefined;
  const named = model.classByName.get(name);
  const asClass =
    named &&
    `write ${quoteText(model.kinds[named.kind - 1]?.name ?? 'its kind')}, and ask for the class under \`where\`: ${quoteText(`self.class == ${name}`)}`;
  reportUnknownKind(name, model.kindByName, () => loading.places.ofValue(source, 'of'), loading, asClass);
  return undefined;
}

/** What became of a part that may be left out. */
export interface Optional {
  readonly node: Node | undefined;
  /** There are no mistakes in it. */
  readonly isSound: boolean;
}

/** All of some conditions. */
export function conditionOf(
  container: object,
  key: string,
  source: Conditions | undefined,
  expressions: ExpressionContext,
  context: EnvironmentContext,
): Optional {
  if (source === undefined) return { node: undefined, isSound: true };
  const compiled = compileConditions(container, key, source, expressions, context);
  const isSound = compiled.length === (Array.isArray(source) ? source.length : 1);
  return { node: allOf(compiled.map(({ node }) => node)), isSound };
}

export function numberOf(
  container: object,
  key: string,
  text: ExpressionSource | undefined,
  expressions: ExpressionContext,
  { loading }: EnvironmentContext,
): Optional {
  if (text === undefined) return { node: undefined, isSound: true };
  const node = compileText({ container, key, text }, numberType, expressions, loading)?.node;
  return { node, isSound: node !== undefined };
}
