import { beforeAll, describe, expect, test } from 'vitest';
import type { ModifyEffect } from '../../../../src/ir/rule.js';
import { type Asking, type SmallGame, asking, inWorld, lowered, rulesOf } from './small-game.js';

/** What SetPopulation would set, for a source and a target, the meter holding a number. */
type Case = readonly [value: string, source: string, target: string, running: number, result: number];

const f = Math.fround;

const arithmetic: readonly Case[] = [
  ['7', 'Home', 'Home', 0, 7],
  ['-7 + 2.5', 'Home', 'Home', 0, -4.5],
  ['7 / 2', 'Home', 'Home', 0, 3.5],
  ['7 / 0', 'Home', 'Home', 0, 0],
  ['2 + 3 * 4 - 6 / 3', 'Home', 'Home', 0, 12],
  ['-2 ^ 2', 'Home', 'Home', 0, 4],
  ['2 * 3 ^ 2', 'Home', 'Home', 0, 18],
  ['abs(3 - 5)', 'Home', 'Home', 0, 2],
  ['min(3, 2, 4) + max(3, 2, 4)', 'Home', 'Home', 0, 6],
  ['(3 > 2 ? 5 : 6) + (3 <= 2 ? 5 : 6) + (2 < 3)', 'Home', 'Home', 0, 12],
  ['OneOf(4, 4, 4)', 'Home', 'Home', 0, 4],
  ['RandomNumber(3, 3)', 'Home', 'Home', 0, 3],
];

const meters: readonly Case[] = [
  ['Value', 'Home', 'Home', 11, 11],
  ['Value + 0.1', 'Home', 'Home', 11, 11 + f(0.1)],
  ['Value - 3 * 0.1', 'Home', 'Home', 11, 11 - f(3 * 0.1)],
  ['0.1 + Value', 'Home', 'Home', 11, 0.1 + 11],
  ['Value * 0.1', 'Home', 'Home', 11, 11 * 0.1],
  ['Value + Target.Population * 0.1', 'Home', 'Home', 11, 11 + 11.25 * 0.1],
  ['Target.TargetPopulation', 'Home', 'Home', 0, 20],
  ['Value(Target.TargetPopulation)', 'Home', 'Home', 0, -3],
  ['Value(Source.MaxShield)', 'Home', 'Colony', 0, 30],
  ['Source.Industry', 'Home', 'Colony', 0, f(0.2)],
  ['Target.Industry', 'Home', 'Yard', 0, 0],
  ['Source.Planet.Happiness', 'Yard', 'Home', 0, 5],
  ['Source.Planet.Happiness', 'Home', 'Home', 0, 0],
  ['Source.Fleet.Stealth', 'Scout', 'Home', 0, 5],
  ['LocalCandidate.Population', 'Home', 'Home', 0, 0],
  ['Target.HabitableSize', 'Home', 'Zogworld', 0, 8],
  ['Target.HabitableSize', 'Home', 'Scout', 0, 0],
];

const facts: readonly Case[] = [
  ['CurrentTurn', 'Home', 'Home', 0, 40],
  ['GalaxySize + GalaxyMaxAIAggression', 'Home', 'Home', 0, 4],
  ['UniverseWidth + UniverseCentreX', 'Home', 'Home', 0, 300],
  ['GameRule name = "RULE_FACTOR"', 'Home', 'Home', 0, 2.5],
  ['GameRule name = "RULE_NOBODY_MADE"', 'Home', 'Home', 0, 0],
  ['HullFuel name = "SH_SMALL"', 'Home', 'Home', 0, 8],
  ['HullFuel name = Source.Hull', 'Beast', 'Home', 0, f(1.1)],
  ['HullStructure name = Source.Hull', 'Home', 'Home', 0, 0],
  ['HullSpeed name = "SH_SMALL" + HullStealth name = "SH_BEAST"', 'Home', 'Home', 0, 100.5],
  ['PartCapacity name = "SR_LASER" + PartSecondaryStat name = "SR_LASER" * 100', 'Home', 'Home', 0, 318],
  ['PartCapacity name = "FT_HANGAR" + PartSecondaryStat name = "FT_HANGAR" * 100', 'Home', 'Home', 0, 3],
  ['PartSecondaryStat name = "FT_BAY"', 'Home', 'Home', 0, 1],
  ['TurnTechResearched empire = Source.Owner name = "GRO_ROOT"', 'Home', 'Home', 0, 7],
  ['TurnTechResearched empire = Source.Owner name = "GRO_NEXT"', 'Home', 'Home', 0, 0],
  ['TurnTechResearched empire = Source.Owner name = "GRO_ROOT"', 'Outpost', 'Home', 0, 0],
  ['PartsInShipDesign name = "SR_LASER" design = Source.DesignID', 'Gunboat', 'Home', 0, 2],
  ['PartsInShipDesign design = Source.DesignID', 'Gunboat', 'Home', 0, 3],
  ['PartsInShipDesign design = Source.DesignID', 'Home', 'Home', 0, 0],
  ['DirectDistanceBetween object = Source.ID object = Target.ID', 'Home', 'Colony', 0, 50],
  ['DirectDistanceBetween object = Source.ID object = Target.ID', 'Home', 'Gunboat', 0, 25],
  ['DirectDistanceBetween object = Source.ID object = Target.NextSystemID', 'Home', 'Gunboat', 0, 0],
  ['EmpireMeterValue empire = Source.Owner meter = "METER_DETECTION_STRENGTH"', 'Home', 'Home', 0, 30],
  ['EmpireMeterValue empire = Source.Owner meter = "METER_DETECTION_STRENGTH"', 'Outpost', 'Home', 0, 0],
];

