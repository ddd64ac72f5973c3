import { EdictError } from '../../src/kernel/errors.js';
import { randomAgent } from '../../src/world/play-out.js';
import { type Timing, measure } from '../measure.js';
import { type Duel, openDuel, play } from './duel.js';

/** Whole games, from the first turn to the end. */
export interface GamesCase {
  readonly case: 'games';
  /** Games of a round. */
  readonly size: number;
  readonly milliseconds: number;
  /** Rounds of the interpreter. */
  readonly referenceRounds: number;
}

export interface GamesFound {
  /** Milliseconds of a round. */
  readonly edict: Timing;
  readonly reference: Timing;
  /** Decisions of a round, on average; those of the game that had the fewest. */
  readonly decisions: number;
  readonly least: number;
}

/** Decisions that a game must have. */
const fewest = 100;

/** Throws where both executors do not play the same games, or one is too short. */
export function runGamesCase({ size, milliseconds, referenceRounds }: GamesCase): GamesFound {
  const edict = createPlayer(openDuel('compiled', size));
  const first = edict.hashes();
  const time = measure(edict.round, { milliseconds, rounds: 5, warmups: 5 });
  const { games, decisions, least } = edict.played();
  if (least < fewest)
    throw new EdictError(
      'benchmark',
      `a duel had ${String(least)} decisions; games of ${String(fewest)} or more are asked for`,
    );
  const reference = createPlayer(openDuel('reference', size));
  const other = reference.hashes();
  const at = first.findIndex((hash, i) => hash !== other[i]);
  if (at >= 0)
    throw new EdictError(
      'disagreement',
      `duel ${String(at)} ends in state ${first[at]}, by the interpreter in ${other[at]}; they must be the same`,
    );
  return {
    edict: time,
    reference: measure(reference.round, { milliseconds: 0, rounds: referenceRounds, warmups: 0 }),
    decisions: (decisions * size) / games,
    least,
  };
}

interface Player {
  /** Plays a game from each beginning; another one in each round. */
  readonly round: () => void;
  /** The same, with how each ended. */
  hashes(): readonly string[];
  played(): { readonly games: number; readonly decisions: number; readonly least: number };
}

function createPlayer({ world, starts }: Duel): Player {
  const agent = randomAgent('games');
  let [games, decisions, least] = [0, 0, Infinity];
  const playFrom = (start: Duel['starts'][number]): void => {
    world.restore(start);
    const many = play(world, agent);
    games++;
    decisions += many;
    least = Math.min(least, many);
  };
  return {
    round: () => {
      for (const start of starts) playFrom(start);
    },
    hashes: () =>
      starts.map((start) => {
        playFrom(start);
        return world.hash();
      }),
    played: () => ({ games, decisions, least }),
  };
}
