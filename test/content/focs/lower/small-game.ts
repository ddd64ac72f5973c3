import { createFrame } from '../../../../src/eval/interpreter.js';
import type { Rule } from '../../../../src/ir/rule.js';
import type { Value } from '../../../../src/ir/node.js';
import { liveIds } from '../../../../src/components/live-objects.js';
import type { ContentItem } from '../../../../src/content/focs/content.js';
import { type LoweredGame, lowerGame } from '../../../../src/content/focs/lower/lower-game.js';
import { createGameModel, type GameModel } from '../../../../src/content/focs/model/create-game-model.js';
import { parseText } from '../../../../src/content/focs/parse/parse-text.js';
import { type ImportedGame, referTo, setCells } from '../../../../src/content/focs/state/imported-game.js';
import { importState } from '../../../../src/content/focs/state/import-state.js';
import type { GalaxyState } from '../../../../src/content/focs/state/read-state.js';
import type { Document } from '../../../../src/content/focs/syntax.js';
import { emptyState, plain, stateOf } from '../../../support/focs-state.js';

/** A small game in which every construct has something to be true of and something to be false of. */

const content = `
Species name = "SP_HUMAN" description = "" gameplay_description = "" Playable CanProduceShips CanColonize tags = ["PHOTOTROPHIC" "Good_Supply"]
  foci = [ Focus name = "FOCUS_INDUSTRY" description = "" location = Planet graphic = ""
           Focus name = "FOCUS_RESEARCH" description = "" location = And [ Planet OwnedBy empire = Source.Owner ] graphic = "" ]
  preferredfocus = "FOCUS_INDUSTRY"
  environments = [ type = Tundra environment = Good  type = Desert environment = Good  type = Terran environment = Poor  type = Asteroids environment = Hostile ]
  graphic = ""
Species name = "SP_ROBOT" description = "" gameplay_description = "" tags = ["ROBOTIC"]
  foci = [ Focus name = "FOCUS_RESEARCH" description = "" location = All graphic = "" ]
  preferredfocus = "FOCUS_RESEARCH"
  environments = [ type = Asteroids environment = Adequate ]
  graphic = ""
Special name = "GOLD" description = "" graphic = ""
Special name = "OLD" description = "" graphic = ""
Tech name = "GRO_ROOT" description = "" short_description = "" category = "" researchcost = 1 researchturns = 1
Tech name = "GRO_NEXT" description = "" short_description = "" category = "" researchcost = 1 researchturns = 1
BuildingType name = "BLD_YARD" description = "" buildcost = 1 buildtime = 1 tags = ["ORBITAL"] location = And [ Planet OwnedBy empire = Source.Owner ] icon = ""
BuildingType name = "BLD_LAB" description = "" buildcost = 1 buildtime = 1 icon = ""
Hull name = "SH_SMALL" description = "" speed = 75 fuel = 8 NoDefaultFuelEffect stealth = 5 structure = 16 buildcost = 1 buildtime = 1 tags = ["TINY_HULL"] location = All icon = "" graphic = ""
Hull name = "SH_BEAST" description = "" speed = 0 fuel = 1.1 stealth = 25.5 NoDefaultStealthEffect structure = 200 buildcost = 1 buildtime = 1 location = All icon = "" graphic = ""
Part name = "SR_LASER" description = "" class = ShortRange damage = 18 shots = 3 mountableSlotTypes = External buildcost = 1 buildtime = 1 location = All icon = ""
Part name = "FT_BAY" description = "" class = FighterBay capacity = 2 mountableSlotTypes = External buildcost = 1 buildtime = 1 location = All icon = ""
Part name = "FT_HANGAR" description = "" class = FighterHangar capacity = 3 damage = 0 mountableSlotTypes = Internal buildcost = 1 buildtime = 1 tags = ["HEAVY"] location = All icon = ""
Part name = "AR_PLATE" description = "" class = Armour capacity = 24 mountableSlotTypes = External buildcost = 1 buildtime = 1 location = All icon = ""
Part name = "DT_EYE" description = "" class = Detection capacity = 75 NoDefaultCapacityEffect mountableSlotTypes = External buildcost = 1 buildtime = 1 location = All icon = ""
Part name = "GT_POD" description = "" class = Troops capacity = 2 mountableSlotTypes = External buildcost = 1 buildtime = 1 location = All icon = ""
FieldType name = "FLD_STORM" description = "" stealth = 0.01 tags = ["WILD"] graphic = ""
FieldType name = "FLD_CLEAR" description = "" stealth = 0 graphic = ""
ShipDesign name = "SD_SCOUT" description = "" hull = "SH_SMALL" parts = ["DT_EYE"] model = ""
ShipDesign name = "SM_BEAST" description = "" hull = "SH_BEAST" parts = [] model = ""
`;