const ids: readonly Case[] = [
  ['Target.ID', 'Home', 'Colony', 0, 31],
  ['Target.Owner', 'Home', 'Zogworld', 0, 2],
  ['Target.Owner', 'Home', 'Outpost', 0, -1],
  ['Target.SystemID', 'Home', 'Alpha', 0, 10],
  ['Target.SystemID', 'Home', 'Gunboat', 0, -1],
  ['Target.PlanetID', 'Home', 'Yard', 0, 30],
  ['Target.PlanetID', 'Home', 'Home', 0, 30],
  ['Target.PlanetID', 'Home', 'Scout', 0, -1],
  ['Target.FleetID', 'Home', 'Scout', 0, 50],
  ['Target.FleetID', 'Home', 'Home', 0, -1],
  ['Target.DesignID', 'Home', 'Gunboat', 0, 101],
  ['Target.NextSystemID', 'Home', 'Travellers', 0, 20],
  ['Target.PreviousSystemID', 'Home', 'Travellers', 0, 10],
  ['Target.NextSystemID', 'Home', 'Gunboat', 0, -1],
  ['Target.ProducedByEmpireID', 'Home', 'Scout', 0, 1],
  ['Target.System.ID', 'Home', 'Yard', 0, 10],
];

const turns: readonly Case[] = [
  ['Target.CreationTurn', 'Home', 'Yard', 0, 39],
  ['Target.Age', 'Home', 'Yard', 0, 1],
  ['Target.Age', 'Home', 'Home', 0, 2 ** 30],
  ['Target.TurnsSinceFocusChange', 'Home', 'Home', 0, 7],
  ['Target.TurnsSinceFocusChange', 'Home', 'Colony', 0, 0],
  ['Target.TurnsSinceFocusChange', 'Home', 'Scout', 0, 0],
  ['Target.LastTurnConquered', 'Home', 'Home', 0, -65535],
  ['Target.LastTurnColonized', 'Home', 'Home', 0, 1],
  ['Target.LastTurnAttackedByShip', 'Home', 'Scout', 0, -65535],
  ['Target.ArrivedOnTurn', 'Home', 'Scout', 0, 35],
  ['Target.ArrivedOnTurn', 'Home', 'Home', 0, -65535],
  ['Target.LastTurnActiveInBattle + Target.LastTurnResupplied', 'Home', 'Scout', 0, 74],
  ['Target.LastTurnBattleHere', 'Home', 'Yard', 0, 38],
  ['Target.LastTurnBattleHere', 'Home', 'Gunboat', 0, -65535],
  ['Target.System.LastTurnBattleHere', 'Home', 'Gunboat', 0, 0],
  ['Source.Planet.LastTurnColonized', 'Scout', 'Home', 0, 0],
  ['Target.ETA', 'Home', 'Travellers', 0, 0],
];

