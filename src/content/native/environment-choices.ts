import type { Column, Type } from '../../components/model.js';
import type { Choices } from '../../compile/environment.js';
import { makeNode } from '../../compile/make-node.js';
import type { Node } from '../../compile/node.js';
import { booleanType, numberType } from '../../compile/operation.js';
import { constant } from '../../compile/operations/constant.js';
import { describeType, literalValue, literalsOf } from '../expression/check/describe.js';
import { type ExpressionContext, compileExpression } from '../expression/compile-expression.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import { allOf } from './conditions.js';
import { type EnvironmentContext, agentAndSelf, conditionOf, kindOf, numberOf } from './environment-context.js';
import { type NamedObject, type Spot, compileText, environmentContext, spotsOf } from './expression-text.js';
import { reportTwice } from './kinds.js';
import { didYouMean, reportError } from './loading.js';
import type { ObjectChoicesSource, OrderSource } from './schema.js';
import type { Place } from './source-tree.js';

/** An order, and what is known of it. */
export interface OrderSpot {
  readonly name: string;
  readonly source: OrderSource;
  readonly place: Place;
  /** Index of the kind of `self`; undefined where it is not known. */
  readonly kind: number | undefined;
  readonly column: Column;
}

/** Lowers what can be chosen; undefined, and reported, when something is wrong with it. */
export function lowerChoices(order: OrderSpot, context: EnvironmentContext): Choices | undefined {
  const { source: { choices }, column: { type } } = order;
  const wantsObjects = type.name === 'entity';
  if (choices === undefined) return wantsObjects ? refuseMissing(order, context) : lowerWords(order, undefined, context);
  if (isWords(choices)) return wantsObjects ? refuseSort(order, 'an object', 'words', 'expected a map with `of` and `slots`', context) : lowerWords(order, choices, context);
  return wantsObjects ? lowerObjects(order, choices, context) : refuseSort(order, describeType(context.model, type), 'objects', 'expected a list of words', context);
}

function refuseMissing({ name, source, place, column }: OrderSpot, { loading }: EnvironmentContext): Choices | undefined {
  if (!loading.damage.containers.has(source)) reportError(loading, place, {
    code: 'missing-key', message: `${quoteText(name)} writes an object to ${quoteText(column.name)} and has no ${quoteText('choices')}, expected the objects that can be chosen`, suggestion: 'add `choices: { of: kind, slots: 8 }`',
  });
  return undefined;
}

function refuseSort({ name, source, column }: OrderSpot, wanted: string, found: string, expected: string, { loading }: EnvironmentContext): Choices | undefined {
  reportError(loading, loading.places.ofValue(source, 'choices'), {
    code: 'wrong-type', message: `${quoteText(name)} writes ${wanted} to ${quoteText(column.name)} and has ${found} as choices, ${expected}`, suggestion: `write its choices as ${wanted} each, or name another property`,
  });
  return undefined;
}

function isWords(choices: NonNullable<OrderSource['choices']>): choices is readonly string[] & string[] {
  return Array.isArray(choices);
}

// --- words ------------------------------------------------------------------------------------------------------------

function lowerWords(order: OrderSpot, listed: readonly string[] | undefined, context: EnvironmentContext): Choices | undefined {
  const { source, column: { type } } = order;
  const names = listed ?? literalsOf(context.model, type);
  const values = names.map((name, i) => valueOf(name, i, names, order, context));
  const sound = values.filter((value) => value !== undefined);
  const isWhole = sound.length === values.length && hasAny(order, listed, names, context);
  const allowed = conditionsByChoice(source, sound, order, context);
  const prefer = source.prefer === undefined ? [] : byChoice({ container: source, key: 'prefer', text: source.prefer }, numberType, sound, order, context);
  if (!isWhole || allowed === undefined || prefer === undefined) return undefined;
  return { by: 'value', values: sound, names, allowed: values.map((_, i) => allowed.at(i)), prefer: values.map((_, i) => prefer.at(i)) };
}

/** The value that a choice writes; undefined, and reported, where it is none. Those of no list are all of a type's. */
function valueOf(name: string, i: number, names: readonly string[], { source, column }: OrderSpot, { model, loading }: EnvironmentContext): number | undefined {
  const value = literalValue(model, column.type, name);
  if (source.choices === undefined) return value;
  const place = loading.places.ofValue(names, i);
  if (value === 0) {
    reportError(loading, place, { code: 'never-fires', message: `${quoteText(name)} is what ${quoteText(column.name)} is without an order, expected a choice that orders something`, suggestion: 'remove it: nothing can always be chosen' });
    return undefined;
  }
  if (value !== undefined) {
    if (names.indexOf(name) === i) return value;
    reportTwice(name, place, loading);
    return undefined;
  }
  if (loading.damage.names.has(name) || (column.type.name === 'enumeration' && loading.damage.names.has(model.enumerations[column.type.index].name))) return undefined;
  const known = literalsOf(model, column.type);
  reportError(loading, place, { code: 'unknown-name', message: `${quoteText(name)} is not ${describeType(model, column.type)}, expected ${listTexts(known)}`, suggestion: didYouMean(loading, name, known) ?? 'write one of these' });
  return undefined;
}

