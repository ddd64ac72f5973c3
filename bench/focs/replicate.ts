import type { GalaxyState, StateDesign, StateEmpire, StateObject } from '../../src/content/focs/state/read-state.js';

/**
 * A galaxy several times side by side: each copy has objects, empires and designs of its own, and is at war with the
 * empires of all others. Copies are so far apart that nothing within a distance of an object of one is in another, and
 * no lane leads from one to another.
 */
export function replicateGalaxy(state: GalaxyState, copies: number): GalaxyState {
  const step = {
    objects: greatest(state.objects) + 1,
    empires: greatest(state.empires) + 1,
    designs: greatest(state.designs) + 1,
    x: state.universeWidth * 2,
  };
  const all = Array.from({ length: copies }, (_, copy) => copyOf(state, copy, step));
  const maps = <K, V>(of: (copy: GalaxyState) => ReadonlyMap<K, V>): ReadonlyMap<K, V> =>
    new Map(all.flatMap((copy) => [...of(copy)]));
  const { networkUsedByPassC: used } = state.supply;
  return {
    ...state,
    empires: all.flatMap(({ empires }) => empires),
    diplomacy: [...all.flatMap(({ diplomacy }) => diplomacy), ...warsBetween(all)],
    designs: all.flatMap(({ designs }) => designs),
    species: {
      homeworlds: new Map(
        [...state.species.homeworlds.keys()].map((name) => [
          name,
          all.flatMap(({ species }) => species.homeworlds.get(name) ?? []),
        ]),
      ),
    },
    visibility: maps(({ visibility }) => visibility),
    supply: {
      networkUsedByPassC:
        used === null
          ? null
          : {
              resourceGroups: maps(
                ({ supply }) => supply.networkUsedByPassC?.resourceGroups ?? new Map<number, number[][]>(),
              ),
              fleetSupplyableSystems: maps(
                ({ supply }) => supply.networkUsedByPassC?.fleetSupplyableSystems ?? new Map<number, number[]>(),
              ),
            },
      networkAfterPassC: maps(({ supply }) => supply.networkAfterPassC),
    },
    objects: all.flatMap(({ objects }) => objects),
    excludeFromComparison: all.flatMap(({ excludeFromComparison }) => excludeFromComparison),
  };
}

interface Shift {
  readonly objects: number;
  readonly empires: number;
  readonly designs: number;
  readonly x: number;
}

function greatest(list: readonly { readonly id: number }[]): number {
  return list.reduce((most, { id }) => Math.max(most, id), 0);
}

/** The galaxy with everything renumbered, renamed and moved; ids below 0 are none and stay. */
function copyOf(state: GalaxyState, copy: number, step: Shift): GalaxyState {
  if (copy === 0) return state;
  const by =
    (offset: number) =>
    (id: number): number =>
      id < 0 ? id : id + offset * copy;
  const renaming: Renaming = {
    object: by(step.objects),
    empire: by(step.empires),
    design: by(step.designs),
    name: (name) => (name === '' ? '' : `${name} (${String(copy + 1)})`),
    x: step.x * copy,
  };
  const { object, empire } = renaming;
  const groups = (map: ReadonlyMap<number, readonly number[][]>) =>
    keyed(map, empire, (lists) => lists.map((ids) => ids.map(object)));
  const { networkUsedByPassC: used, networkAfterPassC: after } = state.supply;
  return {
    ...state,
    empires: state.empires.map((each) => empireOf(each, renaming)),
    diplomacy: state.diplomacy.map(({ empires: [a, b], status }) => ({ empires: [empire(a), empire(b)], status })),
    designs: state.designs.map((each): StateDesign => ({ ...each, id: renaming.design(each.id) })),
    species: {
      homeworlds: keyed(
        state.species.homeworlds,
        (name) => name,
        (ids) => ids.map(object),
      ),
    },
    visibility: keyed(state.visibility, empire, (seen) => keyed(seen, object, (degree) => degree)),
    supply: {
      networkUsedByPassC:
        used === null
          ? null
          : {
              resourceGroups: groups(used.resourceGroups),
              fleetSupplyableSystems: keyed(used.fleetSupplyableSystems, empire, (ids) => ids.map(object)),
            },
      networkAfterPassC: groups(after),
    },
    objects: state.objects.map((each) => objectOf(each, renaming)),
    excludeFromComparison: state.excludeFromComparison.map(([id, meter]) => [object(id), meter]),
  };
}

interface Renaming {
  readonly object: (id: number) => number;
  readonly empire: (id: number) => number;
  readonly design: (id: number) => number;
  readonly name: (name: string) => string;
  readonly x: number;
}

function empireOf(empire: StateEmpire, { object, empire: own, design, name }: Renaming): StateEmpire {
  return {
    ...empire,
    id: own(empire.id),
    name: name(empire.name),
    capital: object(empire.capital),
    sourceObject: object(empire.sourceObject),
    exploredSystems: empire.exploredSystems.map(object),
    productionQueue: empire.productionQueue.map((order) => ({
      ...order,
      design: design(order.design),
      location: object(order.location),
    })),
  };
}

function objectOf(original: StateObject, { object, empire, design, name, x }: Renaming): StateObject {
  const common = {
    id: object(original.id),
    name: name(original.name),
    owner: empire(original.owner),
    system: object(original.system),
    x: original.x + x,
  };
  switch (original.type) {
    case 'System':
      return {
        ...original,
        ...common,
        starlanes: original.starlanes.map(object),
        wormholes: original.wormholes.map(object),
      };
    case 'Building':
      return {
        ...original,
        ...common,
        planet: object(original.planet),
        producedByEmpire: empire(original.producedByEmpire),
      };
    case 'Fleet':
      return {
        ...original,
        ...common,
        ships: original.ships.map(object),
        previousSystem: object(original.previousSystem),
        nextSystem: object(original.nextSystem),
        route: original.route.map(object),
      };
    case 'Ship':
      return {
        ...original,
        ...common,
        design: design(original.design),
        fleet: object(original.fleet),
        producedByEmpire: empire(original.producedByEmpire),
        orderedBombardPlanet: object(original.orderedBombardPlanet),
      };
    default:
      return { ...original, ...common };
  }
}

function keyed<K, V, W>(map: ReadonlyMap<K, V>, key: (key: K) => K, value: (value: V) => W): ReadonlyMap<K, W> {
  return new Map([...map].map(([old, content]) => [key(old), value(content)]));
}

/** Empires of different copies have never met, and are at war as all others are. */
function warsBetween(copies: readonly GalaxyState[]): GalaxyState['diplomacy'] {
  return copies.flatMap((one, i) =>
    copies
      .slice(i + 1)
      .flatMap((other) =>
        one.empires.flatMap((a) =>
          other.empires.map((b): GalaxyState['diplomacy'][number] => ({ empires: [b.id, a.id], status: 'war' })),
        ),
      ),
  );
}
