import type { Program } from '../ir/rule.js';
import { type Chooser, createChooser } from '../galaxy/chooser.js';
import { squaredDistance } from '../galaxy/point-grid.js';
import { empireName, starNames } from '../galaxy/star-names.js';
import { type StarMap, drawStarMap } from '../galaxy/star-map.js';
import { createWorld } from '../world.js';
import type { Handle, World } from '../world/api.js';
import { join } from 'node:path';
import type { BatchSource } from '../batch/api.js';
import { exampleFolder } from '../galaxy/load-galaxy.js';
import { arctangent, cosine, sine } from '../kernel/angles.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../content/text/nearest-name.js';
import { formatOf } from '../scenarios/format-of.js';
import { contentFiles, fitting, programOf } from '../scenarios/native/case-content.js';
import { longestScenario, readScenario } from '../scenarios/native/read-native-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { setUpStage } from '../scenarios/native/set-up-world.js';
import { bytesOf, readText } from '../files/read-file.js';
import { describe } from '../kernel/given.js';
import type { HostRules } from '../batch/host-rules.js';

/** `capacity` has room for a colony on each habitable planet and twenty ships an empire. */
interface GalaxySizes {
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

function galaxyStart(program: Program, sizes: GalaxySizes, capacity: number, map: number): World {
  const world = createWorld(program, {
    seed: map,
    reserve: { objects: capacity, lanes: lanesOfEach * sizes.systems, factions: sizes.empires },
    fixed: true,
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
  for (const [from, to] of stars.lanes) world.relations.connect(sites[from].handle, sites[to].handle);
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
  const angle = (index: number) => arctangent(points[index].y - middleY, points[index].x - middleX);
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

/** Of the package. */
export const environmentNames: readonly string[] = ['cart-pole', ...Object.keys(galaxySizes)].sort();

/**
 * An environment of the package by its name, or that of a scenario file (edict-scenario/1), whose content declares it
 * and whose world, that of its first case, is where all episodes begin.
 * Throws EdictError for an unknown name, and when the file, its content or its world is not right.
 */
export function openEnvironment(name: string): BatchSource {
  if (typeof name !== 'string')
    throw new EdictError(
      'bad-option',
      `the environment is ${describe(name)}; give the name of one, ${environmentNames.join(', ')}, or the path of a scenario file`,
    );
  const module = { url: import.meta.url, export: 'openEnvironment', argument: name };
  if (!isPath(name) && !environmentNames.includes(name)) throw unknown(name);
  const { program, environment, scenario } = opened(
    isPath(name) ? name : join(exampleFolder('environments'), `${name}.yaml`),
  );
  if (isGalaxy(name))
    return { program, start: (map) => galaxyStart(program, galaxySizes[name], environment.capacity, map), module };
  if (environment.maps > 1) {
    throw new EdictError(
      'bad-scenario',
      `${name} has an environment with ${environment.maps} maps, but all its episodes begin in one world, that of its first case; leave out maps, or make the worlds by a program, as start of createBatch`,
      name,
    );
  }
  const { world } = setUpStage(program, scenario, scenario.cases[0], {
    reserve: { objects: environment.capacity },
    fixed: true,
  });
  const start = () => world.fork();
  return name === 'cart-pole' ? { program, start, hostRules: cartPole, module } : { program, start, module };
}

function unknown(name: string): EdictError {
  const near = didYouMean(name, environmentNames);
  return new EdictError(
    'no-environment',
    `there is no environment ${JSON.stringify(name)}${near === undefined ? '' : `; ${near}`}; there are ${environmentNames.join(', ')}, and the path of a scenario file may be given`,
    name,
  );
}

/** Names have neither slashes nor endings. */
function isPath(name: string): boolean {
  return /[\\/.]/.test(name);
}

/** Its maps are made by a program. */
function isGalaxy(name: string): name is keyof typeof galaxySizes {
  return Object.hasOwn(galaxySizes, name);
}

function opened(file: string) {
  const text = readText(file, bytesOf(longestScenario));
  const format = formatOf(text);
  if (format !== formatName) throw new EdictError('bad-scenario', `${file} ${otherFormat(format)}`, file);
  const scenario = fitting(file, readScenario(file, text), file);
  const program = programOf(file, contentFiles(scenario, scenario.cases[0]));
  const { environment } = program;
  if (environment !== undefined) return { program, environment, scenario };
  const why = `the content of ${file} declares no environment; give it a section environment`;
  throw new EdictError('no-environment', why, file);
}

/** Authors expect to play content as it is. */
function otherFormat(format: string | undefined): string {
  if (format === undefined)
    return `has no format field; to play content, name it under content of a scenario file (format: ${formatName}) that gives it a world`;
  return `has the format ${JSON.stringify(format)}; environments are in scenario files of the format ${formatName}`;
}

/**
 * Gymnasium's CartPole-v1 as rules of a host: the same formulas in the same order, on doubles. Sines may differ between
 * machines in the last bit, so content cannot have them. A cart is what agents see of it: position (m), speed (m/s),
 * angle (radians from upright), spin (radians/s).
 */
const cartPole: HostRules = { size: 4, begin, turn, show, showIn };

/** m/s², kg, m (half of the pole), N, s. */
const gravity = 9.8;
const cartMass = 1;
const poleMass = 0.1;
const halfLength = 0.5;
const push = 10;
const tick = 0.02;

const mass = cartMass + poleMass;
const poleMoment = poleMass * halfLength;

const farthest = 2.4;
const steepest = (12 * 2 * Math.PI) / 360;

/** By action: 1 pushes to the left, 2 to the right; 0, which Gymnasium has not, lets the cart roll. */
const forces = Float64Array.of(0, -push, push);

const names = ['position', 'speed', 'angle', 'spin'] as const;

/** All four within a twentieth of 0. */
function begin(numbers: Float64Array, at: number, draw: () => number): void {
  for (let i = 0; i < names.length; i++) numbers[at + i] = draw() * 0.1 - 0.05;
}

function turn(carts: Float64Array, actions: Int32Array): void {
  for (let i = 0, at = 0; i < actions.length; i++, at += 4) {
    const speed = carts[at + 1];
    const angle = carts[at + 2];
    const spin = carts[at + 3];
    const leaning = sine(angle);
    const upright = cosine(angle);
    const pushed = (forces[actions[i]] + poleMoment * (spin * spin) * leaning) / mass;
    const falling =
      (gravity * leaning - upright * pushed) / (halfLength * (4 / 3 - (poleMass * (upright * upright)) / mass));
    const rolling = pushed - (poleMoment * falling * upright) / mass;
    carts[at] += tick * speed;
    carts[at + 1] = speed + tick * rolling;
    carts[at + 2] = angle + tick * spin;
    carts[at + 3] = spin + tick * falling;
  }
}

function show(carts: Float64Array, { observations, rewards, terminated }: Parameters<HostRules['show']>[1]): void {
  observations.set(carts);
  rewards.fill(1);
  for (let i = 0, at = 0; i < terminated.length; i++, at += 4) {
    terminated[i] = Math.abs(carts[at]) > farthest || Math.abs(carts[at + 2]) > steepest ? 1 : 0;
  }
}

function showIn(world: Parameters<NonNullable<HostRules['showIn']>>[0], carts: Float64Array, at: number): void {
  const [cart] = world.query({ kind: 'cart' });
  names.forEach((name, i) => {
    world.set(cart, name, carts[at + i]);
  });
}
