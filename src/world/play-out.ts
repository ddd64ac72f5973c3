import { EdictError } from '../kernel/errors.js';
import {
  functionGiven,
  isList,
  isObject,
  reading,
  refused,
  truthGiven,
  listGiven,
  seedGiven,
  shorten,
  textGiven,
} from '../kernel/given.js';
import type { Handle, World } from './api.js';
import { insideOf } from './core.js';
import { mistaken, optionsGiven } from './host-arguments.js';
import type { TriggerOptions, WorldEvents, DecisionKind } from './events-api.js';
import { seedWords } from '../kernel/random.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import type { Program } from '../ir/rule.js';

/** Options of `playOut`. */
export interface PlayOptions extends Pick<TriggerOptions, 'listen'> {
  /** Maximum number of ticks. Default 10,000. */
  readonly ticks?: number;
  /** Maximum number of decisions. Default: no limit. */
  readonly decisions?: number;
  /**
   * A function that returns true when play is over. Edict calls it before each decision and tick. Default: the
   * `timing: { over }` of content.
   */
  readonly isOver?: (() => boolean) | undefined;
  /** Keeps a log of the decisions, for `replay`. Default false. */
  readonly log?: boolean;
}

/** The result of `playOut`. */
export interface PlayedOut {
  /** True if play is over; false if a limit stopped it. */
  readonly isOver: boolean;
  readonly decisions: number;
  /** Number of ticks that passed. */
  readonly ticks: number;
  /** Undefined without the option `log`. */
  readonly log: DecisionLog | undefined;
}

/** `time`: the limit of ticks is reached. */
export type Outlook = 'decision' | 'over' | 'time';

/**
 * Plays until play is over or a limit is reached: time passes tick by tick, and agents decide. A world with an open
 * decision continues there.
 *
 * A single agent decides for all players. Of several, each decides for the player at its index, by ascending id, and
 * the last one also for all further players. Errors of agents and of `advance` reach the caller; the world keeps its
 * state at that moment.
 */
export function playOut(world: World, agents: Agent | readonly Agent[], given: PlayOptions = {}): PlayedOut {
  insideOf(world);
  const options = optionsGiven('playOut', given, ['ticks', 'decisions', 'isOver', 'log', 'listen']);
  const { ticks = 10_000, decisions: most = Infinity, isOver = overByContent(world), listen } = options;
  countGiven('ticks', ticks);
  countGiven('decisions', most);
  functionGiven('isOver', isOver, 'a function that says whether play is over');
  functionGiven('listen', listen, 'a function that takes events');
  truthGiven('log', options.log ?? false);
  const agentOf = seats(world, agents);
  const heard = listen && { listen };
  const course = { isOver, listen };
  const logged: LoggedDecision[] = [];
  const start = world.triggers.time;
  const logStart = options.log === true ? startOf(world) : undefined;
  let decisions = 0;
  let outlook = goOn(world, start + ticks, course);
  while (outlook === 'decision' && decisions < most) {
    const index = agentOf(world.events.decider)(world.events);
    if (options.log === true) logged.push(loggedDecision(world, index));
    world.events.decide(index, undefined, heard);
    decisions++;
    outlook = goOn(world, start + ticks, course);
  }
  return {
    isOver: outlook === 'over',
    decisions,
    ticks: world.triggers.time - start,
    log: logStart && logOf(world, logStart, logged),
  };
}

/** Until a decision is needed, play is over (with `isOver`), or the tick of `until` is done. */
export function goOn(
  world: World,
  until: number,
  { isOver, listen }: Pick<PlayOptions, 'isOver' | 'listen'> = {},
): Outlook {
  const heard = listen && { listen };
  for (;;) {
    if (isOver?.() === true) return 'over';
    if (world.events.optionCount > 0) return 'decision';
    if (world.triggers.isPaused) world.triggers.resume(heard);
    else if (world.triggers.time < until) world.triggers.advance(1, heard);
    else return 'time';
  }
}

function seats(world: World, agents: Agent | readonly Agent[]): (player: Handle) => Agent {
  if (typeof agents === 'function') return () => agents;
  if (!isList(agents)) throw mistaken('playOut', 'an agent or a list of them', agents);
  const listed = reading('the list of agents', () => Array.from(agents));
  const last = listed.at(-1);
  if (last === undefined)
    throw new EdictError('bad-option', 'playOut was given no agents; give one, or one for each player');
  for (const [place, agent] of listed.entries())
    if (typeof agent !== 'function') throw refused(`agent ${place + 1} of playOut`, agent, 'a function that decides');
  const players = playersOf(world);
  return (player) => listed[players.indexOf(player)] ?? last;
}

