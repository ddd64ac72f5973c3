import type { CellValue, Handle, HostSystem, World } from '../world/api.js';
import { type Observer, type Sight, createSightMap } from './sight-map.js';

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
    world.setVisibleTo(
      thing.handle,
      viewers.map((place) => empires[place]),
    );
  }
}

/** All that has a place. */
function thingsOf(world: World): readonly Thing[] {
  const things: Thing[] = [];
  for (const handle of world.query()) {
    const position = world.positionOf(handle);
    if (position !== null)
      things.push({ handle, x: position.x, y: position.y, hidden: numberOr(world.get(handle, 'stealth'), 0) });
  }
  return things;
}

/** What has detection and one owner. Of several of an empire that hang on one thing only the keenest counts. */
function observersAmong(world: World, things: readonly Thing[], empires: readonly Handle[]): readonly Observer[] {
  const placeOf = new Map(empires.map((empire, place) => [empire, place]));
  const loose: Observer[] = [];
  const keenest = new Map<Handle, Observer[]>();
  for (const { handle, x, y } of things) {
    const reach = numberOr(world.get(handle, 'detection'), 0);
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
  if (there === undefined) {
    keenest.set(parent, [observer]);
    return;
  }
  const same = there.findIndex(({ empire }) => empire === observer.empire);
  if (same < 0) there.push(observer);
  else if (there[same].reach < observer.reach) there[same] = observer;
}

function numberOr(value: CellValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
