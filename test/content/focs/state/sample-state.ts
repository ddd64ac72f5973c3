import {
  createGameModel,
  type GameModel,
  type GameModelBuilder,
} from '../../../../src/content/focs/model/create-game-model.js';
import { type ImportedGame } from '../../../../src/content/focs/state/imported-game.js';
import { type ImportOptions, importState } from '../../../../src/content/focs/state/import-state.js';
import { emptyState, plain, stateOf } from '../../../support/focs-state.js';
import { itemsOf, sampleItems } from '../model/sample-items.js';

/** A game of two empires with everything that a game can have, of the sample content. */

const meter = (initial: number, current = initial): { initial: number; current: number } => ({ initial, current });
const partMeter = (part: string, name: string, initial: number, current = initial) => ({
  part,
  meter: name,
  initial,
  current,
});

export const sampleState = {
  ...emptyState,
  turn: 40,
  galaxy: {
    ...emptyState.galaxy,
    rules: { RULE_HABITABLE_SIZE_TINY: 1, RULE_HABITABLE_SIZE_HUGE: 8, RULE_FACTOR: 2.5, RULE_DIPLOMACY: 'ALLOWED' },
  },
  empires: [
    {
      ...plain.empire,
      id: 9,
      name: 'Nine',
      capital: 30,
      sourceObject: 32,
      eliminated: true,
      techs: { LRN_ROOT: 12 },
      exploredSystems: [10, 999],
    },
    {
      ...plain.empire,
      id: 4,
      name: 'Four',
      capital: 30,
      sourceObject: 30,
      techs: { GRO_ROOT: -32768, LRN_ROOT: 7 },
      buildingTypesAvailable: ['BLD_YARD'],
      shipHullsAvailable: ['SH_SMALL'],
      shipPartsAvailable: ['SR_LASER', 'AR_PLATE'],
      meters: { DETECTION_STRENGTH: meter(10, 30) },
      exploredSystems: [10, 20],
      productionQueue: [
        { buildType: 'Building', name: 'BLD_MILL', design: -1, location: 30, remaining: 1 },
        { buildType: 'Ship', name: 'Own', design: 101, location: 30, remaining: 3 },
        { buildType: 'Stockpile', name: 'PROJECT', design: -1, location: -1, remaining: 2 },
      ],
    },
  ],
  diplomacy: [{ empires: [9, 4], status: 'peace' }],
  designs: [
    { ...plain.design, id: 100, name: 'SD_SCOUT', hull: 'SH_SMALL' },
    {
      ...plain.design,
      id: 101,
      name: 'SM_BEAST',
      hull: 'SH_LARGE',
      parts: ['SR_LASER', '', 'SR_LASER', 'CO_POD'],
      designedOnTurn: 12,
    },
    { ...plain.design, id: 102, name: 'SM_BEAST', hull: 'SH_LARGE', parts: ['SR_DUD', 'FT_BAY'], isMonster: true },
    { ...plain.design, id: 103, name: 'Carrier', hull: 'SH_LARGE', parts: ['FT_HANGAR', 'FT_BAY'], designedOnTurn: 20 },
  ],
  species: { homeworlds: { SP_LATE: [30, 31, 999], SP_EARLY: [30] } },
  visibility: { 4: { 10: 'basic', 51: 'partial', 999: 'full' }, 9: { 30: 'full' } },
  supply: {
    networkUsedByPassC: {
      resourceGroups: { 4: [[10], [20]], 9: [[20, 10]] },
      fleetSupplyableSystems: { 4: [10, 999] },
    },
    networkAfterPassC: { 4: [[10, 20]] },
  },
  objects: [
    {
      ...plain.system,
      id: 10,
      name: 'Alpha',
      x: 1.5,
      y: 2.5,
      star: 'Blue',
      starlanes: [20],
      meters: { STEALTH: meter(5) },
      specials: { PLAIN_SPECIAL: { since: 3, capacity: 0 } },
      lastTurnBattleHere: 8,
    },
    {
      ...plain.system,
      id: 20,
      name: 'Beta',
      x: 4.5,
      y: 6.5,
      star: 'NoStar',
      starlanes: [10],
      wormholes: [10],
      meters: { STEALTH: meter(15, 5) },
    },
    {
      ...plain.planet,
      id: 30,
      name: 'Home',
      owner: 4,
      system: 10,
      x: 1.5,
      y: 2.5,
      planetSize: 'Huge',
      planetType: 'Tundra',
      originalPlanetType: 'Ocean',
      species: 'SP_EARLY',
      focus: 'FOCUS_RESEARCH',
      lastTurnFocusChanged: 1,
      lastTurnColonized: 2,
      lastTurnConquered: 3,
      lastTurnAttackedByShip: 4,
      meters: {
        POPULATION: meter(11.25, 16),
        TARGET_POPULATION: meter(20, -3),
        SHIELD: meter(7, 5),
        MAX_SHIELD: meter(9, 5),
        HAPPINESS: meter(5, -1),
        STEALTH: meter(5),
      },
      specials: { NICE_SPECIAL: { since: 7, capacity: 2.5 } },
    },
    { ...plain.planet, id: 31, name: 'Outpost', owner: 4, system: 20 },
    {
      ...plain.building,
      id: 32,
      name: 'Yard',
      owner: 9,
      system: 10,
      planet: 30,
      buildingType: 'BLD_YARD',
      producedByEmpire: 4,
      createdOnTurn: 39,
      meters: { STEALTH: meter(5) },
    },
    {
      ...plain.ship,
      id: 40,
      name: 'Docked',
      owner: 4,
      system: 10,
      fleet: 50,
      design: 100,
      species: 'SP_LATE',
      arrivedOnTurn: 5,
      lastTurnActiveInBattle: 6,
      lastTurnResupplied: 7,
      orderedBombardPlanet: 31,
      producedByEmpire: 9,
      meters: { FUEL: meter(3), MAX_FUEL: meter(2, 5) },
    },
    {
      ...plain.ship,
      id: 41,
      name: 'Away',
      owner: 4,
      fleet: 51,
      design: 101,
      partMeters: [
        partMeter('CO_POD', 'CAPACITY', 1.5),
        partMeter('SR_LASER', 'MAX_CAPACITY', 10, 15),
        partMeter('SR_LASER', 'MAX_SECONDARY_STAT', 3),
        partMeter('SR_LASER', 'CAPACITY', 10, 12),
        partMeter('SR_LASER', 'SECONDARY_STAT', 2),
      ],
    },
    {
      ...plain.fleet,
      id: 50,
      name: 'Guards',
      owner: 4,
      system: 10,
      ships: [40],
      previousSystem: 10,
      aggressive: false,
      meters: { STEALTH: meter(5, 2005) },
    },
    {
      ...plain.fleet,
      id: 51,
      name: 'Travellers',
      owner: 4,
      ships: [41],
      x: 2.1,
      y: 3.3,
      previousSystem: 10,
      nextSystem: 20,
      route: [20, 10],
      meters: { STEALTH: meter(0, 2000) },
    },
    { ...plain.fleet, id: 52, name: 'Lost', x: 7, y: 8, previousSystem: 20 },
    { ...plain.field, id: 60, name: 'Storm', system: 20, fieldType: 'FLD_STORM' },
    {
      ...plain.field,
      id: 61,
      name: 'Far storm',
      x: 70,
      y: 80,
      fieldType: 'FLD_STORM',
      meters: { SIZE: meter(3, 4), SPEED: meter(0, -7) },
    },
  ],
  excludeFromComparison: [[61, 'SIZE']],
};

type Sample = typeof sampleState;

/** The model of the sample content, with the columns that `ask` asks for. */
export function sampleGame(ask: (builder: GameModelBuilder) => void = () => {}): GameModel {
  const builder = createGameModel(itemsOf(sampleItems));
  ask(builder);
  return builder.finishGame();
}

/** The sample in a world, with some of it changed. */
export function importSample(
  change: Readonly<Record<string, unknown>> = {},
  ask?: (builder: GameModelBuilder) => void,
  options?: ImportOptions,
): ImportedGame {
  return importState(sampleGame(ask), stateOf({ ...sampleState, ...change }), options);
}

/** The objects of the sample, one of them changed. */
export function withObject(
  id: number,
  change: Readonly<Record<string, unknown>>,
): { readonly objects: readonly unknown[] } {
  return {
    objects: sampleState.objects.map((object: Sample['objects'][number]) =>
      object.id === id ? { ...object, ...change } : object,
    ),
  };
}
