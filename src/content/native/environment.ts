import type { Environment, Reward, Block, ObservedValue } from '../../ir/environment.js';
import { numberType } from '../../eval/operation.js';
import { quoteText } from '../diagnostics/quote.js';
import { type Declarations, isUsable } from './declarations.js';
import {
  type EnvironmentContext,
  agentAlone,
  conditionOf,
  environmentWords,
  kindOf,
  agentAndSelf,
  nothingChosen,
} from './environment-context.js';
import { lowerOrders } from './environment-orders.js';
import { compileText, environmentContext } from './expression-text.js';
import { type Loading, atKey, refuse } from './loading.js';
import { checkName } from './names.js';
import type { EnvironmentSource, BlockSource, ExpressionSource } from './schema.js';
import { lowerSlots } from './environment-slots.js';

/**
 * Lowers what agents see, do and want; undefined where content says nothing of it, or, reported, when something is
 * wrong with it.
 */
export function lowerEnvironment(
  { environment, constants }: Declarations,
  known: Omit<EnvironmentContext, 'agentKind'>,
): Environment | undefined {
  if (environment === undefined) return undefined;
  const { source, place } = environment;
  const { loading } = known;
  const kind = kindOf(source.agents, source.agents.of, known)?.index;
  const context: EnvironmentContext = { ...known, agentKind: kind };
  refuseHiddenConstants(constants, loading);
  refuseNothing(source, loading);
  checkName(loading, source.name, loading.places.ofValue(source, 'name'));
  const where = conditionOf(
    source.agents,
    'where',
    source.agents.where,
    environmentContext(context, [{ name: 'self', slot: 0, kind }], noAgentYet),
    context,
  );
  const blocks = lowerBlocks(source, context);
  const orders = lowerOrders(source, context);
  const reward = lowerReward(source, context);
  const lives = conditionOf(source, 'lives', source.lives, environmentContext(context, agentAlone(context)), context);
  const terminated = conditionOf(
    source,
    'terminated',
    source.terminated,
    environmentContext(context, [], ofTheWorld),
    context,
  );
  const { count } = source.agents;
  if (count > source.capacity) {
    refuse(
      known,
      [source.agents, 'count'],
      'out-of-range',
      `there are ${count} agents and room for ${source.capacity} objects, expected no more agents than objects`,
      'raise `capacity`',
    );
  }
  if (kind === undefined || blocks === undefined || orders === undefined || reward === undefined) return undefined;
  const lowered: Environment = {
    name: source.name,
    agents: Object.freeze({ kind, where: where.node, count }),
    turns: source.turns ?? 0,
    capacity: source.capacity,
    maps: source.maps ?? 1,
    blocks: Object.freeze(blocks),
    orders: Object.freeze(orders),
    reward,
    lives: lives.node,
    terminated: terminated.node,
    origin: { file: place.file, line: place.line, column: place.column },
  };
  refuseLarge(lowered, source, loading);
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
  const compiled = compileText(spot, numberType, environmentContext(context, agentAlone(context)), context.loading);
  return compiled && Object.freeze({ node: compiled.node, change });
}

/** Constants that expressions could not see, because the name means something else there. */
function refuseHiddenConstants(constants: Declarations['constants'], loading: Loading): void {
  for (const { name, place } of constants) {
    if (!(environmentWords as readonly string[]).includes(name)) continue;
    refuse(
      { loading },
      place,
      'reserved-name',
      `${quoteText(name)} has a meaning of its own in an environment, expected another name for a constant`,
      'choose another name',
    );
  }
}

/** Agents see something and do something. */
function refuseNothing(source: EnvironmentSource, loading: Loading): void {
  for (const [key, what] of [
    ['observation', 'see'],
    ['actions', 'do'],
  ] as const) {
    if (
      Object.keys(source[key]).length > 0 ||
      loading.damage.containers.has(source) ||
      loading.damage.containers.has(source[key])
    )
      continue;
    refuse(
      { loading },
      [source, key],
      'missing-key',
      `${quoteText(key)} is empty, expected one thing at least that agents ${what}`,
      `say what they ${what}`,
    );
  }
}

// --- sizes

/** Numbers that one agent observes, and choices of all of its heads. */
const largest = 16_000_000;

/** Sums, not lists: a few lines of content can ask for more heads than there is memory for. */
function refuseLarge({ blocks, orders }: Environment, source: EnvironmentSource, loading: Loading): void {
  let observed = 0;
  for (const { slots, values } of blocks)
    observed += slots === undefined ? values.length : slots.count * (1 + values.length);
  let choices = 0;
  for (const { slots, choices: of } of orders)
    choices += (slots?.count ?? 1) * (1 + (of.by === 'value' ? of.values.length : of.count));
  const refuse = (key: 'observation' | 'actions', count: number, what: string, suggestion: string): void => {
    if (count > largest)
      refuse({ loading }, atKey(source, key), 'too-large', `an agent ${what}, the limit is ${largest}`, suggestion);
  };
  refuse('observation', observed, `observes ${observed} numbers`, 'give it fewer slots or values');
  refuse('actions', choices, `has ${choices} choices`, 'give it fewer slots or choices');
}

const none: ReadonlySet<string> = new Set();

/** Lowers what is observed; undefined, and reported, when something is wrong with it. */
function lowerBlocks({ observation }: EnvironmentSource, context: EnvironmentContext): readonly Block[] | undefined {
  const blocks = Object.entries(observation).map(([name, source]) => lowerBlock(name, source, observation, context));
  const sound = blocks.filter((block) => block !== undefined);
  return sound.length < blocks.length ? undefined : sound;
}

function lowerBlock(
  name: string,
  source: BlockSource,
  observation: object,
  context: EnvironmentContext,
): Block | undefined {
  const { loading } = context;
  const place = loading.places.ofKey(observation, name);
  const isNamed = isUsable(name, 'a part of the observation', place, none, loading);
  const { kind, slots, isSound } = lowerSlots(name, source, place, context);
  const values = Object.entries(source.values).map(([value, text]) =>
    lowerValue(value, text, source.values, kind, context),
  );
  if (
    values.length === 0 &&
    source.of === undefined &&
    !loading.damage.containers.has(source) &&
    !loading.damage.containers.has(source.values)
  ) {
    return refuse(
      context,
      [source, 'values'],
      'missing-key',
      `${quoteText(name)} has no values, expected one at least`,
      'name what is seen of the agent, such as `gold: agent.gold`',
    );
  }
  const sound = values.filter((value) => value !== undefined);
  return isNamed && isSound && sound.length === values.length
    ? Object.freeze({ name, slots, values: Object.freeze(sound) })
    : undefined;
}

function lowerValue(
  name: string,
  text: ExpressionSource,
  values: object,
  kind: number | undefined,
  context: EnvironmentContext,
): ObservedValue | undefined {
  const { loading } = context;
  const isNamed = isUsable(name, 'a value that is observed', loading.places.ofKey(values, name), none, loading);
  const compiled = compileText(
    { container: values, key: name, text },
    undefined,
    environmentContext(context, agentAndSelf(kind, context), nothingChosen),
    loading,
  );
  if (compiled === undefined) return undefined;
  const { node } = compiled;
  if (node.type.name === 'number' || node.type.name === 'boolean')
    return isNamed ? Object.freeze({ name, node }) : undefined;
  return refuse(
    context,
    compiled.place(),
    'wrong-type',
    `the value ${quoteText(name)} is neither a condition nor a number, expected one of the two`,
    'compare it with something; of a word write a condition for each that matters',
  );
}