const meter = (initial: number, current = initial): { initial: number; current: number } => ({ initial, current });

/**
 * Alpha – Beta – Gamma are joined by lanes; Delta is joined to nothing. The Terrans (1) are at war with the Zog (2) and
 * at peace with the Friends (3), who own nothing. Names of objects are what tests speak of.
 */
const world = {
  ...emptyState,
  turn: 40,
  universeWidth: 200,
  galaxy: {
    ...emptyState.galaxy,
    maxAIAggression: 2,
    rules: {
      RULE_FACTOR: 2.5,
      RULE_HALF: 0.5,
      RULE_HABITABLE_SIZE_MEDIUM: 3,
      RULE_HABITABLE_SIZE_HUGE: 8,
      RULE_SHIP_STRUCTURE_FACTOR: 6,
    },
  },
  empires: [
    {
      ...plain.empire,
      id: 1,
      name: 'Terrans',
      capital: 30,
      sourceObject: 30,
      techs: { GRO_ROOT: 7 },
      buildingTypesAvailable: ['BLD_YARD'],
      shipPartsAvailable: ['SR_LASER'],
      meters: { DETECTION_STRENGTH: meter(10, 30) },
      exploredSystems: [10, 20],
      productionQueue: [
        { buildType: 'Building', name: 'BLD_LAB', design: -1, location: 30, remaining: 1 },
        { buildType: 'Ship', name: 'SD_SCOUT', design: 100, location: 30, remaining: 2 },
      ],
    },
    { ...plain.empire, id: 2, name: 'Zog', capital: 32, sourceObject: 32, techs: {} },
    { ...plain.empire, id: 3, name: 'Friends' },
  ],
  diplomacy: [
    { empires: [1, 2], status: 'war' },
    { empires: [1, 3], status: 'peace' },
    { empires: [2, 3], status: 'war' },
  ],
  designs: [
    { ...plain.design, id: 100, name: 'SD_SCOUT', hull: 'SH_SMALL', parts: ['DT_EYE'] },
    {
      ...plain.design,
      id: 101,
      name: 'Gunboat',
      hull: 'SH_SMALL',
      parts: ['SR_LASER', '', 'SR_LASER', 'FT_HANGAR'],
      designedOnTurn: 12,
    },
    { ...plain.design, id: 102, name: 'SM_BEAST', hull: 'SH_BEAST', isMonster: true },
  ],
  species: { homeworlds: { SP_HUMAN: [30], SP_ROBOT: [30, 32] } },
  visibility: { 1: { 32: 'basic', 10: 'full' }, 2: { 30: 'partial' } },
  supply: {
    networkUsedByPassC: { resourceGroups: { 1: [[10, 20]], 2: [[25]] }, fleetSupplyableSystems: { 1: [10] } },
    networkAfterPassC: {},
  },
  objects: [
    {
      ...plain.system,
      id: 10,
      name: 'Alpha',
      x: 0,
      y: 0,
      star: 'Blue',
      starlanes: [20],
      lastTurnBattleHere: 38,
      meters: { STEALTH: meter(5) },
      specials: { OLD: { since: 3, capacity: 1.5 } },
    },
    {
      ...plain.system,
      id: 20,
      name: 'Beta',
      x: 30,
      y: 40,
      star: 'Red',
      starlanes: [10, 25],
      meters: { STEALTH: meter(15) },
    },
    {
      ...plain.system,
      id: 25,
      name: 'Gamma',
      x: 60,
      y: 80,
      star: 'NoStar',
      starlanes: [20],
      meters: { STEALTH: meter(5) },
    },
    { ...plain.system, id: 26, name: 'Delta', x: 0, y: 100, star: 'White', meters: { STEALTH: meter(5) } },
    {
      ...plain.planet,
      id: 30,
      name: 'Home',
      owner: 1,
      system: 10,
      x: 0,
      y: 0,
      planetSize: 'Medium',
      planetType: 'Tundra',
      originalPlanetType: 'Ocean',
      species: 'SP_HUMAN',
      focus: 'FOCUS_INDUSTRY',
      lastTurnFocusChanged: 33,
      lastTurnColonized: 1,
      lastTurnConquered: -65535,
      lastTurnAttackedByShip: 39,
      specials: { GOLD: { since: 7, capacity: 2.5 } },
      meters: {
        POPULATION: meter(11.25, 16),
        TARGET_POPULATION: meter(20, -3),
        INDUSTRY: meter(0.2, 9),
        HAPPINESS: meter(5, 8),
        TARGET_HAPPINESS: meter(12),
        DETECTION: meter(75),
        STEALTH: meter(5),
        SHIELD: meter(7),
        MAX_SHIELD: meter(9, 30),
        SUPPLY: meter(2),
        MAX_STOCKPILE: meter(4, 6),
      },
    },
    {
      ...plain.planet,
      id: 31,
      name: 'Colony',
      owner: 1,
      system: 20,
      x: 30,
      y: 40,
      planetSize: 'Asteroids',
      planetType: 'Asteroids',
      originalPlanetType: 'Asteroids',
      species: 'SP_ROBOT',
      focus: 'FOCUS_RESEARCH',
      createdOnTurn: 12,
      meters: { POPULATION: meter(3), HAPPINESS: meter(9), STEALTH: meter(25) },
    },
    {
      ...plain.planet,
      id: 32,
      name: 'Zogworld',
      owner: 2,
      system: 25,
      x: 60,
      y: 80,
      planetSize: 'Huge',
      planetType: 'Desert',
      originalPlanetType: 'Desert',
      species: 'SP_HUMAN',
      focus: 'FOCUS_RESEARCH',
      meters: { POPULATION: meter(0), HAPPINESS: meter(9), STEALTH: meter(5) },
    },
    {
      ...plain.planet,
      id: 33,
      name: 'Outpost',
      system: 20,
      x: 30,
      y: 40,
      planetSize: 'GasGiant',
      planetType: 'GasGiant',
      originalPlanetType: 'GasGiant',
      meters: { STEALTH: meter(5) },
    },
    {
      ...plain.building,
      id: 40,
      name: 'Yard',
      owner: 1,
      system: 10,
      planet: 30,
      x: 0,
      y: 0,
      buildingType: 'BLD_YARD',
      producedByEmpire: 1,
      createdOnTurn: 39,
      meters: { STEALTH: meter(25) },
    },
    {
      ...plain.building,
      id: 41,
      name: 'Lab',
      owner: 2,
      system: 25,
      planet: 32,
      x: 60,
      y: 80,
      buildingType: 'BLD_LAB',
      createdOnTurn: 5,
      meters: { STEALTH: meter(5) },
    },
    {
      ...plain.fleet,
      id: 50,
      name: 'Guards',
      owner: 1,
      system: 10,
      x: 0,
      y: 0,
      ships: [60],
      previousSystem: 10,
      aggressive: false,
      meters: { STEALTH: meter(5) },
    },
    {
      ...plain.fleet,
      id: 51,
      name: 'Travellers',
      owner: 1,
      x: 15,
      y: 20,
      ships: [61],
      previousSystem: 10,
      nextSystem: 20,
      meters: { STEALTH: meter(5) },
    },
    { ...plain.fleet, id: 52, name: 'Beasts', system: 20, x: 30, y: 40, ships: [62], meters: { STEALTH: meter(5) } },
    {
      ...plain.ship,
      id: 60,
      name: 'Scout',
      owner: 1,
      system: 10,
      x: 0,
      y: 0,
      fleet: 50,
      design: 100,
      species: 'SP_HUMAN',
      producedByEmpire: 1,
      createdOnTurn: 39,
      arrivedOnTurn: 35,
      lastTurnActiveInBattle: 38,
      lastTurnResupplied: 36,
      meters: {
        FUEL: meter(3),
        MAX_FUEL: meter(8, 5),
        STRUCTURE: meter(10),
        MAX_STRUCTURE: meter(16, 96),
        STEALTH: meter(5),
        SPEED: meter(75),
        DETECTION: meter(25),
      },
    },
    {
      ...plain.ship,
      id: 61,
      name: 'Gunboat',
      owner: 1,
      x: 15,
      y: 20,
      fleet: 51,
      design: 101,
      orderedBombardPlanet: 32,
      arrivedOnTurn: 30,
      meters: { FUEL: meter(1), STRUCTURE: meter(0), STEALTH: meter(5) },
      partMeters: [
        { part: 'SR_LASER', meter: 'MAX_CAPACITY', initial: 10, current: 15 },
        { part: 'SR_LASER', meter: 'MAX_SECONDARY_STAT', initial: 3, current: 3 },
        { part: 'SR_LASER', meter: 'CAPACITY', initial: 10, current: 12 },
        { part: 'SR_LASER', meter: 'SECONDARY_STAT', initial: 2, current: 2 },
      ],
    },
    {
      ...plain.ship,
      id: 62,
      name: 'Beast',
      system: 20,
      x: 30,
      y: 40,
      fleet: 52,
      design: 102,
      meters: { FUEL: meter(1), STRUCTURE: meter(200), STEALTH: meter(5) },
    },
    {
      ...plain.field,
      id: 70,
      name: 'Storm',
      system: 20,
      x: 30,
      y: 40,
      fieldType: 'FLD_STORM',
      meters: { STEALTH: meter(5), SIZE: meter(20), SPEED: meter(0, -7) },
    },
    {
      ...plain.field,
      id: 71,
      name: 'Drifter',
      x: 100,
      y: 100,
      fieldType: 'FLD_CLEAR',
      meters: { STEALTH: meter(5), SIZE: meter(4) },
    },
  ],
};

