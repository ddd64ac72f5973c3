import { type StateDesign, type StateObjectOf, objectsOfType } from '../content/focs/state/read-state.js';
import type { CellValue, PlaceOption } from '../world/api.js';
import { squaredDistance } from './grid.js';
import { type Import, metersOf, ownerIn, placeIn } from './import.js';
import * as words from './import-words.js';

type Ship = StateObjectOf<'Ship'>;
type Fleet = StateObjectOf<'Fleet'>;

/** Ships where they are: in a system, on the lane that their fleet follows, or at a point in the plane. */
export function importShips(made: Import): void {
  const { world, state, handles } = made;
  const designs = new Map(state.designs.map((design) => [design.id, design]));
  const fleets = new Map(objectsOfType(state, 'Fleet').map((fleet) => [fleet.id, fleet]));
  const ships = objectsOfType(state, 'Ship');
  const flagships = strongestOfEach(ships);
  for (const ship of ships) {
    const meters = metersOf(ship, words.shipMeters);
    const { place, values } = berthOf(made, ship, fleets.get(ship.fleet));
    const handle = world.spawn({
      class: flagships.has(ship.id) ? 'flagship' : classOf(designs.get(ship.design)),
      name: ship.name,
      owner: ownerIn(made, ship),
      place,
      // What has a structure has a hull to match; otherwise it would be a wreck at once.
      values: {
        ...meters,
        ...values,
        hull: Math.max(1, meters.hull ?? 0),
        structure: Math.max(1, meters.structure ?? 0),
      },
    });
    handles.set(ship.id, handle);
  }
}

function classOf(design: StateDesign | undefined): string {
  if (design?.isMonster === true) return words.translated(words.monsters, design.name);
  const parts = design?.parts ?? [];
  return (
    words.parts.words.find(([start]) => parts.some((part) => part.startsWith(start)))?.[1] ?? words.parts.otherwise
  );
}

/** Of each empire the ship with the greatest structure; of several the first. */
function strongestOfEach(ships: readonly Ship[]): ReadonlySet<number> {
  const strongest = new Map<number, Ship>();
  for (const ship of ships) {
    const before = strongest.get(ship.owner);
    if (ship.owner !== -1 && (before === undefined || structureOf(ship) > structureOf(before)))
      strongest.set(ship.owner, ship);
  }
  return new Set([...strongest.values()].map(({ id }) => id));
}

function structureOf({ meters }: Ship): number {
  return meters.get('STRUCTURE')?.current ?? 0;
}

function berthOf(
  made: Import,
  ship: Ship,
  fleet: Fleet | undefined,
): { readonly place: PlaceOption; readonly values: Record<string, CellValue> } {
  const destination = made.handles.get(fleet?.route.at(-1) ?? -1) ?? null;
  const leaving = made.handles.get(fleet?.previousSystem ?? -1);
  const heading = made.handles.get(fleet?.nextSystem ?? -1);
  if (
    ship.system !== -1 ||
    leaving === undefined ||
    heading === undefined ||
    !made.world.neighbours(leaving).includes(heading)
  ) {
    return { place: placeIn(made, ship), values: { destination } };
  }
  const progress = progressOf(made, ship, leaving, heading);
  if (!(progress > 0 && progress < 1)) return { place: placeIn(made, ship), values: { destination } };
  return {
    place: { lane: [leaving, heading], fraction: progress },
    values: { destination: destination ?? heading, leaving, heading, progress },
  };
}

/** How much of the lane lies behind a ship. */
function progressOf({ world }: Import, ship: Ship, leaving: number, heading: number): number {
  const [from, to] = [world.describe(leaving).position, world.describe(heading).position];
  if (from === null || to === null) return 0;
  const length = squaredDistance(from, to);
  return length === 0 ? 0 : Math.sqrt(squaredDistance(from, ship) / length);
}
