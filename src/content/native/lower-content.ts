import { type Aggregator, type Column, type Model, kindAt } from '../../model/model.js';
import {
  type Block,
  type Environment,
  type ObservedValue,
  type Order,
  type Reward,
  agentSizes,
  environmentLimits,
} from '../../ir/environment.js';
import { columnOfKind } from './classes.js';
import {
  type Choosing,
  type EnvironmentContext,
  agentAndSelf,
  conditionOf,
  createChoosing,
  environmentWords,
  kindOf,
  lowerChoices,
  lowerSlots,
  nothingChosen,
} from './environment-choices.js';
import { otherMemberFault } from './references.js';
import type { BlockSource, EnvironmentSource, OrderSource } from './schema.js';
import type { Place, SourceMap } from './source-tree.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { quoteText } from '../text/quote.js';
import { type Declaration, type Declarations, collectDeclarations, isUsable } from './declarations.js';
import { compileText, environmentContext } from './expression-text.js';
import {
  type Loading,
  type Reporting,
  type Where,
  atKey,
  isLost,
  isTorn,
  originOf,
  placeOf,
  refer,
  refuse,
  warn,
  whole,
} from './load-context.js';
import { checkName, refuseReserved } from './names.js';
import { readKey } from './read-keys.js';
import { type Program, withWritten } from '../../ir/rule.js';
import type { Flag, NamedConstant, Names } from '../../ir/node.js';
import { fingerprintOf } from '../../compiled/fingerprint.js';
import { lowerFlags } from './flags.js';
import { lowerFunctions } from './read-functions.js';
import { valueNames } from './read-parameters.js';
import { lowerBudget } from './read-budget.js';
import { lowerModel } from './lower-model.js';
import { lowerRules } from './read-rules.js';
import { validate } from './validate.js';

function lowerEnvironment(
  { environment, constants, parameters }: Declarations,
  known: Omit<EnvironmentContext, 'agentKind'>,
): Environment | undefined {
  if (environment === undefined) return undefined;
  const { source, place } = environment;
  const { name, turns = 0, capacity, maps = 1 } = source;
  const kind = kindOf(source.agents, source.agents.of, known);
  const context: EnvironmentContext = { ...known, agentKind: kind };
  for (const constant of constants)
    if ((environmentWords as readonly string[]).includes(constant.name))
      refuseReserved(context, constant.place, constant.name, 'a constant', ' in an environment');
  for (const { name: parameter, place: at } of parameters)
    if ((environmentWords as readonly string[]).includes(parameter))
      refuseReserved(context, at, parameter, 'a parameter', ' in an environment');
  refuseNothing(source, context);
  checkName(context, name, [source, 'name']);
  const candidates = environmentContext(context, [{ name: 'self', slot: 0, kind }], noAgentYet);
  const where = conditionOf(source.agents, 'where', candidates, context);
  const { observation } = source;
  const blocks = whole(Object.entries(observation).map(([block, of]) => lowerBlock(block, of, observation, context)));
  const orders = lowerOrders(source, context);
  const reward = lowerReward(source, context);
  const lives = conditionOf(source, 'lives', aboutAgent(context), context);
  const terminated = conditionOf(source, 'terminated', environmentContext(context, [], ofTheWorld), context);
  const { count } = source.agents;
  if (count > capacity)
    refuse(
      context,
      [source.agents, 'count'],
      'out-of-range',
      `there are ${count} agents and room for ${capacity} objects, expected no more agents than objects`,
      'raise `capacity`',
    );
  if (kind === undefined || blocks === undefined || orders === undefined || reward === undefined) return undefined;
  const lowered: Environment = {
    name,
    agents: Object.freeze({ kind, where: where.node, count }),
    turns,
    capacity,
    maps,
    blocks: Object.freeze(blocks),
    orders: Object.freeze(orders),
    reward,
    lives: lives.node,
    terminated: terminated.node,
    origin: originOf(place),
  };
  refuseLarge(lowered, source, context);
  return Object.freeze(lowered);
}

const noAgentYet = { names: ['agent'], why: 'it is asked which objects are agents', suggestion: 'write `self`' };

const ofTheWorld = {
  names: ['agent', 'self'],
  why: 'whether an episode is over is asked once of the whole world',
  suggestion: 'ask an aggregate such as `objects(kind)`, or say under `lives` which agents go on',
};

function lowerReward(source: EnvironmentSource, context: EnvironmentContext): Reward | undefined {
  const { reward } = source;
  const change = typeof reward === 'object' && reward !== null;
  const spot = change
    ? { container: reward, key: 'change', text: reward.change }
    : { container: source, key: 'reward', text: reward };
  const compiled = compileText(spot, numberType, aboutAgent(context), context);
  return compiled && Object.freeze({ node: compiled.node, change });
}

