import type { CellValue, Handle, HostSystem, World } from '../world/api.js';
import { detectionSystem, numberIn } from './detection.js';
import { squaredDistance } from './grid.js';

const costs = new Map([
  ['scout', 15],
  ['freighter', 20],
  ['frigate', 35],
  ['ark', 45],
  ['cruiser', 80],
]);
/** That an empire which can build does, each turn. */
const industry = 0.35;
/** Ships that an empire keeps at most: some in any case, and so many for each of its planets. */
const leastFleet = 12;
const shipsOfPlanet = 3;

/** Now and then an empire turns minerals into a ship at one of its shipyards. */
export const productionSystem: HostSystem = {
  name: 'production',
  phase: 'host',
  run(world) {
    for (const empire of world.query({ kind: 'empire' })) {
      if (world.random('production') < industry) build(world, empire);
    }
  },
};

function build(world: World, empire: Handle): void {
  const minerals = Number(world.get(empire, 'minerals'));
  const choices = [...costs].filter(
    ([className, cost]) => cost <= minerals && world.relations.isAvailable(empire, className),
  );
  if (choices.length === 0) return;
  const yards = world.query({ class: 'shipyard', owner: empire });
  const most = leastFleet + shipsOfPlanet * world.query({ kind: 'planet', owner: empire }).length;
  if (yards.length === 0 || world.query({ kind: 'ship', owner: empire }).length >= most) return;
  const yard = yards[Math.floor(world.random('production') * yards.length)];
  const [className, cost] = choices[Math.floor(world.random('production') * choices.length)];
  const system = systemOf(world, yard);
  if (system === null) return;
  world.spawn({ class: className, owner: empire, place: { in: system } });
  world.set(empire, 'minerals', minerals - cost);
}

function systemOf(world: World, object: Handle): Handle | null {
  let at: Handle | null = object;
  while (at !== null && world.kindOf(at) !== 'system') at = world.parentOf(at);
  return at;
}

/** How far a field moves in a turn at most, along each axis. */
const wind = 6;

/** Fields drift, out of the systems that they were born in and through space. */
const driftSystem: HostSystem = {
  name: 'drift',
  phase: 'host',
  run(world) {
    const drift = () => wind * (2 * world.random('drift') - 1);
    for (const field of world.query({ kind: 'field' })) {
      const position = world.positionOf(field);
      if (position !== null) world.move(field, { x: position.x + drift(), y: position.y + drift() });
    }
  },
};

/**
 * Movement along lanes. What a ship is doing stands in its own properties: where it wants to go (`destination`), and
 * while it is under way the ends of its lane (`leaving`, `heading`) and the part of it that lies behind (`progress`).
 */
const movementSystem: HostSystem = {
  name: 'movement',
  phase: 'host',
  run(world) {
    const chart = createChart(world);
    for (const ship of world.query({ kind: 'ship' })) {
      const system = world.parentOf(ship);
      if (system === null) travel(world, chart, ship);
      else depart(world, chart, ship, system);
    }
  },
};

const fuelOfDeparture = 2;
/** That an idle ship sets out, each turn. */
const restlessness = 0.15;
const longestVoyage = 4;

function travel(world: World, chart: Chart, ship: Handle): void {
  const leaving = handleIn(world.get(ship, 'leaving'));
  const heading = handleIn(world.get(ship, 'heading'));
  if (leaving === null || heading === null) return;
  const length = chart.distance(leaving, heading);
  const progress =
    numberIn(world.get(ship, 'progress')) + (length > 0 ? numberIn(world.get(ship, 'speed')) / length : 1);
  if (progress >= 1) {
    world.move(ship, { in: heading });
    return arrive(world, ship);
  }
  if (progress > 0) world.move(ship, { lane: [leaving, heading], fraction: progress });
  world.set(ship, 'progress', progress);
}

function arrive(world: World, ship: Handle): void {
  world.set(ship, 'leaving', null);
  world.set(ship, 'heading', null);
  world.set(ship, 'progress', 0);
}

