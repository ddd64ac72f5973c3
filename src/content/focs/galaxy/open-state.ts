import type { Program } from '../../../ir/rule.js';
import {
  readState,
  type GalaxyState,
  type StateEmpire,
  objectsOfType,
  type StateDesign,
  type StateObjectOf,
  type StateObject,
} from '../state/read-state.js';
import { EdictError } from '../../../kernel/errors.js';
import { createWorld } from '../../../world.js';
import type { CellValue, Handle, PlaceOption, World, WorldOptions } from '../../../world/api.js';
import type { SpawnOptions } from '../../../world/spawn-api.js';

import { addHostSystems } from '../../../galaxy/host-systems.js';
import * as words from './translations.js';
import { squaredDistance } from '../../../galaxy/point-grid.js';
import { type Empire, foundEmpire } from '../../../galaxy/settle-empires.js';
import { type Focus, studies } from '../../../galaxy/galaxy-words.js';

/**
 * A state of a real game as a world of the embedded galaxy at turn 0, in that galaxy's words. Fleets are left out,
 * their ships stay; ids are not kept. Throws EdictError when the state is empty.
 */
export function importState(
  program: Program,
  state: GalaxyState,
  options: Omit<WorldOptions, 'reserve' | 'fixed'> = {},
): World {
  const systems = objectsOfType(state, 'System');
  if (systems.length === 0) throw new EdictError('bad-state', 'the state has no systems; there is nothing to import');
  const lanes = systems.reduce((sum, { starlanes }) => sum + starlanes.length, 0);
  const world = createWorld(program, {
    ...options,
    reserve: {
      factions: Math.max(31, state.empires.length),
      objects: Math.ceil(state.objects.length * 1.5) + 64,
      lanes: lanes + 1,
    },
  });
  world.spawn({ class: 'nature', name: 'Laws of nature' });
  const empires = new Map(state.empires.map((empire) => [empire.id, importEmpire(world, state, empire)]));
  const made: Import = { world, state, empires, handles: new Map() };
  importSystems(made);
  importPlanets(made);
  importBuildings(made);
  importShips(made);
  importFields(made);
  importSpecials(made);
  importSight(made);
  nameTheRival(made);
  addHostSystems(world);
  return world;
}

/** The world of a state file (.json or .json.gz). Throws EdictError when the file is invalid. */
export function openState(program: Program, file: string, options: Parameters<typeof importState>[2] = {}): World {
  return importState(program, readState(file), options);
}

function importEmpire(world: World, state: GalaxyState, { name, capital, techs }: StateEmpire): Empire {
  const home = objectsOfType(state, 'Planet').find(({ id }) => id === capital);
  const known = words.techs.filter(([word]) => techs.has(word));
  const next = studies.find((study) => !known.some(([, tech]) => tech === study)) ?? null;
  const empire = foundEmpire(world, {
    name,
    homeEnvironment: words.environments.of(home?.planetType ?? ''),
    studying: next,
    available: known.flatMap(([, tech, also]) => [tech, ...also]),
  });
  for (const [, tech] of known) world.spawn({ class: tech, owner: empire.handle });
  return empire;
}

function put(made: Import, object: StateObject, options: Omit<SpawnOptions, 'name'>): Handle {
  const handle = made.world.spawn({ name: object.name, place: placeIn(made, object), ...options });
  made.handles.set(object.id, handle);
  return handle;
}

function importSystems(made: Import): void {
  const { world, state, handles } = made;
  const systems = objectsOfType(state, 'System');
  for (const system of systems) {
    const { x, y, star } = system;
    put(made, system, { kind: 'system', place: { x, y }, values: { starColour: words.stars.of(star) } });
  }
  for (const { id, starlanes } of systems) {
    for (const other of starlanes) {
      const [from, to] = [handles.get(id), handles.get(other)];
      if (from !== undefined && to !== undefined && from !== to) world.relations.connect(from, to);
    }
  }
}

function importPlanets(made: Import): void {
  const { world, state, empires } = made;
  const capitals = new Map(state.empires.map(({ id, capital }) => [capital, empires.get(id)]));
  let farmsNext = false;
  for (const planet of objectsOfType(state, 'Planet')) {
    const capitalOf = capitals.get(planet.id);
    const inhabited = planet.species !== '';
    const environment = words.environments.of(planet.planetType);
    const origin = words.environments.of(planet.originalPlanetType);
    const isHaven = inhabited && planet.owner === -1;
    const handle = put(made, planet, {
      ...(capitalOf !== undefined ? { class: 'cradle' } : isHaven ? { class: 'haven' } : { kind: 'planet' }),
      owner: ownerIn(made, planet),
      values: {
        ...metersOf(planet, words.planetMeters),
        size: words.sizes.of(planet.planetSize),
        environment,
        formerEnvironment: origin === environment ? null : origin,
        ...(inhabited ? workOf(planet.focus, farmsNext) : {}),
      },
    });
    if (inhabited) farmsNext = !farmsNext;
    if (capitalOf !== undefined) world.set(capitalOf.council, 'capital', handle);
  }
}

/** The file has no food or markets: every other inhabited planet farms first; the others trade second. */
function workOf(focus: string, farms: boolean): { readonly primaryFocus: Focus; readonly secondaryFocus: Focus } {
  const own = words.foci.of(focus);
  return farms ? { primaryFocus: 'farming', secondaryFocus: own } : { primaryFocus: own, secondaryFocus: 'trade' };
}

