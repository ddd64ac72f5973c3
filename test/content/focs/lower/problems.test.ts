import { describe, expect, test } from 'vitest';
import { lowered, rulesOf } from './small-game.js';
import { longTest } from '../../../support/heavy.js';

/** What stands in a group, the code of the problem, what it says, and what it suggests. */
type Case = readonly [text: string, code: string, message: RegExp, suggestion?: string];

const scopes: readonly Case[] = [
  [
    'Building name = "BLD_YARDS"',
    'unknown-name',
    /no type of building `BLD_YARDS`, expected the name of one that content defines/,
    'did you mean `BLD_YARD`?',
  ],
  ['Species name = "SP_HUMANS"', 'unknown-name', /no species `SP_HUMANS`/, 'did you mean `SP_HUMAN`?'],
  ['Focus type = "FOCUS_WAR"', 'unknown-name', /no focus `FOCUS_WAR`/],
  ['HasSpecial name = "GOLDEN"', 'unknown-name', /no special `GOLDEN`/, 'did you mean `GOLD`?'],
  ['OwnerHasTech name = "GRO_ROOTS"', 'unknown-name', /no tech `GRO_ROOTS`/, 'did you mean `GRO_ROOT`?'],
  ['OwnerHasShipPartAvailable name = "X"', 'unknown-name', /no part `X`/],
  ['DesignHasHull name = "SH_SMALLER"', 'unknown-name', /no hull `SH_SMALLER`/],
  ['DesignHasPart name = "SR_LASERS"', 'unknown-name', /no part `SR_LASERS`/, 'did you mean `SR_LASER`?'],
  ['Design name = "SD_SCOUTS"', 'unknown-name', /no ship design `SD_SCOUTS`/, 'did you mean `SD_SCOUT`?'],
  ['Location type = Building name = "BLD_X"', 'unknown-name', /no type of building `BLD_X`/],
  ['Planet type = Source.Species', 'wrong-type', /expected a planet type, found `Source.Species`/],
  ['Species name = Source.Focus', 'wrong-type', /expected a species, found `Source.Focus`/],
  ['(LocalCandidate.Species = 3)', 'wrong-type', /expected a species, found the number 3/],
  ['(LocalCandidate.Population = "X")', 'wrong-type', /found a comparison of a text with a number/],
  ['(LocalCandidate.Species < Source.Species)', 'wrong-type', /expected == or !=, found an order of texts/],
  ['Turn low = Source.Species', 'wrong-type', /expected a number, found the text or word Species/],
  ['Turn low = Source.Attack', 'unknown-construct', /unknown numeric property `Attack`/],
  [
    'OwnedBy affiliation = CanSee empire = Source.Owner',
    'unsupported',
    /affiliation CanSee has no meaning in Edict, expected TheEmpire, /,
  ],
  [
    'Turn low = ShortestPath object = Source.ID object = Source.ID',
    'unsupported',
    /ShortestPath has no meaning in Edict, expected one of GameRule/,
  ],
  [
    'Turn low = Statistic Mode value = LocalCandidate.Age condition = Planet',
    'unsupported',
    /Statistic Mode has no meaning in Edict, expected If, Count, Sum/,
  ],
  ['Turn low = sin(1)', 'unsupported', /sin has no meaning in Edict, expected abs/],
  [
    'OwnerHasTech name = LocalCandidate.Species',
    'unsupported',
    /OwnerHasTech of a name that depends on the world has no meaning/,
  ],
  ['CombatTargets type = Building name = "BLD_YARD"', 'unknown-construct', /unknown condition `CombatTargets`/],
];

const effects: readonly Case[] = [
  ['SetSpecies name = "SP_NONE"', 'unknown-name', /no species `SP_NONE`/],
  ['AddSpecial name = "SILVER"', 'unknown-name', /no special `SILVER`/],
  ['GiveEmpireTech name = "GRO_ROOTS"', 'unknown-name', /no tech `GRO_ROOTS`/],
  ['CreateShip designname = "SD_SCOUTS"', 'unknown-name', /no ship design `SD_SCOUTS`/, 'did you mean `SD_SCOUT`?'],
  ['CreateShip designid = Source.DesignID', 'unsupported', /CreateShip of a design by its number/],
  ['CreateBuilding type = "BLD_X"', 'unknown-name', /no type of building `BLD_X`/],
  [
    'SetPopulation value = Value(Source.Owner)',
    'wrong-type',
    /expected Value of a meter.*, found Value of `Source.Owner`/,
  ],
  ['SetPopulation value = Source.Name', 'wrong-type', /expected a number, found the text or word Name/],
];

