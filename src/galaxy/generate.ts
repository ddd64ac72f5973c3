import type { Program } from '../ir/program.js';
import { EdictError } from '../kernel/errors.js';
import { createWorld } from '../world.js';
import type { World, WorldOptions } from '../world/api.js';
import { settleEmpires } from './settle-empires.js';
import { createChooser } from './chooser.js';
import { addHostSystems } from './host-systems.js';
import { placePlanets } from './place-planets.js';
import { placeShips } from './place-ships.js';
import { placeBuildings, placeFields, placeSpecials } from './place-things.js';
import { placeSystems } from './place-systems.js';
import { detect } from './detection.js';
import { fewestObjects, sharesOf, usualObjects } from './shares.js';

export interface GalaxyOptions extends Omit<WorldOptions, 'capacity' | 'fixed'> {
  /** How many objects there are at the start. Default 10,000; at least 50. */
  readonly objects?: number;
  /** Default: 12 from 10,000 objects, fewer in smaller galaxies: 6 at 2,000. */
  readonly empires?: number;
}

/**
 * A galaxy for the program of `loadGalaxy`: systems on a connected graph of lanes, planets, empires with their homes,
 * buildings, ships, specials and fields, with the host systems that move, see and build. Equal options give equal
 * worlds. Throws EdictError when an option is out of range.
 */
export function generateGalaxy(program: Program, options: GalaxyOptions = {}): World {
  const { objects = usualObjects, empires, seed = '1', ...rest } = options;
  if (!Number.isInteger(objects) || objects < fewestObjects || objects > 1_000_000) {
    throw new EdictError(
      'bad-option',
      `a galaxy of ${objects} objects cannot be made; give a whole number from ${fewestObjects} to 1000000`,
    );
  }
  const shares = sharesOf(objects, empires);
  if (!Number.isInteger(shares.empires) || shares.empires < 1 || shares.empires * 5 > shares.systems) {
    throw new EdictError(
      'bad-option',
      `${shares.empires} empires do not fit into ${shares.systems} systems; give a whole number from 1 to ${Math.floor(shares.systems / 5)}`,
    );
  }
  const capacity = Math.ceil(objects * 1.5);
  const world = createWorld(program, {
    lanes: shares.systems * 4,
    factions: Math.max(31, shares.empires),
    ...rest,
    seed,
    capacity,
  });
  const choose = createChooser('galaxy', seed);
  world.spawn({ class: 'nature', name: 'Laws of nature' });
  const systems = placeSystems(world, shares.systems, choose);
  const planets = placePlanets(world, systems, shares.planets, choose);
  const empiresOfGalaxy = settleEmpires(world, systems, planets, shares.empires, choose);
  placeBuildings(world, planets, shares.buildings - 2 * shares.empires, choose);
  placeSpecials(world, systems, planets, shares.specials, choose);
  placeFields(world, systems, shares.fields, choose);
  placeShips(world, systems, empiresOfGalaxy, shares.ships, choose);
  detect(world);
  addHostSystems(world);
  return world;
}