function importBuildings(made: Import): void {
  for (const building of objectsOfType(made.state, 'Building')) {
    const planet = made.handles.get(building.planet);
    put(made, building, {
      class: words.buildings.of(building.buildingType),
      owner: ownerIn(made, building),
      place: planet === undefined ? null : { in: planet },
    });
  }
}

function importFields(made: Import): void {
  for (const field of objectsOfType(made.state, 'Field'))
    put(made, field, {
      class: words.fields.of(field.fieldType),
      values: metersOf(field, words.fieldMeters),
    });
}

/** Specials of other objects go to the system where these are. */
function importSpecials(made: Import): void {
  for (const object of made.state.objects) {
    const onPlanet = object.type === 'Planet';
    const place = made.handles.get(onPlanet || object.type === 'System' ? object.id : object.system);
    if (place === undefined) continue;
    for (const word of object.specials.keys()) {
      made.world.spawn({
        class: (onPlanet ? words.planetSpecials : words.systemSpecials).of(word),
        name: word,
        place: { in: place },
      });
    }
  }
}

/** Every level above `basic` counts as sight. */
function importSight({ world, state, empires, handles }: Import): void {
  for (const [id, levels] of state.visibility) {
    const empire = empires.get(id);
    if (empire === undefined) continue;
    for (const [object, level] of levels) {
      const handle = handles.get(object);
      if (handle !== undefined && level !== 'basic') world.relations.setVisible(empire.handle, handle, true);
    }
  }
}

function nameTheRival({ world, state, empires }: Import): void {
  const planets = objectsOfType(state, 'Planet');
  const counts = state.empires.map(({ id }) => planets.filter(({ owner }) => owner === id).length);
  const rival = state.empires[counts.indexOf(Math.max(...counts))];
  if (rival !== undefined) world.relations.setRole('rival', empires.get(rival.id)?.handle ?? null);
}

type Ship = StateObjectOf<'Ship'>;

function importShips(made: Import): void {
  const { state } = made;
  const designs = new Map(state.designs.map((design) => [design.id, design]));
  const fleets = new Map(objectsOfType(state, 'Fleet').map((fleet) => [fleet.id, fleet]));
  const ships = objectsOfType(state, 'Ship');
  const flagships = strongestOfEach(ships);
  for (const ship of ships) {
    const meters = metersOf(ship, words.shipMeters);
    const { place, values } = berthOf(made, ship, fleets.get(ship.fleet));
    put(made, ship, {
      class: flagships.has(ship.id) ? 'flagship' : classOf(designs.get(ship.design)),
      owner: ownerIn(made, ship),
      place,
      // Without a hull to match its structure it would be a wreck at once.
      values: {
        ...meters,
        ...values,
        hull: Math.max(1, meters.hull ?? 0),
        structure: Math.max(1, meters.structure ?? 0),
      },
    });
  }
}

function classOf(design: StateDesign | undefined): string {
  if (design?.isMonster === true) return words.monsters.of(design.name);
  const parts = design?.parts ?? [];
  const { words: ships, otherwise } = words.parts;
  return Object.entries(ships).find(([start]) => parts.some((part) => part.startsWith(start)))?.[1] ?? otherwise;
}

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
  fleet: StateObjectOf<'Fleet'> | undefined,
): { readonly place: PlaceOption; readonly values: Record<string, CellValue> } {
  const handleOf = (id = -1): Handle | null => made.handles.get(id) ?? null;
  const destination = handleOf(fleet?.route.at(-1));
  const leaving = handleOf(fleet?.previousSystem);
  const heading = handleOf(fleet?.nextSystem);
  const isUnderWay = ship.system === -1 && leaving !== null && heading !== null;
  if (isUnderWay && made.world.relations.neighbours(leaving).includes(heading)) {
    const progress = progressOf(made, ship, leaving, heading);
    if (progress > 0 && progress < 1)
      return {
        place: { lane: [leaving, heading], fraction: progress },
        values: { destination: destination ?? heading, leaving, heading, progress },
      };
  }
  return { place: placeIn(made, ship), values: { destination } };
}

function progressOf({ world }: Import, ship: Ship, leaving: number, heading: number): number {
  const [from, to] = [world.describe(leaving).position, world.describe(heading).position];
  if (from === null || to === null) return 0;
  const length = squaredDistance(from, to);
  return length === 0 ? 0 : Math.sqrt(squaredDistance(from, ship) / length);
}

interface Import {
  readonly world: World;
  readonly state: GalaxyState;
  readonly empires: ReadonlyMap<number, Empire>;
  readonly handles: Map<number, Handle>;
}

function ownerIn({ empires }: Import, { owner }: StateObject): Handle | null {
  return empires.get(owner)?.handle ?? null;
}

function metersOf({ meters }: StateObject, table: words.Meters): Record<string, number> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([theirs, ours]) => {
      const meter = meters.get(theirs);
      return meter === undefined ? [] : [[ours, meter.current]];
    }),
  );
}

function placeIn({ handles }: Import, { system, x, y }: StateObject): PlaceOption {
  const handle = handles.get(system);
  return handle === undefined ? { x, y } : { in: handle };
}
