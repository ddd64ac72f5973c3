import { beforeAll, describe, expect, test } from 'vitest';
import { conditionNames } from '../../../../src/content/focs/lower/conditions.js';
import { type Asking, type SmallGame, asking, inWorld, lowered, rulesOf } from './small-game.js';

/** A condition as a scope, the object that it is asked of as its source, and the objects that it is true of. */
type Case = readonly [condition: string, source: string, ...names: string[]];

const systems = ['Alpha', 'Beta', 'Gamma', 'Delta'];
const planets = ['Home', 'Colony', 'Zogworld', 'Outpost'];
const buildings = ['Yard', 'Lab'];
const fleets = ['Guards', 'Travellers', 'Beasts'];
const ships = ['Scout', 'Gunboat', 'Beast'];
const fields = ['Storm', 'Drifter'];
const everything = [...systems, ...planets, ...buildings, ...fleets, ...ships, ...fields];
const without = (...names: string[]): string[] => everything.filter((name) => !names.includes(name));

const logic: readonly Case[] = [
  ['All', 'Home', ...everything],
  ['None', 'Home'],
  ['Source', 'Yard', 'Yard'],
  ['Target', 'Yard'],
  ['RootCandidate', 'Yard', ...everything],
  ['And [ Planet Source ]', 'Home', 'Home'],
  ['And [ Ship Source ]', 'Home'],
  ['Or [ Source System ]', 'Yard', ...systems, 'Yard'],
  ['Not Source', 'Home', ...without('Home')],
  ['Not Planet', 'Home', ...without(...planets)],
  ['Not And [ Planet OwnedBy affiliation = AnyEmpire ]', 'Home', ...without('Home', 'Colony', 'Zogworld')],
  ['OrderedAlternativesOf [ Building name = "BLD_LAB" Planet ]', 'Home', 'Lab'],
  ['OrderedAlternativesOf [ And [ Building Unowned ] Field ]', 'Home', ...fields],
  ['OrderedAlternativesOf [ And [ Building Unowned ] And [ Field OwnedBy affiliation = AnyEmpire ] ]', 'Home'],
];

const sorts: readonly Case[] = [
  ['Planet', 'Home', ...planets],
  ['PopulationCenter', 'Home', ...planets],
  ['ProductionCenter', 'Home', ...planets],
  ['System', 'Home', ...systems],
  ['Ship', 'Home', ...ships],
  ['Fleet', 'Home', ...fleets],
  ['Field', 'Home', ...fields],
  ['Building', 'Home', ...buildings],
  ['Building name = "BLD_YARD"', 'Home', 'Yard'],
  ['Building name = ["BLD_YARD" "BLD_LAB"]', 'Home', ...buildings],
  ['Object id = Source.SystemID', 'Home', 'Alpha'],
  ['Object id = Source.SystemID', 'Gunboat'],
  ['Object id = Source.PlanetID', 'Yard', 'Home'],
  ['Object id = Source.FleetID', 'Scout', 'Guards'],
  ['Object id = 31', 'Home', 'Colony'],
  ['Object id = -1', 'Home'],
  ['Object id = 999', 'Home'],
  ['And [ Object id = Source.SystemID System ]', 'Home', 'Alpha'],
  ['And [ Object id = Source.SystemID Planet ]', 'Home'],
  ['And [ Object id = Source.SystemID Unowned ]', 'Gunboat'],
  ['Not Object id = Source.SystemID', 'Gunboat', ...everything],
];

