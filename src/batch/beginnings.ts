import { EdictError } from '../kernel/errors.js';
import { describe, isBytes, isList, listGiven } from '../kernel/given.js';
import type { Beginning } from './engine.js';

/** What `reset` is to do with each of so many instances. Throws `bad-option` for what are no seeds and no mask. */
export function beginningsOf(count: number, seed: unknown, mask: unknown): readonly Beginning[] {
  const chosen = chosenBy(count, mask);
  const seeds = seedsOf(count, seed);
  return seeds.map((each, i) => (chosen(i) ? each : null));
}

function chosenBy(count: number, mask: unknown): (instance: number) => boolean {
  if (mask === undefined) return () => true;
  if (!isBytes(mask) || mask.length !== count) {
    const what = isBytes(mask) ? `${mask.length} bytes long` : describe(mask);
    throw new EdictError(
      'bad-option',
      `the mask is ${what}; give a Uint8Array of ${count}, with 1 for each instance that is to be reset`,
    );
  }
  return (instance) => mask[instance] !== 0;
}

function seedsOf(count: number, seed: unknown): readonly (number | 'next')[] {
  if (seed === undefined || seed === null) return Array.from({ length: count }, () => 'next');
  if (isList(seed)) {
    const seeds = listGiven('the seeds', seed, 'a list of seeds');
    if (seeds.length !== count)
      throw new EdictError(
        'bad-option',
        `there are ${seeds.length} seeds; give one for each of the ${count} instances, or null to begin the next episode of its seed`,
      );
    return seeds.map((each, i) => (each === null ? 'next' : wholeSeed(each, `the seed of instance ${i}`)));
  }
  const first = wholeSeed(seed, 'the seed');
  wholeSeed(first + (count - 1), 'the seed of the last instance');
  return Array.from({ length: count }, (_, i) => first + i);
}

function wholeSeed(seed: unknown, what: string): number {
  if (typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw new EdictError(
    'bad-option',
    `${what} is ${describe(seed)}; give a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  );
}
