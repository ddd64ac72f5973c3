import type { Handle, HostSystem, World } from '../world/api.js';
import { type Grid, type Point, createGrid, squaredDistance } from './grid.js';

/** Empires see what is within the detection of one of their ships or planets, less what it hides behind (`stealth`). */
export const detectionSystem: HostSystem = { name: 'detection', phase: 'host', run: detect };

interface Observer extends Point {
  readonly reach: number;
}

/** The eyes of an empire, by place, and the farthest look of all. */
interface Eyes {
  readonly grid: Grid<Observer>;
  readonly reach: number;
}

/** Sets for every object with a place which empires see it. */
export function detect(world: World): void {
  const observers = observersByEmpire(world);
  const empires = world.query({ kind: 'empire' }).map((handle) => ({ handle, eyes: eyesOf(observers.get(handle) ?? []) }));
  for (const handle of world.query()) {
    const position = world.positionOf(handle);
    if (position === null) continue;
    const hidden = numberOr(world.get(handle, 'stealth'), 0);
    for (const empire of empires) world.setVisible(empire.handle, handle, isSeen(position, hidden, empire.eyes));
  }
}

/** What has detection, a place and one owner. */
function observersByEmpire(world: World): ReadonlyMap<Handle, readonly Observer[]> {
  const byEmpire = new Map<Handle, Observer[]>();
  for (const object of world.query()) {
    const reach = numberOr(world.get(object, 'detection'), 0);
    const position = reach > 0 ? world.positionOf(object) : null;
    const [owner, other] = position === null ? [] : world.ownersOf(object);
    if (position === null || owner === undefined || other !== undefined) continue;
    const observers = byEmpire.get(owner) ?? [];
    observers.push({ ...position, reach });
    byEmpire.set(owner, observers);
  }
  return byEmpire;
}

/** Of several at one place only the keenest counts. */
function eyesOf(observers: readonly Observer[]): Eyes {
  const keenest = new Map<string, Observer>();
  let reach = 1;
  for (const observer of observers) {
    const place = `${observer.x},${observer.y}`;
    if ((keenest.get(place)?.reach ?? 0) < observer.reach) keenest.set(place, observer);
    reach = Math.max(reach, observer.reach);
  }
  const grid = createGrid<Observer>(reach);
  for (const observer of keenest.values()) grid.add(observer);
  return { grid, reach };
}

function isSeen(at: Point, hidden: number, { grid, reach }: Eyes): boolean {
  let seen = false;
  grid.near(at, reach, (observer) => {
    const far = observer.reach - hidden;
    return (seen ||= far >= 0 && squaredDistance(at, observer) <= far * far);
  });
  return seen;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
