import { z } from 'zod';
import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { reading, shorten } from '../kernel/given.js';
import type { World } from './api.js';
import type { DecisionKind } from './events-api.js';

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

/** Throws `foreign-log` for a log of other content. */
export function demandContent({ content }: { readonly content: string }, { fingerprint }: Program): void {
  if (content !== fingerprint)
    throw new EdictError(
      'foreign-log',
      'the log is of other content; replay it with the content that it was written with',
    );
}

/** Throws `bad-log` for what is no log. */
export function demandLog(log: unknown): void {
  if (reading('the log', () => shape.safeParse(log).success)) return;
  throw new EdictError(
    'bad-log',
    `this is not a log of decisions; pass one of the format ${JSON.stringify(logFormat)}, as playOut returns with log: true`,
  );
}

const shape = z.object({
  format: z.literal(logFormat),
  content: z.string(),
  start: z.object({ time: z.int(), hash: z.string() }).optional(),
  time: z.int(),
  hash: z.string(),
  decisions: z.array(z.object({ player: z.string().nullable(), kind: z.string(), option: z.string(), index: z.int() })),
});

/** Throws `not-an-option` where there is no such option. */
export function loggedDecision(world: World, index: number): LoggedDecision {
  const {
    events: { decision },
  } = world;
  const option = decision?.options[index];
  if (decision === undefined || option === undefined)
    throw new EdictError(
      'not-an-option',
      `option ${String(index)} was decided, and there are ${decision?.options.length ?? 0}; give its place, from 0`,
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
export function demandStart(world: World, { start }: DecisionLog): void {
  if (start === undefined) return;
  const now = startOf(world);
  if (now.time === start.time && now.hash === start.hash) return;
  const what =
    now.time === start.time
      ? 'of the same content, seed and options, to which the same has been done'
      : 'brought there as it was then, or loaded from what was saved there';
  throw new EdictError(
    'log-differs',
    `the log begins at time ${start.time} in the state ${start.hash}, and this world is at time ${now.time} in the state ${now.hash}; replay the log on a world as it was where the log begins: one ${what}`,
    now.hash,
  );
}

/** Throws `log-differs` unless the same is to be decided. */
export function demandSame(world: World, expected: LoggedDecision, place: number): void {
  const found =
    world.events.optionCount > expected.index && expected.index >= 0
      ? loggedDecision(world, expected.index)
      : undefined;
  if (found?.player === expected.player && found.kind === expected.kind && found.option === expected.option) return;
  const {
    events: { decision },
  } = world;
  const now =
    decision === undefined
      ? 'nothing has to be decided'
      : `${decision.player === null ? 'nobody' : shorten(world.nameOf(decision.player))} has ${decision.options.length} options (${decision.kind})`;
  throw new EdictError(
    'log-differs',
    `decision ${place + 1} of the log is ${expected.kind} ${shorten(expected.option)} (option ${expected.index}) of ${expected.player === null ? 'nobody' : shorten(expected.player)}, ` +
      `but here ${now}; replay the log on the world that it began in`,
    String(place + 1),
  );
}