function countGiven(what: string, given: unknown): void {
  if (typeof given !== 'number' || !(given >= 0) || (given !== Infinity && !Number.isInteger(given)))
    throw refused(what, given, 'a whole number from 0, or Infinity');
}

/** By ascending id; empty without players. */
export function playersOf(world: World): readonly Handle[] {
  const { model, rules } = world.program;
  const kind = model.kinds.find(({ index }) => index === rules.timing.players);
  return kind === undefined ? [] : world.query({ kind: kind.name });
}

/** Never, if the content does not say. Reads the world, so any player serves. */
export function overByContent(world: World): () => boolean {
  const { expressions, timing } = world.program.rules;
  const over = expressions.find(({ name, scope }) => name === 'over' && scope.includes(timing.players));
  let player: Handle | undefined;
  return () => {
    if (over === undefined) return false;
    if (player === undefined || !world.isLive(player)) player = playersOf(world).at(0);
    return player === undefined || world.questions.ask(over, player) === true;
  };
}

/**
 * The data that an agent receives. `optionCount` is cheap to read; `decision` makes a new list of options at each read.
 */
export type DecisionView = Pick<WorldEvents, 'decision' | 'optionCount' | 'decider'>;

/** A function that decides. It returns the index of an option, from 0 to `optionCount - 1`. */
export type Agent = (view: DecisionView) => number;

/** An agent that always chooses the first option. */
export function firstAgent(): Agent {
  return () => 0;
}

/**
 * An agent that chooses each option with equal probability, from its own random stream. Agents with equal seeds choose
 * equally.
 */
export function randomAgent(seed: string | number): Agent {
  const { low, high } = seedWords(seedGiven(seed));
  // Xorshift of 64 bits in two halves, never all zeros.
  let [a, b] = [low | 0, high | 0 || 1];
  return ({ optionCount }) => {
    const t = a ^ (a << 10);
    a = b;
    b = b ^ (b >>> 10) ^ t ^ (t >>> 13);
    return Math.floor((((b + a) >>> 0) / 2 ** 32) * optionCount);
  };
}

/**
 * An agent that chooses the options with these names one after another. After the last name, the agent `otherwise`
 * decides (default: the first option). Throws `not-an-option` if no option has the name.
 */
export function scriptedAgent(script: readonly string[], otherwise: Agent = firstAgent()): Agent {
  const names = listGiven('the script', script, 'a list of names of options');
  for (const name of names) textGiven('a name in the script', name);
  functionGiven('otherwise', otherwise, 'an agent: a function that decides');
  let next = 0;
  return (view) => {
    if (next >= names.length) return otherwise(view);
    const name = names[next];
    const options = view.decision?.options.map((option) => option.name) ?? [];
    const index = options.indexOf(name);
    if (index < 0)
      throw new EdictError(
        'not-an-option',
        `the script says ${shorten(name)} (name ${next + 1} of ${names.length}), which is not an option now; ` +
          meantOrKnown(name, options),
        shorten(name),
      );
    next++;
    return index;
  };
}

/** Options of `replay`. */
export interface ReplayOptions extends Pick<PlayOptions, 'listen'> {
  /** A function that Edict calls with each decision before it repeats the decision. */
  readonly decides?: (decision: LoggedDecision) => void;
}

/**
 * Repeats the decisions of a log, on a world in the state in which the log begins.
 *
 * Throws `bad-log` for a malformed log, `foreign-log` for other content, and `log-differs` if the state at the start or
 * end differs or a decision does not occur. After an error, the earlier decisions remain in effect.
 */
export function replay(world: World, log: DecisionLog, given: ReplayOptions = {}): void {
  insideOf(world);
  const options = optionsGiven('replay', given, ['listen', 'decides']);
  functionGiven('listen', options.listen, 'a function that takes events');
  functionGiven('decides', options.decides, 'a function that takes decisions');
  demandLogOf(world, log);
  const heard = options.listen && { listen: options.listen };
  for (const [place, decision] of log.decisions.entries()) {
    goOn(world, log.time, options);
    demandSame(world, decision, place);
    options.decides?.(decision);
    world.events.decide(decision.index, undefined, heard);
  }
  goOn(world, log.time, options);
  const hash = world.hash();
  if (hash !== log.hash)
    throw new EdictError(
      'log-differs',
      `the log ends in the state ${log.hash}, and its decisions have led to ${hash}; replay it on the world ` +
        'that it began in, with the same version of edict',
      hash,
    );
}

/** Throws as `replay` does. */
export function demandLogOf(world: World, log: DecisionLog): void {
  demandLog(log);
  demandContent(log, world.program);
  demandStart(world, log);
}

/** One decision. A replay uses `index`; it checks the other fields, which also serve human readers. */
export interface LoggedDecision {
  /** Name of the player who decided; null in a world without players. */
  readonly player: string | null;
  readonly kind: DecisionKind;
  readonly option: string;
  readonly index: number;
}

