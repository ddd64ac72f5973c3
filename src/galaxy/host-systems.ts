import type { HostSystem, World } from '../world/api.js';
import { detectionSystem } from './detection.js';
import { driftSystem } from './drift.js';
import { movementSystem } from './movement.js';
import { productionSystem } from './production.js';

/**
 * What the galaxy adds to the rules, in the order in which it runs: ships fly, fields drift, shipyards build, empires
 * look.
 */
export const hostSystems: readonly HostSystem[] = [movementSystem, driftSystem, productionSystem, detectionSystem];

/** Registers them with a world; a loaded world needs that again, because a file holds no code. */
export function addHostSystems(world: World): void {
  for (const system of hostSystems) world.addSystem(system);
}
