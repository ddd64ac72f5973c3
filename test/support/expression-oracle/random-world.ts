import type { Choices } from '../choices.js';
import type { ThingData, Type, WorldData } from './facts.js';

/** Random worlds as documents state them, small enough that everything meets everything. */

const kinds = [
  'BUILDING',
  'PROMOTION',
  'TRAIT',
  'FEATURE',
  'TERRAIN',
  'GAMESPEED',
  'ROUTE',
  'BONUS',
  'UNITTYPE',
  'TECH',
  'CIVIC',
  'RELIGION',
  'CORPORATION',
  'IMPROVEMENT',
  'UNITCOMBAT',
  'HANDICAP',
];

/** What objects of a type have stored. */
export const storing: Readonly<Record<Type, readonly string[]>> = {
  GAME: ['BUILDING', 'UNITTYPE', 'RELIGION', 'CORPORATION', 'HANDICAP', 'GAMESPEED'],
  TEAM: ['TECH', 'HANDICAP'],
  PLAYER: ['BONUS', 'TRAIT', 'CIVIC', 'RELIGION', 'CORPORATION', 'HANDICAP'],
  CITY: ['BUILDING', 'PROMOTION', 'BONUS', 'RELIGION', 'CORPORATION'],
  UNIT: ['UNITTYPE', 'UNITCOMBAT', 'PROMOTION'],
  PLOT: ['FEATURE', 'TERRAIN', 'ROUTE', 'IMPROVEMENT', 'BONUS'],
};

const unitTags = ['TAG_ONLY_DEFENSIVE', 'TAG_SPY', 'TAG_BLITZ', 'TAG_ALWAYS_HEAL'];
const landTags = ['TAG_WATER', 'TAG_PEAK', 'TAG_HILL', 'TAG_COASTAL'];
const tagsOf: Readonly<Record<Type, readonly string[]>> = {
  GAME: [],
  TEAM: [],
  PLAYER: ['TAG_ANARCHY'],
  CITY: ['TAG_ANARCHY'],
  UNIT: unitTags,
  PLOT: landTags,
};

const attributesOf: Readonly<Partial<Record<Type, readonly string[]>>> = {
  CITY: ['POPULATION', 'HEALTH', 'HAPPINESS', 'WEALTH'],
  UNIT: ['STRENGTH', 'WEALTH'],
};

/** Properties of random worlds. */
export const properties = ['PROPERTY_A', 'PROPERTY_B', 'PROPERTY_C'];

/** The declared ids of a kind. */
export const idsOf = (kind: string): readonly string[] => [`${kind}_A`, `${kind}_B`, `${kind}_C`];

/** A number as properties have them: mostly small, now and then at an end of what 32 bits hold. */
export function randomAmount(choices: Choices): number {
  if (choices.oneIn(12))
    return choices.pick([2147483647, -2147483648, 2147483646, -2147483647, 65536, -65536, 1431655765]);
  return choices.oneIn(5) ? choices.between(-2000, 2000) : choices.between(-12, 30);
}

function amounts(choices: Choices, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(choices.some(names).map((name) => [name, randomAmount(choices)]));
}

function stored(choices: Choices, type: Type): Record<string, readonly string[]> {
  return Object.fromEntries(
    choices
      .some(storing[type])
      .map((kind) => [
        kind,
        kind === 'HANDICAP' || kind === 'GAMESPEED' ? [choices.pick(idsOf(kind))] : choices.some(idsOf(kind)),
      ]),
  );
}

function common(choices: Choices, id: string, type: Type): ThingData {
  return {
    id,
    type,
    gom: stored(choices, type),
    properties: amounts(choices, properties),
    ...(tagsOf[type].length === 0 ? {} : { tags: choices.some(tagsOf[type]) }),
    ...(attributesOf[type] === undefined ? {} : { attributes: amounts(choices, attributesOf[type]) }),
  };
}

