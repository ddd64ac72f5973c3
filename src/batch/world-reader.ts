import type { Program } from '../ir/program.js';
import { loadWorld, reloadWorld } from '../world.js';
import type { World } from '../world/api.js';

/**
 * Reads saved worlds of a content into one and the same, which the next of them overwrites: to make a world takes
 * longer than to read one. Throws what `loadWorld` throws.
 */
export function createReader(program: Program, capacity: number): (saved: Uint8Array) => World {
  let world: World | undefined;
  return (saved) => {
    if (world === undefined) world = loadWorld(program, saved, { capacity });
    else reloadWorld(world, saved);
    return world;
  };
}
