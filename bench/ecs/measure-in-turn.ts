import { type Effort, type Parts, type Timing, measureParts } from '../measure.js';

/**
 * Times peers side by side: each has its turn in every round, and another begins it. Each runs once before it is timed,
 * so that its own data are in the caches.
 */
export function measureInTurn(
  peers: readonly (() => Parts<string>)[],
  effort: Effort,
): Readonly<Record<string, Timing>> {
  let first = 0;
  return measureParts(() => {
    const times: Record<string, number> = {};
    for (let i = 0; i < peers.length; i++) {
      const peer = peers[(first + i) % peers.length];
      peer();
      Object.assign(times, peer());
    }
    first = (first + 1) % peers.length;
    return times;
  }, effort);
}

/** Times a function as the peer of a name. */
export function timed(name: string, run: () => void): () => Parts<string> {
  return () => {
    const start = performance.now();
    run();
    return { [name]: performance.now() - start };
  };
}
