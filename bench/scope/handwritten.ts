import { addComponent, addEntity, createWorld, query } from 'bitecs';
import type { Places } from './edict.js';
import { createJumps } from './jumps.js';
import type { Peer } from './peer.js';
import {
  type Meters,
  type RuleName,
  empireCount,
  favouredSpecies,
  favouredTech,
  fewestEnemies,
  industryFocus,
  leastPopulation,
  nearDistance,
  nearJumps,
  nobody,
  ownerCount,
  ruleNames,
  ruleTable,
  suppliedClass,
  techCount,
} from './rules.js';
import type { ScopeWorld } from './world.js';

/**
 * The rules as a competent user of bitECS writes them: components as typed arrays, queries, a loop over sources and
 * candidates a rule, the cheapest test first, jumps searched for once, ships listed by system once a turn. No answer is
 * shared between sources.
 */
export function createHandwritten(galaxy: ScopeWorld, places: Places, rules: readonly RuleName[] = ruleNames): Peer {
  const { ecs, components, firsts } = populate(galaxy, places);
  const {
    Planet,
    Ship,
    Building,
    Post,
    Owner,
    InSystem,
    Position,
    Population,
    Focus,
    Species,
    Attack,
    SeenBy,
    BuildingClass,
    Level,
    Meter,
  } = components;
  const jumpsFrom = createJumps(galaxy.stars);
  const hasTech = Uint8Array.from({ length: ownerCount }, (_, owner) =>
    owner === nobody ? 0 : galaxy.techs[owner * techCount + favouredTech],
  );
  const { war } = galaxy;

  const systems: Readonly<Record<RuleName, () => void>> = {
    G1() {
      const planets = query(ecs, [Planet, Owner, InSystem, Population, Focus]);
      for (const post of query(ecs, [Post.G1, Owner, InSystem, Level])) {
        const owner = Owner[post];
        const jumps = jumpsFrom(InSystem[post] - firsts.system);
        for (let i = 0; i < planets.length; i++) {
          const planet = planets[i];
          if (Owner[planet] !== owner || Population[planet] < leastPopulation || Focus[planet] !== industryFocus)
            continue;
          const distance = jumps[InSystem[planet] - firsts.system];
          if (distance >= 0 && distance <= nearJumps) Meter.G1[planet] += Level[post];
        }
      }
    },
    G2() {
      const ships = query(ecs, [Ship, Owner, Position, Attack, SeenBy]);
      for (const post of query(ecs, [Post.G2, Owner, InSystem, Level])) {
        const owner = Owner[post];
        const x = Position.x[InSystem[post]];
        const y = Position.y[InSystem[post]];
        for (let i = 0; i < ships.length; i++) {
          const ship = ships[i];
          if (Owner[ship] === owner || Attack[ship] <= 0 || ((SeenBy[ship] >> owner) & 1) === 0) continue;
          const dx = Position.x[ship] - x;
          const dy = Position.y[ship] - y;
          if (Math.sqrt(dx * dx + dy * dy) <= nearDistance) Meter.G2[ship] += Level[post];
        }
      }
    },
    G3() {
      const planets = query(ecs, [Planet, Owner, Species]);
      for (const post of query(ecs, [Post.G3, Level])) {
        for (let i = 0; i < planets.length; i++) {
          const planet = planets[i];
          if (Species[planet] === favouredSpecies && hasTech[Owner[planet]] === 1) Meter.G3[planet] += Level[post];
        }
      }
    },
    G4() {
      const buildings = query(ecs, [Building, Owner, InSystem, BuildingClass]);
      // A system counts once for a source, however many such buildings are in it.
      const countedFor = new Int32Array(Owner.length).fill(-1);
      for (const post of query(ecs, [Post.G4, Owner, Level])) {
        for (let i = 0; i < buildings.length; i++) {
          const building = buildings[i];
          if (BuildingClass[building] !== suppliedClass || Owner[building] !== Owner[post]) continue;
          const system = InSystem[building];
          if (countedFor[system] === post) continue;
          countedFor[system] = post;
          Meter.G4[system] += Level[post];
        }
      }
    },
    G5() {
      const planets = query(ecs, [Planet, Owner, InSystem]);
      const shipsIn = new Map<number, number[]>();
      for (const ship of query(ecs, [Ship, Owner, InSystem])) {
        const list = shipsIn.get(InSystem[ship]);
        if (list === undefined) shipsIn.set(InSystem[ship], [ship]);
        else list.push(ship);
      }
      for (const post of query(ecs, [Post.G5, Level])) {
        for (let i = 0; i < planets.length; i++) {
          const planet = planets[i];
          if (Owner[planet] === nobody) continue;
          const ships = shipsIn.get(InSystem[planet]);
          if (ships === undefined || ships.length < fewestEnemies) continue;
          const enemies = Owner[planet] * ownerCount;
          let count = 0;
          for (let k = 0; k < ships.length && count < fewestEnemies; k++) count += war[enemies + Owner[ships[k]]];
          if (count >= fewestEnemies) Meter.G5[planet] += Level[post];
        }
      }
    },
  };

  const rowsOf: Readonly<Record<'system' | 'planet' | 'ship', readonly [number, number]>> = {
    system: [firsts.system, firsts.planet],
    planet: [firsts.planet, firsts.ship],
    ship: [firsts.ship, firsts.building],
  };
  return {
    name: 'handwritten',
    turn() {
      for (const rule of rules) {
        Meter[rule].fill(0);
        systems[rule]();
      }
    },
    meters: (): Meters =>
      Object.fromEntries(rules.map((rule) => [rule, Meter[rule].slice(...rowsOf[ruleTable[rule].on])])),
  };
}

