import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World, WorldOptions } from '../../src/world/api.js';
import { createPhaseTimes } from '../phase-times.js';
import { buildingName, postName, scopeContent, speciesName, techName } from './content.js';
import {
  type Meters,
  type RuleName,
  empireCount,
  focuses,
  nobody,
  ownerCount,
  ruleNames,
  ruleTable,
  techCount,
} from './rules.js';
import { lanesOf } from './star-field.js';
import { type Posts, type ScopeWorld, hostKinds } from './world.js';

/** Handles by row. */
export interface Handles {
  readonly empire: readonly Handle[];
  readonly system: readonly Handle[];
  readonly planet: readonly Handle[];
  readonly ship: readonly Handle[];
  readonly building: readonly Handle[];
  /** By rule, in the order of `ruleNames`. */
  readonly posts: readonly (readonly Handle[])[];
}

/** Where systems and ships are. */
export interface Places {
  readonly systemX: Float64Array;
  readonly systemY: Float64Array;
  readonly shipX: Float64Array;
  readonly shipY: Float64Array;
}

/** The galaxy in a world of Edict. */
export interface EdictScope {
  readonly world: World;
  readonly handles: Handles;
  /** Runs a turn; milliseconds of its phases `reset` and `meters` together, and of the whole. */
  turn(): { readonly rules: number; readonly step: number };
  meters(): Meters;
  /** As the world has them: what peers compute with, so that no rounding tells them apart. */
  places(): Places;
}

/** Builds the world by the calls that every host has. */
export function createEdictScope(
  galaxy: ScopeWorld,
  rules: readonly RuleName[],
  options: Pick<WorldOptions, 'executor'> = {},
): EdictScope {
  const world = createWorld(defineContent(scopeContent(rules)), {
    ...options,
    reserve: {
      objects: galaxy.objects + empireCount + galaxy.posts.reduce((sum, { count }) => sum + count, 0),
      lanes: galaxy.stars.laneEnds.length,
    },
    fixed: true,
    limits: { testsPerTurn: 1e12, visitsPerTurn: 1e12 },
  });
  const handles = populate(world, galaxy);
  const times = createPhaseTimes();
  return {
    world,
    handles,
    turn() {
      times.clear();
      const start = performance.now();
      world.step(times.observer);
      return { rules: times.of('reset') + times.of('meters'), step: performance.now() - start };
    },
    meters: () =>
      Object.fromEntries(
        rules.map((rule) => [
          rule,
          Float64Array.from(handles[ruleTable[rule].on], (object) => Number(world.get(object, ruleTable[rule].meter))),
        ]),
      ),
    places: () => placesOf(world, handles),
  };
}

function populate(world: World, galaxy: ScopeWorld): Handles {
  const { stars, planets, ships, buildings } = galaxy;
  const rows = (count: number, spawn: (row: number) => Handle): readonly Handle[] =>
    Array.from({ length: count }, (_, row) => spawn(row));
  const empire = rows(empireCount, () => world.spawn({ kind: 'empire' }));
  const ownerOf = (owner: number): Handle | null => (owner === nobody ? null : empire[owner]);
  const system = rows(stars.count, (row) =>
    world.spawn({ kind: 'system', place: { x: stars.x[row], y: stars.y[row] } }),
  );
  system.forEach((from, star) => {
    for (const other of lanesOf(stars, star)) if (other > star) world.relations.connect(from, system[other]);
  });
  const planet = rows(planets.count, (row) =>
    world.spawn({
      kind: 'planet',
      owner: ownerOf(planets.owner[row]),
      place: { in: system[planets.system[row]] },
      values: {
        species: speciesName(planets.species[row]),
        focus: focuses[planets.focus[row]],
        population: planets.population[row],
      },
    }),
  );
  const ship = rows(ships.count, (row) =>
    world.spawn({
      kind: 'ship',
      owner: ownerOf(ships.owner[row]),
      values: { attack: ships.attack[row] },
      place:
        ships.system[row] >= 0
          ? { in: system[ships.system[row]] }
          : { lane: [system[ships.laneFrom[row]], system[ships.laneTo[row]]], fraction: ships.fraction[row] },
    }),
  );
  const building = rows(buildings.count, (row) =>
    world.spawn({
      class: buildingName(buildings.class[row]),
      owner: ownerOf(buildings.owner[row]),
      place: { in: planet[buildings.planet[row]] },
    }),
  );
  inform(world, galaxy, empire, ship);
  const hosts = { planet, ship, building };
  const posts = galaxy.posts.map((list, rule) =>
    rows(list.count, (row) => spawnPost(world, ruleNames[rule], list, row, hosts, empire)),
  );
  return { empire, system, planet, ship, building, posts };
}

/** What empires see, have and fight. */
function inform(
  world: World,
  { ships, techs, war }: ScopeWorld,
  empire: readonly Handle[],
  ship: readonly Handle[],
): void {
  empire.forEach((observer, index) => {
    ship.forEach((object, row) => {
      if (((ships.seenBy[row] >> index) & 1) === 1) world.relations.setVisible(observer, object, true);
    });
    for (let tech = 0; tech < techCount; tech++) {
      if (techs[index * techCount + tech] === 1) world.relations.setAvailable(observer, techName(tech), true);
    }
    empire.forEach((other, otherIndex) => {
      if (index < otherIndex && war[index * ownerCount + otherIndex] === 1)
        world.relations.setRelated('war', observer, other, true);
    });
  });
}

function spawnPost(
  world: World,
  rule: RuleName,
  posts: Posts,
  row: number,
  hosts: Pick<Handles, 'planet' | 'ship' | 'building'>,
  empire: readonly Handle[],
): Handle {
  const host = hosts[hostKinds[posts.hostKind[row]]][posts.host[row]];
  return world.spawn({
    class: postName(rule),
    owner: empire[posts.owner[row]],
    place: { in: host },
    values: { level: posts.level[row] },
  });
}

function placesOf(world: World, { system, ship }: Handles): Places {
  const column = (objects: readonly Handle[], axis: 'x' | 'y'): Float64Array =>
    Float64Array.from(objects, (object) => world.positionOf(object)?.[axis] ?? NaN);
  return {
    systemX: column(system, 'x'),
    systemY: column(system, 'y'),
    shipX: column(ship, 'x'),
    shipY: column(ship, 'y'),
  };
}
