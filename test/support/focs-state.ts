import { type GalaxyState, parseState } from '../../src/content/focs/state/read-state.js';

/** Small states of games as plain data, as a file has them. */

const rest = { owner: -1, x: 0, y: 0, system: -1, createdOnTurn: -32768, specials: {}, meters: {} };

/** What every object of a type has, with nothing remarkable. */
export const plain = {
  system: { ...rest, type: 'System', star: 'Red', starlanes: [], wormholes: [], lastTurnBattleHere: -65535 },
  planet: {
    ...rest,
    type: 'Planet',
    planetType: 'Swamp',
    originalPlanetType: 'Swamp',
    planetSize: 'Tiny',
    species: '',
    focus: '',
    lastTurnFocusChanged: -65535,
    lastTurnColonized: -65535,
    lastTurnConquered: -65535,
    lastTurnAttackedByShip: -65535,
  },
  building: { ...rest, type: 'Building', producedByEmpire: -1 },
  fleet: { ...rest, type: 'Fleet', ships: [], previousSystem: -1, nextSystem: -1, route: [], aggressive: true },
  ship: {
    ...rest,
    type: 'Ship',
    design: -1,
    fleet: -1,
    species: '',
    producedByEmpire: -1,
    orderedBombardPlanet: -1,
    arrivedOnTurn: -65535,
    lastTurnActiveInBattle: -65535,
    lastTurnResupplied: -65535,
    partMeters: [],
  },
  field: { ...rest, type: 'Field' },
  empire: {
    capital: -1,
    sourceObject: -1,
    eliminated: false,
    techs: {},
    buildingTypesAvailable: [],
    shipPartsAvailable: [],
    shipHullsAvailable: [],
    meters: {},
    exploredSystems: [],
    productionQueue: [],
  },
  design: { parts: [], isMonster: false, designedOnTurn: 0 },
} as const;

/** A state of nothing. */
export const emptyState = {
  format: 'freeorion-state/1',
  turn: 1,
  universeWidth: 100,
  galaxy: {
    seed: 'small',
    size: 2,
    shape: 1,
    age: 2,
    starlaneFrequency: 2,
    planetDensity: 2,
    specialFrequency: 2,
    monsterFrequency: 3,
    nativeFrequency: 1,
    maxAIAggression: 5,
    rules: {},
  },
  empires: [],
  diplomacy: [],
  designs: [],
  species: { homeworlds: {} },
  visibility: {},
  supply: { networkUsedByPassC: null, networkAfterPassC: {} },
  objects: [],
  excludeFromComparison: [],
} as const;

/** The same as a reader gives it. */
export function stateOf(data: object): GalaxyState {
  return parseState('small.json', JSON.stringify(data));
}