function aboutAgent(context: EnvironmentContext) {
  return environmentContext(context, agentAndSelf(context.agentKind, context, 0));
}

function refuseNothing(source: EnvironmentSource, context: EnvironmentContext): void {
  for (const [key, what] of [
    ['observation', 'see'],
    ['actions', 'do'],
  ] as const) {
    const isEmpty = Object.keys(source[key]).length === 0;
    if (isEmpty && !isTorn(context, source) && !isTorn(context, source[key]))
      refuse(
        context,
        [source, key],
        'missing-key',
        `${quoteText(key)} is empty, expected at least one thing that agents ${what}`,
        `say what they ${what}`,
      );
  }
}

function refuseLarge(environment: Environment, source: EnvironmentSource, context: EnvironmentContext): void {
  const { observed, choices } = agentSizes(environment);
  const { perAgent: largest } = environmentLimits;
  const refuseAbove = (key: 'observation' | 'actions', count: number, what: string, suggestion: string): void => {
    if (count > largest)
      refuse(context, atKey(source, key), 'too-large', `an agent ${what}, the limit is ${largest}`, suggestion);
  };
  refuseAbove('observation', observed, `observes ${observed} numbers`, 'give it fewer slots or values');
  refuseAbove('actions', choices, `has ${choices} choices`, 'give it fewer slots or choices');
}

function lowerBlock(
  name: string,
  source: BlockSource,
  observation: object,
  context: EnvironmentContext,
): Block | undefined {
  const place = placeOf(context, atKey(observation, name));
  const isNamed = isUsable(name, 'a part of the observation', place, context);
  const { kind, slots, isSound } = lowerSlots(source, context);
  const names = Object.keys(source.values);
  const values = whole(names.map((value) => lowerValue(value, source.values, kind, context)));
  if (names.length === 0 && source.of === undefined && !isTorn(context, source) && !isTorn(context, source.values))
    return refuse(
      context,
      [source, 'values'],
      'missing-key',
      `${quoteText(name)} has no values, expected at least one`,
      'name what is seen of the agent, such as `gold: agent.gold`',
    );
  return isNamed && isSound && values !== undefined
    ? Object.freeze({ name, slots, values: Object.freeze(values) })
    : undefined;
}

function lowerValue(
  name: string,
  values: BlockSource['values'],
  kind: number | undefined,
  context: EnvironmentContext,
): ObservedValue | undefined {
  const isNamed = isUsable(name, 'a value that is observed', atKey(values, name), context);
  const expressions = environmentContext(context, agentAndSelf(kind, context), nothingChosen);
  const compiled = readKey(values, name, undefined, expressions, context);
  if (compiled === undefined) return undefined;
  const { node, place } = compiled;
  if (node.type.name === 'number' || node.type.name === 'boolean')
    return isNamed ? Object.freeze({ name, node }) : undefined;
  return refuse(
    context,
    place,
    'wrong-type',
    `the value ${quoteText(name)} is neither a condition nor a number, expected one of the two`,
    'compare it with something; of a word write a condition for each that matters',
  );
}

interface Ordering extends EnvironmentContext {
  /** The first order by kind and property. */
  readonly written: Map<string, { readonly name: string; readonly place: Place }>;
  /** The first class that gives it a first value. */
  readonly begun: ReadonlyMap<string, string>;
  readonly choosing: Choosing;
}

function lowerOrders({ actions }: EnvironmentSource, context: EnvironmentContext): readonly Order[] | undefined {
  const ordering: Ordering = {
    ...context,
    written: new Map(),
    begun: firstValues(context.model),
    choosing: createChoosing(context.names),
  };
  return whole(
    Object.entries(actions).map(([name, source]) =>
      lowerOrder(name, source, placeOf(context, atKey(actions, name)), ordering),
    ),
  );
}

const keyOf = (kind: number, column: number): string => `${kind} ${column}`;

function firstValues({ classes }: Model): ReadonlyMap<string, string> {
  const begun = new Map<string, string>();
  for (const { kind, name, initial } of classes) {
    for (const [column, value] of initial)
      if (value !== 0 && !begun.has(keyOf(kind, column))) begun.set(keyOf(kind, column), name);
  }
  return begun;
}

function lowerOrder(name: string, source: OrderSource, place: Place, context: Ordering): Order | undefined {
  const isNamed = isUsable(name, 'an order', place, context);
  const { kind, slots, isSound } = lowerSlots(source, context);
  const column = propertyOf(name, source, kind, context);
  const choices = column && lowerChoices({ name, source, place, kind, column, choosing: context.choosing }, context);
  if (column !== undefined && kind !== undefined) warnOfSecond(name, source, kind, column, context);
  return isNamed && isSound && column !== undefined && choices !== undefined
    ? Object.freeze({ name, slots, column: column.index, choices: Object.freeze(choices) })
    : undefined;
}

