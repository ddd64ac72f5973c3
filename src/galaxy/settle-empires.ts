import type { Handle, World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import { squaredDistance } from './grid.js';
import { empireName } from './star-names.js';
import { type Galaxy, type PlanetSite, type SystemSite, workOf } from './place.js';
import { type Environment, commonClasses, studies, wheel } from './words.js';

interface Founding {
  readonly name: string;
  readonly homeEnvironment: Environment;
  /** What it may use besides what all may. */
  readonly available?: readonly string[];
  /** What its council studies next; nothing: all is known. */
  readonly studying: string | null;
}

export interface Empire {
  readonly handle: Handle;
  readonly council: Handle;
  readonly homeEnvironment: Environment;
}

/** An empire with its council and what it may build; it owns nothing yet. */
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

/** Planets that an empire has at the start, by the planets that there are. */
const ownedShare = 0.12;

/**
 * Empires far from each other, each with a home world and colonies round it; the first one is the rival of all others.
 */
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

/**
 * The first planet of the home system makes way for the cradle of its people, the seat of the empire: its capitol and
 * its first shipyard stand there.
 */
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

/** Colonies in the systems round home, nearest first, some planets left free. */
function claimAround(
  galaxy: Galaxy,
  empire: SettledEmpire,
  planetsIn: readonly (readonly number[])[],
  quota: number,
): void {
  const { systems, planets, choose } = galaxy;
  // A Set goes on to what is added while it is gone through.
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
