import { describe, expect, test } from 'vitest';
import type { Effect } from '../../../../src/ir/rule.js';
import { hasCell, readCell } from '../../../../src/components/cells.js';
import { factionSees } from '../../../../src/components/visibility.js';
import { areJoined, runGroup } from './run-group.js';
import { type SmallGame, idsByName, inWorld, lowered, rulesOf } from './small-game.js';

/** A group of a special, as it is lowered. */
function group(effects: string, scope = 'All'): SmallGame {
  return lowered(
    `Special name = "CASE" description = "" effectsgroups = [ EffectsGroup scope = ${scope} effects = [ ${effects} ] ] graphic = ""`,
  );
}

function effectsOf(small: SmallGame, pass: 'effects' | 'meters' = 'effects'): readonly Effect[] {
  expect(small.problems).toEqual([]);
  return rulesOf(small, 'CASE', pass)[0]?.effects ?? [];
}

describe('effects on meters', () => {
  test('set the present half, with the label after them', () => {
    const small = group('SetPopulation value = 3 accountinglabel = "LABEL"');
    const [effect] = effectsOf(small);
    expect(effect).toMatchObject({
      kind: 'modify',
      recipient: 'target',
      modification: 'set',
      stacking: 0,
      label: 'LABEL',
      column: small.game.meters.get('POPULATION')?.current,
    });
    expect(effect).not.toHaveProperty('holder');
  });

  test('of a part land on the object that stands for it on the ship', () => {
    const small = group(
      'SetMaxDamage partname = "SR_LASER" value = Value * 2 SetCapacity partname = "SR_LASER" value = 1',
      'Ship',
    );
    const made = inWorld(small);
    const ids = idsByName(made);
    const { MAX_CAPACITY, CAPACITY } = Object.fromEntries(made.game.meters);
    const laser = made.parts.get(61)?.get('SR_LASER') ?? 0;
    runGroup(small, made, 'CASE', ids.get('Home') ?? 0);
    expect(
      [MAX_CAPACITY.current, CAPACITY.current].map((column) =>
        readCell(made.state, made.state.model.columns[column], laser),
      ),
    ).toEqual([30, 1]);
  });

  test('of a part that has no meters do nothing, and of one that is not defined are warned of', () => {
    expect(effectsOf(group('SetCapacity partname = "AR_PLATE" value = 1'))).toEqual([]);
    const small = group('SetCapacity partname = "SR_LASR" value = 1');
    expect(small.problems).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'unknown-name', suggestion: 'did you mean `SR_LASER`?' }),
    ]);
    expect(rulesOf(small, 'CASE')).toHaveLength(1);
  });

  test('of empires land on the empire that is named, else on that of the target', () => {
    const small = group(
      'SetEmpireMeter empire = Source.Owner meter = "METER_DETECTION_STRENGTH" value = Value + 5',
      'Object id = 32',
    );
    const made = inWorld(small);
    const column = made.game.empireMeter.known.get('DETECTION_STRENGTH');
    const strength = (empire: number): number =>
      readCell(made.state, column ?? made.state.model.columns[0], made.empires.get(empire) ?? 0);
    runGroup(small, made, 'CASE', idsByName(made).get('Home') ?? 0);
    expect([strength(1), strength(2)]).toEqual([35, 0]);
    const other = group('SetEmpireMeter meter = "DETECTION_STRENGTH" value = Value + 5', 'Object id = 32');
    const world = inWorld(other);
    const theirs = world.game.empireMeter.known.get('DETECTION_STRENGTH');
    runGroup(other, world, 'CASE', idsByName(world).get('Home') ?? 0);
    expect(readCell(world.state, theirs ?? world.state.model.columns[0], world.empires.get(2) ?? 0)).toBe(5);
  });

  test('alone stand in the pass of meters, with the branches around them', () => {
    const small = group(
      'SetPopulation value = 1 Destroy If condition = Unowned effects = [ SetIndustry value = 2 Destroy ] else = Destroy If condition = Planet effects = NoOp SetEmpireMeter meter = "X" value = 1',
    );
    expect(effectsOf(small).map(({ kind }) => kind)).toEqual(['modify', 'destroy', 'branch', 'modify']);
    const meters = effectsOf(small, 'meters');
    expect(meters).toHaveLength(2);
    expect(meters[1]).toMatchObject({ kind: 'branch', then: [{ kind: 'modify' }], otherwise: [] });
  });

  test('of empires alone make a group of the pass of meters that does nothing there', () => {
    expect(rulesOf(group('SetEmpireMeter meter = "X" value = 1'), 'CASE', 'meters')).toEqual([
      expect.objectContaining({ effects: [] }),
    ]);
    expect(rulesOf(group('Destroy'), 'CASE', 'meters')).toEqual([]);
  });

  test('draw once for all targets where they look at none of them', () => {
    const [once] = effectsOf(group('SetPopulation value = RandomNumber(1, 5)'));
    const [each] = effectsOf(group('SetPopulation value = Value + RandomNumber(1, 5)'));
    const draws = (effect: Effect): unknown => /"slots":(\d)/.exec(JSON.stringify(effect))?.[1];
    expect([draws(once), draws(each)]).toEqual(['1', '2']);
  });
});

