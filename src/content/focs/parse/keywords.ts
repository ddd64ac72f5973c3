/** Words in the documented spelling; letter case has no meaning. */

function split(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

export const meters = split(`
  Population TargetPopulation Industry TargetIndustry Research TargetResearch Trade TargetTrade Construction TargetConstruction Happiness TargetHappiness
  Fuel MaxFuel Shield MaxShield Structure MaxStructure Defense MaxDefense Supply MaxSupply Stockpile MaxStockpile Troops MaxTroops RebelTroops
  Stealth Detection Speed Size`);

export const partMeters: ReadonlyMap<string, string> = new Map([
  ['Capacity', 'Capacity'],
  ['Damage', 'Capacity'],
  ['MaxCapacity', 'MaxCapacity'],
  ['MaxDamage', 'MaxCapacity'],
  ['SecondaryStat', 'SecondaryStat'],
  ['MaxSecondaryStat', 'MaxSecondaryStat'],
]);

/** Properties after the point of `Source.X`, without meters. */
export const properties = split(`
  Owner SupplyingEmpire ID SystemID PlanetID FleetID DesignID FinalDestinationID NextSystemID PreviousSystemID NearestSystemID ProducedByEmpireID
  CreationTurn Age ArrivedOnTurn ETA TurnsSinceFocusChange TurnsSinceColonisation TurnsSinceLastConquered
  LastTurnConquered LastTurnColonized LastTurnAttackedByShip LastTurnActiveInBattle LastTurnBattleHere LastTurnResupplied
  Orbit NumShips NumStarlanes HabitableSize DistanceFromOriginalType X Y Attack DestroyFightersPerBattleMax DamageStructurePerBattleMax
  NextTurnPopGrowth PropagatedSupplyRange
  Name Species Hull BuildingType FieldType Focus PreferredFocus
  PlanetType OriginalType NextBetterPlanetType NextCloserToOriginalPlanetType ClockwiseNextPlanetType CounterClockwiseNextPlanetType
  PlanetSize NextLargerPlanetSize NextSmallerPlanetSize PlanetEnvironment StarType NextOlderStarType NextYoungerStarType`);

export const containers = ['Planet', 'System', 'Fleet'] as const;

export const subjects = ['Source', 'Target', 'LocalCandidate', 'RootCandidate'] as const;

export const freeTexts = split(
  'CurrentContent ThisPart ThisHull ThisTech ThisBuilding ThisField ThisSpecies ThisSpecial GalaxySeed',
);
export const freeNumbers = split(`
  CurrentTurn GalaxySize GalaxyShape GalaxyAge GalaxyPlanetDensity GalaxyStarlaneFrequency GalaxySpecialFrequency GalaxyMonsterFrequency GalaxyNativeFrequency
  GalaxyMaxAIAggression UniverseWidth UniverseCentreX UniverseCentreY UsedInDesignID`);

export const functions = ['abs', 'sin', 'cos', 'log', 'min', 'max', 'OneOf', 'RandomNumber'] as const;

export const countingStatistics = ['If', 'Count'];
export const valueStatistics = split('Sum Mean RMS Mode Max Min Spread StDev Product UniqueCount');

export const flags = split(`
  Playable Native CanProduceShips CanColonize Researchable Unresearchable Producible Unproducible
  NoDefaultCapacityEffect NoDefaultFuelEffect NoDefaultSpeedEffect NoDefaultStealthEffect NoDefaultStructureEffect NoStringtableLookup`);

/** Number of leading types that form a wheel. */
export const wheelOfTypes = 9;

/** Worse words first. */
export const enumerations = {
  PlanetType: split('Swamp Toxic Inferno Radiated Barren Tundra Desert Terran Ocean Asteroids GasGiant'),
  PlanetSize: split('Tiny Small Medium Large Huge Asteroids GasGiant'),
  PlanetEnvironment: split('Uninhabitable Hostile Poor Adequate Good'),
  StarType: split('Blue White Yellow Orange Red Neutron BlackHole NoStar'),
  Visibility: split('Invisible Basic Partial Full'),
  Affiliation: split('TheEmpire EnemyOf PeaceWith AllyOf AnyEmpire None CanSee Human'),
  PartClass: split(`
    ShortRange FighterBay FighterHangar Shield Armour Troops Detection Stealth Fuel Colony Speed General Bombard Research Industry Trade ProductionLocation`),
  SlotType: split('External Internal Core'),
  CaptureResult: split('Capture Retain Destroy'),
  BuildType: split('Building Ship'),
  UnlockType: split('Building ShipPart ShipHull ShipDesign Tech'),
  LocationType: split('Building Species Special Focus ShipHull ShipPart'),
  RuleType: split('Toggle Integer Real String'),
  Switch: split('On Off True False'),
  PartMeter: [...partMeters.keys()],
} as const;

export type Enumeration = keyof typeof enumerations;

/** Other labels are of values. */
export const conditionLabels = split(
  'condition scope activation location enqueuelocation combattargets destination endpoint target focus',
);
export const effectsLabels = split('effects else');
export const tupleLabels = split('position colour');

export type Want = 'number' | 'text' | 'any' | 'condition' | 'effects' | 'entries' | 'flag' | Enumeration;

export interface ParameterSpec {
  readonly label: string;
  readonly want: Want;
  readonly optional: boolean;
  /** May be a list. */
  readonly many: boolean;
  /** Its word joins the keyword. */
  readonly isWord: boolean;
}

/** Parameters are in order; some keywords have several ways. */
export interface Construct {
  readonly name: string;
  readonly ways: readonly (readonly ParameterSpec[])[];
  readonly labels: ReadonlySet<string>;
  readonly isBare: boolean;
  readonly word: string | undefined;
}

/**
 * Ways are separated by `|`, labels are in order. `label?` may be left out; `label:want` is no number: with `*` one or
 * a list, with `!` a word that joins the keyword; `+Word` is an optional bare word.
 */
export function readConstruct(name: string, line: string, word?: string): Construct {
  const ways = line.split('|').map((way) =>
    way
      .trim()
      .split(/\s+/)
      .filter((part) => part !== '')
      .map(readParameter),
  );
  return {
    name,
    ways,
    labels: new Set(ways.flat().map(({ label }) => label)),
    isBare: ways.every((way) => way.length === 0),
    word,
  };
}

function readParameter(text: string): ParameterSpec {
  if (text.startsWith('+'))
    return { label: text.slice(1).toLowerCase(), want: 'flag', optional: true, many: false, isWord: false };
  const [head, tail = ''] = text.split(':');
  const label = head.replace('?', '');
  return {
    label,
    want: wantOf(label, tail.replace(/[*!]/, '')),
    optional: head.endsWith('?'),
    many: tail.endsWith('*'),
    isWord: tail.endsWith('!'),
  };
}

function wantOf(label: string, name: string): Want {
  if (conditionLabels.includes(label)) return 'condition';
  if (effectsLabels.includes(label)) return 'effects';
  if (name === '') return 'number';
  if (name === 'text' || name === 'any' || name === 'entries' || name in enumerations) return name as Want;
  throw new Error(`edict: a table of keywords asks for ${name}, which no parameter can be`);
}

function byName(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).flatMap(([line, names]) => split(names).map((name) => [name, line])));
}

