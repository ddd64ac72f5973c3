import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { createWorld } from '../world.js';
import type { Handle, PlaceOption, World, WorldOptions } from '../world/api.js';
import { createChooser } from './chooser.js';
import { detect } from './detection.js';
import { addHostSystems } from './host-systems.js';
import {
  type Galaxy,
  type PlanetSite,
  placePlanets,
  placeSystems,
  type SettledEmpire,
  settleEmpires,
} from './settle-empires.js';

interface GalaxyOptions extends Omit<WorldOptions, 'capacity' | 'fixed'> {
  /** Number of objects at the start. Default 10,000; at least 50. */
  readonly objects?: number;
  /** Default: 12 from 10,000 objects, fewer in smaller galaxies: 6 at 2,000. */
  readonly empires?: number | undefined;
}

/**
 * A galaxy for the program of `loadGalaxy`, with the host systems that move, see and build. Equal options give equal
 * worlds. Throws EdictError when an option is out of range.
 */
export function generateGalaxy(program: Program, options: GalaxyOptions = {}): World {
  const { objects = usualObjects, empires, seed = '1', reserve, ...rest } = options;
  if (!Number.isInteger(objects) || objects < fewestObjects || objects > 1_000_000) {
    const advice = `give a whole number from ${fewestObjects} to 1000000`;
    throw new EdictError('bad-option', `a galaxy of ${objects} objects cannot be made; ${advice}`);
  }
  const shares = sharesOf(objects, empires);
  if (!Number.isInteger(shares.empires) || shares.empires < 1 || shares.empires * 5 > shares.systems) {
    const found = `${shares.empires} empires do not fit into ${shares.systems} systems`;
    throw new EdictError('bad-option', `${found}; give a whole number from 1 to ${Math.floor(shares.systems / 5)}`);
  }
  const world = createWorld(program, {
    reserve: {
      lanes: shares.systems * 4,
      factions: Math.max(31, shares.empires),
      ...reserve,
      objects: Math.ceil(objects * 1.5),
    },
    ...rest,
    seed,
  });
  const choose = createChooser('galaxy', seed);
  world.spawn({ class: 'nature', name: 'Laws of nature' });
  const systems = placeSystems(world, shares.systems, choose);
  const planets = placePlanets(world, systems, shares.planets, choose);
  const galaxy = { world, systems, planets, choose };
  const empiresOfGalaxy = settleEmpires(galaxy, shares.empires);
  const settled = planets.filter(({ population }) => population > 0);
  placeBuildings(galaxy, settled, shares.buildings - 2 * shares.empires);
  placeSpecials(galaxy, settled, shares.specials);
  placeFields(galaxy, shares.fields);
  placeShips(galaxy, empiresOfGalaxy, shares.ships);
  detect(world);
  addHostSystems(world);
  return world;
}

const fewestObjects = 50;
export const usualObjects = 10_000;

/** Of `objects` in all, with the laws and a council for each empire. */
export function sharesOf(objects: number, empires = usualEmpires(objects)) {
  const part = (share: number) => Math.round(objects * share);
  const others = {
    empires,
    systems: part(0.1),
    buildings: part(0.15),
    ships: part(0.22),
    specials: part(0.13),
    fields: part(0.012),
  };
  const counted = 1 + others.empires + Object.values(others).reduce((sum, count) => sum + count, 0);
  return { ...others, planets: objects - counted };
}

/** 6 empires for 2,000 objects, 12 from 10,000; always few enough to fit. */
function usualEmpires(objects: number): number {
  return Math.max(1, Math.min(12, Math.round(4.5 + 0.00075 * objects), Math.floor(objects / 50)));
}

const fleet = { scout: 14, freighter: 34, frigate: 48, ark: 4 };
const wild = { drake: 14, wisp: 16, leviathan: 5, corsair: 12, mote: 53 };
/** Share of ships that belong to empires; the rest is wild. */
const ownedShare = 0.68;

