import type { Handle, World } from '../world/api.js';
import type { Chooser } from './chooser.js';
import type { Point } from './grid.js';
import { planetName, starNames } from './star-names.js';
import { drawStarMap } from './star-map.js';
import { type Environment, type Focus, type Size, type StarColour, wheel } from './words.js';

export interface Galaxy {
  readonly world: World;
  readonly choose: Chooser;
  readonly systems: readonly SystemSite[];
  readonly planets: PlanetSite[];
}

export interface SystemSite extends Point {
  readonly handle: Handle;
  readonly name: string;
  /** Indices. */
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

/** Systems with their stars and lanes, by the index of the star map. */
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

/** Planets spread over the systems; natives live on a few. Homes of empires come later. */
export function placePlanets(
  world: World,
  systems: readonly SystemSite[],
  count: number,
  choose: Chooser,
): PlanetSite[] {
  const placesTaken = systems.map(() => 0);
  return Array.from({ length: count }, (_, i) => {
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
    return { handle, system, owner: -1, population };
  });
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