const owners: readonly Case[] = [
  ['OwnedBy empire = Source.Owner', 'Home', 'Home', 'Colony', 'Yard', 'Guards', 'Travellers', 'Scout', 'Gunboat'],
  ['OwnedBy empire = Source.Owner', 'Outpost'],
  ['OwnedBy empire = 2', 'Home', 'Zogworld', 'Lab'],
  ['OwnedBy empire = -1', 'Home'],
  ['OwnedBy affiliation = AnyEmpire', 'Home', 'Home', 'Colony', 'Zogworld', 'Yard', 'Lab', 'Guards', 'Travellers', 'Scout', 'Gunboat'],
  ['OwnedBy affiliation = None', 'Home', ...systems, 'Outpost', 'Beasts', 'Beast', ...fields],
  ['Unowned', 'Home', ...systems, 'Outpost', 'Beasts', 'Beast', ...fields],
  ['OwnedBy affiliation = EnemyOf empire = Source.Owner', 'Home', 'Zogworld', 'Lab'],
  ['Not OwnedBy affiliation = EnemyOf empire = Source.Owner', 'Home', ...without('Zogworld', 'Lab')],
  ['OwnedBy affiliation = EnemyOf empire = Source.Owner', 'Outpost', ...everything],
  ['OwnedBy affiliation = EnemyOf empire = 3', 'Outpost', 'Zogworld', 'Lab'],
  ['OwnedBy affiliation = AllyOf empire = 3', 'Outpost', 'Home', 'Colony', 'Yard', 'Guards', 'Travellers', 'Scout', 'Gunboat'],
  ['OwnedBy affiliation = AllyOf empire = Source.Owner', 'Outpost'],
  ['Human', 'Home'],
  ['OwnerHasTech name = "GRO_ROOT"', 'Home', 'Home', 'Colony', 'Yard', 'Guards', 'Travellers', 'Scout', 'Gunboat'],
  ['And [ Building Not OwnerHasTech name = "GRO_ROOT" ]', 'Home', 'Lab'],
  ['And [ Field Not OwnerHasTech name = "GRO_ROOT" ]', 'Home', ...fields],
  ['And [ Planet OwnerHasBuildingTypeAvailable name = "BLD_YARD" ]', 'Home', 'Home', 'Colony'],
  ['And [ Planet OwnerHasShipPartAvailable name = "SR_LASER" ]', 'Home', 'Home', 'Colony'],
  ['OwnerHasTech name = "GRO_NEXT"', 'Home'],
  ['VisibleToEmpire empire = Source.Owner', 'Zogworld', 'Home', 'Zogworld', 'Lab'],
  ['And [ Planet VisibleToEmpire empire = Source.Owner ]', 'Home', 'Home', 'Colony', 'Zogworld'],
  ['And [ Planet Not VisibleToEmpire empire = Source.Owner ]', 'Outpost', ...planets],
  ['ExploredByEmpire empire = Source.Owner', 'Home', 'Alpha', 'Beta'],
  ['ExploredByEmpire empire = Source.Owner', 'Outpost'],
  ['ResupplyableBy empire = Source.Owner', 'Home', 'Alpha', 'Home', 'Yard', 'Guards', 'Scout'],
  ['Not ResupplyableBy empire = Source.Owner', 'Outpost', ...everything],
  ['ProducedByEmpire empire = Source.Owner', 'Home', 'Yard', 'Scout'],
  ['ProducedByEmpire empire = -1', 'Home', 'Lab', 'Gunboat', 'Beast'],
  ['Capital', 'Home', 'Home', 'Zogworld'],
];