/** Those of empires near their homes, wild ones anywhere; some on lanes. */
function placeShips(galaxy: Galaxy, empires: readonly SettledEmpire[], count: number): void {
  const { world, systems, choose } = galaxy;
  const ofEmpire = Math.max(1, Math.floor((count * ownedShare) / empires.length));
  let placed = 0;
  for (const { home, handle } of empires) {
    for (let i = 0; i < ofEmpire && placed < count; i++, placed++) {
      const className = i === 0 ? 'flagship' : choose.weighted(fleet);
      const system = i === 0 ? home : stroll(galaxy, home, choose.whole(5));
      world.spawn({ class: className, owner: handle, ...berth(galaxy, system) });
    }
  }
  for (; placed < count; placed++)
    world.spawn({ class: choose.weighted(wild), ...berth(galaxy, choose.whole(systems.length)) });
}

function berth({ systems, choose }: Galaxy, at: number): { place: PlaceOption; values?: Record<string, number> } {
  const { handle, neighbours } = systems[at];
  if (neighbours.length === 0 || choose.chance(0.8)) return { place: { in: handle } };
  const heading = systems[choose.pick(neighbours)].handle;
  const progress = 0.1 + 0.8 * choose.number();
  return {
    place: { lane: [handle, heading], fraction: progress },
    values: { leaving: handle, heading, destination: heading, progress },
  };
}

function stroll({ systems, choose }: Galaxy, from: number, steps: number): number {
  let at = from;
  for (let i = 0; i < steps && systems[at].neighbours.length > 0; i++) at = choose.pick(systems[at].neighbours);
  return at;
}

const workplaces = { farm: 35, mine: 22, laboratory: 18, market: 16, exchange: 6, monolith: 3 };
/** Buildings on uninhabited worlds. */
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
/** Specials that always exist near people. */
const sure = ['oreVein', 'spring', 'observatory', 'lens'];
const ofSystems = { ringDust: 70, anomaly: 14, shrine: 16 };
const fieldClasses = { ionStorm: 35, nebula: 40, duskCloud: 25 };

function placeBuildings({ world, planets, choose }: Galaxy, settled: readonly PlanetSite[], count: number): void {
  for (let i = 0; i < count; i++) {
    const lived = settled.length > 0 && choose.chance(0.7);
    const { handle } = choose.pick(lived ? settled : planets);
    const [owner = null] = world.ownersOf(handle);
    const className = lived ? choose.weighted(workplaces) : choose.weighted(relics);
    world.spawn({ class: className, owner, place: { in: handle }, values: { level: choose.chance(0.2) ? 2 : 1 } });
  }
}

function placeSpecials(galaxy: Galaxy, settled: readonly PlanetSite[], count: number): void {
  const { world, systems, planets, choose } = galaxy;
  const patrons = Math.round(count * 0.03);
  const buildings = world.query({ kind: 'building' });
  for (let i = 0; i < count; i++) {
    const values = { strength: 1 + choose.whole(3) / 2 };
    const spawn = (className: string, handle: Handle) =>
      world.spawn({ class: className, place: { in: handle }, values });
    if (i < patrons) spawn('patron', choose.pick(buildings));
    else if (i - patrons < sure.length && settled.length > 0) spawn(sure[i - patrons], choose.pick(settled).handle);
    else if (choose.chance(0.12)) spawn(choose.weighted(ofSystems), choose.pick(systems).handle);
    else {
      const className = choose.weighted(ofPlanets);
      spawn(className, choose.pick(settled.length > 0 && choose.chance(0.25) ? settled : planets).handle);
    }
  }
}

function placeFields({ world, systems, choose }: Galaxy, count: number): void {
  for (let i = 0; i < count; i++) {
    const { handle, x, y } = choose.pick(systems);
    const drift = () => 60 * (choose.number() - 0.5);
    const place = choose.chance(0.5) ? { in: handle } : { x: x + drift(), y: y + drift() };
    world.spawn({ class: choose.weighted(fieldClasses), place, values: { extent: 15 + 25 * choose.number() } });
  }
}
