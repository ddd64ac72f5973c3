import type { World } from '../world/api.js';
import type { QuerySystem } from '../world/api.js';
import { detectionSystem } from './detection.js';
import { movementSystem } from './movement.js';
import { productionSystem } from './production.js';

/** Greatest movement of a field in a turn, along each axis. */
const wind = 6;
/** In `location.place`: where its parent is, or nowhere. */
const inherited = 0;

const driftSystem: QuerySystem<'location' | 'attachment'> = {
  name: 'drift',
  phase: 'host',
  query: ['field'],
  reads: ['location', 'attachment'],
  run({ ids, components, commands, random }) {
    const { place, x, y } = components.location;
    const { parent } = components.attachment;
    const drift = () => wind * (2 * random() - 1);
    for (const field of ids) {
      let at = field;
      while (at !== 0 && place[at] === inherited) at = parent[at];
      if (at !== 0) commands.move(field, { x: x[at] + drift(), y: y[at] + drift() });
    }
  },
};

/** A loaded world needs them again, because a file holds no code. */
export function addHostSystems(world: World): void {
  world.addSystem(movementSystem);
  world.addSystem(driftSystem);
  world.addSystem(productionSystem);
  world.addSystem(detectionSystem);
}
