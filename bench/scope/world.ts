import { type Chooser, createChooser } from '../../src/galaxy/chooser.js';
import {
  buildingClassCount,
  empireCount,
  favouredTech,
  focuses,
  industryFocus,
  nobody,
  ownerCount,
  ruleNames,
  speciesCount,
  techCount,
} from './rules.js';
import { type StarField, lanesOf, scatterStars } from './star-field.js';

/** Columns by row of a kind. Owners are empires from 0, or `nobody`; places are systems by row. */
export interface Planets {
  readonly count: number;
  readonly system: Int32Array;
  readonly owner: Uint8Array;
  readonly species: Uint8Array;
  /** Index into `focuses`. */
  readonly focus: Uint8Array;
  readonly population: Float64Array;
}

export interface Ships {
  readonly count: number;
  /** -1 on a lane. */
  readonly system: Int32Array;
  /** For those on a lane: its ends, and the part of the way from the first. */
  readonly laneFrom: Int32Array;
  readonly laneTo: Int32Array;
  readonly fraction: Float64Array;
  readonly owner: Uint8Array;
  readonly attack: Float64Array;
  /** One bit an empire. */
  readonly seenBy: Uint16Array;
}

export interface Buildings {
  readonly count: number;
  readonly planet: Int32Array;
  readonly system: Int32Array;
  readonly owner: Uint8Array;
  readonly class: Uint8Array;
}

export const hostKinds = ['planet', 'ship', 'building'] as const;

/** The sources of one rule, in the order in which they fire. Each has a host, whose owner and place are its own. */
export interface Posts {
  readonly count: number;
  /** Index into `hostKinds`. */
  readonly hostKind: Uint8Array;
  readonly host: Int32Array;
  readonly owner: Uint8Array;
  readonly system: Int32Array;
  readonly level: Float64Array;
}

/** A galaxy for the five rules. The same seed and sizes give the same one. */
export interface ScopeWorld {
  readonly objects: number;
  readonly stars: StarField;
  readonly planets: Planets;
  readonly ships: Ships;
  readonly buildings: Buildings;
  /** `empire * techCount + tech`: 1 where the empire has it. */
  readonly techs: Uint8Array;
  /** `owner * ownerCount + other`: 1 where the other is an enemy. Nobody is everybody's enemy and has none itself. */
  readonly war: Uint8Array;
  /** By rule, in the order of `ruleNames`. */
  readonly posts: readonly Posts[];
}

export interface ScopeWorldOptions {
  /** Systems, planets, ships and buildings together: 1 : 4 : 4 : 1. */
  readonly objects: number;
  readonly sources: number;
  readonly seed: string;
}

export function makeScopeWorld({ objects, sources, seed }: ScopeWorldOptions): ScopeWorld {
  const choose = createChooser('scope', seed);
  const tenth = Math.floor(objects / 10);
  const stars = scatterStars(tenth, choose);
  const region = claimRegions(stars, choose);
  const planets = makePlanets(4 * tenth, region, choose);
  const ships = makeShips(4 * tenth, stars, region, sightOf(stars, planets), choose);
  const buildings = makeBuildings(tenth, planets, choose);
  const hosts = [hostsOf(planets), hostsOf(ships), hostsOf(buildings)];
  return {
    objects: 10 * tenth,
    stars,
    planets,
    ships,
    buildings,
    techs: makeTechs(choose),
    war: makeWars(choose),
    posts: ruleNames.map(() => makePosts(sources, hosts, [planets, ships, buildings], choose)),
  };
}

/** Four systems of five belong to the region of the empire whose home is nearest; nobody holds the others. */
function claimRegions({ count, x, y }: StarField, choose: Chooser): Uint8Array {
  const homes = Array.from({ length: empireCount }, () => choose.whole(count));
  return Uint8Array.from({ length: count }, (_, star) => {
    const squares = homes.map((home) => (x[star] - x[home]) ** 2 + (y[star] - y[home]) ** 2);
    return choose.chance(0.8) ? squares.indexOf(Math.min(...squares)) : nobody;
  });
}

function makePlanets(count: number, region: Uint8Array, choose: Chooser): Planets {
  // System after system, as makers of galaxies do it.
  const system = Int32Array.from({ length: count }, () => choose.whole(region.length)).sort();
  const owner = Uint8Array.from(system, (star) => {
    const lot = choose.number();
    if (region[star] === nobody || lot >= 0.78) return nobody;
    return lot < 0.7 ? region[star] : choose.whole(empireCount);
  });
  return {
    count,
    system,
    owner,
    species: Uint8Array.from(system, () => choose.whole(speciesCount)),
    focus: Uint8Array.from(owner, (empire) =>
      empire === nobody ? 0 : industryFocus + choose.whole(focuses.length - industryFocus),
    ),
    population: Float64Array.from(owner, (empire) => (empire === nobody ? 0 : choose.number() * 10)),
  };
}

