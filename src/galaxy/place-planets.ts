import type { Handle, World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import { planetName } from './names.js';
import type { SystemSite } from './place-systems.js';
import { type Environment, type Focus, type Size, wheel } from './words.js';

export interface PlanetSite {
  readonly handle: Handle;
  /** Index of its system. */
  readonly system: number;
  readonly size: Size;
  readonly environment: Environment;
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

/** Planets spread over the systems; natives live on a few. Homes of empires come later. */
export function placePlanets(
  world: World,
  systems: readonly SystemSite[],
  count: number,
  choose: Chooser,
): PlanetSite[] {
  const placesTaken = systems.map(() => 0);
  const planets: PlanetSite[] = [];
  for (let i = 0; i < count; i++) {
    // Every system has one before any has two.
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
    planets.push({ handle, system, size, environment, owner: -1, population });
  }
  return planets;
}

/** What the people of a planet do, first and besides. */
export function workOf(choose: Chooser): { readonly primaryFocus: Focus; readonly secondaryFocus: Focus | null } {
  return {
    primaryFocus: choose.weighted(focusWeights),
    secondaryFocus: choose.chance(0.6) ? choose.weighted(focusWeights) : null,
  };
}

function environmentOf(size: Size, choose: Chooser): Environment {
  if (size === 'asteroids') return 'asteroids';
  return size === 'gasGiant' ? 'gas' : choose.pick(wheel);
}
