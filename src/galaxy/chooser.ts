import { createAlea, nextDouble } from '../kernel/alea.js';

export type Chooser = ReturnType<typeof createChooser>;

/** Random choices for a purpose, independent of other purposes, and equal on every machine. */
export function createChooser(purpose: string, seed: string | number) {
  const generator = createAlea(`${purpose}/${seed}`);
  /** In [0, 1). */
  const number = () => nextDouble(generator);
  const whole = (below: number) => Math.floor(number() * below);
  return {
    number,
    whole,
    chance: (probability: number) => number() < probability,
    pick: <T>(list: readonly T[]): T => list[whole(list.length)],
    /** Chooses a key by weight. */
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const keys = Object.keys(weights) as T[];
      let left = number() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      return keys[keys.length - 1];
    },
  };
}