const places: readonly Case[] = [
  ['Contains Building', 'Home', 'Alpha', 'Gamma', 'Home', 'Zogworld'],
  ['Contains condition = Ship', 'Home', 'Alpha', 'Beta', 'Guards', 'Travellers', 'Beasts'],
  ['Contains Planet', 'Home', 'Alpha', 'Beta', 'Gamma'],
  ['Contains Planet type = Asteroids', 'Home', 'Beta'],
  ['Contains Or [ Planet type = GasGiant Building name = "BLD_LAB" ]', 'Home', 'Beta', 'Gamma', 'Zogworld'],
  ['Contains Planet size = Huge', 'Home', 'Gamma', 'Zogworld'],
  ['Contains Source', 'Yard', 'Alpha', 'Home'],
  ['Contains Source', 'Scout', 'Alpha', 'Guards'],
  ['Contains Source', 'Gunboat', 'Travellers'],
  ['Contains Source', 'Home', 'Alpha'],
  ['Contains Source', 'Alpha'],
  ['And [ System Contains Source ]', 'Yard', 'Alpha'],
  ['And [ Planet Contains Source ]', 'Scout'],
  ['And [ Fleet Contains And [ Source Ship ] ]', 'Scout', 'Guards'],
  ['And [ Fleet Contains And [ Source Unowned ] ]', 'Scout'],
  ['And [ System Not Contains Source ]', 'Gunboat', ...systems],
  ['Contains System', 'Home'],
  ['ContainedBy System', 'Home', 'Home', 'Colony', 'Zogworld', 'Outpost', 'Yard', 'Lab', 'Guards', 'Beasts', 'Scout', 'Beast', 'Storm'],
  ['ContainedBy Planet', 'Home', ...buildings],
  ['ContainedBy Fleet', 'Home', ...ships],
  ['ContainedBy Unowned', 'Home', 'Home', 'Colony', 'Zogworld', 'Outpost', 'Yard', 'Lab', 'Guards', 'Beasts', 'Scout', 'Beast', 'Storm'],
  ['ContainedBy And [ Planet Unowned ]', 'Home'],
  ['ContainedBy Not Unowned', 'Home', ...buildings, 'Scout', 'Gunboat'],
  ['ContainedBy Source', 'Alpha', 'Home', 'Yard', 'Guards', 'Scout'],
  ['ContainedBy Source', 'Home', 'Yard'],
  ['ContainedBy Object id = Source.SystemID', 'Gunboat'],
  ['ContainedBy And [ System Contains Source ]', 'Yard', 'Home', 'Yard', 'Guards', 'Scout'],
  ['ContainedBy Contains Source', 'Scout', 'Home', 'Yard', 'Guards', 'Scout'],
  ['ContainedBy And [ System Contains And [ Planet OwnedBy empire = 2 ] ]', 'Home', 'Zogworld', 'Lab'],
  ['And [ Ship ContainedBy Population high = 0 ]', 'Home'],
  ['ContainedBy Population high = 0', 'Home', 'Lab'],
  ['InSystem', 'Home', ...systems, ...planets, ...buildings, 'Guards', 'Beasts', 'Scout', 'Beast', 'Storm'],
  ['InSystem id = Source.SystemID', 'Home', 'Alpha', 'Home', 'Yard', 'Guards', 'Scout'],
  ['InSystem id = Source.SystemID', 'Scout', 'Alpha', 'Home', 'Yard', 'Guards', 'Scout'],
  ['And [ Fleet InSystem id = Source.SystemID ]', 'Gunboat', 'Guards', 'Beasts'],
  ['And [ Fleet Not InSystem id = Source.SystemID ]', 'Gunboat', 'Travellers'],
  ['InSystem id = -1', 'Gunboat', ...systems, ...planets, ...buildings, 'Guards', 'Beasts', 'Scout', 'Beast', 'Storm'],
  ['OnPlanet', 'Home', ...buildings],
  ['OnPlanet id = Source.ID', 'Home', 'Yard'],
  ['OnPlanet id = Source.ID', 'Scout'],
  ['WithinDistance distance = 50 condition = Source', 'Home', 'Alpha', 'Beta', 'Home', 'Colony', 'Outpost', 'Yard', ...fleets, ...ships, 'Storm'],
  ['And [ System WithinDistance distance = 49.9 condition = Source ]', 'Home', 'Alpha'],
  ['And [ System WithinDistance distance = Source.Detection condition = Building ]', 'Scout', 'Alpha', 'Gamma'],
  ['WithinDistance distance = 1000 condition = And [ Source Unowned ]', 'Home'],
  ['And [ Planet WithinDistance distance = LocalCandidate.Population condition = System ]', 'Home', ...planets],
  ['And [ Building WithinDistance distance = 0 condition = And [ Planet OwnedBy empire = RootCandidate.Owner ] ]', 'Home', ...buildings],
  ['And [ System WithinStarlaneJumps jumps = 1 condition = Source ]', 'Home', 'Alpha', 'Beta'],
  ['And [ System WithinStarlaneJumps jumps = 0 condition = Source ]', 'Gunboat', 'Alpha', 'Beta'],
  ['And [ Fleet WithinStarlaneJumps jumps = 0 condition = Source ]', 'Home', 'Guards', 'Travellers'],
  ['And [ System WithinStarlaneJumps jumps = 1 condition = And [ Planet OwnedBy empire = 2 ] ]', 'Home', 'Beta', 'Gamma'],
  ['And [ System WithinStarlaneJumps jumps = -1 condition = Source ]', 'Home'],
  ['And [ Field WithinStarlaneJumps jumps = 9 condition = Source ]', 'Home', 'Storm'],
  ['And [ Planet ResourceSupplyConnected empire = Source.Owner condition = Source ]', 'Home', 'Home', 'Colony', 'Outpost'],
  ['And [ Planet ResourceSupplyConnected empire = Source.Owner condition = Source ]', 'Zogworld', 'Zogworld'],
  ['And [ Planet ResourceSupplyConnected empire = Source.Owner condition = Source ]', 'Outpost'],
  ['ResourceSupplyConnected empire = 1 condition = And [ Building OwnedBy empire = 2 ]', 'Home', 'Zogworld', 'Lab'],
  ['OrderedBombardedBy condition = Source', 'Gunboat', 'Zogworld'],
  ['OrderedBombardedBy Source', 'Scout'],
  ['OrderedBombardedBy And [ Ship OwnedBy empire = 1 ]', 'Home', 'Zogworld'],
  ['And [ System CanAddStarlanesTo condition = Source ]', 'Home'],
  ['Stationary', 'Home', ...without('Travellers', 'Gunboat')],
  ['And [ Ship Not Stationary ]', 'Home', 'Gunboat'],
  ['Aggressive', 'Home', 'Travellers', 'Beasts', 'Gunboat', 'Beast'],
  ['Passive', 'Home', 'Guards', 'Scout'],
];

