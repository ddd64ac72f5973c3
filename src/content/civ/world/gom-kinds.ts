import { type ObjectType, objectTypes } from '../syntax.js';

export const gomKinds = [
  'BUILDING',
  'PROMOTION',
  'TRAIT',
  'FEATURE',
  'OPTION',
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
] as const;
export type GomKind = (typeof gomKinds)[number];

/** Kinds whose ids a declaration lists. Options may be declared by value alone. */
export const declaredKinds = [...gomKinds, 'PROPERTY', 'SPECIALIST', 'PLAYEROPTION', 'ADAPT'] as const;

export function isGomKind(text: string): text is GomKind {
  return Object.hasOwn(hasTable, text);
}

export const gomPrefix = 'GOM_';

/** The kind in a text such as `GOM_TECH`; empty for any other text. */
export function gomKindIn(text: string): string {
  return text.startsWith(gomPrefix) ? text.slice(gomPrefix.length) : '';
}

/** The objects asked whether they have a thing; any one suffices. */
type HasSource =
  | 'never'
  | 'stored'
  | 'stored and active'
  | 'stored or players'
  | 'players'
  | 'teams'
  | 'members'
  /** Any own city with the building, active or not. */
  | 'cities'
  | 'units'
  | 'working plots'
  | 'units there'
  | 'game'
  | 'team'
  | 'owner'
  | 'plot'
  | 'city';

type Row = Readonly<Record<ObjectType, HasSource>>;

function row(...sources: readonly HasSource[]): Row {
  return Object.fromEntries(objectTypes.map((type, i) => [type, sources[i]])) as Row;
}

const ofPlots = row('never', 'never', 'never', 'working plots', 'plot', 'stored');
const ofPlayers = row('players', 'members', 'stored', 'owner', 'owner', 'owner');
const ofCities = row('stored', 'members', 'stored', 'stored', 'owner', 'city');
const ofGame = row('stored', 'game', 'game', 'game', 'game', 'game');

export const hasTable: Readonly<Record<GomKind, Row>> = {
  //                game                team       player    city                 unit      plot
  BUILDING: row('stored or players', 'members', 'cities', 'stored and active', 'city', 'city'),
  UNITTYPE: row('stored or players', 'members', 'units', 'plot', 'stored', 'units there'),
  UNITCOMBAT: row('never', 'never', 'never', 'plot', 'stored', 'units there'),
  PROMOTION: row('never', 'never', 'never', 'stored', 'stored', 'units there'),
  FEATURE: ofPlots,
  TERRAIN: ofPlots,
  ROUTE: ofPlots,
  IMPROVEMENT: ofPlots,
  BONUS: row('never', 'members', 'stored', 'stored', 'plot', 'stored'),
  TECH: row('teams', 'stored', 'team', 'owner', 'owner', 'owner'),
  TRAIT: ofPlayers,
  CIVIC: ofPlayers,
  RELIGION: ofCities,
  CORPORATION: ofCities,
  HANDICAP: row('stored', 'stored', 'stored', 'owner', 'owner', 'owner'),
  OPTION: ofGame,
  GAMESPEED: ofGame,
};

/** For tags alone: whether a plot has an owner, or a city. */
type TagSource = HasSource | 'owned' | 'settled';

export type TagRow = Partial<Readonly<Record<ObjectType, TagSource>>>;

const unitTags = [
  'ONLY_DEFENSIVE',
  'SPY',
  'FIRST_STRIKE_IMMUNE',
  'NO_DEFENSIVE_BONUS',
  'CAN_MOVE_IMPASSABLE',
  'HIDDEN_NATIONALITY',
  'BLITZ',
  'ALWAYS_HEAL',
  'ENEMY_ROUTE',
];
const plotTags = ['WATER', 'FRESH_WATER', 'PEAK', 'HILL', 'FLATLAND', 'COASTAL'];

export const tagTable: ReadonlyMap<string, TagRow> = new Map<string, TagRow>([
  ...unitTags.map((tag) => [`TAG_${tag}`, { UNIT: 'stored' }] as const),
  ...plotTags.map((tag) => [`TAG_${tag}`, { UNIT: 'plot', PLOT: 'stored' }] as const),
  ['TAG_OWNED', { UNIT: 'plot', PLOT: 'owned' }],
  ['TAG_CITY', { UNIT: 'plot', PLOT: 'settled' }],
  ['TAG_ANARCHY', { PLAYER: 'stored', CITY: 'stored', UNIT: 'plot', PLOT: 'city' }],
]);

const storing: ReadonlySet<HasSource> = new Set<HasSource>(['stored', 'stored and active', 'stored or players']);

export function storingTypes(kind: GomKind): readonly ObjectType[] {
  return objectTypes.filter((type) => storing.has(hasTable[kind][type]));
}
