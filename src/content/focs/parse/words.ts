/** Words that FOCS knows, spelled as documented. Letters of either case mean the same. */

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

export const meters = split(`
  Population TargetPopulation Industry TargetIndustry Research TargetResearch Trade TargetTrade Construction TargetConstruction Happiness TargetHappiness
  Fuel MaxFuel Shield MaxShield Structure MaxStructure Defense MaxDefense Supply MaxSupply Stockpile MaxStockpile Troops MaxTroops RebelTroops
  Stealth Detection Speed Size`);

/** Meters of a part of a ship, and other words for the same ones. */
export const partMeters: ReadonlyMap<string, string> = new Map([
  ['Capacity', 'Capacity'],
  ['Damage', 'Capacity'],
  ['MaxCapacity', 'MaxCapacity'],
  ['MaxDamage', 'MaxCapacity'],
  ['SecondaryStat', 'SecondaryStat'],
  ['MaxSecondaryStat', 'MaxSecondaryStat'],
]);

/** What stands behind the point of `Source.X`, beside meters. */
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

/** Words that are values by themselves: texts, and numbers. */
export const freeTexts = split(
  'CurrentContent ThisPart ThisHull ThisTech ThisBuilding ThisField ThisSpecies ThisSpecial GalaxySeed',
);
export const freeNumbers = split(`
  CurrentTurn GalaxySize GalaxyShape GalaxyAge GalaxyPlanetDensity GalaxyStarlaneFrequency GalaxySpecialFrequency GalaxyMonsterFrequency GalaxyNativeFrequency
  GalaxyMaxAIAggression UniverseWidth UniverseCentreX UniverseCentreY UsedInDesignID`);

export const functions = ['abs', 'sin', 'cos', 'log', 'min', 'max', 'OneOf', 'RandomNumber'] as const;

/** Statistics that need no value, and those of values. */
export const countingStatistics = ['If', 'Count'];
export const valueStatistics = split('Sum Mean RMS Mode Max Min Spread StDev Product UniqueCount');

export const flags = split(`
  Playable Native CanProduceShips CanColonize Researchable Unresearchable Producible Unproducible
  NoDefaultCapacityEffect NoDefaultFuelEffect NoDefaultSpeedEffect NoDefaultStealthEffect NoDefaultStructureEffect NoStringtableLookup`);

/** Closed lists of words that a parameter may ask for. */
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

/** Labels by what stands behind the `=`; all others are of values. */
export const conditionLabels = split(
  'condition scope activation location enqueuelocation combattargets destination endpoint target focus',
);
export const effectsLabels = split('effects else');
export const tupleLabels = split('position colour');
