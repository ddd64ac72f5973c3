import { type GenerateMode, type Tier, createTier } from '../tier.js';

/** Something of which a function is made when it has been done often enough. */
export interface Hot<Made> {
  /** The function, once it is made. */
  made: Made | undefined;
  /** How often it was done without; Infinity: it will have no function, or has one. */
  calls: number;
}

/** To make a function takes as long as some hundred evaluations save. */
const leastCalls = 500;
/** Functions of frames belong to nodes, which worlds share: so does what may be made of them. */
const mostFunctions = 10_000;
let tier: Tier | undefined;

/**
 * Counts that something is done without a function; makes that when it is worth it. What code refuses to have is done
 * without for good.
 */
export function hotAfter<Made>(hot: Hot<Made>, make: () => Made): void {
  if (hot.calls === Infinity) return;
  tier ??= createTier(mostFunctions);
  if (++hot.calls <= leastFor(tier.mode)) return;
  hot.calls = Infinity;
  hot.made = tier.make(make);
}

function leastFor(mode: GenerateMode): number {
  return mode === 'hot' ? leastCalls : mode === 'always' ? 0 : Infinity;
}
