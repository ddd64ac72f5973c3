import { EdictError } from '../kernel/errors.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { World } from '../world/api.js';
import { playersOf, playOut } from '../world/play-out.js';
import type { GamePlan } from './play-game.js';
import { boundSince } from './play-roles.js';
import { agentsFor } from './play-seats.js';
import type { Progress } from './progress.js';

/** What many games came to. */
export interface PlayedGames {
  readonly games: number;
  /** Games that were over before time. */
  readonly over: number;
  readonly decisions: Spread;
  readonly turns: Spread;
  /** How often who was bound to a role at the end that was bound to somebody else, or to nobody, at the beginning. */
  readonly roles: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly seconds: number;
}

export interface Spread {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
  readonly total: number;
}

/**
 * Plays games that all begin in the world as it is; in each, agents have seeds of their own. Leaves the world as the
 * last game does. Throws with the number of the game what goes wrong in it.
 */
export function playMany(world: World, games: number, plan: GamePlan, progress: Progress): PlayedGames {
  const start: Snapshot = world.snapshot();
  const players = playersOf(world).length;
  const endings = boundSince(world);
  const [decisions, turns] = [createSpread(), createSpread()];
  let over = 0;
  const begun = performance.now();
  for (let game = 1; game <= games; game++) {
    if (game > 1) world.restore(start);
    const played = ofGame(game, () =>
      playOut(world, agentsFor(plan.seats, players, plan.seed, game), { ticks: plan.turns, isOver: plan.isOver }),
    );
    if (played.isOver) over++;
    decisions.add(played.decisions);
    turns.add(played.ticks);
    endings.note();
    progress.update(game);
  }
  return {
    games,
    over,
    decisions: decisions.spread(),
    turns: turns.spread(),
    roles: endings.counts(),
    seconds: (performance.now() - begun) / 1_000,
  };
}

function ofGame<Result>(game: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    throw new EdictError(error.code, `game ${String(game)}: ${error.message.replace(/^edict: /, '')}`, error.culprit);
  }
}

function createSpread(): { add(value: number): void; spread(): Spread } {
  let [count, total, least, most] = [0, 0, Infinity, 0];
  return {
    add(value) {
      count++;
      total += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    },
    spread: () => ({ least: count === 0 ? 0 : least, mean: count === 0 ? 0 : total / count, most, total }),
  };
}
