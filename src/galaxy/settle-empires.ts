import type { World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import { type Empire, foundEmpire, seat } from './found-empire.js';
import { squaredDistance } from './grid.js';
import { empireName } from './names.js';
import { type PlanetSite, workOf } from './place-planets.js';
import type { SystemSite } from './place-systems.js';
import { type Environment, type Size, studies, wheel } from './words.js';

export interface SettledEmpire extends Empire {
  /** Index of the system of its capital. */
  readonly home: number;
}

/** Planets that an empire has at the start, by the planets that there are. */
const ownedShare = 0.12;

/**
 * Empires far from each other, each with a home world and colonies round it; the first one is the rival of all others.
 */
export function settleEmpires(
  world: World,
  systems: readonly SystemSite[],
  planets: PlanetSite[],
  count: number,
  choose: Chooser,
): readonly SettledEmpire[] {
  const planetsIn = systems.map((): number[] => []);
  planets.forEach(({ system }, index) => planetsIn[system].push(index));
  const quota = Math.max(3, Math.round((planets.length * ownedShare) / count));
  const empires = farApart(systems, count, choose).map((home, index) => {
    const environment = choose.pick(wheel);
    const empire = foundEmpire(world, {
      name: empireName(systems[home].name, index),
      homeEnvironment: environment,
      studying: studies[0],
    });
    makeHome(world, empire, index, planets, planetsIn[home]);
    return { ...empire, home };
  });
  empires.forEach((empire, index) => claimAround(world, empire, index, systems, planets, planetsIn, quota, choose));
  empires.forEach((empire, index) => {
    const neighbour = empires[(index + 1) % empires.length];
    const outpost = planetsIn[neighbour.home].find((at) => planets[at].owner === -1);
    if (outpost !== undefined && neighbour !== empire) claim(world, empire, index, planets[outpost], 2, choose);
  });
  world.setRole('rival', empires[0].handle);
  // Every second one is at war with the next.
  for (let index = 0; index + 1 < empires.length; index += 2)
    world.setRelated('war', empires[index].handle, empires[index + 1].handle, true);
  // One of them begins in want, so that there is famine and debt to be seen.
  const poor = empires[empires.length - 1].handle;
  world.set(poor, 'food', 0);
  world.set(poor, 'credits', -20);
  return empires;
}

/** The first by chance, each next one as far from all before it as it can be. */
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

/** The first planet of the home system makes way for the cradle of its people. */
function makeHome(
  world: World,
  empire: Empire,
  index: number,
  planets: PlanetSite[],
  inSystem: readonly number[],
): void {
  const at = inSystem[0];
  const { handle, system } = planets[at];
  const [name, parent] = [world.nameOf(handle), world.parentOf(handle)];
  world.destroy(handle);
  const home: { size: Size; environment: Environment; population: number } = {
    size: 'large',
    environment: empire.homeEnvironment,
    population: 18,
  };
  const cradle = world.spawn({
    class: 'cradle',
    name,
    owner: empire.handle,
    place: parent === null ? null : { in: parent },
    values: { ...home, fertility: 1.2, moons: 1, primaryFocus: 'farming', secondaryFocus: 'research', morale: 8 },
  });
  planets[at] = { handle: cradle, system, owner: index, ...home };
  seat(world, empire, cradle);
}

/** Colonies in the systems round home, nearest first, some planets left free. */
function claimAround(
  world: World,
  empire: SettledEmpire,
  index: number,
  systems: readonly SystemSite[],
  planets: readonly PlanetSite[],
  planetsIn: readonly (readonly number[])[],
  quota: number,
  choose: Chooser,
): void {
  const queue = [empire.home];
  const met = new Set(queue);
  let left = quota - 1;
  for (let i = 0; i < queue.length && left > 0; i++) {
    for (const at of planetsIn[queue[i]]) {
      if (left === 0 || planets[at].owner !== -1 || planets[at].population > 0 || !choose.chance(0.6)) continue;
      claim(world, empire, index, planets[at], 3 + choose.whole(6), choose);
      left--;
    }
    for (const next of systems[queue[i]].neighbours) {
      if (met.has(next)) continue;
      met.add(next);
      queue.push(next);
    }
  }
}

function claim(
  world: World,
  empire: Empire,
  index: number,
  planet: PlanetSite,
  population: number,
  choose: Chooser,
): void {
  planet.owner = index;
  planet.population = population;
  world.setOwner(planet.handle, empire.handle);
  for (const [property, value] of Object.entries({ population, ...workOf(choose) }))
    world.set(planet.handle, property, value);
}
