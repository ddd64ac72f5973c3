import seedrandom from 'seedrandom';

/** Random choices from one seed, equal on every machine. */
export interface Chooser {
  /** In [0, 1). */
  number(): number;
  /** A whole number from 0 to `below` - 1. */
  whole(below: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the keys, by their weights. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
}

/** Choices for a purpose, independent of other purposes. */
export function createChooser(purpose: string, seed: string | number): Chooser {
  const generator = seedrandom.alea(`${purpose}/${seed}`);
  const number = () => generator.double();
  const whole = (below: number) => Math.floor(number() * below);
  return {
    number,
    whole,
    chance: (probability) => number() < probability,
    pick: (list) => list[whole(list.length)],
    weighted(weights) {
      const keys = Object.keys(weights) as (keyof typeof weights)[];
      let left = number() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      return keys[keys.length - 1];
    },
  };
}