/** Whether there is anything to choose; reports that there is not. */
function hasAny({ name, source, place }: OrderSpot, listed: readonly string[] | undefined, names: readonly string[], { loading }: EnvironmentContext): boolean {
  if (names.length > 0) return true;
  if (loading.collector.hasErrors && (listed === undefined || loading.damage.containers.has(listed))) return false;
  reportError(loading, listed === undefined ? place : loading.places.ofValue(source, 'choices'), {
    code: 'missing-key', message: `${quoteText(name)} has no choices, expected one at least`, suggestion: 'list what can be ordered',
  });
  return false;
}

/** What is allowed, by choice; an empty list where all is. */
function conditionsByChoice(source: OrderSource, values: readonly number[], order: OrderSpot, context: EnvironmentContext): readonly Node[] | undefined {
  if (source.allowed === undefined) return [];
  const all = spotsOf(source, 'allowed', source.allowed).map((spot) => byChoice(spot, booleanType, values, order, context));
  const sound = all.filter((nodes) => nodes !== undefined);
  return sound.length < all.length ? undefined : values.map((_, i) => allOf(sound.map((nodes) => nodes[i])));
}

/** An expression, compiled once for each choice, which is a constant in it. Undefined, and reported, when something is wrong with it. */
function byChoice(spot: Spot, expected: Type, values: readonly number[], { kind, column }: OrderSpot, context: EnvironmentContext): readonly Node[] | undefined {
  const { loading, library: { room }, names: { constants } } = context;
  const knowing = (value: number): ExpressionContext => environmentContext(
    { ...context, names: { ...context.names, constants: new Map([...constants, ['choice', { type: column.type, value }]]) } }, agentAndSelf(kind, context),
  );
  const text = String(spot.text);
  const first = compileText(spot, expected, knowing(values.at(0) ?? 0), loading)?.node;
  if (first === undefined) return undefined;
  if (!/\bchoice\b/.test(text)) return values.map(() => first);
  // Each choice takes the place of another expression, of which there may be as many as there are classes.
  room.left -= sizeOf(first) * Math.max(0, values.length - 1);
  if (room.left < 0) {
    reportError(loading, loading.places.ofValue(spot.container, spot.key), {
      code: 'too-large', message: `for each of ${values.length} choices the expression stands there anew, which has more parts than there is room for`, suggestion: 'keep a part of it in a variable, or list fewer choices',
    });
    return undefined;
  }
  const nodes: Node[] = [];
  for (const [i, value] of values.entries()) {
    // The first has told what is odd about it; that again for each choice would hide everything else.
    const compiled = i === 0 ? { ok: true as const, node: first } : compileExpression(text, expected, knowing(value));
    const node = compiled.ok ? compiled.node : compileText(spot, expected, knowing(value), loading)?.node;
    if (node === undefined) return undefined;
    nodes.push(node);
  }
  return nodes;
}

function sizeOf({ args }: Node): number {
  return args.reduce((sum, arg) => sum + sizeOf(arg), 1);
}

// --- objects ----------------------------------------------------------------------------------------------------------

function lowerObjects(order: OrderSpot, choices: ObjectChoicesSource, context: EnvironmentContext): Choices | undefined {
  const { name, source } = order;
  const { loading } = context;
  const kind = kindOf(choices, choices.of, context)?.index;
  const expressions = environmentContext(context, selfAndChoice(order, kind), {
    names: ['agent'], why: 'which objects can be chosen is the same for all agents', suggestion: source.of === undefined ? 'write `self`, which is the agent' : 'ask whose `self` is, or say under `where` of the order who may give it',
  });
  const where = conditionOf(choices, 'where', choices.where, expressions, context);
  const prefer = numberOf(source, 'prefer', source.prefer, expressions, context);
  if (source.allowed !== undefined) {
    reportError(loading, loading.places.ofKey(source, 'allowed'), {
      code: 'two-ways', message: `${quoteText(name)} has objects as choices, and ${quoteText('allowed')}, which is about words; expected the condition under \`choices\``, suggestion: 'write it as `where` of `choices`',
    });
    return undefined;
  }
  if (kind === undefined || !where.isSound || !prefer.isSound) return undefined;
  return { by: 'object', kind, where: where.node ?? makeNode(constant, { value: 1, type: booleanType }), count: choices.slots, prefer: prefer.node };
}

function selfAndChoice({ kind: self }: OrderSpot, kind: number | undefined): readonly NamedObject[] {
  return [{ name: 'self', slot: 0, kind: self }, { name: 'choice', slot: 1, kind }];
}