/**
 * The decisions between two states of a world, as plain data. To replay the log of a part of a game, use a world in the
 * state where the log begins, such as one loaded from a file saved at that point.
 */
export interface DecisionLog {
  readonly format: typeof logFormat;
  /** Fingerprint of the content. */
  readonly content: string;
  /** The clock and the hash at the start of the log; missing in old logs. */
  readonly start?: LogStart | undefined;
  /** The clock at the end of the log. */
  readonly time: number;
  /** The hash at the end of the log. */
  readonly hash: string;
  readonly decisions: readonly LoggedDecision[];
}

type LogStart = Pick<DecisionLog, 'time' | 'hash'>;

export const logFormat = 'edict-decisions/1';

export function demandContent({ content }: { readonly content: string }, { fingerprint }: Program): void {
  if (content !== fingerprint)
    throw new EdictError(
      'foreign-log',
      'the log is of other content; replay it with the content that it was written with',
    );
}

/** Throws `bad-log` for a malformed log. */
function demandLog(log: unknown): void {
  if (reading('the log', () => isLog(log))) return;
  throw new EdictError(
    'bad-log',
    `this is not a log of decisions; pass one of the format ${JSON.stringify(logFormat)}, as playOut returns with log: true`,
  );
}

function isLog(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { format, content, start, decisions } = given as Partial<Record<keyof DecisionLog, unknown>>;
  return (
    format === logFormat &&
    typeof content === 'string' &&
    isState(given) &&
    (start === undefined || isState(start)) &&
    isList(decisions) &&
    Array.from(decisions).every(isLoggedDecision)
  );
}

function isState(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { time, hash } = given as Partial<Record<keyof LogStart, unknown>>;
  return Number.isSafeInteger(time) && typeof hash === 'string';
}

function isLoggedDecision(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { player, kind, option, index } = given as Partial<Record<keyof LoggedDecision, unknown>>;
  return (
    (player === null || typeof player === 'string') &&
    typeof kind === 'string' &&
    typeof option === 'string' &&
    Number.isSafeInteger(index)
  );
}

/** Throws `not-an-option` for an unknown option. */
export function loggedDecision(world: World, index: number): LoggedDecision {
  const { decision } = world.events;
  const option = decision?.options[index];
  if (decision === undefined || option === undefined)
    throw new EdictError(
      'not-an-option',
      `option ${String(index)} was decided, and there are ${decision?.options.length ?? 0}; give its index, from 0`,
      String(index),
    );
  return {
    player: decision.player === null ? null : world.nameOf(decision.player),
    kind: decision.kind,
    option: option.name,
    index,
  };
}

export function startOf(world: World): LogStart {
  return { time: world.triggers.time, hash: world.hash() };
}

export function logOf(world: World, start: LogStart, decisions: readonly LoggedDecision[]): DecisionLog {
  return {
    format: logFormat,
    content: world.program.fingerprint,
    start,
    ...startOf(world),
    decisions,
  };
}

/** Throws `log-differs` unless the world is where the log begins. */
function demandStart(world: World, { start }: DecisionLog): void {
  if (start === undefined) return;
  const now = startOf(world);
  if (now.time === start.time && now.hash === start.hash) return;
  const what =
    now.time === start.time
      ? 'of the same content, seed and options, to which the same has been done'
      : 'brought there as it was then, or loaded from what was saved there';
  throw new EdictError(
    'log-differs',
    `the log begins at time ${start.time} in the state ${start.hash}, and this world is at time ${now.time} in ` +
      `the state ${now.hash}; replay the log on a world as it was where the log begins: one ${what}`,
    now.hash,
  );
}

/** Throws `log-differs` unless the same decision is needed. */
export function demandSame(world: World, expected: LoggedDecision, place: number): void {
  const found =
    world.events.optionCount > expected.index && expected.index >= 0
      ? loggedDecision(world, expected.index)
      : undefined;
  if (found?.player === expected.player && found.kind === expected.kind && found.option === expected.option) return;
  const { decision } = world.events;
  const now =
    decision === undefined
      ? 'nothing has to be decided'
      : `${decision.player === null ? 'nobody' : shorten(world.nameOf(decision.player))} has ` +
        `${decision.options.length} options (${decision.kind})`;
  throw new EdictError(
    'log-differs',
    `decision ${place + 1} of the log is ${expected.kind} ${shorten(expected.option)} (option ` +
      `${expected.index}) of ${expected.player === null ? 'nobody' : shorten(expected.player)}, ` +
      `but here ${now}; replay the log on the world that it began in`,
    String(place + 1),
  );
}