/** Wraps a text into a group of an item; the text begins in the third line. */
const item = (name: string, scope: string, effect: string): string =>
  `Special name = "${name}" description = "" effectsgroups = [\nEffectsGroup scope =\n${scope}\neffects =\n${effect}\n] graphic = ""`;

describe('what is wrong is told with its place and what was expected', () => {
  const told = ([, code, message, suggestion]: Case, line: number): readonly unknown[] => [
    expect.objectContaining({
      severity: 'error',
      code,
      item: 'CASE',
      line,
      message: expect.stringMatching(message) as unknown,
      ...(suggestion === undefined ? {} : { suggestion }),
    }),
  ];

  test.each(scopes.map((each) => ({ text: each[0], each })))('scope = $text', ({ text, each }) => {
    expect(lowered(item('CASE', text, 'NoOp')).problems).toEqual(told(each, 3));
  });

  test.each(effects.map((each) => ({ text: each[0], each })))('effects = $text', ({ text, each }) => {
    expect(lowered(item('CASE', 'Source', text)).problems).toEqual(told(each, 5));
  });

  test('all of them at once', () => {
    const { problems } = lowered(
      item('CASE', 'And [ HasSpecial name = "A"\nHasSpecial name = "B" ]', 'SetSpecies name = "C"'),
    );
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 6]);
  });

  test('in groups that say the same, each by itself', () => {
    const { problems } = lowered(
      [item('CASE', 'HasSpecial name = "A"', 'NoOp'), item('CASE_2', 'HasSpecial name = "A"', 'NoOp')].join('\n'),
    );
    expect(problems.map((problem) => problem.item)).toEqual(['CASE', 'CASE_2']);
  });
});

describe('an item with an error', () => {
  test('gives no rules, and the others all of theirs', () => {
    const small = lowered([item('BAD', 'HasSpecial name = "A"', 'NoOp'), item('GOOD', 'Source', 'NoOp')].join('\n'));
    expect(rulesOf(small, 'BAD')).toEqual([]);
    expect(rulesOf(small, 'GOOD')).toHaveLength(1);
  });

  test('is told of where the error is, if it asks for the location of another', () => {
    const building =
      'BuildingType name = "BLD_ODD" description = "" buildcost = 1 buildtime = 1\nlocation = HasSpecial name = "A" icon = ""';
    const small = lowered([building, item('CASE', 'Location type = Building name = "BLD_ODD"', 'NoOp')].join('\n'));
    expect(small.problems).toEqual([expect.objectContaining({ code: 'unknown-name', item: 'BLD_ODD', line: 2 })]);
    expect(rulesOf(small, 'CASE')).toEqual([]);
  });
});

describe('what has no end', () => {
  test('a location that asks for itself is refused', () => {
    const building = (name: string, other: string): string =>
      `BuildingType name = "${name}" description = "" buildcost = 1 buildtime = 1 location = Location type = Building name = "${other}" icon = ""`;
    const { problems } = lowered(
      [
        building('BLD_A', 'BLD_B'),
        building('BLD_B', 'BLD_A'),
        item('CASE', 'Location type = Building name = "BLD_A"', 'NoOp'),
      ].join('\n'),
    );
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'unsupported',
        message: expect.stringMatching(/Location of BLD_A in the location of BLD_A/) as unknown,
      }),
    ]);
  });

  test('conditions on others inside one another are refused where slots run out', () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'Planet' : `Number low = 1 condition = Not ${nested(depth - 1)}`;
    expect(lowered(item('CASE', nested(20), 'NoOp')).problems).toEqual([]);
    expect(lowered(item('CASE', nested(40), 'NoOp')).problems).toEqual([
      expect.objectContaining({
        code: 'too-deep',
        message: expect.stringMatching(/more than \d+ nested conditions on other objects, expected fewer/) as unknown,
      }),
    ]);
  });

  longTest('what doubles with every level is refused, and does not take for ever', () => {
    const alternatives = (depth: number): string =>
      depth === 0 ? 'Planet' : `OrderedAlternativesOf [ ${alternatives(depth - 1)} Unowned ]`;
    const counts = (depth: number): string =>
      depth === 0
        ? 'Planet'
        : `Number low = 2 high = 3 condition = And [ InSystem id = Source.SystemID ${counts(depth - 1)} ]`;
    for (const text of [alternatives(25), counts(25)]) {
      expect(lowered(item('CASE', text, 'NoOp')).problems).toContainEqual(
        expect.objectContaining({ code: 'too-large' }),
      );
    }
    for (const text of [alternatives(5), counts(5)]) expect(lowered(item('CASE', text, 'NoOp')).problems).toEqual([]);
  });
});
