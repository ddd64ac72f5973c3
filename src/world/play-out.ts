import { EdictError } from '../kernel/errors.js';
import { describe, functionGiven, isList, reading, refused, truthGiven } from '../kernel/given.js';
import type { Agent } from './agents.js';
import type { Handle, World } from './api.js';
import { insideOf } from './core.js';
import { type DecisionLog, type LoggedDecision, loggedDecision, logOf, startOf } from './decision-log.js';
import { overByContent, playersOf } from './is-over.js';
import { optionsGiven } from './options.js';
import type { TriggerOptions } from './trigger-api.js';

export interface PlayOptions extends Pick<TriggerOptions, 'listen'> {
  /** Ticks of the world's clock that pass at most. Default 10,000. */
  readonly ticks?: number;
  /** Decisions that are taken at most. Default: no end. */
  readonly decisions?: number;
  /**
   * Whether play is over, asked before each decision and each tick. Default: what content says (`timing: { over }`).
   */
  readonly isOver?: (() => boolean) | undefined;
  /** Writes down what is decided, for `replay`. Default false. */
  readonly log?: boolean;
}

export interface PlayedOut {
  /** Play is over; else it was stopped by a limit. */
  readonly isOver: boolean;
  readonly decisions: number;
  /** That have passed. */
  readonly ticks: number;
  /** Where it was asked for. */
  readonly log: DecisionLog | undefined;
}

const optionNames: readonly (keyof PlayOptions)[] = ['ticks', 'decisions', 'isOver', 'log', 'listen'];

type Course = Pick<PlayOptions, 'isOver' | 'listen'>;

/** What comes next: a decision; or nothing, because play is over or the time is up. */
export type Outlook = 'decision' | 'over' | 'time';

/**
 * Plays until play is over or a limit is reached: lets time pass, tick by tick, and has agents decide. One agent
 * decides for all, or each for the player in its place, by ascending id; the last also for those behind it. Goes on
 * where a world has been stopped in the midst of a decision.
 * Throws what agents and `advance` throw; what has been done by then stays done.
 */
export function playOut(world: World, agents: Agent | readonly Agent[], given: PlayOptions = {}): PlayedOut {
  insideOf(world);
  const options = optionsGiven('playOut', given, optionNames);
  const { ticks = 10_000, decisions: most = Infinity, isOver = overByContent(world), listen } = options;
  countGiven('ticks', ticks);
  countGiven('decisions', most);
  functionGiven('isOver', isOver, 'a function that says whether play is over');
  functionGiven('listen', listen, 'a function that is told of events');
  truthGiven('log', options.log ?? false);
  const agentOf = seats(world, agents);
  const heard = listen === undefined ? undefined : { listen };
  const course: Course = { isOver, listen };
  const logged: LoggedDecision[] = [];
  const start = world.time;
  const logStart = options.log === true ? startOf(world) : undefined;
  let decisions = 0;
  let outlook = goOn(world, start + ticks, course);
  while (outlook === 'decision' && decisions < most) {
    const index = agentOf(world.decider)(world);
    if (options.log === true) logged.push(loggedDecision(world, index));
    world.decide(index, undefined, heard);
    decisions++;
    outlook = goOn(world, start + ticks, course);
  }
  return {
    isOver: outlook === 'over',
    decisions,
    ticks: world.time - start,
    log: logStart && logOf(world, logStart, logged),
  };
}

/**
 * Lets time pass until somebody has to decide, play is over (asked only where `isOver` is given), or the clock shows
 * `until` and all of that tick is done.
 */
export function goOn(world: World, until: number, { isOver, listen }: Course = {}): Outlook {
  const heard = listen === undefined ? undefined : { listen };
  for (;;) {
    if (isOver?.() === true) return 'over';
    if (world.optionCount > 0) return 'decision';
    if (world.isPaused) world.resume(heard);
    else if (world.time < until) world.advance(1, heard);
    else return 'time';
  }
}

function seats(world: World, agents: Agent | readonly Agent[]): (player: Handle) => Agent {
  if (typeof agents === 'function') return () => agents;
  if (!isList(agents))
    throw new EdictError('bad-option', `playOut takes an agent or a list of them, not ${describe(agents)}`);
  const listed = reading('the list of agents', () => Array.from(agents));
  const last = listed.at(-1);
  if (last === undefined)
    throw new EdictError('bad-option', 'playOut was given no agents; give one, or one for each player');
  for (const [place, agent] of listed.entries())
    if (typeof agent !== 'function') throw refused(`agent ${place + 1} of playOut`, agent, 'a function that decides');
  const players = playersOf(world);
  return (player) => listed[players.indexOf(player)] ?? last;
}

/** A whole number, or infinity for no end. */
function countGiven(what: string, given: unknown): void {
  if (typeof given !== 'number' || !(given >= 0) || (given !== Infinity && !Number.isInteger(given)))
    throw refused(what, given, 'a whole number from 0, or Infinity');
}
