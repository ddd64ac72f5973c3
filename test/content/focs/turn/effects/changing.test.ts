import { describe, expect, test } from 'vitest';
import { isAvailable } from '../../../../../src/components/availability.js';
import { jumpsBetween } from '../../../../../src/components/lanes.js';
import { resolve } from '../../../../../src/kernel/identity.js';
import { factionSees } from '../../../../../src/components/visibility.js';
import { type Played, group, play } from './play.js';

describe('what objects are', () => {
  test('species, types, sizes, stars, owners, specials and manners are set at once', () => {
    const played = play([
      group(
        'SetSpecies name = "SP_ROBOT" SetPlanetType type = Ocean SetPlanetSize planetsize = Huge SetOwner empire = Source.Owner AddSpecial name = "OLD" capacity = 2.5',
        'Object id = 33',
      ),
      group('SetStarType type = BlackHole', 'Object id = 10'),
      group('RemoveSpecial name = "GOLD"', 'Object id = 30'),
      group('SetAggressive', 'Object id = 50'),
      group('SetPassive', 'Object id = 52'),
    ]);
    const { word } = played.session.game.model;
    expect(
      [
        'species',
        'planetType',
        'planetSize',
        'habitableSize',
        'special:OLD',
        'special since:OLD',
        'special capacity:OLD',
      ].map((column) => played.value('Outpost', column)),
    ).toEqual([word('species', 'SP_ROBOT'), word('planetType', 'Ocean'), word('planetSize', 'Huge'), 8, 1, 40, 2.5]);
    expect(played.session.state.owner[played.id('Outpost')]).toBe(played.empire(1));
    expect([
      played.value('Alpha', 'star'),
      played.value('Home', 'special:GOLD'),
      played.value('Guards', 'aggressive'),
      played.value('Beasts', 'aggressive'),
    ]).toEqual([word('star', 'BlackHole'), 0, 1, 0]);
  });

  test('conditions of a later group were asked before the first effect, branches when it is their turn', () => {
    const played = play([
      group('SetPlanetType type = Ocean', 'Object id = 33', 'priority = 1'),
      group('SetSpecies name = "SP_HUMAN"', 'And [ Object id = 33 Planet type = Ocean ]', 'priority = 2'),
      group(
        'If condition = Planet type = Ocean effects = SetPopulation value = 4 else = SetPopulation value = 9',
        'Object id = 33',
        'priority = 3',
      ),
    ]);
    expect([played.value('Outpost', 'species'), played.value('Outpost', 'POPULATION')]).toEqual([0, 4]);
  });
});