const likeness: readonly Case[] = [
  ['Planet type = Tundra', 'Home', 'Home', 'Yard'],
  ['And [ Planet Planet type = [Tundra GasGiant] ]', 'Home', 'Home', 'Outpost'],
  ['Planet type = LocalCandidate.OriginalType', 'Home', 'Colony', 'Zogworld', 'Outpost'],
  ['Planet size = [Medium Huge]', 'Home', 'Home', 'Zogworld', ...buildings],
  ['Planet environment = Good', 'Home', 'Home', 'Zogworld', ...buildings],
  ['Planet environment = [Hostile Adequate]', 'Home', 'Colony'],
  ['Planet environment = Uninhabitable', 'Home', 'Outpost'],
  ['Planet environment = Hostile species = "SP_HUMAN"', 'Home', 'Colony'],
  ['And [ Planet Planet environment = Uninhabitable species = Source.Species ]', 'Colony', 'Home', 'Zogworld', 'Outpost'],
  ['And [ Planet Planet environment = Good species = Source.Species ]', 'Yard', 'Home', 'Zogworld'],
  ['Star type = Blue', 'Home', 'Alpha', 'Home', 'Yard', 'Guards', 'Scout'],
  ['And [ System Star type = [Red NoStar] ]', 'Home', 'Beta', 'Gamma'],
  ['And [ Fleet Not Star type = [Blue Red] ]', 'Home', 'Travellers'],
  ['Focus', 'Home', 'Home', 'Colony', 'Zogworld', ...buildings],
  ['Focus type = "FOCUS_RESEARCH"', 'Home', 'Colony', 'Zogworld', 'Lab'],
  ['And [ Planet Focus type = Source.PreferredFocus ]', 'Colony', 'Colony', 'Zogworld'],
  ['And [ Planet Focus type = Source.PreferredFocus ]', 'Outpost'],
  ['Species', 'Home', 'Home', 'Colony', 'Zogworld', ...buildings, 'Scout'],
  ['Species name = "SP_HUMAN"', 'Home', 'Home', 'Zogworld', ...buildings, 'Scout'],
  ['Species name = ["SP_ROBOT" "SP_HUMAN"]', 'Home', 'Home', 'Colony', 'Zogworld', ...buildings, 'Scout'],
  ['Species name = Source.Species', 'Colony', 'Colony'],
  ['Species name = Source.Species', 'Outpost'],
  ['Homeworld', 'Home', 'Home', 'Zogworld', ...buildings],
  ['Homeworld name = "SP_HUMAN"', 'Home', 'Home', 'Yard'],
  ['Homeworld name = "SP_ROBOT"', 'Home', 'Home', 'Zogworld', ...buildings],
  ['And [ Planet Homeworld name = LocalCandidate.Species ]', 'Home', 'Home'],
  ['CanColonize', 'Home', 'Home', 'Zogworld', ...buildings, 'Scout'],
  ['CanProduceShips', 'Home', 'Home', 'Zogworld', ...buildings, 'Scout'],
  ['HasTag', 'Home', 'Home', 'Colony', 'Zogworld', 'Yard', 'Scout', 'Gunboat', 'Storm'],
  ['HasTag name = "good_supply"', 'Home', 'Home', 'Zogworld', 'Scout'],
  ['HasTag name = "TINY_HULL"', 'Home', 'Scout', 'Gunboat'],
  ['HasTag name = "HEAVY"', 'Home', 'Gunboat'],
  ['HasTag name = "ORBITAL"', 'Home', 'Yard'],
  ['HasTag name = "WILD"', 'Home', 'Storm'],
  ['And [ Planet HasTag name = "ORBITAL" ]', 'Home'],
  ['HasSpecial name = "GOLD"', 'Home', 'Home'],
  ['HasSpecial', 'Home', 'Alpha', 'Home'],
  ['HasSpecialCapacity name = "GOLD" low = 2.5 high = 2.5', 'Home', 'Home'],
  ['HasSpecialCapacity name = "GOLD" low = 2.6', 'Home'],
  ['HasSpecialCapacity name = "GOLD" high = 1', 'Home'],
  ['HasSpecialSinceTurn name = "OLD" low = 3', 'Home', 'Alpha'],
  ['HasSpecialSinceTurn name = "OLD" high = 2', 'Home'],
];

