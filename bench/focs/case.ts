import { loadGame, type Game } from '../../src/content/focs/game.js';
import { compareMeters } from '../../src/content/focs/state/compare-meters.js';
import type { GalaxyState } from '../../src/content/focs/state/read-state.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Effort, type Measured, samplePass } from '../../src/content/focs/turn/measure.js';
import { type GameSession, createSession } from '../../src/content/focs/turn/game-session.js';
import { type Timing, timingOf } from '../measure.js';

/** Some passes of one state, measured in one process. */
export interface GameCase {
  /** Folders and files. */
  readonly content: string;
  readonly state: string;
  readonly copies: number;
  readonly passes: readonly Measured[];
  readonly effort: Effort;
  /** Whether pass c is also run once by the interpreter. */
  readonly reference: boolean;
}

/** Milliseconds. */
export interface PassTiming {
  readonly pass: Measured;
  readonly total: Timing;
  readonly parts: Readonly<Record<'activation' | 'scope' | 'execute', Timing>>;
  /** Undefined for what changes more than meters. */
  readonly unchanged: Timing | undefined;
}

export interface GameTimes {
  readonly objects: number;
  readonly passes: readonly PassTiming[];
  /** One run of pass c. */
  readonly reference: number | undefined;
}

/**
 * Checks that pass c makes of every meter what the state records, and the interpreter the same; then times. Throws
 * where they differ.
 */
export function runGameCase(
  game: Game,
  state: GalaxyState,
  asked: Omit<GameCase, 'content' | 'state' | 'copies'>,
): GameTimes {
  const passes = asked.passes.map((pass) => measured(createSession(game, state), pass, asked.effort));
  return {
    objects: state.objects.length,
    passes,
    reference: asked.reference ? referenceTime(createSession(game, state, { executor: 'reference' })) : undefined,
  };
}

/** The game of a folder, with no errors in it. */
export function gameIn(content: string): Game {
  const { game, errors } = loadGame(content);
  if (game !== undefined) return game;
  throw new EdictError('benchmark', `the content of the game does not load: ${errors[0]?.message ?? ''}`);
}

function measured(session: GameSession, pass: Measured, effort: Effort): PassTiming {
  const { cold, unchanged } = samplePass(session, pass, effort);
  if (pass === 'c') assertAsRecorded(session, 'the passes');
  return {
    pass,
    total: timingOf(cold.map(({ total }) => total)),
    parts: {
      activation: timingOf(cold.map(({ activation }) => activation)),
      scope: timingOf(cold.map(({ scope }) => scope)),
      execute: timingOf(cold.map(({ execution }) => execution)),
    },
    unchanged: unchanged.length === 0 ? undefined : timingOf(unchanged),
  };
}

function referenceTime(session: GameSession): number {
  const { first } = samplePass(session, 'c');
  assertAsRecorded(session, 'the interpreter');
  return first;
}

function assertAsRecorded({ imported }: GameSession, what: string): void {
  const {
    meters,
    different,
    worst: [first],
  } = compareMeters(imported, 1);
  if (different === 0) return;
  throw new EdictError(
    'disagreement',
    `${what} make ${String(different)} of ${String(meters)} meters not what the state records, such as ${first.meter} of object ${String(first.object)}: ${String(first.found)} for ${String(first.expected)}`,
  );
}
