import type { GalaxyState, StateObject } from '../content/focs/state/read-state.js';
import type { Handle, World } from '../world/api.js';
import type { Empire } from './found-empire.js';

/** What is there already of a world that is being imported, by the ids of the file. */
export interface Import {
  readonly world: World;
  readonly state: GalaxyState;
  readonly empires: ReadonlyMap<number, Empire>;
  readonly handles: Map<number, Handle>;
}

/** Handle of an object's owner, null where it has none. */
export function ownerIn({ empires }: Import, { owner }: StateObject): Handle | null {
  return empires.get(owner)?.handle ?? null;
}

/** Present values of meters that both sides have. */
export function metersOf(
  { meters }: StateObject,
  table: readonly (readonly [theirs: string, ours: string])[],
): Record<string, number> {
  return Object.fromEntries(
    table.flatMap(([theirs, ours]) => {
      const meter = meters.get(theirs);
      return meter === undefined ? [] : [[ours, meter.current]];
    }),
  );
}

/** In its system, or at its point in the plane. */
export function placeIn(
  { handles }: Import,
  { system, x, y }: StateObject,
): { readonly in: Handle } | { readonly x: number; readonly y: number } {
  const handle = handles.get(system);
  return handle === undefined ? { x, y } : { in: handle };
}