const orderable: ReadonlySet<string> = new Set<Column['type']['name']>(['enumeration', 'class', 'kind', 'entity']);

function propertyOf(
  name: string,
  source: OrderSource,
  kind: number | undefined,
  context: Ordering,
): Column | undefined {
  const { model, others, meterNames, propertyNames } = context;
  const { property } = source;
  if (isLost(context, property)) return undefined;
  const where: Where = [source, 'property'];
  const other = otherMemberFault(property, others, 'a property for a word, a class or an object');
  if (other !== undefined)
    return refuse(context, where, other.code, other.message, 'declare a property for the orders alone');
  const column = columnOfKind(property, kind === undefined ? undefined : kindAt(model, kind), where, {
    ...context,
    columnByName: model.columnByName,
    columnNames: [...propertyNames, ...meterNames],
  });
  if (column === undefined) return undefined;
  if (!orderable.has(column.type.name))
    return refuse(
      context,
      where,
      'wrong-type',
      `${quoteText(name)} would write an order to ${quoteText(column.name)}, which holds ${column.type.name === 'number' ? 'a number' : '`true` or `false`'}; expected a property for a word, a class or an object`,
      'declare an enumeration of what can be ordered, and a property of it',
    );
  // Taking an order back writes none, so none must be there without one.
  const beginning = kind === undefined ? undefined : context.begun.get(keyOf(kind, column.index));
  if (column.initial === 0 && beginning === undefined) return column;
  const what =
    beginning === undefined
      ? 'whose default is not none'
      : `whose first value in class ${quoteText(beginning)} is not none`;
  return refuse(
    context,
    where,
    'default-not-none',
    `${quoteText(name)} writes its orders to ${quoteText(column.name)}, ${what}; expected none where nothing is ordered`,
    'remove the value, or declare a property for the orders alone',
  );
}

function warnOfSecond(name: string, source: OrderSource, kind: number, column: Column, context: Ordering): void {
  const { written } = context;
  const key = keyOf(kind, column.index);
  const place = placeOf(context, [source, 'property']);
  const first = written.get(key);
  if (first === undefined) {
    written.set(key, { name, place });
    return;
  }
  warn(
    context,
    place,
    'same-property',
    `${quoteText(name)} writes to ${quoteText(column.name)}, as ${quoteText(first.name)} ${refer(place, first.place)} does: where both are given to one object this one counts`,
    'give each its own property, or make one order of the two',
  );
}

export function lowerContent(
  data: readonly SourceMap[],
  aggregators: readonly Aggregator[],
  loading: Loading,
): Program | undefined {
  const documents = data.map((document) => validate(document, loading));
  const declarations = collectDeclarations(documents, loading);
  // The model comes first: an expression may name what a later file declares.
  const lowered = lowerModel(declarations, aggregators, loading);
  // Without kinds every class is wrong already.
  if (lowered.model.kinds.length === 0 && declarations.classes.length > 0) return undefined;
  const flags = new Map<string, Flag>();
  const names: Names = { constants: lowerConstants(declarations.constants, lowered.model, { loading }), flags };
  const { library, callable } = lowerFunctions(declarations.functions, { ...lowered, names, loading });
  const known = { ...lowered, library, names };
  for (const flag of lowerFlags(declarations, { ...known, loading })) flags.set(flag.name, flag);
  const rules = lowerRules(declarations, known, loading);
  const environment = lowerEnvironment(declarations, { ...known, loading });
  const budget = lowerBudget(declarations, lowered.model, { loading });
  if (loading.collector.hasErrors) return undefined;
  const program: Program = {
    model: lowered.model,
    rules,
    ...(library.functions.size + library.tables.size === 0 ? {} : { callable }),
    ...(environment === undefined ? {} : { environment }),
    ...(budget === undefined ? {} : { budget }),
    fingerprint: fingerprintOf(lowered.model, rules, environment),
    ...(declarations.meant === undefined ? {} : { meant: declarations.meant }),
  };
  return Object.freeze(withWritten(program, loading.written));
}

function lowerConstants(
  declarations: readonly Declaration<number | boolean>[],
  model: Model,
  context: Reporting,
): ReadonlyMap<string, NamedConstant> {
  const constants = new Map<string, NamedConstant>();
  if (declarations.length === 0) return constants;
  const isFree = valueNames(model, context);
  for (const declaration of declarations) {
    if (!isFree(declaration, 'a constant')) continue;
    const { name, source } = declaration;
    const type = typeof source === 'boolean' ? booleanType : numberType;
    constants.set(name, { type, value: Number(source) + 0 });
  }
  return constants;
}
