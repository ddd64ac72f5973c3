import { isList } from '../../kernel/given.js';
import { nodes } from '../../eval/node-kit.js';
import type { Column, Model, Type } from '../../model/model.js';
import type { Choices } from '../../ir/environment.js';
import type { Names, Node } from '../../ir/node.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { describeType, literalValue, literalsOf } from '../expression/check/build-node.js';
import { isWord } from '../expression/check/literals.js';
import { type ExpressionContext, compileExpression } from '../expression/compile-expression.js';
import { listTexts, quoteText } from '../text/quote.js';
import { type NamedObject, type Spot, compileText, environmentContext, spotsOf } from './expression-text.js';
import { type Where, hasErrors, isLost, isTorn, refuse, refuseUnknown, sound, whole } from './load-context.js';
import type { LoweredModel } from './lower-model.js';
import { type Conditions, readConditions, readKey } from './read-keys.js';
import { type Keyed, kindNamed, reportTwice } from './references.js';
import type { RuleContext } from './rule-context.js';
import type { BlockSource, OrderChoicesSource, OrderSource } from './schema.js';
import { missingKind } from './schema-environment.js';
import type { Place } from './source-tree.js';

export interface EnvironmentContext extends LoweredModel, Pick<RuleContext, 'library' | 'names' | 'loading'> {
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

function numberOf<Key extends string>(
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

/** Of all orders: a line of content may stand for all of its classes. */
const mostChoices = 1_000_000;
/** Of all expressions, each once more for each choice. */
const mostParts = 500_000;
/** Reading a long text has its cost. */
const charactersToPart = 64;

export function createChoosing({ constants }: Names) {
  return {
    /** Below 0: reported. */
    left: { choices: mostChoices, parts: mostParts },
    constants: new Map(constants),
  };
}

export type Choosing = ReturnType<typeof createChoosing>;

interface OrderSpot {
  readonly name: string;
  readonly source: OrderSource;
  readonly place: Place;
  readonly kind: number | undefined;
  readonly column: Column;
  readonly choosing: Choosing;
}

export function lowerChoices(order: OrderSpot, context: EnvironmentContext): Choices | undefined {
  const {
    source: { choices },
    column: { type },
  } = order;
  const wantsObjects = type.name === 'entity';
  if (choices === undefined)
    return wantsObjects ? refuseNoChoices(order, context) : lowerWords(order, undefined, context);
  if (isList(choices))
    return wantsObjects
      ? refuseSort(order, 'an object', 'words', 'expected a map with `of` and `slots`', context)
      : lowerWords(order, choices, context);
  return wantsObjects
    ? lowerObjects(order, choices, context)
    : refuseSort(order, describeType(context.model, type), 'objects', 'expected a list of words', context);
}

function refuseNoChoices({ name, source, place, column }: OrderSpot, context: EnvironmentContext): Choices | undefined {
  if (!isTorn(context, source))
    refuse(
      context,
      place,
      'missing-key',
      `${quoteText(name)} writes an object to ${quoteText(column.name)} and has no \`choices\`, expected the objects that can be chosen`,
      'add `choices: { of: kind, slots: 8 }`',
    );
  return undefined;
}

function refuseSort(
  { name, source, column }: OrderSpot,
  wanted: string,
  found: string,
  expected: string,
  context: EnvironmentContext,
): Choices | undefined {
  return refuse(
    context,
    [source, 'choices'],
    'wrong-type',
    `${quoteText(name)} writes ${wanted} to ${quoteText(column.name)} and has ${found} as choices, ${expected}`,
    `write its choices as ${wanted} each, or name another property`,
  );
}

function lowerWords(
  order: OrderSpot,
  listed: readonly string[] | undefined,
  context: EnvironmentContext,
): Choices | undefined {
  const { source, place } = order;
  const { type } = order.column;
  const isSmall = hasRoom('choices', listed?.length ?? countOf(type, context.model), order, () =>
    refuse(
      context,
      place,
      'too-large',
      `with ${quoteText(order.name)} the orders have more than ${mostChoices} words as choices, which is the limit`,
      'list the choices that matter under `choices`',
    ),
  );
  if (!isSmall) return undefined;
  const names = listed ?? literalsOf(context.model, type);
  const seen = new Set<string>();
  const values = names.map((name, i) => valueOf(name, i, { names, seen }, order, context));
  const usable = sound(values);
  const isWhole = usable.length === values.length && hasAny(order, listed, names, context);
  const allowed = conditionsByChoice(source, usable, order, context);
  const spot = { container: source, key: 'prefer', text: source.prefer ?? null };
  const prefer = source.prefer === undefined ? [] : byChoice(spot, numberType, usable, order, context);
  if (!isWhole || allowed === undefined || prefer === undefined) return undefined;
  return {
    by: 'value',
    values: usable,
    names,
    allowed: values.map((_, i) => allowed.at(i)),
    prefer: values.map((_, i) => prefer.at(i)),
  };
}

function countOf(type: Type, { classes, kinds, enumerations }: Model): number {
  if (type.name === 'class') return classes.length;
  return type.name === 'enumeration' ? enumerations[type.index].members.length : kinds.length;
}

/** Reports the first that has too little room. */
function hasRoom(
  what: 'choices' | 'parts',
  count: number,
  { choosing: { left } }: OrderSpot,
  refuseLarge: () => void,
): boolean {
  if (left[what] >= count) {
    left[what] -= count;
    return true;
  }
  if (left[what] >= 0) refuseLarge();
  left[what] = -1;
  return false;
}

function valueOf(
  name: string,
  i: number,
  { names, seen }: { readonly names: readonly string[]; readonly seen: Set<string> },
  { source, column: { name: column, type } }: OrderSpot,
  context: EnvironmentContext,
): number | undefined {
  const { model } = context;
  const value = literalValue(model, type, name);
  if (source.choices === undefined) return value;
  const where: Where = [names, i];
  if (value === 0)
    return refuse(
      context,
      where,
      'never-fires',
      `${quoteText(name)} is what ${quoteText(column)} is without an order, expected a choice that orders something`,
      'remove it: nothing can always be chosen',
    );
  if (value !== undefined) {
    if (seen.has(name)) return reportTwice(name, where, context);
    seen.add(name);
    return value;
  }
  const words = type.name === 'enumeration' ? model.enumerations[type.index].name : name;
  if (isLost(context, name) || isLost(context, words)) return undefined;
  const known = literalsOf(model, type);
  return refuseUnknown(
    context,
    where,
    name,
    `${quoteText(name)} is not ${describeType(model, type)}, expected ${listTexts(known)}`,
    known,
    'write one of these',
  );
}

function hasAny(
  { name, source, place }: OrderSpot,
  listed: readonly string[] | undefined,
  names: readonly string[],
  context: EnvironmentContext,
) {
  if (names.length > 0) return true;
  if (hasErrors(context) && (listed === undefined || isTorn(context, listed))) return false;
  return refuse(
    context,
    listed === undefined ? place : [source, 'choices'],
    'missing-key',
    `${quoteText(name)} has no choices, expected at least one`,
    'list what can be ordered',
  );
}

/** Empty where all is allowed. */
function conditionsByChoice(
  source: OrderSource,
  values: readonly number[],
  order: OrderSpot,
  context: EnvironmentContext,
): readonly Node[] | undefined {
  if (source.allowed === undefined) return [];
  const all = whole(
    spotsOf(source, 'allowed', source.allowed).map((spot) => byChoice(spot, booleanType, values, order, context)),
  );
  return all && values.map((_, i) => nodes.all(all.map((each) => each[i])));
}

/** Compiled for each choice, which is a constant in it. */
function byChoice(
  spot: Spot,
  expected: Type,
  values: readonly number[],
  order: OrderSpot,
  context: EnvironmentContext,
): readonly Node[] | undefined {
  const { constants } = order.choosing;
  const { type } = order.column;
  const expressions = environmentContext(
    { ...context, names: { ...context.names, constants } },
    agentAndSelf(order.kind, context),
  );
  constants.set('choice', { type, value: values.at(0) ?? 0 });
  const first = compileText(spot, expected, expressions, context)?.node;
  if (first === undefined) return undefined;
  const text = String(spot.text);
  if (!mentionsChoice(text, context)) return values.map(() => first);
  const size = Math.max(sizeOf(first), Math.ceil(text.length / charactersToPart));
  const isSmall = hasRoom('parts', size * (values.length - 1), order, () =>
    refuse(
      context,
      [spot.container, spot.key],
      'too-large',
      `for each of ${values.length} choices the expression stands there again, and so has more parts than there is room for`,
      'keep a part of it in a flag or variable, or list fewer choices',
    ),
  );
  if (!isSmall) return undefined;
  const nodes: Node[] = [];
  for (const [i, value] of values.entries()) {
    constants.set('choice', { type, value });
    // The first has reported its warnings.
    const compiled = i === 0 ? { ok: true as const, node: first } : compileExpression(text, expected, expressions);
    const node = compiled.ok ? compiled.node : compileText(spot, expected, expressions, context)?.node;
    if (node === undefined) return undefined;
    nodes.push(node);
  }
  return nodes;
}

/** Functions know no choice, but where a word has its name they may speak of it. */
function mentionsChoice(text: string, { model, library }: EnvironmentContext): boolean {
  return /\bchoice\b/.test(text) || (library.functions.size > 0 && isWord(model, 'choice'));
}

function sizeOf({ args }: Node): number {
  return args.reduce((sum, arg) => sum + sizeOf(arg), 1);
}

function lowerObjects(order: OrderSpot, choices: OrderChoicesSource, context: EnvironmentContext): Choices | undefined {
  const { source } = order;
  const kind = kindOf(choices, choices.of, context);
  const expressions = environmentContext(
    context,
    [
      { name: 'self', slot: 0, kind: order.kind },
      { name: 'choice', slot: 1, kind },
    ],
    {
      names: ['agent'],
      why: 'which objects can be chosen is the same for all agents',
      suggestion:
        source.of === undefined
          ? 'write `self`, which is the agent'
          : 'ask whose `self` is, or say under `where` of the order who may give it',
    },
  );
  const where = conditionOf(choices, 'where', expressions, context);
  const prefer = numberOf(source, 'prefer', expressions, context);
  if (kind === undefined || !where.isSound || !prefer.isSound) return undefined;
  return {
    by: 'object',
    kind,
    where: where.node ?? nodes.boolean(true),
    count: choices.slots,
    prefer: prefer.node,
  };
}
