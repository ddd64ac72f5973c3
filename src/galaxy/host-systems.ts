import { asHandle } from '../kernel/identity.js';
import { kept } from '../kernel/maps.js';
import type { CellValue, Handle, HostSystem, World } from '../world/api.js';
import { squaredDistance, type Point } from './point-grid.js';

function hostSystem(name: string, run: HostSystem['run']): HostSystem {
  return { name, phase: 'host', run };
}

/** Empires see objects within the detection of one of their ships or planets, less the `stealth` of the object. */
const detectionSystem = hostSystem('detection', detect);

interface Thing extends Sight {
  readonly handle: Handle;
}

export function detect(world: World): void {
  const empires = world.query({ kind: 'empire' });
  const things = thingsOf(world);
  const map = createSightMap(observersAmong(world, things, empires), things);
  const viewers: number[] = [];
  for (const thing of things) {
    viewers.length = 0;
    map.viewersOf(thing, viewers);
    world.relations.setVisibleTo(
      thing.handle,
      viewers.map((place) => empires[place]),
    );
  }
}

function thingsOf(world: World): readonly Thing[] {
  const things: Thing[] = [];
  for (const handle of world.query()) {
    const position = world.positionOf(handle);
    if (position !== null)
      things.push({ handle, x: position.x, y: position.y, hidden: numberIn(world.get(handle, 'stealth')) });
  }
  return things;
}

/** Objects with detection and one owner. Of those on one object, an empire needs only the keenest. */
function observersAmong(world: World, things: readonly Thing[], empires: readonly Handle[]): readonly Observer[] {
  const placeOf = new Map(empires.map((empire, place) => [empire, place]));
  const loose: Observer[] = [];
  const keenest = new Map<Handle, Observer[]>();
  for (const { handle, x, y } of things) {
    const reach = numberIn(world.get(handle, 'detection'));
    const [owner, other] = reach > 0 ? world.ownersOf(handle) : [];
    const empire = other === undefined ? placeOf.get(owner) : undefined;
    if (empire === undefined) continue;
    const parent = world.parentOf(handle);
    if (parent === null) loose.push({ x, y, reach, empire });
    else add(keenest, parent, { x, y, reach, empire });
  }
  return [...loose, ...[...keenest.values()].flat()];
}

function add(keenest: Map<Handle, Observer[]>, parent: Handle, observer: Observer): void {
  const there = kept(keenest, parent, (): Observer[] => []);
  const same = there.findIndex(({ empire }) => empire === observer.empire);
  if (same < 0) there.push(observer);
  else if (there[same].reach < observer.reach) there[same] = observer;
}

function numberIn(value: CellValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

export interface Observer extends Point {
  readonly reach: number;
  readonly empire: number;
}

export interface Sight extends Point {
  /** Subtracted from the observer's reach. */
  readonly hidden: number;
}

/** Limit of cells along each axis: distant objects enlarge the cells. */
const mostCells = 256;

/** Each cell of the plane lists all observers that reach into it. Only for these sights. */
export function createSightMap(observers: readonly Observer[], sights: readonly Sight[]) {
  const [left, right] = extent(sights, (sight) => sight.x);
  const [bottom, top] = extent(sights, (sight) => sight.y);
  const cell = Math.max(1, meanReach(observers), (right - left) / mostCells, (top - bottom) / mostCells);
  const columns = cellsOver(right - left, cell);
  const rows = cellsOver(top - bottom, cell);
  const columnOf = (x: number) => placeIn((x - left) / cell, columns);
  const rowOf = (y: number) => placeIn((y - bottom) / cell, rows);
  const cells = Array.from({ length: columns * rows }, (): Observer[] => []);
  // Negative stealth is seen from farther away; the factor is for rounding.
  const farther = Math.max(0, -extent(sights, ({ hidden }) => hidden)[0]);
  for (const observer of observers) {
    const reach = (observer.reach + farther) * 1.000001;
    const [first, last] = [columnOf(observer.x - reach), columnOf(observer.x + reach)];
    for (let row = rowOf(observer.y - reach); row <= rowOf(observer.y + reach); row++) {
      for (let column = first; column <= last; column++) cells[row * columns + column].push(observer);
    }
  }
  return {
    /** Appends the empires that see an object, each once, in the order of the observers. */
    viewersOf(sight: Sight, viewers: number[]): void {
      for (const observer of cells[rowOf(sight.y) * columns + columnOf(sight.x)]) {
        const far = observer.reach - sight.hidden;
        if (far >= 0 && squaredDistance(sight, observer) <= far * far && !viewers.includes(observer.empire))
          viewers.push(observer.empire);
      }
    },
  };
}

/** The least and the greatest value of the sights; 0 and 0 without sights. */
function extent(sights: readonly Sight[], of: (sight: Sight) => number): readonly [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (const sight of sights) {
    least = Math.min(least, of(sight));
    greatest = Math.max(greatest, of(sight));
  }
  return sights.length === 0 ? [0, 0] : [least, greatest];
}

function meanReach(observers: readonly Observer[]): number {
  return observers.reduce((sum, { reach }) => sum + reach, 0) / Math.max(1, observers.length);
}

function cellsOver(length: number, cell: number): number {
  return 1 + (Math.floor(length / cell) || 0);
}

/** A cell from 0 to `count` - 1; 0 for NaN. */
function placeIn(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(value))) || 0;
}

