import { createBallBits, createBallLists } from './columnar/balls.js';
import { listBits, listShared, wordsFor } from './columnar/bitsets.js';
import { createGroups, groupRows } from './columnar/groups.js';
import { createShipGrid } from './columnar/ship-grid.js';
import {
  type TargetLists,
  addLevels,
  clearLists,
  closeList,
  createTargetLists,
  openList,
  targetsOf,
} from './columnar/target-lists.js';
import type { Places } from './edict.js';
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
  nobody,
  ownerCount,
  ruleNames,
  ruleTable,
  suppliedClass,
  techCount,
} from './rules.js';
import type { Planets, Posts, ScopeWorld } from './world.js';

/** A peer that can show which targets it found. */
export interface ColumnarPeer extends Peer {
  /** The rows that a source of a rule had in scope in the last turn. */
  targets(rule: RuleName, source: number): Int32Array;
}

/** Finds the targets of every source of one rule, from the columns as they are. */
type Gather = (lists: TargetLists) => void;

/** From so many planets on a ball's members are fewer than the words of a set of all. */
const manyPlanets = 16_384;

/**
 * The five rules by hand, as fast as plain JavaScript gets: what depends on the target alone is a set or a partition,
 * what depends on both is a look-up
 * (balls of jumps, a grid, an owner's part), sources that ask the same share the answer. Only lane distances and where
 * planets are outlast a turn. It shows what is possible; it is no way to write a game.
 */
export function createColumnar(
  galaxy: ScopeWorld,
  places: Places,
  rules: readonly RuleName[] = ruleNames,
  planetsForLists = manyPlanets,
): ColumnarPeer {
  const sizes = { planet: galaxy.planets.count, ship: galaxy.ships.count, system: galaxy.stars.count };
  const gathers: Readonly<Record<RuleName, (posts: Posts) => Gather>> = {
    G1: (posts) =>
      galaxy.planets.count >= planetsForLists ? nearIndustryByLists(galaxy, posts) : nearIndustryByBits(galaxy, posts),
    G2: (posts) => nearShips(galaxy, places, posts),
    G3: () => favouredPlanets(galaxy),
    G4: (posts) => suppliedSystems(galaxy, posts),
    G5: () => besiegedPlanets(galaxy),
  };
  const plans = rules.map((rule) => {
    const posts = galaxy.posts[ruleNames.indexOf(rule)];
    const lists = createTargetLists(posts.count, Math.max(posts.count, ownerCount));
    return {
      rule,
      lists,
      level: posts.level,
      gather: gathers[rule](posts),
      meter: new Float64Array(sizes[ruleTable[rule].on]),
    };
  });
  return {
    name: 'columnar',
    turn() {
      for (const { lists, gather, meter, level } of plans) {
        meter.fill(0);
        clearLists(lists);
        gather(lists);
        addLevels(meter, lists, level);
      }
    },
    meters: (): Meters => Object.fromEntries(plans.map(({ rule, meter }) => [rule, meter])),
    targets: (rule, source) => {
      const plan = plans.find((other) => other.rule === rule);
      return plan === undefined ? new Int32Array(0) : targetsOf(plan.lists, source);
    },
  };
}

/**
 * Gives every source the list of its system and owner, which `fill` finds for the first that asks. `fill` returns the
 * list's end.
 */
function shareBySystemAndOwner(
  posts: Posts,
  systems: number,
  most: number,
  fill: (lists: TargetLists, system: number, owner: number) => number,
): Gather {
  const listOf = new Int32Array(systems * ownerCount);
  const foundIn = new Int32Array(systems * ownerCount);
  let turn = 0;
  return (lists) => {
    turn++;
    for (let source = 0; source < posts.count; source++) {
      const key = posts.system[source] * ownerCount + posts.owner[source];
      if (foundIn[key] !== turn) {
        foundIn[key] = turn;
        listOf[key] = openList(lists, most);
        closeList(lists, listOf[key], fill(lists, posts.system[source], posts.owner[source]));
      }
      lists.listOf[source] = listOf[key];
    }
  };
}

function planetsBySystem({ planets, stars }: ScopeWorld) {
  const groups = createGroups(stars.count, planets.count);
  groupRows(groups, planets.system);
  return groups;
}

function nearIndustryByBits(galaxy: ScopeWorld, posts: Posts): Gather {
  const { planets, stars } = galaxy;
  const balls = createBallBits(stars, planetsBySystem(galaxy));
  const { words, bits } = balls;
  const working = new Int32Array(ownerCount * words);
  const share = shareBySystemAndOwner(posts, stars.count, planets.count, (lists, system, owner) =>
    listShared(lists.ids, lists.length, working, owner * words, bits, balls.offset(system), words),
  );
  return (lists) => {
    working.fill(0);
    markWorking(working, words, planets);
    share(lists);
  };
}

function markWorking(working: Int32Array, words: number, { owner, population, focus }: Planets): void {
  for (let planet = 0; planet < owner.length; planet++) {
    working[owner[planet] * words + (planet >> 5)] |=
      ((population[planet] >= leastPopulation ? 1 : 0) & (focus[planet] === industryFocus ? 1 : 0)) << (planet & 31);
  }
}