/** A random world. */
export function randomWorld(choices: Choices): WorldData {
  const [width, height] = [choices.between(1, 5), choices.between(1, 4)];
  const places = Array.from(
    { length: width * height },
    (_, i) => `plot:${String(i % width)},${String(Math.floor(i / width))}`,
  );
  const teams = numbered('team', choices.between(1, 3));
  const players = numbered('player', choices.between(1, 4));
  const cities = numbered('city', Math.min(places.length, choices.between(0, 4)));
  const units = numbered('unit', choices.between(0, 6));
  const sites = shuffled(choices, places).slice(0, cities.length);
  const workers = new Map(
    places.map((place) => [place, choices.oneIn(3) ? undefined : cities[choices.below(cities.length)]]),
  );
  const objects: readonly ThingData[] = [
    common(choices, 'game', 'GAME'),
    ...teams.map((id) => common(choices, id, 'TEAM')),
    ...players.map(
      (id): ThingData => ({
        ...common(choices, id, 'PLAYER'),
        team: choices.pick(teams),
        ...(choices.oneIn(4) ? { alive: false } : {}),
        options: choices.oneIn(2) ? {} : { PLAYEROPTION_A: choices.oneIn(2) },
      }),
    ),
    ...places
      .filter(() => !choices.oneIn(4))
      .map((id, i): ThingData => {
        const [x, y] = id.slice('plot:'.length).split(',').map(Number);
        return {
          ...common(choices.split(i), id, 'PLOT'),
          x,
          y,
          owner: choices.oneIn(3) ? null : choices.pick(players),
        };
      }),
    ...cities.map(
      (id, i): ThingData => ({
        ...common(choices, id, 'CITY'),
        plot: sites[i],
        owner: choices.pick(players),
        working: shuffled(
          choices,
          places.filter((place) => workers.get(place) === id),
        ),
        trade: Array.from({ length: choices.below(4) }, () => choices.pick(cities)),
        inactive: choices.some(idsOf('BUILDING')),
        specialists: Object.fromEntries(choices.some(idsOf('SPECIALIST')).map((each) => [each, choices.below(4)])),
      }),
    ),
    ...units.map(
      (id): ThingData => ({ ...common(choices, id, 'UNIT'), plot: choices.pick(places), owner: choices.pick(players) }),
    ),
  ].map((each) => fitting(each));
  return {
    types: {
      ...Object.fromEntries([...kinds, 'SPECIALIST'].map((kind) => [kind, idsOf(kind)])),
      PROPERTY: properties,
      PLAYEROPTION: ['PLAYEROPTION_A', 'PLAYEROPTION_B'],
      ADAPT: ['ADAPT_DEFAULT', 'ADAPT_COST'],
    },
    options: { GAMEOPTION_A: choices.oneIn(2), GAMEOPTION_B: choices.between(-1, 3), GAMEOPTION_C: false },
    bugOptions: { BUG_A: choices.between(0, 2), BUG_B: true },
    defines: { ZERO: 0, NO: false, YES: true, LARGEST: 2147483647, MINUS_FOUR: -4 },
    attributes: { ATTRIBUTE_WEALTH: ['CITY', 'UNIT'], ATTRIBUTE_STRENGTH: ['UNIT'] },
    adapt: {
      gamespeed: { ADAPT_DEFAULT: choices.pick([150, 100, 33, -50, 0]) },
      worldsize: choices.oneIn(2) ? {} : { ADAPT_DEFAULT: 80, ADAPT_COST: 130 },
      handicap: { HANDICAP_A: { ADAPT_DEFAULT: 50, ADAPT_COST: 111 }, HANDICAP_B: { ADAPT_COST: 75 } },
    },
    random: Array.from({ length: choices.between(1, 5) }, () => choices.below(20)),
    python: { hostAnswer: { '*': choices.between(-2, 5), 'city:1': 9, 'unit:0': -7 }, hostNone: {} },
    map: { width, height, wrapX: choices.oneIn(2), wrapY: choices.oneIn(2) },
    objects: mixed(choices, objects),
  };
}

function numbered(what: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${what}:${String(i)}`);
}

/** Objects of a type keep their order, types mix. */
function mixed(choices: Choices, objects: readonly ThingData[]): readonly ThingData[] {
  return choices.oneIn(2) ? objects : shuffled(choices, objects);
}

function shuffled<T>(choices: Choices, list: readonly T[]): readonly T[] {
  const left = [...list];
  return list.map(() => left.splice(choices.below(left.length), 1)[0]);
}

/** What is inactive is one of the buildings that stand there. */
function fitting(each: ThingData): ThingData {
  if (each.inactive === undefined) return each;
  const standing = new Set(each.gom?.BUILDING);
  return { ...each, inactive: each.inactive.filter((id) => standing.has(id)) };
}
