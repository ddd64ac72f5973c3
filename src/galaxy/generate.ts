import type { Program } from '../ir/program.js';
import { EdictError } from '../kernel/errors.js';
import { createWorld } from '../world.js';
import type { World, WorldOptions, PlaceOption } from '../world/api.js';
import { settleEmpires, type SettledEmpire } from './settle-empires.js';
import { createChooser, type Chooser } from './chooser.js';
import { addHostSystems } from './host-systems.js';
import { placePlanets, type PlanetSite } from './place-planets.js';
import { placeSystems, type SystemSite } from './place-systems.js';
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

const fleet = { scout: 14, freighter: 34, frigate: 48, ark: 4 };
const wild = { drake: 14, wisp: 16, leviathan: 5, corsair: 12, mote: 53 };
/** Ships that belong to empires; the rest lives wild. */
const ownedShare = 0.68;

/** Ships of empires near their homes, and what lives between the stars anywhere; some of each on lanes. */
function placeShips(
  world: World,
  systems: readonly SystemSite[],
  empires: readonly SettledEmpire[],
  count: number,
  choose: Chooser,
): void {
  const ofEmpire = Math.max(1, Math.floor((count * ownedShare) / empires.length));
  let placed = 0;
  for (const empire of empires) {
    for (let i = 0; i < ofEmpire && placed < count; i++, placed++) {
      const className = i === 0 ? 'flagship' : choose.weighted(fleet);
      const system = i === 0 ? empire.home : stroll(systems, empire.home, choose.whole(5), choose);
      world.spawn({ class: className, owner: empire.handle, ...berth(systems, system, choose) });
    }
  }
  for (; placed < count; placed++) {
    world.spawn({ class: choose.weighted(wild), ...berth(systems, choose.whole(systems.length), choose) });
  }
}

/** In the system, or under way from it to one of its neighbours. */
function berth(
  systems: readonly SystemSite[],
  at: number,
  choose: Chooser,
): { place: PlaceOption; values?: Record<string, number> } {
  const { handle, neighbours } = systems[at];
  if (neighbours.length === 0 || choose.chance(0.8)) return { place: { in: handle } };
  const heading = systems[choose.pick(neighbours)].handle;
  const progress = 0.1 + 0.8 * choose.number();
  return {
    place: { lane: [handle, heading], fraction: progress },
    values: { leaving: handle, heading, destination: heading, progress },
  };
}

function stroll(systems: readonly SystemSite[], from: number, steps: number, choose: Chooser): number {
  let at = from;
  for (let i = 0; i < steps && systems[at].neighbours.length > 0; i++) at = choose.pick(systems[at].neighbours);
  return at;
}

const workplaces = { farm: 35, mine: 22, laboratory: 18, market: 16, exchange: 6, monolith: 3 };
/** What stands on worlds where nobody lives. */
const relics = { monolith: 4, mine: 50, laboratory: 20, farm: 18 };

const ofPlanets = {
  oldRoad: 22,
  ringDust: 26,
  singingSand: 22,
  oreVein: 9,
  spring: 5,
  resonance: 3,
  brood: 4,
  observatory: 2,
  lens: 2,
  plague: 1,
};
/** These are sure to be found where people live. */
const sure = ['oreVein', 'spring', 'observatory', 'lens'];
const ofSystems = { ringDust: 70, anomaly: 14, shrine: 16 };
const fieldClasses = { ionStorm: 35, nebula: 40, duskCloud: 25 };

/** Buildings, most of them where people live. */
function placeBuildings(world: World, planets: readonly PlanetSite[], count: number, choose: Chooser): void {
  const settled = planets.filter(({ population }) => population > 0);
  for (let i = 0; i < count; i++) {
    const lived = settled.length > 0 && choose.chance(0.7);
    const { handle } = choose.pick(lived ? settled : planets);
    const [owner = null] = world.ownersOf(handle);
    const className = lived ? choose.weighted(workplaces) : choose.weighted(relics);
    world.spawn({ class: className, owner, place: { in: handle }, values: { level: choose.chance(0.2) ? 2 : 1 } });
  }
}

/** Specials on planets, in systems and, as patrons, on buildings. */
function placeSpecials(
  world: World,
  systems: readonly SystemSite[],
  planets: readonly PlanetSite[],
  count: number,
  choose: Chooser,
): void {
  const patrons = Math.round(count * 0.03);
  const buildings = world.query({ kind: 'building' });
  const settled = planets.filter(({ population }) => population > 0);
  for (let i = 0; i < count; i++) {
    const values = { strength: 1 + choose.whole(3) / 2 };
    if (i < patrons) world.spawn({ class: 'patron', place: { in: choose.pick(buildings) }, values });
    else if (i - patrons < sure.length && settled.length > 0)
      world.spawn({ class: sure[i - patrons], place: { in: choose.pick(settled).handle }, values });
    else if (choose.chance(0.12))
      world.spawn({ class: choose.weighted(ofSystems), place: { in: choose.pick(systems).handle }, values });
    else
      world.spawn({
        class: choose.weighted(ofPlanets),
        place: { in: choose.pick(settled.length > 0 && choose.chance(0.25) ? settled : planets).handle },
        values,
      });
  }
}

/** Fields, half of them in systems, half between. */
function placeFields(world: World, systems: readonly SystemSite[], count: number, choose: Chooser): void {
  for (let i = 0; i < count; i++) {
    const { handle, x, y } = choose.pick(systems);
    const place = choose.chance(0.5)
      ? { in: handle }
      : { x: x + 60 * (choose.number() - 0.5), y: y + 60 * (choose.number() - 0.5) };
    world.spawn({ class: choose.weighted(fieldClasses), place, values: { extent: 15 + 25 * choose.number() } });
  }
}
