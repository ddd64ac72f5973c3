import type { CellValue, Handle, HostSystem, World } from '../world/api.js';
import { type Point, squaredDistance } from './grid.js';

/** Empires see what is within the detection of one of their ships or planets, less what it hides behind (`stealth`). */
export const detectionSystem: HostSystem = { name: 'detection', phase: 'host', run: detect };

interface Thing extends Sight {
  readonly handle: Handle;
}

/** Sets for every object with a place which empires see it. */
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

/** What has detection and one owner. Of several of an empire that hang on one thing only the keenest counts. */
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
    else keep(keenest, parent, { x, y, reach, empire });
  }
  return [...loose, ...[...keenest.values()].flat()];
}

function keep(keenest: Map<Handle, Observer[]>, parent: Handle, observer: Observer): void {
  const there = keenest.get(parent);
  if (there === undefined) return void keenest.set(parent, [observer]);
  const same = there.findIndex(({ empire }) => empire === observer.empire);
  if (same < 0) there.push(observer);
  else if (there[same].reach < observer.reach) there[same] = observer;
}

export function numberIn(value: CellValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

export interface Observer extends Point {
  readonly reach: number;
  /** Place of its empire in a list. */
  readonly empire: number;
}

export interface Sight extends Point {
  /** How much of an observer's reach it takes away. */
  readonly hidden: number;
}

/** Cells along each axis at most: what lies far out makes them larger, not more. */
const mostCells = 256;

/**
 * Which empires see what: each cell of the plane knows all the observers that reach into it, so a question looks at one
 * cell only. For questions about these sights: one of another position may get no answer.
 */
export function createSightMap(observers: readonly Observer[], sights: readonly Sight[]) {
  const [left, right] = extent(sights, (sight) => sight.x);
  const [bottom, top] = extent(sights, (sight) => sight.y);
  const cell = Math.max(1, meanReach(observers), (right - left) / mostCells, (top - bottom) / mostCells);
  const columns = cellsOver(right - left, cell);
  const rows = cellsOver(top - bottom, cell);
  const columnOf = (x: number) => placeIn((x - left) / cell, columns);
  const rowOf = (y: number) => placeIn((y - bottom) / cell, rows);
  const cells = Array.from({ length: columns * rows }, (): Observer[] => []);
  // What hides less than nothing is seen from farther away. The rest is for rounding at the edge of a cell.
  const farther = Math.max(0, -extent(sights, ({ hidden }) => hidden)[0]);
  for (const observer of observers) {
    const reach = (observer.reach + farther) * 1.000001;
    const [first, last] = [columnOf(observer.x - reach), columnOf(observer.x + reach)];
    for (let row = rowOf(observer.y - reach); row <= rowOf(observer.y + reach); row++) {
      for (let column = first; column <= last; column++) cells[row * columns + column].push(observer);
    }
  }
  return {
    /** Appends the empires that see something, each once, in the order of the observers. */
    viewersOf(sight: Sight, viewers: number[]): void {
      for (const observer of cells[rowOf(sight.y) * columns + columnOf(sight.x)]) {
        const far = observer.reach - sight.hidden;
        if (far >= 0 && squaredDistance(sight, observer) <= far * far && !viewers.includes(observer.empire))
          viewers.push(observer.empire);
      }
    },
  };
}

/** The least and the greatest of what the sights have; 0 and 0 when there are none. */
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

/** A cell from 0 to `count` - 1. Cells without end, which are no number, are one. */
function placeIn(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(value))) || 0;
}
