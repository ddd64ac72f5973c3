import seedrandom from 'seedrandom';

/** Choices that are the same for the same seed. */
export interface Dice {
  /** A whole number from 0 to below a limit. */
  below(limit: number): number;
  oneIn(many: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function createDice(seed: string): Dice {
  const next = seedrandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, oneIn: (many) => below(many) === 0, pick: (items) => items[below(items.length)] };
}