const designs: readonly Case[] = [
  ['Monster', 'Home', 'Beast'],
  ['Armed', 'Home', 'Gunboat'],
  ['And [ Ship Not Armed ]', 'Home', 'Scout', 'Beast'],
  ['DesignHasHull name = "SH_SMALL"', 'Home', 'Scout', 'Gunboat'],
  ['DesignHasPart name = "SR_LASER"', 'Home', 'Gunboat'],
  ['DesignHasPart low = 3 name = "SR_LASER"', 'Home'],
  ['DesignHasPart low = 2 high = 2 name = "SR_LASER"', 'Home', 'Gunboat'],
  ['DesignHasPart low = 0 high = 0 name = "SR_LASER"', 'Home', 'Scout', 'Beast'],
  ['DesignHasPartClass class = ShortRange', 'Home', 'Gunboat'],
  ['DesignHasPartClass low = 1 high = 9 class = Stealth', 'Home'],
  ['Design name = "SD_SCOUT"', 'Home', 'Scout'],
  ['Design name = "SM_BEAST"', 'Home', 'Beast'],
  ['Design design = Source.DesignID', 'Gunboat', 'Gunboat'],
  ['Design design = Source.DesignID', 'Home'],
  ['ShipPartMeter part = "SR_LASER" meter = Capacity low = 12 high = 12', 'Home', 'Gunboat'],
  ['ShipPartMeter part = "SR_LASER" meter = MaxDamage low = 12 high = 12', 'Home'],
  ['And [ Ship Not ShipPartMeter part = "SR_LASER" meter = SecondaryStat low = 0 ]', 'Home', 'Scout', 'Beast'],
];