const texts = 'name:text description:text';
const producible =
  'buildcost buildtime tags?:text* location? enqueuelocation? exclusions?:text* consumption?:any effectsgroups?:any';

/** `+Word` is a bare word of the item. */
export const itemTable = {
  Tech: `${texts} short_description:text category:text researchcost researchturns +Researchable +Unresearchable tags?:text* prerequisites?:text* unlock?:any
    effectsgroups?:any graphic?:text`,
  BuildingType: `${texts} captureresult?:CaptureResult +Producible +Unproducible ${producible} icon:text`,
  Species: `${texts} gameplay_description?:text +Playable +Native +CanProduceShips +CanColonize tags?:text* foci?:any preferredfocus?:text effectsgroups?:any
    combattargets? environments?:any graphic?:text`,
  SpeciesCensusOrdering: 'tag?:text',
  Special: `${texts} stealth? spawnrate? spawnlimit? capacity? location? effectsgroups?:any graphic?:text`,
  Part: `${texts} class:PartClass capacity? damage? shots? +NoDefaultCapacityEffect combattargets? mountableslottypes?:SlotType* ${producible} icon?:text
    +Producible +Unproducible`,
  Hull: `${texts} speed fuel stealth structure +NoDefaultFuelEffect +NoDefaultSpeedEffect +NoDefaultStealthEffect +NoDefaultStructureEffect slots?:any
    ${producible} icon?:text graphic?:text +Producible +Unproducible`,
  FieldType: `${texts} stealth tags?:text* effectsgroups?:any graphic:text`,
  ShipDesign: `${texts} uuid?:text +NoStringtableLookup hull:text parts:text* icon?:text model:text`,
  ShipDesignOrdering: 'uuid?:text',
  Statistic: 'name:text value:any',
  Article: 'name:text category:text short_description:text description:text icon:text',
  GameRule: `${texts} category?:text type:RuleType default:any min? max? allowed?:text*`,
  MonsterFleet: 'name:text ships:text* spawnrate? spawnlimit? location?',
  Fleet: 'name:text ships:text*',
  Item: 'type:UnlockType name:text',
  Category: 'name:text graphic:text colour:any',
} as const;

