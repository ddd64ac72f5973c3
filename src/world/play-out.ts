import { EdictError } from '../kernel/errors.js';
import {
  functionGiven,
  isList,
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
import {
  type DecisionLog,
  type LoggedDecision,
  demandContent,
  demandLog,
  demandSame,
  demandStart,
  loggedDecision,
  logOf,
  startOf,
} from './decision-log.js';
import { mistaken, optionsGiven } from './options.js';
import type { TriggerOptions } from './triggers-api.js';
import { seedWords } from '../kernel/random.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import type { WorldEvents } from './events-api.js';

/** Options of `playOut`. */
export interface PlayOptions extends Pick<TriggerOptions, 'listen'> {
  /** Most ticks that pass. Default 10,000. */
  readonly ticks?: number;
  /** Most decisions. Default: no end. */
  readonly decisions?: number;
  /** Whether play is over, tested before each decision and tick. Default: the `timing: { over }` of content. */
  readonly isOver?: (() => boolean) | undefined;
  /** Keeps a log of the decisions, for `replay`. Default false. */
  readonly log?: boolean;
}

/** The result of `playOut`. */
export interface PlayedOut {
  /** Play is over; otherwise a limit stopped it. */
  readonly isOver: boolean;
  readonly decisions: number;
  /** Ticks that have passed. */
  readonly ticks: number;
  /** Undefined without the option. */
  readonly log: DecisionLog | undefined;
}

/** `time`: it is up. */
export type Outlook = 'decision' | 'over' | 'time';

/**
 * Plays until play is over or a limit is reached: time passes tick by tick, and agents decide. A world that was stopped
 * within a decision continues there.
 *
 * One agent decides for all, or each for the player at its place, by ascending id; the last also decides for the rest.
 * Errors of agents and of `advance` come through, and leave the world where it is then.
 */
export function playOut(world: World, agents: Agent | readonly Agent[], given: PlayOptions = {}): PlayedOut {
  insideOf(world);
  const options = optionsGiven('playOut', given, ['ticks', 'decisions', 'isOver', 'log', 'listen']);
  const { ticks = 10_000, decisions: most = Infinity, isOver = overByContent(world), listen } = options;
  countGiven('ticks', ticks);
  countGiven('decisions', most);
  functionGiven('isOver', isOver, 'a function that says whether play is over');
  functionGiven('listen', listen, 'a function that is told of events');
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

/** By ascending id; empty where nobody plays. */
export function playersOf(world: World): readonly Handle[] {
  const { model, rules } = world.program;
  const kind = model.kinds.find(({ index }) => index === rules.timing.players);
  return kind === undefined ? [] : world.query({ kind: kind.name });
}

/** Never where content does not say. Asked of any player: it is about the world. */
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

/** The decision that an agent sees. `optionCount` is cheap; `decision` makes a list of options each time it is read. */
export type DecisionView = Pick<WorldEvents, 'decision' | 'optionCount' | 'decider'>;

/** Decides: returns the place of an option, from 0 to `optionCount - 1`. */
export type Agent = (view: DecisionView) => number;

/** An agent that takes the first option. */
export function firstAgent(): Agent {
  return () => 0;
}

/** An agent that takes each option with equal probability, from a stream of its own. Equal seeds decide equally. */
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
 * An agent that takes the options of these names one after the other, then decides as `otherwise` (default: the first
 * option). It throws `not-an-option` when no option has the name.
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
        `the script says ${shorten(name)} (name ${next + 1} of ${names.length}), which is no option now; ${meantOrKnown(name, options)}`,
        shorten(name),
      );
    next++;
    return index;
  };
}

/** Options of `replay`. */
export interface ReplayOptions extends Pick<PlayOptions, 'listen'> {
  /** Called with each decision before it is taken. */
  readonly decides?: (decision: LoggedDecision) => void;
}

/**
 * Takes the decisions of a log again, on a world in the state in which the log begins.
 *
 * Throws `bad-log`; `foreign-log` for other content; `log-differs` for another state at the start or end, and for
 * decisions that do not come up. Earlier decisions stay taken.
 */
export function replay(world: World, log: DecisionLog, given: ReplayOptions = {}): void {
  insideOf(world);
  const options = optionsGiven('replay', given, ['listen', 'decides']);
  functionGiven('listen', options.listen, 'a function that is told of events');
  functionGiven('decides', options.decides, 'a function that is told of decisions');
  demandLog(log);
  demandContent(log, world.program);
  demandStart(world, log);
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
      `the log ends in the state ${log.hash}, and its decisions have led to ${hash}; replay it on the world that it began in, with the same version of edict`,
      hash,
    );
}