/** Something wrong, where it is. */
export interface Told {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly suggestion: string | undefined;
  readonly item: string;
  readonly line: number;
  readonly column: number;
}

/** Content lowered beside that of the small game. */
export interface SmallGame {
  readonly lowered: LoweredGame;
  readonly game: GameModel;
  readonly problems: readonly Told[];
}

/** Lowers texts of items; lines count from the first line of `text`. */
export function lowered(text: string): SmallGame {
  const documents = [content, text].map(
    (each, i): Document => ({
      file: `${i}.focs.txt`,
      items: itemsOf(each),
      broken: [],
      place: (offset) => ({ file: `${i}.focs.txt`, ...placeIn(each, offset), calls: [] }),
      line: (offset) => each.split('\n')[placeIn(each, offset).line - 1],
    }),
  );
  const items = documents.flatMap((document): readonly ContentItem[] =>
    document.items.map((item) => ({ item, document })),
  );
  const builder = createGameModel((kind) => items.filter(({ item }) => item.kind === kind).map(({ item }) => item));
  const problems: Told[] = [];
  const tell: Parameters<typeof lowerGame>[2] = ({ severity, code, message, suggestion, at }, { item, document }) => {
    const { line, column } = document.place(at);
    problems.push({ severity, code, message, suggestion, item: item.name, line, column });
  };
  const game = lowerGame(items, builder, tell);
  return { lowered: game, game: builder.finishGame(), problems };
}