const costs = new Map([
  ['scout', 15],
  ['freighter', 20],
  ['frigate', 35],
  ['ark', 45],
  ['cruiser', 80],
]);
/** Chance each turn that an empire which can build does. */
const industry = 0.35;
/** Limit of an empire's ships: a minimum, and a number for each of its planets. */
const leastFleet = 12;
const shipsOfPlanet = 3;

export const productionSystem = hostSystem('production', (world) => {
  for (const empire of world.query({ kind: 'empire' })) {
    if (world.random('production') < industry) build(world, empire);
  }
});

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

/** Greatest movement of a field in a turn, along each axis. */
const wind = 6;

const driftSystem = hostSystem('drift', (world) => {
  const drift = () => wind * (2 * world.random('drift') - 1);
  for (const field of world.query({ kind: 'field' })) {
    const position = world.positionOf(field);
    if (position !== null) world.move(field, { x: position.x + drift(), y: position.y + drift() });
  }
});

/**
 * Moves ships along lanes. Properties of a ship are its goal (`destination`), and under way the ends of its lane
 * (`leaving`, `heading`) and the fraction travelled (`progress`).
 */
const movementSystem = hostSystem('movement', (world) => {
  const chart = createChart(world);
  for (const ship of world.query({ kind: 'ship' })) {
    const system = world.parentOf(ship);
    if (system === null) travel(world, chart, ship);
    else depart(world, chart, ship, system);
  }
});

const fuelOfDeparture = 2;
/** Chance each turn that an idle ship sets out. */
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
    return setLane(world, ship, null, null);
  }
  if (progress > 0) world.move(ship, { lane: [leaving, heading], fraction: progress });
  world.set(ship, 'progress', progress);
}

function setLane(world: World, ship: Handle, leaving: Handle | null, heading: Handle | null): void {
  world.set(ship, 'leaving', leaving);
  world.set(ship, 'heading', heading);
  world.set(ship, 'progress', 0);
}

function depart(world: World, chart: Chart, ship: Handle, system: Handle): void {
  // A rule may have moved it off its lane.
  if (world.get(ship, 'heading') !== null) setLane(world, ship, null, null);
  const fuel = numberIn(world.get(ship, 'fuel'));
  if (fuel < fuelOfDeparture || numberIn(world.get(ship, 'speed')) <= 0) return;
  const destination = destinationOf(world, chart, ship, system);
  const next = destination === null ? undefined : chart.nextJump(system, destination);
  if (next === undefined) return;
  world.set(ship, 'fuel', fuel - fuelOfDeparture);
  setLane(world, ship, system, next);
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

/** The ways to a destination found so far. */
interface Ways {
  /** For every system reached: the next one on its way. */
  readonly next: Map<Handle, Handle>;
  /** In the order of reaching; `asked` of them are expanded. */
  readonly queue: Handle[];
  asked: number;
}

type Chart = ReturnType<typeof createChart>;

/** The lanes of this turn: each query asks the world once. */
function createChart(world: World) {
  const neighbours = new Map<Handle, readonly Handle[]>();
  const ways = new Map<Handle, Ways>();
  const neighboursOf = (system: Handle) => kept(neighbours, system, () => world.relations.neighbours(system));
  return {
    neighbours: neighboursOf,
    distance(a: Handle, b: Handle): number {
      const [from, to] = [world.positionOf(a), world.positionOf(b)];
      if (from === null || to === null || a === b) return 0;
      // Two systems on one point are still apart.
      return Math.sqrt(squaredDistance(from, to)) || Number.MIN_VALUE;
    },
    /** The first system on a shortest way; undefined if there is none. */
    nextJump(from: Handle, to: Handle): Handle | undefined {
      const way = kept(ways, to, (): Ways => ({ next: new Map(), queue: [to], asked: 0 }));
      while (!way.next.has(from) && way.asked < way.queue.length) lookFurther(way, to, neighboursOf);
      return way.next.get(from);
    },
  };
}

/** Breadth first, so the first way is a shortest one. */
function lookFurther(way: Ways, destination: Handle, neighbours: (system: Handle) => readonly Handle[]): void {
  const at = way.queue[way.asked++];
  for (const system of neighbours(at)) {
    if (system === destination || way.next.has(system)) continue;
    way.next.set(system, at);
    way.queue.push(system);
  }
}

function handleIn(value: CellValue | undefined): Handle | null {
  return typeof value === 'number' ? asHandle(value) : null;
}

/** A loaded world needs them again, because a file holds no code. */
export function addHostSystems(world: World): void {
  for (const system of [movementSystem, driftSystem, productionSystem, detectionSystem]) world.addSystem(system);
}
