import { type GalaxyState, type StateObject, objectsOfType } from '../../src/content/focs/state/read-state.js';
import type { Choices } from './choices.js';

/** A state that may be changed in place. */
export type DraftState = Draft<GalaxyState>;

type Draft<T> =
  T extends ReadonlyMap<infer K, infer V>
    ? Map<K, Draft<V>>
    : T extends object
      ? { -readonly [K in keyof T]: Draft<T[K]> }
      : T;

/**
 * A part of a galaxy, small enough for the interpreter: some systems with all that is in them, all empires, and of the
 * rest what is still there.
 */
export function cutState(state: GalaxyState, choices: Choices, systems: number): DraftState {
  const region = regionOf(state, choices.split('region'), systems);
  const objects = objectsWithin(state, region, choices.split('objects'));
  const known = new Set(objects.map(({ id }) => id));
  const here = (id: number): number => (known.has(id) ? id : -1);
  const those = (ids: readonly number[]): number[] => ids.filter((id) => known.has(id));
  const queues = state.empires.flatMap(({ productionQueue }) => productionQueue.map(({ design }) => design));
  const used = new Set([...objects.map((object) => (object.type === 'Ship' ? object.design : -1)), ...queues]);
  const others = choices.split('designs');
  const cut: GalaxyState = {
    ...state,
    empires: state.empires.map((empire) => ({
      ...empire,
      capital: here(empire.capital),
      sourceObject: here(empire.sourceObject),
      exploredSystems: those(empire.exploredSystems),
      productionQueue: empire.productionQueue.map((order) => ({ ...order, location: here(order.location) })),
    })),
    designs: state.designs.filter(({ id }) => used.has(id) || others.oneIn(20)),
    species: { homeworlds: new Map([...state.species.homeworlds].map(([name, planets]) => [name, those(planets)])) },
    visibility: new Map(
      [...state.visibility].map(([empire, levels]) => [empire, new Map([...levels].filter(([id]) => known.has(id)))]),
    ),
    supply: suppliesWithin(state.supply, those),
    objects: objects.map((object) => referringTo(object, here, those)),
    excludeFromComparison: [],
  };
  return structuredClone(cut) as DraftState;
}

/** Systems around some place, most often the home of an empire, and now and then some from elsewhere. */
function regionOf(state: GalaxyState, choices: Choices, count: number): ReadonlySet<number> {
  const systems = new Map(objectsOfType(state, 'System').map((system) => [system.id, system]));
  const all = [...systems.keys()];
  const capitals = new Set(state.empires.map(({ capital }) => capital));
  const homes = objectsOfType(state, 'Planet')
    .filter(({ id }) => capitals.has(id))
    .map(({ system }) => system);
  const start = (): number => (choices.oneIn(3) || homes.length === 0 ? choices.pick(all) : choices.pick(homes));
  const region = new Set<number>();
  const waiting = [start()];
  while (region.size < Math.min(count, all.length)) {
    const [next] =
      waiting.length === 0 || choices.oneIn(12) ? [start()] : waiting.splice(choices.below(waiting.length), 1);
    if (region.has(next)) continue;
    region.add(next);
    waiting.push(...(systems.get(next)?.starlanes ?? []));
  }
  return region;
}

/** What is in systems, and of what is between systems some. */
function objectsWithin(
  { objects }: GalaxyState,
  region: ReadonlySet<number>,
  choices: Choices,
): readonly StateObject[] {
  const kept = new Set<number>();
  const holds = (object: StateObject): boolean => {
    switch (object.type) {
      case 'System':
        return region.has(object.id);
      case 'Ship':
        return kept.has(object.fleet);
      case 'Building':
        return kept.has(object.planet);
      case 'Fleet':
        return (
          region.has(object.system) ||
          (object.system === -1 && (region.has(object.nextSystem) || region.has(object.previousSystem)))
        );
      case 'Planet':
      case 'Field':
        return region.has(object.system) || (object.system === -1 && choices.oneIn(4));
    }
  };
  // What hangs on others comes after them here, whatever its id.
  for (const types of [
    ['System', 'Planet', 'Fleet', 'Field'],
    ['Ship', 'Building'],
  ]) {
    for (const object of objects) if (types.includes(object.type) && holds(object)) kept.add(object.id);
  }
  return objects.filter(({ id }) => kept.has(id));
}

type Here = (id: number) => number;
type Those = (ids: readonly number[]) => number[];

function referringTo(object: StateObject, here: Here, those: Those): StateObject {
  const common = { system: here(object.system) };
  switch (object.type) {
    case 'System':
      return { ...object, starlanes: those(object.starlanes), wormholes: those(object.wormholes) };
    case 'Building':
      return { ...object, ...common, planet: here(object.planet) };
    case 'Fleet':
      return {
        ...object,
        ...common,
        ships: those(object.ships),
        previousSystem: here(object.previousSystem),
        nextSystem: here(object.nextSystem),
        route: those(object.route),
      };
    case 'Ship':
      return {
        ...object,
        ...common,
        fleet: here(object.fleet),
        orderedBombardPlanet: here(object.orderedBombardPlanet),
      };
    case 'Planet':
    case 'Field':
      return { ...object, ...common };
  }
}

function suppliesWithin(
  { networkUsedByPassC, networkAfterPassC }: GalaxyState['supply'],
  those: Those,
): GalaxyState['supply'] {
  const within = (groups: GalaxyState['supply']['networkAfterPassC']): Map<number, number[][]> =>
    new Map(
      [...groups].map(([empire, lists]) => [
        empire,
        lists.map((systems) => those(systems)).filter((systems) => systems.length > 0),
      ]),
    );
  return {
    networkUsedByPassC:
      networkUsedByPassC === null
        ? null
        : {
            resourceGroups: within(networkUsedByPassC.resourceGroups),
            fleetSupplyableSystems: new Map(
              [...networkUsedByPassC.fleetSupplyableSystems].map(([empire, systems]) => [empire, those(systems)]),
            ),
          },
    networkAfterPassC: within(networkAfterPassC),
  };
}