function nearIndustryByLists(galaxy: ScopeWorld, posts: Posts): Gather {
  const { planets, stars } = galaxy;
  const balls = createBallLists(stars, planetsBySystem(galaxy));
  const workingFor = new Uint8Array(planets.count);
  const share = shareBySystemAndOwner(posts, stars.count, planets.count, (lists, system, owner) => {
    balls.find(system);
    return listOwned(
      lists.ids,
      lists.length,
      balls.members(),
      balls.starts[system],
      balls.ends[system],
      workingFor,
      owner,
    );
  });
  return (lists) => {
    nameWorking(workingFor, planets);
    share(lists);
  };
}

/** The owner of a planet that works, else a number that no owner has. */
function nameWorking(workingFor: Uint8Array, { owner, population, focus }: Planets): void {
  for (let planet = 0; planet < owner.length; planet++) {
    workingFor[planet] =
      owner[planet] |
      (((population[planet] >= leastPopulation ? 1 : 0) & (focus[planet] === industryFocus ? 1 : 0)) - 1);
  }
}

function listOwned(
  ids: Int32Array,
  at: number,
  members: Int32Array,
  from: number,
  to: number,
  workingFor: Uint8Array,
  owner: number,
): number {
  let end = at;
  for (let k = from; k < to; k++) {
    const planet = members[k];
    ids[end] = planet;
    end += workingFor[planet] === owner ? 1 : 0;
  }
  return end;
}

function nearShips({ ships, stars }: ScopeWorld, places: Places, posts: Posts): Gather {
  const grid = createShipGrid(ships, places);
  const share = shareBySystemAndOwner(posts, stars.count, ships.count, (lists, system, owner) =>
    grid.listNear(lists, places.systemX[system], places.systemY[system], owner),
  );
  return (lists) => {
    grid.build();
    share(lists);
  };
}

/** One list for all sources. */
function shareWithAll(lists: TargetLists, set: Int32Array, most: number): void {
  const list = openList(lists, most);
  closeList(lists, list, listBits(lists.ids, lists.length, set, 0, set.length));
  lists.listOf.fill(list);
}

function favouredPlanets({ planets, techs }: ScopeWorld): Gather {
  const set = new Int32Array(wordsFor(planets.count));
  return (lists) => {
    let learned = 0;
    for (let empire = 0; empire < empireCount; empire++) learned |= techs[empire * techCount + favouredTech] << empire;
    markFavoured(set, planets, learned);
    shareWithAll(lists, set, planets.count);
  };
}

function markFavoured(set: Int32Array, { species, owner }: Planets, learned: number): void {
  for (let word = 0, planet = 0; word < set.length; word++) {
    const end = Math.min(species.length, planet + 32);
    let bits = 0;
    for (let bit = 0; planet < end; planet++, bit++)
      bits |= ((species[planet] === favouredSpecies ? 1 : 0) & (learned >> owner[planet])) << bit;
    set[word] = bits;
  }
}

function suppliedSystems({ buildings, stars }: ScopeWorld, posts: Posts): Gather {
  const words = wordsFor(stars.count);
  const supplied = new Int32Array(ownerCount * words);
  const listOf = new Int32Array(ownerCount);
  return (lists) => {
    supplied.fill(0);
    for (let building = 0; building < buildings.count; building++) {
      const system = buildings.system[building];
      supplied[buildings.owner[building] * words + (system >> 5)] |=
        (buildings.class[building] === suppliedClass ? 1 : 0) << (system & 31);
    }
    for (let owner = 0; owner < nobody; owner++) {
      listOf[owner] = openList(lists, stars.count);
      closeList(lists, listOf[owner], listBits(lists.ids, lists.length, supplied, owner * words, words));
    }
    for (let source = 0; source < posts.count; source++) lists.listOf[source] = listOf[posts.owner[source]];
  };
}

function besiegedPlanets({ planets, ships, stars, war }: ScopeWorld): Gather {
  const set = new Int32Array(wordsFor(planets.count));
  // Ships on lanes are in a last group, where no planet is.
  const systemOf = new Int32Array(ships.count);
  const groups = createGroups(stars.count + 1, ships.count);
  const ownerIn = new Uint8Array(ships.count);
  return (lists) => {
    for (let ship = 0; ship < ships.count; ship++)
      systemOf[ship] = ships.system[ship] < 0 ? stars.count : ships.system[ship];
    groupRows(groups, systemOf);
    for (let k = 0; k < ships.count; k++) ownerIn[k] = ships.owner[groups.rows[k]];
    markBesieged(set, planets, groups.starts, ownerIn, war);
    shareWithAll(lists, set, planets.count);
  };
}

function markBesieged(
  set: Int32Array,
  { owner, system }: Planets,
  starts: Int32Array,
  ownerIn: Uint8Array,
  war: Uint8Array,
): void {
  for (let word = 0, planet = 0; word < set.length; word++) {
    const end = Math.min(owner.length, planet + 32);
    let bits = 0;
    for (let bit = 0; planet < end; planet++, bit++)
      bits |= isBesieged(owner[planet], starts[system[planet]], starts[system[planet] + 1], ownerIn, war) << bit;
    set[word] = bits;
  }
}

function isBesieged(owner: number, from: number, to: number, ownerIn: Uint8Array, war: Uint8Array): number {
  const enemies = owner * ownerCount;
  let count = 0;
  for (let k = from; k < to; k++) count += war[enemies + ownerIn[k]];
  return count >= fewestEnemies ? 1 : 0;
}
