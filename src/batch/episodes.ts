import { type DrawKey, beginDraw, endDraw, foldDraw, seedWords } from '../kernel/random.js';

/**
 * An episode of an instance: everything that chance decides in it follows from the seed and from how many episodes that
 * has had.
 */
export interface Episode {
  readonly seed: number;
  /** From 0. */
  readonly episode: number;
}

/** What draws of an episode that no rule makes are told apart by, from each other and from those of rules. */
const purposes = { map: 0x6d_61_70, opponents: 0x6f_70_70 } as const;

/** The seed of the world of an episode. */
export function seedTextOf({ seed, episode }: Episode): string {
  return `${seed}/${episode}`;
}

/** The map that an episode begins on. */
export function mapOf(episode: Episode, maps: number): number {
  return maps === 1 ? 0 : Math.floor(endDraw(keyFor(episode, purposes.map)) * maps);
}

/** What draws of opponents in an episode begin with. */
export function opponentsKey(episode: Episode): DrawKey {
  return keyFor(episode, purposes.opponents);
}

function keyFor(episode: Episode, purpose: number): DrawKey {
  const { low, high } = seedWords(seedTextOf(episode));
  const key = beginDraw(low, high);
  foldDraw(key, purpose);
  return key;
}