export type ItemKind = keyof typeof itemTable;

export const conditionTable = byName({
  '': `
    All None Source Target RootCandidate LocalCandidate Ship Fleet System Field Fighter PopulationCenter
    ProductionCenter Unowned Human Stationary Aggressive Passive Monster Armed Capital CanColonize
    CanProduceShips`,
  '| type:PlanetType* | size:PlanetSize* | environment:PlanetEnvironment* species?:text': 'Planet',
  'name?:text*': 'Building Species Homeworld',
  'affiliation?:Affiliation! empire?': 'OwnedBy',
  'low? high?': 'Turn CreatedOnTurn',
  'low? high? condition': 'Number',
  'number condition': 'NumberOf',
  'number sortkey condition': 'MinimumNumberOf MaximumNumberOf',
  'number sortkey:any condition': 'ModeNumberOf',
  probability: 'Random',
  condition: 'Contains ContainedBy OrderedBombardedBy CanAddStarlanesTo',
  'id?': 'InSystem OnPlanet',
  id: 'Object',
  'distance condition': 'WithinDistance',
  'jumps condition': 'WithinStarlaneJumps',
  'empire condition': 'ResourceSupplyConnected',
  'type:StarType*': 'Star',
  'type?:text*': 'Focus',
  'name?:text': 'HasTag HasSpecial',
  'name:text low? high?': 'HasSpecialCapacity HasSpecialSinceTurn',
  'name:text': 'DesignHasHull OwnerHasTech OwnerHasShipPartAvailable OwnerHasBuildingTypeAvailable',
  'low? high? name:text': 'DesignHasPart',
  'low? high? class:PartClass': 'DesignHasPartClass',
  '| name:text | design': 'Design',
  empire: 'ProducedByEmpire VisibleToEmpire ExploredByEmpire ResupplyableBy',
  'type?:BuildType! name?:text design? empire? low? high?': 'Enqueued',
  'type:LocationType! name:text name?:text': 'Location CombatTargets',
  'description:text condition': 'Described',
  'part:text meter:PartMeter low? high?': 'ShipPartMeter',
  'empire? meter:text low? high?': 'EmpireMeter',
});

/** Bare words for types of objects. */
export const typeWords: ReadonlySet<string> = new Set(
  split('Planet Ship Fleet Building System Field Fighter PopulationCenter ProductionCenter'),
);

export const listConditions = ['And', 'Or', 'OrderedAlternativesOf'];
export const negation = 'Not';