const numbers: readonly Case[] = [
  ['Turn low = 40 high = 40', 'Home', ...everything],
  ['Turn high = 39', 'Home'],
  ['Turn low = 20 * 2.01', 'Home', ...everything],
  ['Turn low = 81 / 2', 'Home', ...everything],
  ['And [ Ship Turn low = LocalCandidate.ArrivedOnTurn + 6 ]', 'Home', 'Gunboat', 'Beast'],
  ['CreatedOnTurn low = 12 high = 39', 'Home', 'Colony', 'Yard', 'Scout'],
  ['And [ Building CreatedOnTurn high = 5 ]', 'Home', 'Lab'],
  ['Number low = 3 high = 3 condition = Ship', 'Home', ...everything],
  ['Number low = 4 condition = Ship', 'Home'],
  ['Number high = 2 condition = Ship', 'Home'],
  ['Number low = 0 high = 0 condition = And [ Planet Contains Ship ]', 'Home', ...everything],
  ['Number low = 1 condition = And [ Source Planet ]', 'Home', ...everything],
  ['Number low = 1 condition = And [ Source Planet ]', 'Yard'],
  ['Number high = 0 condition = And [ Target Planet ]', 'Yard', ...everything],
  ['Number low = 18 high = 18 condition = All', 'Home', ...everything],
  ['And [ Planet Number low = 1 condition = And [ Building OwnedBy empire = RootCandidate.Owner ] ]', 'Home', 'Home', 'Colony', 'Zogworld'],
  ['And [ Planet Number low = 1 condition = And [ Ship OwnedBy empire = LocalCandidate.Owner ] ]', 'Home', ...planets],
  ['MaximumNumberOf number = 2 sortkey = LocalCandidate.Happiness condition = Planet', 'Home', 'Colony', 'Zogworld'],
  ['MaximumNumberOf number = 1 sortkey = LocalCandidate.Happiness condition = Planet', 'Home', 'Zogworld'],
  ['MinimumNumberOf number = 2 sortkey = LocalCandidate.Happiness condition = Planet', 'Home', 'Home', 'Outpost'],
  ['MinimumNumberOf number = 1 sortkey = 0 condition = System', 'Home', 'Alpha'],
  ['MinimumNumberOf number = 1 sortkey = DirectDistanceBetween object = Source.ID object = LocalCandidate.ID condition = And [ System Not Contains Source ]', 'Home', 'Beta'],
  ['NumberOf number = 99 condition = Ship', 'Home', ...ships],
  ['NumberOf number = 0 condition = Ship', 'Home'],
  ['And [ Planet NumberOf number = 99 condition = OwnedBy empire = 1 ]', 'Home', 'Home', 'Colony'],
  ['Random probability = 1', 'Home', ...everything],
  ['Random probability = -1', 'Home'],
  ['Population low = 3', 'Home', 'Home', 'Colony'],
  ['Population low = 3 high = 5', 'Home', 'Colony'],
  ['Population high = 0', 'Home', 'Zogworld', 'Outpost'],
  ['Not Population high = 0', 'Home', ...without('Zogworld', 'Outpost')],
  ['Population', 'Home', ...planets],
  ['Industry low = 0.2 high = 0.2', 'Home', 'Home'],
  ['Stealth low = LocalCandidate.Detection high = Source.Detection', 'Home', ...without('Home', 'Scout')],
  ['And [ Ship Shield high = 0 ]', 'Home', ...ships],
  ['Fuel low = 1 high = LocalCandidate.MaxFuel - 0.5', 'Home', 'Scout'],
  ['(LocalCandidate.Population > 3)', 'Home', 'Home'],
  ['(0 < LocalCandidate.Population <= 3)', 'Home', 'Colony'],
  ['And [ Planet (LocalCandidate.Industry = 0.2) ]', 'Home', 'Home'],
  ['And [ Planet (LocalCandidate.Population != Source.Population) ]', 'Home', 'Colony', 'Zogworld', 'Outpost'],
  ['(LocalCandidate.Owner = Source.Owner)', 'Outpost', ...systems, 'Outpost', 'Beasts', 'Beast', ...fields],
  ['And [ Planet (LocalCandidate.Owner != -1) ]', 'Outpost', 'Home', 'Colony', 'Zogworld'],
  ['(LocalCandidate.ID = Source.SystemID)', 'Home', 'Alpha'],
  ['(LocalCandidate.ID < 25)', 'Home', 'Alpha', 'Beta'],
  ['And [ Planet (LocalCandidate.SystemID > 19) ]', 'Home', 'Colony', 'Zogworld', 'Outpost'],
  ['And [ Ship (LocalCandidate.SystemID < 0) ]', 'Home', 'Gunboat'],
  ['And [ Planet (LocalCandidate.Species = Source.Species) ]', 'Home', 'Home', 'Zogworld'],
  ['And [ Planet (LocalCandidate.Species = "SP_ROBOT") ]', 'Home', 'Colony'],
  ['And [ Ship (LocalCandidate.Hull = "SH_BEAST") ]', 'Home', 'Beast'],
  ['(7 / 2 = 3)', 'Home', ...everything],
  ['(7 / 2.0 = 3.5)', 'Home', ...everything],
  ['And [ System (LocalCandidate.LastTurnBattleHere = 38) ]', 'Home', 'Alpha'],
  ['And [ Fleet (LocalCandidate.LastTurnBattleHere < 0) ]', 'Home', 'Travellers', 'Beasts'],
  ['And [ Fleet (LocalCandidate.System.LastTurnBattleHere >= 0) ]', 'Home', 'Guards', 'Travellers'],
  ['EmpireMeter empire = Source.Owner meter = "METER_DETECTION_STRENGTH" low = 30', 'Home', ...everything],
  ['EmpireMeter meter = "METER_DETECTION_STRENGTH" low = 30', 'Home', 'Home', 'Colony', 'Yard', 'Guards', 'Travellers', 'Scout', 'Gunboat'],
];

