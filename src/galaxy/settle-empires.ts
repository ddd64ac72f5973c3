import type { Handle, World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import { squaredDistance, type Point } from './point-grid.js';
import { empireName, planetName, starNames } from './star-names.js';
import {
  type Environment,
  commonClasses,
  studies,
  wheel,
  type Focus,
  type Size,
  type StarColour,
} from './galaxy-words.js';
import { drawStarMap } from './star-map.js';

export interface Galaxy {
  readonly world: World;
  readonly choose: Chooser;
  readonly systems: readonly SystemSite[];
  readonly planets: PlanetSite[];
}

interface SystemSite extends Point {
  readonly handle: Handle;
  readonly name: string;
  /** Indexes. */
  readonly neighbours: readonly number[];
}

const starWeights: Readonly<Record<StarColour, number>> = {
  dark: 8,
  red: 22,
  orange: 24,
  yellow: 24,
  white: 14,
  blue: 8,
};

export function placeSystems(world: World, count: number, choose: Chooser): readonly SystemSite[] {
  const { points, lanes } = drawStarMap(count, choose);
  const names = starNames(count, choose);
  const systems = points.map(({ x, y }, index) => {
    const name = names[index];
    const values = { starColour: choose.weighted(starWeights) };
    const handle = world.spawn({ kind: 'system', name, place: { x, y }, values });
    return { handle, name, x, y, neighbours: [] as number[] };
  });
  for (const [from, to] of lanes) {
    world.relations.connect(systems[from].handle, systems[to].handle);
    systems[from].neighbours.push(to);
    systems[to].neighbours.push(from);
  }
  return systems;
}

export interface PlanetSite {
  readonly handle: Handle;
  /** Index of its system. */
  readonly system: number;
  /** Index of its empire, or -1. */
  owner: number;
  population: number;
}

const sizeWeights: Readonly<Record<Size, number>> = {
  asteroids: 14,
  tiny: 12,
  small: 20,
  medium: 26,
  large: 12,
  huge: 5,
  gasGiant: 11,
};
const focusWeights: Readonly<Record<Focus, number>> = { farming: 40, mining: 22, research: 20, trade: 18 };

/** Natives live on a few. Homes of empires come later. */
export function placePlanets(
  world: World,
  systems: readonly SystemSite[],
  count: number,
  choose: Chooser,
): PlanetSite[] {
  const placesTaken = systems.map(() => 0);
  return Array.from({ length: count }, (_, i) => {
    // Every system gets one before any gets two.
    const system = i < systems.length ? i : choose.whole(systems.length);
    const size = choose.weighted(sizeWeights);
    const environment = environmentOf(size, choose);
    const native = size !== 'asteroids' && size !== 'gasGiant' && choose.chance(0.06);
    const population = native ? 4 + choose.whole(8) : 0;
    placesTaken[system]++;
    const handle = world.spawn({
      ...(native ? { class: 'haven' } : { kind: 'planet' }),
      name: planetName(systems[system].name, placesTaken[system]),
      place: { in: systems[system].handle },
      values: {
        size,
        environment,
        population,
        fertility: 0.8 + 0.4 * choose.number(),
        moons: choose.whole(4),
        tidallyLocked: choose.chance(0.1),
        ...(native ? workOf(choose) : {}),
      },
    });
    return { handle, system, owner: -1, population };
  });
}

function workOf(choose: Chooser): { readonly primaryFocus: Focus; readonly secondaryFocus: Focus | null } {
  return {
    primaryFocus: choose.weighted(focusWeights),
    secondaryFocus: choose.chance(0.6) ? choose.weighted(focusWeights) : null,
  };
}

function environmentOf(size: Size, choose: Chooser): Environment {
  if (size === 'asteroids') return 'asteroids';
  return size === 'gasGiant' ? 'gas' : choose.pick(wheel);
}

interface Founding {
  readonly name: string;
  readonly homeEnvironment: Environment;
  readonly available?: readonly string[];
  /** The current study of its council; null: all is known. */
  readonly studying: string | null;
}

export interface Empire {
  readonly handle: Handle;
  readonly council: Handle;
  readonly homeEnvironment: Environment;
}

/** Adds its council and availabilities; it owns nothing yet. */
export function foundEmpire(world: World, founding: Founding): Empire {
  const { name, homeEnvironment, studying, available = [] } = founding;
  const handle = world.spawn({ class: 'dominion', name });
  for (const className of [...commonClasses, ...available]) world.relations.setAvailable(handle, className, true);
  const council = world.spawn({
    class: 'council',
    name: `Council of the ${name}`,
    owner: handle,
    values: { homeEnvironment, studying },
  });
  return { handle, council, homeEnvironment };
}

export interface SettledEmpire extends Empire {
  readonly index: number;
  /** Index of the system of its capital. */
  readonly home: number;
}

/** Share of all planets that an empire has at the start. */
const ownedShare = 0.12;

/** Far from each other, each with a home world and colonies; the first is the rival of all others. */
export function settleEmpires(galaxy: Galaxy, count: number): readonly SettledEmpire[] {
  const { world, systems, planets, choose } = galaxy;
  const planetsIn = systems.map((): number[] => []);
  planets.forEach(({ system }, index) => planetsIn[system].push(index));
  const quota = Math.max(3, Math.round((planets.length * ownedShare) / count));
  const empires = farApart(systems, count, choose).map((home, index) => {
    const founded = foundEmpire(world, {
      homeEnvironment: choose.pick(wheel),
      name: empireName(systems[home].name, index),
      studying: studies[0],
    });
    const empire = { ...founded, index, home };
    makeHome(galaxy, empire, planetsIn[home][0]);
    return empire;
  });
  for (const empire of empires) claimAround(galaxy, empire, planetsIn, quota);
  for (const empire of empires) {
    const neighbour = empires[(empire.index + 1) % empires.length];
    const outpost = planetsIn[neighbour.home].find((at) => planets[at].owner === -1);
    if (outpost !== undefined && neighbour !== empire) claim(galaxy, empire, planets[outpost], 2);
  }
  world.relations.setRole('rival', empires[0].handle);
  // Every second one is at war with the next.
  for (let index = 0; index + 1 < empires.length; index += 2)
    world.relations.setRelated('war', empires[index].handle, empires[index + 1].handle, true);
  // One of them begins in want, as an example of famine and debt.
  const poor = empires[empires.length - 1].handle;
  world.set(poor, 'food', 0);
  world.set(poor, 'credits', -20);
  return empires;
}

/** The first at random, each next one as far from all earlier ones as possible. */
function farApart(systems: readonly SystemSite[], count: number, choose: Chooser): readonly number[] {
  const chosen = [choose.whole(systems.length)];
  const apart = systems.map((system) => squaredDistance(system, systems[chosen[0]]));
  while (chosen.length < count) {
    const next = apart.reduce((farthest, distance, index) => (distance > apart[farthest] ? index : farthest), 0);
    chosen.push(next);
    systems.forEach((system, index) => {
      apart[index] = Math.min(apart[index], squaredDistance(system, systems[next]));
    });
  }
  return chosen;
}

/** Replaces the first planet of the home system. */
function makeHome({ world, planets }: Galaxy, empire: SettledEmpire, at: number): void {
  const { handle, system } = planets[at];
  const { handle: owner, homeEnvironment: environment, index } = empire;
  const [name, parent] = [world.nameOf(handle), world.parentOf(handle)];
  const population = 18;
  world.destroy(handle);
  const cradle = world.spawn({
    class: 'cradle',
    name,
    owner,
    place: parent === null ? null : { in: parent },
    values: {
      size: 'large',
      environment,
      population,
      fertility: 1.2,
      moons: 1,
      primaryFocus: 'farming',
      secondaryFocus: 'research',
      morale: 8,
    },
  });
  planets[at] = { handle: cradle, system, owner: index, population };
  world.set(empire.council, 'capital', cradle);
  for (const building of ['capitol', 'shipyard']) world.spawn({ class: building, owner, place: { in: cradle } });
}

/** Nearest first; leaves some planets free. */
function claimAround(
  galaxy: Galaxy,
  empire: SettledEmpire,
  planetsIn: readonly (readonly number[])[],
  quota: number,
): void {
  const { systems, planets, choose } = galaxy;
  // A loop over a Set includes entries added meanwhile.
  const met = new Set([empire.home]);
  let left = quota - 1;
  for (const system of met) {
    if (left <= 0) break;
    for (const at of planetsIn[system]) {
      if (left === 0 || planets[at].owner !== -1 || planets[at].population > 0 || !choose.chance(0.6)) continue;
      claim(galaxy, empire, planets[at], 3 + choose.whole(6));
      left--;
    }
    for (const next of systems[system].neighbours) met.add(next);
  }
}

function claim({ world, choose }: Galaxy, empire: SettledEmpire, planet: PlanetSite, population: number): void {
  planet.owner = empire.index;
  planet.population = population;
  world.setOwner(planet.handle, empire.handle);
  for (const [property, value] of Object.entries({ population, ...workOf(choose) }))
    world.set(planet.handle, property, value);
}