function itemsOf(text: string): Document['items'] {
  const { items, problems } = parseText(`${text}\n`);
  if (problems.length > 0) throw new Error(`the text of the test is wrong: ${JSON.stringify(problems)}`);
  return items;
}

function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The state of the small game; Home has the special that is named. */
export function smallState(special?: string): GalaxyState {
  const { objects, ...rest } = world;
  return stateOf({
    ...rest,
    objects: objects.map((object) =>
      special === undefined || object.name !== 'Home'
        ? object
        : { ...object, specials: { ...object.specials, [special]: { since: 1, capacity: 0 } } },
    ),
  });
}

/** The small game with a model in a world. Ids that the state says nothing of are as the content needs them. */
export function inWorld({ game }: SmallGame): ImportedGame {
  const made = importState(game, smallState());
  setCells(made, made.idOf(61), { orderedBombardPlanet: referTo(made, made.idOf(32)) });
  return made;
}

/** Ids in the world by the names of objects. */
export function idsByName({ idOf }: ImportedGame): ReadonlyMap<string, number> {
  return new Map(world.objects.map(({ id, name }) => [name, idOf(id)]));
}

/** The rules of an item in a pass, in the order of its groups. */
export function rulesOf(
  { lowered: { rules } }: SmallGame,
  item: string,
  pass: 'effects' | 'meters' = 'effects',
): readonly Rule[] {
  const all = rules.passes.find(({ name }) => name === pass)?.rules ?? [];
  return all.filter(({ name }) => name.split(' ')[1] === item).toSorted((a, b) => a.index - b.index);
}

/** Asks the nodes of rules by the reference interpreter. */
export interface Asking {
  /** Names of the objects in the scope of a rule for a source, in the order of the state. */
  scope(rule: Rule, source: string): readonly string[];
  isActive(rule: Rule, source: string): boolean;
  value(node: Rule['include'][number], source: string, target: string, running?: number): Value;
}

export function asking(made: ImportedGame): Asking {
  const frame = createFrame(made.state, made.source.turn);
  const ids = idsByName(made);
  const idOf = (name: string): number => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`there is no ${name} in the small game`);
    return id;
  };
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return {
    scope(rule, source) {
      frame.rule = rule.index;
      frame.slots[0] = idOf(source);
      const found: string[] = [];
      for (const id of liveIds(made.state)) {
        frame.slots[1] = id;
        if (rule.include.some((node) => frame.evaluate(node) === 1))
          found.push(names.get(id) ?? `something else (#${id})`);
      }
      return found;
    },
    isActive(rule, source) {
      frame.rule = rule.index;
      frame.slots[0] = idOf(source);
      return rule.activation.every((node) => frame.evaluate(node) === 1);
    },
    value(node, source, target, running = 0) {
      frame.slots[0] = idOf(source);
      frame.slots[1] = idOf(target);
      frame.value = running;
      return frame.evaluate(node);
    },
  };
}
