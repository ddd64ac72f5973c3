/** What keywords take; construct.ts says how to read a line. */

/** Conditions, but for those of the two lists below. */
export const conditionTable: Readonly<Record<string, string>> = {
  All: '', None: '', Source: '', Target: '', RootCandidate: '', LocalCandidate: '',
  Planet: '| type:PlanetType* | size:PlanetSize* | environment:PlanetEnvironment* species?:text',
  Ship: '', Fleet: '', System: '', Field: '', Fighter: '', PopulationCenter: '', ProductionCenter: '',
  Building: 'name?:text*',
  OwnedBy: 'affiliation?:Affiliation! empire?',
  Unowned: '', Human: '', Stationary: '', Aggressive: '', Passive: '', Monster: '', Armed: '', Capital: '', CanColonize: '', CanProduceShips: '',
  Turn: 'low? high?',
  CreatedOnTurn: 'low? high?',
  Number: 'low? high? condition',
  NumberOf: 'number condition',
  MinimumNumberOf: 'number sortkey condition',
  MaximumNumberOf: 'number sortkey condition',
  ModeNumberOf: 'number sortkey:any condition',
  Random: 'probability',
  Contains: 'condition',
  ContainedBy: 'condition',
  InSystem: 'id?',
  OnPlanet: 'id?',
  Object: 'id',
  WithinDistance: 'distance condition',
  WithinStarlaneJumps: 'jumps condition',
  ResourceSupplyConnected: 'empire condition',
  Star: 'type:StarType*',
  Focus: 'type?:text*',
  Species: 'name?:text*',
  Homeworld: 'name?:text*',
  HasTag: 'name?:text',
  HasSpecial: 'name?:text',
  HasSpecialCapacity: 'name:text low? high?',
  HasSpecialSinceTurn: 'name:text low? high?',
  DesignHasHull: 'name:text',
  DesignHasPart: 'low? high? name:text',
  DesignHasPartClass: 'low? high? class:PartClass',
  Design: '| name:text | design',
  ProducedByEmpire: 'empire',
  OwnerHasTech: 'name:text',
  OwnerHasShipPartAvailable: 'name:text',
  OwnerHasBuildingTypeAvailable: 'name:text',
  VisibleToEmpire: 'empire',
  ExploredByEmpire: 'empire',
  ResupplyableBy: 'empire',
  OrderedBombardedBy: 'condition',
  CanAddStarlanesTo: 'condition',
  Enqueued: 'type?:BuildType! name?:text design? empire? low? high?',
  Location: 'type:LocationType! name:text name?:text',
  CombatTargets: 'type:LocationType! name:text name?:text',
  Described: 'description:text condition',
  ShipPartMeter: 'part:text meter:PartMeter low? high?',
  EmpireMeter: 'empire? meter:text low? high?',
};

/** Conditions that are one of a list of types where no parameters follow. */
export const typeWords: ReadonlySet<string> = new Set(['Planet', 'Ship', 'Fleet', 'Building', 'System', 'Field', 'Fighter', 'PopulationCenter', 'ProductionCenter']);

/** Conditions of conditions: with a list of them in brackets, and with one right behind the word. */
export const listConditions = ['And', 'Or', 'OrderedAlternativesOf'];
export const negation = 'Not';

/** A condition made of a meter's word. */
export const meterCondition = 'low? high?';

/** Effects beside those of meters. */
export const effectTable: Readonly<Record<string, string>> = {
  If: 'condition effects else?',
  NoOp: '', Destroy: '', SetAggressive: '', SetPassive: '',
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
  CreateShip: 'designid empire? species?:text name?:text effects? | designname:text empire? species?:text name?:text effects?',
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
export const groupParameters = 'description?:text scope activation? stackinggroup?:text accountinglabel?:text priority? effects';

/** Values that are a keyword with parameters. */
export const queryTable: Readonly<Record<string, string>> = {
  GameRule: 'name:text',
  HullFuel: 'name:text', HullSpeed: 'name:text', HullStealth: 'name:text', HullStructure: 'name:text',
  PartCapacity: 'name:text', PartSecondaryStat: 'name:text',
  TurnTechResearched: 'empire name:text',
  PartsInShipDesign: 'name?:text design',
  PartOfClassInShipDesign: 'class:PartClass design',
  SlotsInHull: 'name:text', SlotsInShipDesign: 'design',
  DirectDistanceBetween: 'object object', ShortestPath: 'object object', JumpsBetween: 'object object',
  EmpireMeterValue: 'empire meter:text',
  EmpireStockpile: 'empire resource:any',
  EmpireObjectVisibility: 'empire object',
  ShipPartMeter: 'part:text meter:PartMeter object',
  SpecialCapacity: 'name:text object', SpecialAddedOnTurn: 'name:text object',
  SpeciesEmpireOpinion: 'species:text empire', SpeciesSpeciesOpinion: 'species:text species:text',
  EmpireShipsDestroyed: 'empire? empire?', OutpostsOwned: 'empire?',
  BuildingTypesOwned: 'empire? name?:text', BuildingTypesProduced: 'empire? name?:text',
  BuildingTypesLost: 'empire? name?:text', BuildingTypesScrapped: 'empire? name?:text',
  ShipDesignsOwned: 'empire? design?', ShipDesignsProduced: 'empire? design?', ShipDesignsLost: 'empire? design?', ShipDesignsScrapped: 'empire? design?',
  ShipDesignsDestroyed: 'empire? design?', ShipDesignsInProduction: 'empire? design?',
  ShipPartsOwned: 'empire? name:text | empire? class:PartClass',
  SpeciesColoniesOwned: 'empire? name?:text', SpeciesShipsOwned: 'empire? name?:text', SpeciesShipsProduced: 'empire? name?:text',
  SpeciesShipsLost: 'empire? name?:text', SpeciesShipsScrapped: 'empire? name?:text', SpeciesShipsDestroyed: 'empire? name?:text',
  SpeciesPlanetsInvaded: 'empire? name?:text', SpeciesPlanetsDepoped: 'empire? name?:text', SpeciesPlanetsBombed: 'empire? name?:text',
  LowestCostEnqueuedTech: 'empire', HighestCostEnqueuedTech: 'empire', TopPriorityEnqueuedTech: 'empire', MostSpentEnqueuedTech: 'empire',
  RandomEnqueueableTech: 'empire', RandomResearchableTech: 'empire', RandomCompleteTech: 'empire',
};