/** What is true of a world after a group has been run for Home. */
function after(
  effects: string,
  scope: string,
): { readonly value: (name: string, column: string) => unknown; readonly made: ReturnType<typeof inWorld> } {
  const small = group(effects, scope);
  expect(small.problems).toEqual([]);
  const made = inWorld(small);
  runGroup(small, made, 'CASE', idsByName(made).get('Home') ?? 0);
  return {
    made,
    value(name, column) {
      const id = idsByName(made).get(name) ?? 0;
      const found = made.state.model.columnByName.get(column);
      return found !== undefined && hasCell(made.state, found, id) ? readCell(made.state, found, id) : undefined;
    },
  };
}

describe('effects on objects', () => {
  test('set species, type, star and size with the room that goes with it', () => {
    const planet = after(
      'SetSpecies name = "SP_ROBOT" SetPlanetType type = Ocean SetPlanetSize planetsize = Huge',
      'Object id = 33',
    );
    expect(planet.value('Outpost', 'species')).toBe(planet.made.game.word('species', 'SP_ROBOT'));
    expect(planet.value('Outpost', 'planetType')).toBe(planet.made.game.word('planetType', 'Ocean'));
    expect(planet.value('Outpost', 'planetSize')).toBe(planet.made.game.word('planetSize', 'Huge'));
    expect(planet.value('Outpost', 'habitableSize')).toBe(8);
    const star = after('SetStarType type = BlackHole', 'Object id = 10');
    expect(star.value('Alpha', 'star')).toBe(star.made.game.word('star', 'BlackHole'));
  });

  test('add and remove specials, with the turn and what they hold', () => {
    const added = after('AddSpecial name = "OLD" capacity = 2.5', 'Object id = 31');
    expect(
      ['special:OLD', 'special since:OLD', 'special capacity:OLD'].map((column) => added.value('Colony', column)),
    ).toEqual([1, 40, 2.5]);
    const removed = after('RemoveSpecial name = "GOLD"', 'Object id = 30');
    expect(
      ['special:GOLD', 'special since:GOLD', 'special capacity:GOLD'].map((column) => removed.value('Home', column)),
    ).toEqual([0, 0, 0]);
  });

  test('make fleets aggressive or passive', () => {
    expect(after('SetAggressive', 'Fleet').value('Guards', 'aggressive')).toBe(1);
    expect(after('SetPassive', 'Fleet').value('Beasts', 'aggressive')).toBe(0);
  });

  test('give objects and techs, and move capitals', () => {
    const given = after('SetOwner empire = Source.Owner', 'Object id = 33');
    expect(given.made.state.owner[idsByName(given.made).get('Outpost') ?? 0]).toBe(given.made.empires.get(1));
    const [give] = effectsOf(group('GiveEmpireTech name = "GRO_NEXT" empire = Target.Owner'));
    expect(give).toMatchObject({ kind: 'modify', modification: 'set' });
    const capital = after('SetEmpireCapital', 'Object id = 31');
    const { state, empires } = capital.made;
    expect(readCell(state, capital.made.game.column('capital'), empires.get(1) ?? 0)).toBe(
      idsByName(capital.made).get('Colony'),
    );
  });

  test('move to the first object that fits', () => {
    const { made } = after('MoveTo destination = And [ System Not Contains Source ]', 'Object id = 50');
    const ids = idsByName(made);
    expect(made.state.parent[ids.get('Guards') ?? 0]).toBe(ids.get('Beta'));
    const pinned = after('MoveTo destination = And [ Object id = 25 System ]', 'Object id = 50');
    expect(pinned.made.state.parent[idsByName(pinned.made).get('Guards') ?? 0]).toBe(
      idsByName(pinned.made).get('Gamma'),
    );
    const nowhere = after('MoveTo destination = And [ Object id = 25 Planet ]', 'Object id = 50');
    expect(nowhere.made.state.parent[idsByName(nowhere.made).get('Guards') ?? 0]).toBe(
      idsByName(nowhere.made).get('Alpha'),
    );
  });

  test('draw and take lanes', () => {
    expect(
      areJoined(
        after('AddStarlanes endpoint = And [ System Contains Source ]', 'Object id = 26').made,
        'Delta',
        'Alpha',
      ),
    ).toBe(true);
    expect(areJoined(after('RemoveStarlanes endpoint = System', 'Object id = 20').made, 'Beta', 'Alpha')).toBe(false);
  });

  test('let an empire see, or no longer', () => {
    const sees = (effects: string, id: number, name: string): boolean => {
      const { made } = after(effects, `Object id = ${id}`);
      return factionSees(made.state, made.empires.get(1) ?? 0, idsByName(made).get(name) ?? 0);
    };
    expect(sees('NoOp', 41, 'Lab')).toBe(false);
    expect(sees('SetVisibility empire = Source.Owner visibility = max(Basic, Value)', 41, 'Lab')).toBe(true);
    expect(sees('SetVisibility empire = Source.Owner visibility = min(Basic, Value)', 41, 'Lab')).toBe(false);
    expect(
      sees('SetVisibility empire = Source.Owner visibility = Full condition = Contains Target', 41, 'Zogworld'),
    ).toBe(true);
    expect(sees('SetVisibility empire = Source.Owner visibility = Full condition = Contains Target', 41, 'Lab')).toBe(
      false,
    );
    expect(sees('SetVisibility empire = Source.Owner visibility = Invisible', 32, 'Zogworld')).toBe(false);
  });
});

