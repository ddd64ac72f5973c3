import type { Handle, HostSystem, ObjectView, World } from '../world/api.js';
import { type Grid, type Point, createGrid, squaredDistance } from './grid.js';

/** Empires see what is within the detection of one of their ships or planets, less what it hides behind (`stealth`). */
export const detectionSystem: HostSystem = { name: 'detection', phase: 'host', run: detect };

interface Observer extends Point {
  readonly reach: number;
}

/** Sets for every object with a place which empires see it. */
export function detect(world: World): void {
  const views = world.query().map((object) => world.describe(object));
  const empires = views.filter(({ kind }) => kind === 'empire').map(({ handle }) => ({ handle, observers: observersOf(handle, views) }));
  for (const { handle, position, values } of views) {
    if (position === null) continue;
    const hidden = numberOr(values.stealth, 0);
    for (const empire of empires) world.setVisible(empire.handle, handle, isSeen(position, hidden, empire.observers));
  }
}

/** The eyes of an empire: at each place the keenest one. */
function observersOf(empire: Handle, views: readonly ObjectView[]): { readonly grid: Grid<Observer>; readonly reach: number } {
  const keenest = new Map<string, Observer>();
  let reach = 1;
  for (const { owners, position, values } of views) {
    const detection = numberOr(values.detection, 0);
    if (detection <= 0 || position === null || owners[0] !== empire || owners.length > 1) continue;
    const place = `${position.x},${position.y}`;
    if ((keenest.get(place)?.reach ?? 0) < detection) keenest.set(place, { ...position, reach: detection });
    reach = Math.max(reach, detection);
  }
  const grid = createGrid<Observer>(reach);
  for (const observer of keenest.values()) grid.add(observer);
  return { grid, reach };
}

function isSeen(at: Point, hidden: number, { grid, reach }: { readonly grid: Grid<Observer>; readonly reach: number }): boolean {
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
