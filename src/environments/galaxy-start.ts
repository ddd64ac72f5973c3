import type { Program } from '../ir/program.js';
import { type Chooser, createChooser } from '../galaxy/chooser.js';
import { squaredDistance } from '../galaxy/grid.js';
import { empireName, starNames } from '../galaxy/names.js';
import { type StarMap, drawStarMap } from '../galaxy/star-map.js';
import { createWorld } from '../world.js';
import type { Handle, World } from '../world/api.js';

/**
 * The environment's `capacity` has room for all that can come to be: a colony on each habitable planet, and twenty
 * ships an empire.
 */
export interface GalaxySizes {
  readonly empires: number;
  readonly systems: number;
  readonly planets: number;
  /** The rest is gas and rock. */
  readonly habitable: number;
}

export const galaxySizes = {
  'galaxy-small': { empires: 2, systems: 96, planets: 180, habitable: 60 },
  galaxy: { empires: 12, systems: 2_200, planets: 7_650, habitable: 2_400 },
} as const satisfies Readonly<Record<string, GalaxySizes>>;

/** By system: each is joined to two others, and pieces to one another. */
const lanesOfEach = 3;

/** Equal numbers of maps give equal worlds. */
export function galaxyStart(program: Program, sizes: GalaxySizes, capacity: number, map: number): World {
  const world = createWorld(program, {
    seed: map,
    capacity,
    fixed: true,
    lanes: lanesOfEach * sizes.systems,
    factions: sizes.empires,
  });
  placeGalaxy(world, sizes, map);
  return world;
}

/** Of the planets of a home system, the home world first. All homes are alike. */
const homeWealth = [16, 9, 7];
const fleet = { scout: 2, outpost: 4, warship: 8 };

interface Site {
  readonly handle: Handle;
  /** Room on its habitable planets, the best first. */
  readonly wealth: number[];
  barren: number;
}

/** Equal numbers of maps give equal games. */
export function placeGalaxy(world: World, sizes: GalaxySizes, map: number): void {
  const choose = createChooser('environment', map);
  const stars = drawStarMap(sizes.systems, choose);
  const homes = homesOf(stars, sizes.empires, choose);
  const names = starNames(sizes.systems, choose);
  const empires = homes.map((home, index) =>
    world.spawn({
      class: 'dominion',
      name: empireName(names[home], index),
      values: { colonies: 1, ships: Object.keys(fleet).length, score: homeWealth[0] / 2 + 2 },
    }),
  );
  const sites = stars.points.map(
    ({ x, y }, index): Site => ({
      handle: world.spawn({ kind: 'system', name: names[index], place: { x, y } }),
      wealth: [],
      barren: 0,
    }),
  );
  for (const [from, to] of stars.lanes) world.connect(sites[from].handle, sites[to].handle);
  sharePlanets(sites, homes, sizes, choose);
  sites.forEach((site, index) => {
    placePlanets(world, site, homes.includes(index));
  });
  const colonies = homes.map((home, index) => {
    world.set(sites[home].handle, 'surveyed', 1);
    return world.spawn({
      class: 'colony',
      owner: empires[index],
      place: { in: sites[home].handle },
      values: { wealth: homeWealth[0], population: homeWealth[0] / 2, structure: 6 },
    });
  });
  empires.forEach((empire, index) => {
    const rival = (index + 1) % empires.length;
    world.set(empire, 'rival', empires[rival]);
    world.set(empire, 'goal', colonies[rival]);
    for (const [design, structure] of Object.entries(fleet))
      world.spawn({
        class: 'ship',
        owner: empire,
        place: { in: sites[homes[index]].handle },
        values: { design, structure },
      });
  });
}

/** Far from one another, in their order round the middle: each one's rival is its neighbour. */
function homesOf({ points }: StarMap, count: number, choose: Chooser): readonly number[] {
  const chosen = [choose.whole(points.length)];
  const apart = points.map((point) => squaredDistance(point, points[chosen[0]]));
  while (chosen.length < count) {
    const next = apart.reduce((farthest, distance, index) => (distance > apart[farthest] ? index : farthest), 0);
    chosen.push(next);
    points.forEach((point, index) => {
      apart[index] = Math.min(apart[index], squaredDistance(point, points[next]));
    });
  }
  const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const angle = (index: number): number => Math.atan2(points[index].y - middleY, points[index].x - middleX);
  return chosen.sort((a, b) => angle(a) - angle(b) || a - b);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** All but those of homes lie anywhere, at least one in each system where there are enough. */
function sharePlanets(sites: readonly Site[], homes: readonly number[], sizes: GalaxySizes, choose: Chooser): void {
  for (const home of homes) sites[home].wealth.push(...homeWealth);
  const wild = sites.filter((_site, index) => !homes.includes(index));
  for (let i = homes.length * homeWealth.length; i < sizes.habitable; i++)
    choose.pick(wild).wealth.push(4 + choose.whole(9));
  let left = sizes.planets - sizes.habitable;
  for (const site of sites) {
    if (site.wealth.length > 0 || left === 0) continue;
    site.barren++;
    left--;
  }
  for (; left > 0; left--) choose.pick(sites).barren++;
  for (const { wealth } of wild) wealth.sort((a, b) => b - a);
}

/** The best planet is settled next, and that of a home is so already. */
function placePlanets(world: World, { handle, wealth, barren }: Site, isHome: boolean): void {
  wealth.forEach((room, index) =>
    world.spawn({ kind: 'planet', place: { in: handle }, values: { wealth: room, free: wealth.length - index } }),
  );
  for (let i = 0; i < barren; i++) world.spawn({ kind: 'planet', place: { in: handle } });
  world.set(handle, 'free', wealth.length - Number(isHome));
}
