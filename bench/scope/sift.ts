import siftModule from 'sift';
import type { Places } from './edict.js';
import { createJumps } from './jumps.js';
import {
  type RuleName,
  empireCount,
  favouredSpecies,
  favouredTech,
  fewestEnemies,
  focuses,
  leastPopulation,
  nearDistance,
  nearJumps,
  nobody,
  ownerCount,
  ruleNames,
  suppliedClass,
  techCount,
} from './rules.js';
import type { ScopeWorld } from './world.js';

/** Its types describe an ES module, which Node does not load. */
const sift = siftModule.default;

/** Objects as programs keep them that ask for them by a query. */
interface SystemObject {
  readonly row: number;
  readonly ships: ShipObject[];
  readonly buildings: BuildingObject[];
}

interface PlanetObject {
  readonly row: number;
  readonly owner: number;
  readonly system: SystemObject;
  readonly species: number;
  readonly focus: string;
  readonly population: number;
}

interface ShipObject {
  readonly row: number;
  readonly owner: number;
  readonly x: number;
  readonly y: number;
  readonly attack: number;
  readonly seenBy: number[];
}

interface BuildingObject {
  readonly owner: number;
  readonly class: number;
}

/** The rules as queries over arrays of objects. */
export interface SiftPeer {
  /** Rows that a source of a rule has in scope, ascending. */
  targets(rule: RuleName, source: number): number[];
}

export function createSift(galaxy: ScopeWorld, places: Places): SiftPeer {
  const { systems, planets, ships } = objectsOf(galaxy, places);
  const jumpsFrom = createJumps(galaxy.stars);
  const { war, techs } = galaxy;
  const learned = Array.from({ length: empireCount }, (_, empire) => empire).filter(
    (empire) => techs[empire * techCount + favouredTech] === 1,
  );
  const rowsOf = (objects: readonly { readonly row: number }[]): number[] => objects.map(({ row }) => row);
  const queries: Readonly<Record<RuleName, (owner: number, system: number) => number[]>> = {
    G1(owner, system) {
      const jumps = jumpsFrom(system);
      const isNear = (planet: PlanetObject): boolean =>
        jumps[planet.system.row] >= 0 && jumps[planet.system.row] <= nearJumps;
      return rowsOf(
        planets.filter(
          sift<PlanetObject>({
            owner,
            focus: 'industry',
            population: { $gte: leastPopulation },
            $where: whereOf(isNear),
          }),
        ),
      );
    },
    G2(owner, system) {
      const x = places.systemX[system];
      const y = places.systemY[system];
      const isNear = (ship: ShipObject): boolean => Math.sqrt((ship.x - x) ** 2 + (ship.y - y) ** 2) <= nearDistance;
      return rowsOf(
        ships.filter(
          sift<ShipObject>({
            owner: { $ne: owner },
            attack: { $gt: 0 },
            seenBy: { $eq: owner },
            $where: whereOf(isNear),
          }),
        ),
      );
    },
    G3: () => rowsOf(planets.filter(sift<PlanetObject>({ species: favouredSpecies, owner: { $in: learned } }))),
    G4: (owner) =>
      rowsOf(systems.filter(sift<SystemObject>({ buildings: { $elemMatch: { class: suppliedClass, owner } } }))),
    G5() {
      const isBesieged = (planet: PlanetObject): boolean =>
        planet.system.ships.filter((ship) => war[planet.owner * ownerCount + ship.owner] === 1).length >= fewestEnemies;
      return rowsOf(planets.filter(sift<PlanetObject>({ owner: { $ne: nobody }, $where: whereOf(isBesieged) })));
    },
  };
  return {
    targets(rule, source) {
      const posts = galaxy.posts[ruleNames.indexOf(rule)];
      return queries[rule](posts.owner[source], posts.system[source]);
    },
  };
}

/** sift calls it with the object as `this`. */
function whereOf<T>(test: (object: T) => boolean): (this: T) => boolean {
  return function where(this: T): boolean {
    return test(this);
  };
}

function objectsOf({ stars, planets, ships, buildings }: ScopeWorld, places: Places) {
  const rows = (count: number): number[] => Array.from({ length: count }, (_, row) => row);
  const systems = rows(stars.count).map((row): SystemObject => ({ row, ships: [], buildings: [] }));
  const planetObjects = rows(planets.count).map(
    (row): PlanetObject => ({
      row,
      owner: planets.owner[row],
      system: systems[planets.system[row]],
      species: planets.species[row],
      focus: focuses[planets.focus[row]],
      population: planets.population[row],
    }),
  );
  const shipObjects = rows(ships.count).map(
    (row): ShipObject => ({
      row,
      owner: ships.owner[row],
      x: places.shipX[row],
      y: places.shipY[row],
      attack: ships.attack[row],
      seenBy: rows(empireCount).filter((empire) => ((ships.seenBy[row] >> empire) & 1) === 1),
    }),
  );
  shipObjects.forEach((ship, row) => {
    if (ships.system[row] >= 0) systems[ships.system[row]].ships.push(ship);
  });
  for (const row of rows(buildings.count))
    systems[buildings.system[row]].buildings.push({ owner: buildings.owner[row], class: buildings.class[row] });
  return { systems, planets: planetObjects, ships: shipObjects };
}