type Ecs = ReturnType<typeof createWorld>;

/** Entities in the order of kinds and rows; `firsts` are the ids of the first of each kind. */
function populate(galaxy: ScopeWorld, places: Places) {
  const { stars, planets, ships, buildings } = galaxy;
  const ecs: Ecs = createWorld();
  const size = 1 + galaxy.objects + galaxy.posts.reduce((sum, { count }) => sum + count, 0);
  const components = componentsFor(size);
  const {
    System,
    Planet,
    Ship,
    Building,
    Post,
    Owner,
    InSystem,
    Position,
    Population,
    Focus,
    Species,
    Attack,
    SeenBy,
    BuildingClass,
    Level,
  } = components;
  const add = (...parts: readonly object[]): number => {
    const id = addEntity(ecs);
    for (const part of parts) addComponent(ecs, id, part);
    return id;
  };
  const firsts = {
    system: 1,
    planet: 1 + stars.count,
    ship: 1 + stars.count + planets.count,
    building: 1 + stars.count + planets.count + ships.count,
  };
  for (let row = 0; row < stars.count; row++) {
    const id = add(System, Position, InSystem);
    [Position.x[id], Position.y[id], InSystem[id]] = [places.systemX[row], places.systemY[row], id];
  }
  for (let row = 0; row < planets.count; row++) {
    const id = add(Planet, Owner, InSystem, Population, Focus, Species);
    [Owner[id], InSystem[id], Population[id]] = [
      planets.owner[row],
      firsts.system + planets.system[row],
      planets.population[row],
    ];
    [Focus[id], Species[id]] = [planets.focus[row], planets.species[row]];
  }
  for (let row = 0; row < ships.count; row++) {
    const inSystem = ships.system[row] >= 0;
    const id = add(Ship, Owner, Position, Attack, SeenBy, ...(inSystem ? [InSystem] : []));
    [Owner[id], Attack[id], SeenBy[id]] = [ships.owner[row], ships.attack[row], ships.seenBy[row]];
    [Position.x[id], Position.y[id]] = [places.shipX[row], places.shipY[row]];
    if (inSystem) InSystem[id] = firsts.system + ships.system[row];
  }
  for (let row = 0; row < buildings.count; row++) {
    const id = add(Building, Owner, InSystem, BuildingClass);
    [Owner[id], InSystem[id], BuildingClass[id]] = [
      buildings.owner[row],
      firsts.system + buildings.system[row],
      buildings.class[row],
    ];
  }
  galaxy.posts.forEach((posts, rule) => {
    for (let row = 0; row < posts.count; row++) {
      const id = add(Post[ruleNames[rule]], Owner, InSystem, Level);
      [Owner[id], InSystem[id], Level[id]] = [posts.owner[row], firsts.system + posts.system[row], posts.level[row]];
    }
  });
  return { ecs, components, firsts };
}

/** bitECS takes any object for a component; a column is a component itself. */
function componentsFor(size: number) {
  const tags = (): Record<RuleName, object> => ({ G1: {}, G2: {}, G3: {}, G4: {}, G5: {} });
  const sums = (): Record<RuleName, Float64Array> => ({
    G1: new Float64Array(size),
    G2: new Float64Array(size),
    G3: new Float64Array(size),
    G4: new Float64Array(size),
    G5: new Float64Array(size),
  });
  return {
    System: {},
    Planet: {},
    Ship: {},
    Building: {},
    Post: tags(),
    Meter: sums(),
    Owner: new Uint8Array(size).fill(empireCount),
    InSystem: new Int32Array(size),
    Position: { x: new Float64Array(size), y: new Float64Array(size) },
    Population: new Float64Array(size),
    Focus: new Uint8Array(size),
    Species: new Uint8Array(size),
    Attack: new Float64Array(size),
    SeenBy: new Uint16Array(size),
    BuildingClass: new Uint8Array(size),
    Level: new Float64Array(size),
  };
}