/** By system one bit for each empire with a planet there or at most two jumps away. */
function sightOf(stars: StarField, planets: Planets): Uint16Array {
  let seen = new Uint16Array(stars.count);
  planets.owner.forEach((empire, planet) => {
    if (empire !== nobody) seen[planets.system[planet]] |= 1 << empire;
  });
  for (let jump = 0; jump < 2; jump++) {
    const before = seen;
    seen = Uint16Array.from(before, (own, star) =>
      lanesOf(stars, star).reduce((all, other) => all | before[other], own),
    );
  }
  return seen;
}

function makeShips(count: number, stars: StarField, region: Uint8Array, sight: Uint16Array, choose: Chooser): Ships {
  const home = Int32Array.from({ length: count }, () => choose.whole(stars.count));
  const laneTo = Int32Array.from(home, (star) => {
    const lanes = lanesOf(stars, star);
    return choose.chance(0.1) && lanes.length > 0 ? lanes[choose.whole(lanes.length)] : -1;
  });
  const owner = Uint8Array.from(home, (star) => {
    const lot = choose.number();
    return lot < 0.65 ? region[star] : lot < 0.9 ? choose.whole(empireCount) : nobody;
  });
  return {
    count,
    owner,
    laneTo,
    system: home.map((star, ship) => (laneTo[ship] < 0 ? star : -1)),
    laneFrom: home.map((star, ship) => (laneTo[ship] < 0 ? -1 : star)),
    fraction: Float64Array.from(laneTo, (end) => (end < 0 ? 0 : 0.01 + 0.98 * choose.number())),
    attack: Float64Array.from(home, () => (choose.chance(0.7) ? 1 + choose.whole(50) : 0)),
    seenBy: Uint16Array.from(home, (star, ship) => {
      let bits = owner[ship] === nobody ? 0 : 1 << owner[ship];
      for (let empire = 0; empire < empireCount; empire++) {
        if (((sight[star] >> empire) & 1) === 1 && choose.chance(0.85)) bits |= 1 << empire;
      }
      return bits;
    }),
  };
}

function makeBuildings(count: number, planets: Planets, choose: Chooser): Buildings {
  const planet = Int32Array.from({ length: count }, () => choose.whole(planets.count));
  return {
    count,
    planet,
    system: planet.map((at) => planets.system[at]),
    owner: Uint8Array.from(planet, (at) => planets.owner[at]),
    class: Uint8Array.from(planet, () => choose.whole(buildingClassCount)),
  };
}

/** Half of all techs; of the one that a rule asks for, every other empire. */
function makeTechs(choose: Chooser): Uint8Array {
  return Uint8Array.from({ length: empireCount * techCount }, (_, i) => {
    const has = choose.chance(0.5) ? 1 : 0;
    return i % techCount === favouredTech ? 1 - (Math.floor(i / techCount) % 2) : has;
  });
}

function makeWars(choose: Chooser): Uint8Array {
  const war = new Uint8Array(ownerCount * ownerCount);
  for (let a = 0; a < empireCount; a++) {
    war[a * ownerCount + nobody] = 1;
    for (let b = a + 1; b < empireCount; b++) {
      if (choose.chance(0.5)) war[a * ownerCount + b] = war[b * ownerCount + a] = 1;
    }
  }
  return war;
}

type Placed = Pick<Planets, 'owner' | 'system'>;

/** What can carry a post: what is owned and in a system. */
function hostsOf({ owner, system }: Placed): readonly number[] {
  return [...owner.keys()].filter((row) => owner[row] !== nobody && system[row] >= 0);
}

function makePosts(
  count: number,
  hosts: readonly (readonly number[])[],
  kinds: readonly Placed[],
  choose: Chooser,
): Posts {
  const hostKind = Uint8Array.from({ length: count }, () => {
    const lot = choose.number();
    return lot < 0.6 ? 0 : lot < 0.8 ? 1 : 2;
  });
  const host = Int32Array.from(hostKind, (kind) => choose.pick(hosts[kind]));
  return {
    count,
    hostKind,
    host,
    owner: Uint8Array.from(host, (row, i) => kinds[hostKind[i]].owner[row]),
    system: host.map((row, i) => kinds[hostKind[i]].system[row]),
    level: Float64Array.from(host, () => 1 + choose.whole(5)),
  };
}