describe('effects that create', () => {
  test('a ship come with a fleet in the system of the target and an object for each part that has meters', () => {
    const text =
      'ShipDesign name = "SM_GUN" description = "" hull = "SH_BEAST" parts = ["SR_LASER" "" "SR_LASER" "GT_POD" "AR_PLATE"] model = ""';
    const small = lowered(
      `${text} Special name = "CASE" description = "" effectsgroups = [ EffectsGroup scope = Object id = 31 effects = CreateShip designname = "SM_GUN" empire = Source.Owner species = "SP_HUMAN" effects = SetStructure value = 7 ] graphic = ""`,
    );
    expect(small.problems).toEqual([]);
    const made = inWorld(small);
    const { state, game } = made;
    const fleets = runGroup(small, made, 'CASE', idsByName(made).get('Home') ?? 0).filter(
      (id) => state.identity.kind[id] === game.kinds.fleet,
    );
    expect(fleets.map((id) => [state.parent[id], state.owner[id]])).toEqual([
      [idsByName(made).get('Beta'), made.empires.get(1)],
    ]);
    const ships = runIn(made, fleets);
    expect(ships.map((id) => state.class[id])).toEqual([game.classOf('Hull', 'SH_BEAST')]);
    expect(readCell(state, game.column('species'), ships[0])).toBe(game.word('species', 'SP_HUMAN'));
    expect(readCell(state, state.model.columns[game.meters.get('STRUCTURE')?.current ?? 0], ships[0])).toBe(7);
    expect(
      runIn(made, ships)
        .map((id) => state.class[id])
        .toSorted((a, b) => a - b),
    ).toEqual([game.classOf('Part', 'SR_LASER'), game.classOf('Part', 'GT_POD')]);
  });

  test('a planet, a building or a field are where the target is', () => {
    const { made } = after(
      'CreatePlanet type = Ocean planetsize = Medium CreateField type = "FLD_STORM" size = 12',
      'Object id = 26',
    );
    const { state, game } = made;
    const inside = runIn(made, [idsByName(made).get('Delta') ?? 0]);
    expect(inside.map((id) => state.identity.kind[id])).toEqual([game.kinds.planet, game.kinds.field]);
    expect(readCell(state, game.column('habitableSize'), inside[0])).toBe(3);
    expect(readCell(state, state.model.columns[game.meters.get('SIZE')?.current ?? 0], inside[1])).toBe(12);
    const built = after('CreateBuilding type = "BLD_LAB"', 'Object id = 31');
    expect(
      runIn(built.made, [idsByName(built.made).get('Colony') ?? 0]).map((id) => [
        built.made.state.class[id],
        built.made.state.owner[id],
      ]),
    ).toEqual([[built.made.game.classOf('BuildingType', 'BLD_LAB'), built.made.empires.get(1)]]);
  });
});

/** What hangs on some objects. */
function runIn({ state }: ReturnType<typeof inWorld>, holders: readonly number[]): readonly number[] {
  return [...state.parent.keys()].filter((id) => state.identity.kind[id] !== 0 && holders.includes(state.parent[id]));
}

test('messages name the objects and numbers that content names, and say its texts', () => {
  const [effect] = effectsOf(
    group(
      'GenerateSitRepMessage message = "HELLO" label = "L" icon = "i.png" parameters = [ tag = "planet" data = Target.ID tag = "rawtext" data = Target.Population * 2 tag = "tech" data = "GRO_ROOT" ] empire = Source.Owner',
    ),
  );
  expect(effect).toMatchObject({
    kind: 'message',
    text: 'HELLO tech=GRO_ROOT',
    values: [{ name: 'recipient' }, { name: 'planet' }, { name: 'rawtext' }],
  });
  expect(effectsOf(group('Victory reason = "WON"'))).toEqual([
    expect.objectContaining({ kind: 'message', text: 'Victory WON' }),
  ]);
});

test('what is wrong in the condition of an effect is found', () => {
  expect(group('SetDestination destination = Building name = "BLD_YARDS"').problems).toEqual([
    expect.objectContaining({ code: 'unknown-name' }),
  ]);
  expect(group('SetVisibility affiliation = CanSee empire = Source.Owner visibility = Full').problems).toEqual([
    expect.objectContaining({ code: 'unsupported' }),
  ]);
});