describe('Destroy', () => {
  test('comes at the end of the pass: until then what is doomed is acted on, and acts', () => {
    const played = play([
      group('Destroy', 'Object id = 31', 'priority = 1'),
      group('CreateBuilding type = "BLD_LAB"', 'Object id = 31', 'priority = 2'),
      group(
        'SetPopulation value = Statistic Count condition = And [ Planet OwnedBy empire = 1 ]',
        'Object id = 30',
        'priority = 3',
      ),
    ]);
    expect([played.isThere('Colony'), played.born('building').length, played.value('Home', 'POPULATION')]).toEqual([
      false,
      0,
      2,
    ]);
  });

  test('takes along what hangs on it, and the source with all its effects after it', () => {
    const played = play([
      group('Destroy AddSpecial name = "OLD"', 'Or [ Object id = 50 Source ]'),
      group('SetPopulation value = 8', 'Object id = 31', 'priority = 200'),
    ]);
    expect(['Guards', 'Scout', 'Home', 'Yard', 'Colony'].map(played.isThere)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(played.value('Colony', 'POPULATION')).toBe(8);
  });
});

describe('lanes', () => {
  test('are drawn and taken away', () => {
    const played = play([
      group('AddStarlanes endpoint = And [ System Contains Source ]', 'Object id = 26'),
      group('RemoveStarlanes endpoint = Object id = 25', 'Object id = 20'),
    ]);
    const jumps = (a: string, b: string): number => jumpsBetween(played.session.state, played.id(a), played.id(b));
    expect([jumps('Alpha', 'Delta'), jumps('Alpha', 'Beta'), jumps('Beta', 'Gamma')]).toEqual([1, 1, Infinity]);
  });
});

describe('what stays as it was', () => {
  test('a meter that is set to its value, or to what comes to that', () => {
    const amounts = ['Value', '(Value)', 'max(Value)', 'OneOf(Value)', 'Value + 0', '-(-(Value))'];
    for (const amount of amounts) {
      const played = play(
        [
          group('SetTargetPopulation value = 4'),
          group(`SetTargetPopulation value = ${amount}`, 'Source', 'priority = 200'),
        ],
        { run: 'turn' },
      );
      expect([amount, played.value('Home', 'TARGET_POPULATION')]).toEqual([amount, 4]);
    }
  });

  test('the turn since when there is a special that is added again', () => {
    const played = play([
      group('AddSpecial name = "GOLD" capacity = 9', 'Or [ Object id = 30 Object id = 31 ]'),
      group('AddSpecial name = "OLD"', 'Object id = 10'),
    ]);
    const special = (of: string, name: string): unknown =>
      ['special', 'special since', 'special capacity'].map((column) => played.value(of, `${column}:${name}`));
    expect([special('Home', 'GOLD'), special('Colony', 'GOLD'), special('Alpha', 'OLD')]).toEqual([
      [1, 7, 9],
      [1, 40, 9],
      [1, 3, 1.5],
    ]);
  });
});

describe('what empires have', () => {
  test('techs are given to any empire when the next turn begins; known ones stay known since when they were', () => {
    const groups = [
      group(
        'GiveEmpireTech name = "GRO_NEXT" empire = Source.Owner GiveEmpireTech name = "GRO_ROOT" empire = 1',
        'Object id = 32',
      ),
      group('GiveEmpireTech name = "GRO_ROOT"', 'Or [ Object id = 32 Object id = 33 Object id = 41 ]'),
      ...['GRO_NEXT', 'GRO_ROOT'].map((tech) =>
        group(`SetPopulation value = TurnTechResearched empire = 1 name = "${tech}"`, 'Source'),
      ),
    ];
    const has = ({ session: { state, game }, empire, value }: Played, of: number, tech: string): readonly unknown[] => [
      isAvailable(state, empire(of), game.model.classOf('Tech', tech) ?? 0),
      value(empire(of), `researched:${tech}`),
    ];
    const all = (played: Played): unknown => [
      has(played, 1, 'GRO_NEXT'),
      has(played, 2, 'GRO_NEXT'),
      has(played, 1, 'GRO_ROOT'),
      has(played, 2, 'GRO_ROOT'),
      has(played, 3, 'GRO_ROOT'),
    ];
    const turn = play(groups, { run: 'turn' });
    expect(all(turn)).toEqual([
      [false, 0],
      [false, 0],
      [true, 7],
      [false, 0],
      [false, 0],
    ]);
    turn.session.runTurn();
    expect(all(turn)).toEqual([
      [true, 41],
      [false, 0],
      [true, 7],
      [true, 41],
      [false, 0],
    ]);
  });

  test('capitals move, and meters of empires are set', () => {
    const played = play([
      group('SetEmpireCapital', 'Object id = 31'),
      group('SetEmpireMeter empire = 2 meter = "METER_DETECTION_STRENGTH" value = Value + 5', 'Object id = 30'),
    ]);
    expect(played.value(played.empire(1), 'capital')).toBe(played.id('Colony'));
    expect([1, 2].map((empire) => played.value(played.empire(empire), 'empire meter:DETECTION_STRENGTH'))).toEqual([
      30, 5,
    ]);
  });
});

describe('SetVisibility', () => {
  /** Who of the three sees the storm that nobody saw. */
  const seers = (affiliation: string, visibility = 'Full', scope = 'Object id = 70', rest = ''): readonly number[] => {
    const played = play(group(`SetVisibility ${affiliation} visibility = ${visibility} ${rest}`, scope));
    return [1, 2, 3].filter((empire) => factionSees(played.session.state, played.empire(empire), played.id('Storm')));
  };

  test('is of one empire, or of enemies, allies or all', () => {
    expect(seers('empire = 2')).toEqual([2]);
    expect(seers('affiliation = EnemyOf empire = Source.Owner')).toEqual([2]);
    expect(seers('affiliation = EnemyOf empire = 2')).toEqual([1, 3]);
    expect(seers('affiliation = AllyOf empire = Source.Owner')).toEqual([3]);
    expect(seers('affiliation = AnyEmpire')).toEqual([1, 2, 3]);
    expect(seers('affiliation = Human')).toEqual([]);
    expect(seers('affiliation = EnemyOf empire = Target.Owner')).toEqual([]);
  });

  test('asks for each empire what it sees already', () => {
    const played = play(
      group(
        'SetVisibility affiliation = AnyEmpire visibility = min(Full, Value) SetVisibility affiliation = EnemyOf empire = 3 visibility = max(Basic, Value)',
        'Object id = 32',
      ),
    );
    expect(
      [1, 2, 3].map((empire) => factionSees(played.session.state, played.empire(empire), played.id('Zogworld'))),
    ).toEqual([true, true, false]);
  });

  test('is of what a condition is true of', () => {
    expect(seers('affiliation = EnemyOf empire = 2', 'Full', 'Source', 'condition = Field')).toEqual([1, 3]);
  });

  test('comes when the pass is over', () => {
    const played = play([
      group('SetVisibility empire = 1 visibility = Full', 'Object id = 70', 'priority = 1'),
      group('If condition = VisibleToEmpire empire = 1 effects = SetSize value = 99', 'Object id = 70', 'priority = 2'),
    ]);
    expect(played.value('Storm', 'SIZE')).toBe(20);
  });
});

test('messages tell what they are about, in the order in which they are said', () => {
  const { messages, session, id } = play([
    group(
      'GenerateSitRepMessage message = "SECOND" parameters = [ tag = "planet" data = Target.ID tag = "rawtext" data = Target.TargetIndustry + 2 ] empire = Source.Owner',
      'Planet',
      'priority = 2',
    ),
    group('Victory reason = "WON"', 'Source', 'priority = 1'),
  ]);
  expect(messages.map(({ text, target }) => [text, resolve(session.state.identity, target)])).toEqual([
    ['Victory WON', id('Home')],
    ...['Home', 'Colony', 'Zogworld', 'Outpost'].map((name) => ['SECOND', id(name)]),
  ]);
  expect(messages[1].values).toMatchObject({ planet: id('Home'), rawtext: 2 });
});
