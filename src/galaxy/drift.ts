import type { HostSystem } from '../world/api.js';

/** How far a field moves in a turn at most, along each axis. */
const wind = 6;

/** Fields drift, out of the systems that they were born in and through space. */
export const driftSystem: HostSystem = {
  name: 'drift',
  phase: 'host',
  run(world) {
    for (const field of world.query({ kind: 'field' })) {
      const position = world.positionOf(field);
      if (position === null) continue;
      const x = position.x + wind * (2 * world.random('drift') - 1);
      const y = position.y + wind * (2 * world.random('drift') - 1);
      world.move(field, { x, y });
    }
  },
};