const queues: readonly Case[] = [
  ['Enqueued', 'Home', 'Home'],
  ['Enqueued type = Building', 'Home', 'Home'],
  ['Enqueued type = Building name = "BLD_LAB"', 'Home', 'Home'],
  ['Enqueued type = Building name = "BLD_YARD"', 'Home'],
  ['Enqueued type = Ship name = "SD_SCOUT" empire = Source.Owner', 'Home', 'Home'],
  ['Enqueued type = Ship empire = 2', 'Home'],
  ['Enqueued low = 3', 'Home'],
  ['And [ Planet Enqueued low = 0 high = 0 ]', 'Home', 'Colony', 'Zogworld', 'Outpost'],
  ['Location type = Building name = "BLD_YARD"', 'Home', 'Home', 'Colony'],
  ['Location type = Building name = "BLD_LAB"', 'Home', ...everything],
  ['Location type = Focus name = "SP_HUMAN" name = "FOCUS_RESEARCH"', 'Home', 'Home', 'Colony'],
  ['And [ Planet Location type = Focus name = LocalCandidate.Species name = "FOCUS_RESEARCH" ]', 'Zogworld', 'Colony', 'Zogworld'],
  ['Location type = Focus name = "SP_ROBOT" name = "FOCUS_INDUSTRY"', 'Home'],
  ['Described description = "ANY" condition = Field', 'Home', ...fields],
];

const families = { logic, sorts, owners, places, likeness, designs, numbers, queues };

describe.each(Object.entries(families))('conditions: %s', (_family, cases) => {
  let small: SmallGame;
  let ask: Asking;

  beforeAll(() => {
    small = lowered(cases.map(([condition], i) => `Special name = "CASE_${i}" description = "" effectsgroups = [ EffectsGroup scope = ${condition} effects = NoOp ] graphic = ""`).join('\n'));
    ask = asking(inWorld(small));
  });

  test('are lowered without a problem', () => {
    expect(small.problems).toEqual([]);
  });

  test.each(cases.map(([condition, source, ...names], i) => ({ condition, source, names, i })))('$condition of $source', ({ source, names, i }) => {
    const [rule] = rulesOf(small, `CASE_${i}`);
    expect(ask.scope(rule, source)).toEqual(names);
  });
});

test('every construct that is a condition has a case', () => {
  const text = Object.values(families).flat().map(([condition]) => condition).join(' ');
  const words: Readonly<Record<string, string>> = { Type: 'Planet', Compare: '<', MeterValue: 'Population' };
  expect(conditionNames().filter((name) => !text.includes(words[name] ?? name))).toEqual([]);
});
