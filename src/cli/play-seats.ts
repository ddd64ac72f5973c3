import { nearestName } from '../content/diagnostics/nearest-name.js';
import { type Agent, firstAgent, randomAgent } from '../world/play-out.js';
import { usageError } from './failure.js';

/** Who decides for a player. */
export type Seat = 'person' | 'random' | 'first';

const seats: readonly Seat[] = ['person', 'random', 'first'];

/** `person,random`: who decides for each player, in the order of their turns. */
export function seatsIn(text: string): readonly Seat[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    const seat = seats.find((each) => each === name);
    if (seat !== undefined) return seat;
    const near = nearestName(name, seats);
    throw usageError(
      `--agents is ${JSON.stringify(text)}, and there is no agent ${JSON.stringify(name)}; ${near === undefined ? `give ${seats.join(', ')}, with commas between them` : `did you mean ${near}?`}`,
    );
  });
}

/**
 * Agents for the players of one game; persons are asked elsewhere. Each has a seed of its own, from that of the games,
 * the number of the game and the place of the player.
 */
export function agentsFor(chosen: readonly Seat[], players: number, seed: string, game: number): readonly Agent[] {
  return Array.from({ length: Math.max(players, 1) }, (_, place) =>
    (chosen[place] ?? chosen.at(-1)) === 'random' ? randomAgent(`${seed}/${game}/${place}`) : firstAgent(),
  );
}