const statistics: readonly Case[] = [
  ['Statistic If condition = And [ Target Planet ]', 'Home', 'Home', 0, 1],
  ['Statistic If condition = And [ Target Planet ]', 'Home', 'Yard', 0, 0],
  ['Statistic If condition = And [ Target (Value > Value(Target.TargetPopulation)) ]', 'Home', 'Home', -3, 0],
  ['Statistic If condition = (Value < Target.TargetPopulation)', 'Home', 'Home', 19, 1],
  ['Statistic If condition = And [ Ship Monster ]', 'Home', 'Home', 0, 1],
  ['Statistic If condition = OwnerHasTech name = "GRO_NEXT"', 'Home', 'Home', 0, 0],
  ['Statistic Count condition = And [ Planet OwnedBy empire = Source.Owner ]', 'Home', 'Home', 0, 2],
  ['Statistic Count condition = All', 'Home', 'Home', 0, 18],
  ['Statistic Count condition = Source', 'Home', 'Home', 0, 1],
  ['Statistic Count condition = And [ Planet OwnedBy empire = RootCandidate.Owner ]', 'Home', 'Home', 0, 3],
  ['Statistic Sum value = LocalCandidate.Population condition = Planet', 'Home', 'Home', 0, 14.25],
  [
    'Statistic Mean value = LocalCandidate.Happiness condition = And [ Planet OwnedBy affiliation = AnyEmpire ]',
    'Home',
    'Home',
    0,
    23 / 3,
  ],
  ['Statistic Min value = LocalCandidate.Happiness condition = Planet', 'Home', 'Home', 0, 0],
  ['Statistic Max value = LocalCandidate.ID condition = Planet', 'Home', 'Home', 0, 33],
  ['Statistic Max value = LocalCandidate.ID condition = And [ Planet Ship ]', 'Home', 'Home', 0, 0],
  ['Statistic Sum value = LocalCandidate.Population condition = And [ Source Planet ]', 'Home', 'Colony', 0, 11.25],
];

const families = { arithmetic, meters, facts, ids, turns, statistics };

describe.each(Object.entries(families))('values: %s', (_family, cases) => {
  let small: SmallGame;
  let ask: Asking;

  beforeAll(() => {
    small = lowered(
      cases
        .map(
          ([value], i) =>
            `Special name = "CASE_${i}" description = "" effectsgroups = [ EffectsGroup scope = All effects = SetPopulation value = ${value} ] graphic = ""`,
        )
        .join('\n'),
    );
    ask = asking(inWorld(small));
  });

  test('are lowered without a problem', () => {
    expect(small.problems).toEqual([]);
  });

  test.each(cases.map((each, i) => ({ value: each[0], each, i })))(
    '$value',
    ({ each: [, source, target, running, result], i }) => {
      const [
        {
          effects: [effect],
        },
      ] = rulesOf(small, `CASE_${i}`);
      expect(ask.value((effect as ModifyEffect).amount, source, target, running)).toBe(result);
    },
  );
});

/** What a planet becomes that turns toward what suits its species, or back to what it was. */
const wheel: readonly (readonly [type: string, target: string, result: string])[] = [
  ['Target.NextBetterPlanetType', 'Home', 'Tundra'],
  ['Target.NextBetterPlanetType', 'Zogworld', 'Desert'],
  ['Target.NextBetterPlanetType', 'Colony', 'Asteroids'],
  ['Target.NextCloserToOriginalPlanetType', 'Home', 'Desert'],
  ['Target.NextCloserToOriginalPlanetType', 'Outpost', 'GasGiant'],
  ['OneOf(Ocean, Ocean)', 'Home', 'Ocean'],
  ['Gasgiant', 'Home', 'GasGiant'],
];

describe('types of planets', () => {
  const small = lowered(
    wheel
      .map(
        ([type], i) =>
          `Special name = "CASE_${i}" description = "" effectsgroups = [ EffectsGroup scope = All effects = SetPlanetType type = ${type} ] graphic = ""`,
      )
      .join('\n'),
  );
  const ask = asking(inWorld(small));

  test.each(wheel.map((each, i) => ({ type: each[0], target: each[1], result: each[2], i })))(
    '$type of $target',
    ({ target, result, i }) => {
      const [
        {
          effects: [effect],
        },
      ] = rulesOf(small, `CASE_${i}`);
      expect(ask.value((effect as ModifyEffect).amount, 'Home', target)).toBe(small.game.word('planetType', result));
    },
  );
});
