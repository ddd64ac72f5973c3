import { idLimit, isLive } from '../kernel/identity.js';
import type { Blocks } from './blocks.js';
import { damaged } from './damage.js';
import type { WorldState } from './world-state.js';

/**
 * Throws when the blocks (of `what`) of a state that came from a file are not where they can be: within what is in use,
 * apart from one another, and of live objects alone.
 */
export function checkBlocks({ arena, identity }: WorldState, { used, block, counts }: Blocks, what: string): void {
  const taken: (readonly [number, number])[] = [];
  for (let id = 1; id < idLimit(identity); id++) {
    const count = isLive(identity, id) ? counts[identity.kind[id]] : 0;
    const fits = count === 0 ? block[id] === 0 : block[id] >= 1 && block[id] + count <= arena.header[used];
    if (!fits) throw damaged(`the ${what} of object ${id} are nowhere`);
    if (count > 0) taken.push([block[id], count]);
  }
  taken.sort(([a], [b]) => a - b);
  taken.forEach(([start], i) => {
    if (i > 0 && taken[i - 1][0] + taken[i - 1][1] > start)
      throw damaged(`two objects have one place for their ${what}`);
  });
}