export const meterCondition = 'low? high?';

export const effectTable: Readonly<Record<string, string>> = {
  If: 'condition effects else?',
  NoOp: '',
  Destroy: '',
  SetAggressive: '',
  SetPassive: '',
  SetEmpireMeter: 'empire? meter:text value accountinglabel?:text',
  SetSpecies: 'name:text',
  SetOwner: 'empire',
  SetPlanetType: 'type:PlanetType',
  SetPlanetSize: 'planetsize:PlanetSize | size:PlanetSize',
  SetStarType: 'type:StarType',
  SetTexture: 'name:text',
  SetOverlayTexture: 'name:text size?',
  SetEmpireCapital: 'empire?',
  SetVisibility: 'affiliation?:Affiliation! empire? visibility:Visibility condition?',
  SetDestination: 'destination',
  MoveTo: 'destination',
  MoveInOrbit: 'speed focus | speed x y',
  MoveTowards: 'speed target | speed x y',
  AddSpecial: 'name:text capacity?',
  RemoveSpecial: 'name:text',
  AddStarlanes: 'endpoint',
  RemoveStarlanes: 'endpoint',
  CreateShip:
    'designid empire? species?:text name?:text effects? | designname:text empire? species?:text name?:text effects?',
  CreatePlanet: 'type:PlanetType planetsize:PlanetSize name?:text effects?',
  CreateBuilding: 'type:text name?:text effects?',
  CreateField: 'type:text size? name?:text effects? | type:text x y size? name?:text effects?',
  GiveEmpireTech: 'name:text empire?',
  GenerateSitRepMessage:
    'message:text label?:text +NoStringtableLookup icon?:text parameters?:entries affiliation?:Affiliation! empire? condition?',
  Victory: 'reason:text',
};

export const meterEffect = 'value accountinglabel?:text';
export const partMeterEffect = 'partname:text value accountinglabel?:text';
export const groupParameters =
  'description?:text scope activation? stackinggroup?:text accountinglabel?:text priority? effects';

export const queryTable = byName({
  'name:text': `
    GameRule HullFuel HullSpeed HullStealth HullStructure PartCapacity PartSecondaryStat SlotsInHull`,
  'empire name:text': 'TurnTechResearched',
  'name?:text design': 'PartsInShipDesign',
  'class:PartClass design': 'PartOfClassInShipDesign',
  design: 'SlotsInShipDesign',
  'object object': 'DirectDistanceBetween ShortestPath JumpsBetween',
  'empire meter:text': 'EmpireMeterValue',
  'empire resource:any': 'EmpireStockpile',
  'empire object': 'EmpireObjectVisibility',
  'part:text meter:PartMeter object': 'ShipPartMeter',
  'name:text object': 'SpecialCapacity SpecialAddedOnTurn',
  'species:text empire': 'SpeciesEmpireOpinion',
  'species:text species:text': 'SpeciesSpeciesOpinion',
  'empire? empire?': 'EmpireShipsDestroyed',
  'empire?': 'OutpostsOwned',
  'empire? name?:text': `
    BuildingTypesOwned BuildingTypesProduced BuildingTypesLost BuildingTypesScrapped SpeciesColoniesOwned
    SpeciesShipsOwned SpeciesShipsProduced SpeciesShipsLost SpeciesShipsScrapped SpeciesShipsDestroyed
    SpeciesPlanetsInvaded SpeciesPlanetsDepoped SpeciesPlanetsBombed`,
  'empire? design?': `
    ShipDesignsOwned ShipDesignsProduced ShipDesignsLost ShipDesignsScrapped ShipDesignsDestroyed
    ShipDesignsInProduction`,
  'empire? name:text | empire? class:PartClass': 'ShipPartsOwned',
  empire: `
    LowestCostEnqueuedTech HighestCostEnqueuedTech TopPriorityEnqueuedTech MostSpentEnqueuedTech
    RandomEnqueueableTech RandomResearchableTech RandomCompleteTech`,
});
