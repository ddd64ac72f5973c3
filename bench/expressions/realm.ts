import type { CivDeclarationData } from '../../src/content/civ/world/declaration.js';
import { type Dice, createDice } from './dice.js';
import { type Kind, countOf, idOf, options, properties, types } from './vocabulary.js';

export interface RealmSize {
  readonly plots: number;
  readonly cities: number;
  readonly units: number;
  readonly players: number;
}

/** The world that is asked for, or one of a tenth of it. */
export const wholeRealm: RealmSize = { plots: 20_000, cities: 400, units: 4_000, players: 12 };
export const smallRealm: RealmSize = { plots: 2_000, cities: 40, units: 400, players: 12 };

type ObjectData = CivDeclarationData['objects'][number];

/** Plots that a city works: those within two of it that nobody else does. */
const reach = 2;

/** A map of plots with players on it, as full as one late in a game. */
export function declareRealm({ plots, cities, units, players }: RealmSize, seed: string): CivDeclarationData {
  const dice = createDice(seed);
  const width = (plots / Math.sqrt(plots / 2)) | 0;
  const height = Math.ceil(plots / width);
  const at = (place: number): string => `plot:${String(place % width)},${String(Math.floor(place / width))}`;
  const worked = new Set<number>();
  const capitals = Array.from({ length: cities }, (_, i) => Math.floor(((i + 0.5) * plots) / cities));
  const ownerOf = (place: number): number => Math.floor((place * players) / plots);
  const objects: ObjectData[] = [
    { id: 'game', type: 'GAME', gom: { GAMESPEED: ['GAMESPEED_0'], HANDICAP: ['HANDICAP_0'] } },
    ...Array.from(
      { length: players },
      (_, i): ObjectData => ({ id: `team:${String(i)}`, type: 'TEAM', gom: { TECH: some(dice, 'TECH', 500) } }),
    ),
    ...Array.from(
      { length: players },
      (_, i): ObjectData => ({
        id: `player:${String(i)}`,
        type: 'PLAYER',
        team: `team:${String(i)}`,
        gom: {
          BONUS: some(dice, 'BONUS', 70),
          CIVIC: some(dice, 'CIVIC', 12),
          TRAIT: some(dice, 'TRAIT', 4),
          HANDICAP: [idOf('HANDICAP', dice.below(4))],
          RELIGION: some(dice, 'RELIGION', 1),
        },
      }),
    ),
    ...Array.from(
      { length: plots },
      (_, place): ObjectData => ({
        id: at(place),
        type: 'PLOT',
        x: place % width,
        y: Math.floor(place / width),
        owner: dice.oneIn(3) ? null : `player:${String(ownerOf(place))}`,
        gom: {
          TERRAIN: [idOf('TERRAIN', dice.below(25))],
          FEATURE: dice.oneIn(2) ? [idOf('FEATURE', dice.below(20))] : [],
          ROUTE: dice.oneIn(3) ? [idOf('ROUTE', dice.below(8))] : [],
          IMPROVEMENT: dice.oneIn(3) ? [idOf('IMPROVEMENT', dice.below(60))] : [],
          BONUS: dice.oneIn(8) ? [idOf('BONUS', dice.below(150))] : [],
        },
        tags: [dice.pick(['TAG_WATER', 'TAG_HILL', 'TAG_FLATLAND']), ...(dice.oneIn(4) ? ['TAG_FRESH_WATER'] : [])],
        properties: Object.fromEntries(properties.map((name) => [name, dice.below(400)])),
      }),
    ),
    ...capitals.map(
      (place, i): ObjectData => ({
        id: `city:${String(i)}`,
        type: 'CITY',
        plot: at(place),
        owner: `player:${String(ownerOf(place))}`,
        working: around(place, width, plots, worked).map(at),
        trade: [],
        gom: {
          BUILDING: some(dice, 'BUILDING', 120),
          BONUS: some(dice, 'BONUS', 60),
          RELIGION: some(dice, 'RELIGION', 2),
        },
        attributes: {
          POPULATION: 1 + dice.below(30),
          HEALTH: dice.below(20) - 10,
          HAPPINESS: dice.below(20) - 10,
          GUARDS: dice.below(5),
        },
        properties: Object.fromEntries(properties.map((name) => [name, dice.below(400)])),
      }),
    ),
    ...Array.from({ length: units }, (_, i): ObjectData => {
      const place = dice.below(plots);
      return {
        id: `unit:${String(i)}`,
        type: 'UNIT',
        plot: at(place),
        owner: `player:${String(ownerOf(place))}`,
        gom: {
          UNITTYPE: [idOf('UNITTYPE', dice.below(300))],
          UNITCOMBAT: [idOf('UNITCOMBAT', dice.below(30))],
          PROMOTION: some(dice, 'PROMOTION', 3),
        },
      };
    }),
  ];
  return {
    types,
    options: Object.fromEntries(options.map((id) => [id, dice.oneIn(2)])),
    bugOptions: {},
    defines: { SCALE: 3 },
    attributes: { ATTRIBUTE_GUARDS: ['CITY'] },
    adapt: {
      gamespeed: { ADAPT_DEFAULT: 150 },
      worldsize: { ADAPT_DEFAULT: 80 },
      handicap: { HANDICAP_1: { ADAPT_DEFAULT: 120 } },
    },
    random: [7, 2, 9, 4],
    python: { countHerds: { '*': 1 } },
    map: { width, height, wrapX: true, wrapY: false },
    objects,
  };
}

/** Different ids of a kind. */
function some(dice: Dice, kind: Kind, count: number): string[] {
  const ids = new Set<string>();
  while (ids.size < count) ids.add(idOf(kind, dice.below(countOf(kind))));
  return [...ids];
}

function around(place: number, width: number, plots: number, worked: Set<number>): readonly number[] {
  const found: number[] = [];
  for (let dx = -reach; dx <= reach; dx++) {
    for (let dy = -reach; dy <= reach; dy++) {
      const x = (place % width) + dx;
      const at = place + dy * width + dx;
      if (x < 0 || x >= width || at < 0 || at >= plots || worked.has(at)) continue;
      worked.add(at);
      found.push(at);
    }
  }
  return found;
}