/** Out of a system, where the ship wants to go somewhere and has fuel and speed for it. */
function depart(world: World, chart: Chart, ship: Handle, system: Handle): void {
  // A rule may have moved it off its lane.
  if (world.get(ship, 'heading') !== null) arrive(world, ship);
  const fuel = numberIn(world.get(ship, 'fuel'));
  if (fuel < fuelOfDeparture || numberIn(world.get(ship, 'speed')) <= 0) return;
  const destination = destinationOf(world, chart, ship, system);
  const next = destination === null ? undefined : chart.nextJump(system, destination);
  if (next === undefined) return;
  world.set(ship, 'fuel', fuel - fuelOfDeparture);
  world.set(ship, 'leaving', system);
  world.set(ship, 'heading', next);
  world.set(ship, 'progress', 0);
  travel(world, chart, ship);
}

function destinationOf(world: World, chart: Chart, ship: Handle, system: Handle): Handle | null {
  const wanted = handleIn(world.get(ship, 'destination'));
  if (wanted !== null && wanted !== system) return wanted;
  const chosen = world.random('movement') < restlessness ? voyage(world, chart, system) : null;
  if (chosen !== wanted) world.set(ship, 'destination', chosen);
  return chosen;
}

function voyage(world: World, chart: Chart, system: Handle): Handle | null {
  let at = system;
  for (let jumps = 1 + Math.floor(world.random('movement') * longestVoyage); jumps > 0; jumps--) {
    const neighbours = chart.neighbours(at);
    if (neighbours.length > 0) at = neighbours[Math.floor(world.random('movement') * neighbours.length)];
  }
  return at === system ? null : at;
}

/** The ways to a destination, as far as they have been looked for. */
interface Ways {
  /** For every system that has been met: the next one on its way. */
  readonly next: Map<Handle, Handle>;
  /** Systems in the order in which they were met, and how many of them have been asked for their neighbours. */
  readonly queue: Handle[];
  asked: number;
}

type Chart = ReturnType<typeof createChart>;

/** The lanes as this turn finds them: each question is asked of the world once. */
function createChart(world: World) {
  const neighbours = new Map<Handle, readonly Handle[]>();
  const ways = new Map<Handle, Ways>();
  const neighboursOf = (system: Handle) => {
    let known = neighbours.get(system);
    if (known === undefined) neighbours.set(system, (known = world.relations.neighbours(system)));
    return known;
  };
  return {
    neighbours: neighboursOf,
    distance(a: Handle, b: Handle): number {
      const [from, to] = [world.positionOf(a), world.positionOf(b)];
      if (from === null || to === null || a === b) return 0;
      // Two systems on one point are still apart.
      return Math.sqrt(squaredDistance(from, to)) || Number.MIN_VALUE;
    },
    /** The first system on a shortest way; undefined when there is none. */
    nextJump(from: Handle, to: Handle): Handle | undefined {
      let way = ways.get(to);
      if (way === undefined) ways.set(to, (way = { next: new Map(), queue: [to], asked: 0 }));
      while (!way.next.has(from) && way.asked < way.queue.length) lookFurther(way, to, neighboursOf);
      return way.next.get(from);
    },
  };
}

/** Breadth first, so the first way that is found is a shortest one. */
function lookFurther(way: Ways, destination: Handle, neighbours: (system: Handle) => readonly Handle[]): void {
  const at = way.queue[way.asked++];
  for (const system of neighbours(at)) {
    if (system === destination || way.next.has(system)) continue;
    way.next.set(system, at);
    way.queue.push(system);
  }
}

function handleIn(value: CellValue | undefined): Handle | null {
  return typeof value === 'number' ? value : null;
}

/**
 * What the galaxy adds to the rules: ships fly, fields drift, shipyards build, empires look. A loaded world needs that
 * again, because a file holds no code.
 */
export function addHostSystems(world: World): void {
  for (const system of [movementSystem, driftSystem, productionSystem, detectionSystem]) world.addSystem(system);
}
