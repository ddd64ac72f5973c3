import { turnOf } from '../../../../src/components/clock.js';
import { describe, expect, it } from 'vitest';
import { isAvailable } from '../../../../src/components/availability.js';
import { readCell } from '../../../../src/components/cells.js';
import { checkState } from '../../../../src/state/world-state.js';
import { laneCount, neighboursOf } from '../../../../src/components/lanes.js';
import { networkOf } from '../../../../src/components/networks.js';
import { bear, population } from '../../../../src/state/object-life.js';
import { placeHolder } from '../../../../src/components/place.js';
import { placeKind } from '../../../../src/components/place-kind.js';
import { isRelated } from '../../../../src/components/relations.js';
import { isSighted } from '../../../../src/components/sights.js';
import { hashState } from '../../../../src/state/state-hash.js';
import { factionSees } from '../../../../src/components/visibility.js';
import type { GameColumn } from '../../../../src/content/focs/model/game-model.js';
import { createGameModel } from '../../../../src/content/focs/model/create-game-model.js';
import { importState } from '../../../../src/content/focs/state/import-state.js';
import type { ImportedGame } from '../../../../src/content/focs/state/imported-game.js';
import { EdictError } from '../../../../src/kernel/errors.js';
import { resolve } from '../../../../src/kernel/identity.js';
import { textOf } from '../../../../src/kernel/strings.js';
import { stateOf } from '../../../support/focs-state.js';
import { item, itemsOf, sampleItems } from '../model/sample-items.js';
import { importSample, sampleState, withObject } from './sample-state.js';

const cell = (made: ImportedGame, name: GameColumn, id: number): number =>
  readCell(made.state, made.game.column(name), id);
const word = (made: ImportedGame, enumeration: Parameters<ImportedGame['game']['word']>[0], name: string): number =>
  made.game.word(enumeration, name) ?? -1;
const empire = (made: ImportedGame, id: number): number => made.empires.get(id) ?? 0;

describe('a state in a world', () => {
  const made = importSample();
  const { game, state, idOf } = made;

  it('is a sound world, always the same', () => {
    checkState(state);
    expect(hashState(importSample().state)).toBe(hashState(state));
    expect(population(state)).toBe(1 + 2 + 4 + sampleState.objects.length + 2 + 3);
    expect(turnOf(state)).toBe(39);
  });

  it('gives ids in order: the galaxy, empires, designs, objects, parts, orders', () => {
    expect(made.galaxy).toBe(1);
    expect([empire(made, 4), empire(made, 9)]).toEqual([2, 3]);
    expect([...made.designs.values()]).toEqual([4, 5, 6, 7]);
    expect(sampleState.objects.map(({ id }) => idOf(id))).toEqual(sampleState.objects.map((_, i) => 8 + i));
    expect([...(made.parts.get(41) ?? [])]).toEqual([
      ['CO_POD', 20],
      ['SR_LASER', 21],
    ]);
    expect([22, 23, 24].map((id) => state.identity.kind[id])).toEqual([
      game.kinds.order,
      game.kinds.order,
      game.kinds.order,
    ]);
    expect([idOf(-1), idOf(999)]).toEqual([0, 0]);
  });

  it('does so whatever the order of the file', () => {
    const shuffled = importSample({
      objects: [...sampleState.objects].reverse(),
      empires: [...sampleState.empires].reverse(),
      designs: [...sampleState.designs].reverse(),
    });
    expect(hashState(shuffled.state)).toBe(hashState(state));
  });

  it('binds the galaxy, with the settings of the game', () => {
    expect(resolve(state.identity, state.role[game.roles.galaxy + 1])).toBe(made.galaxy);
    expect(cell(made, 'universeWidth', made.galaxy)).toBe(100);
    expect(cell(made, 'GalaxyMonsterFrequency', made.galaxy)).toBe(3);
    expect(cell(made, 'GalaxyNativeFrequency', made.galaxy)).toBe(1);
  });

  it('has rules as the state says, else as content says', () => {
    const asked = importSample({}, (builder) =>
      ['RULE_FACTOR', 'RULE_TOGGLE', 'RULE_DIPLOMACY', 'RULE_OTHER'].forEach((name) => builder.rule(name)),
    );
    const values = [...asked.game.rule.known].map(([name, column]) => [
      name,
      readCell(asked.state, column, asked.galaxy),
    ]);
    expect(values).toEqual([
      ['RULE_FACTOR', 2.5],
      ['RULE_TOGGLE', 1],
      ['RULE_DIPLOMACY', 0],
      ['RULE_OTHER', 0],
    ]);
  });

  it('has what is true of objects', () => {
    const home = idOf(30);
    expect(textOf(state.strings, state.name[home])).toBe('Home');
    expect(state.owner[home]).toBe(empire(made, 4));
    expect(cell(made, 'id', home)).toBe(30);
    expect(cell(made, 'species', home)).toBe(word(made, 'species', 'SP_EARLY'));
    expect(cell(made, 'focus', home)).toBe(word(made, 'focus', 'FOCUS_RESEARCH'));
    expect(cell(made, 'planetType', home)).toBe(word(made, 'planetType', 'Tundra'));
    expect(cell(made, 'originalPlanetType', home)).toBe(word(made, 'planetType', 'Ocean'));
    expect(cell(made, 'planetSize', home)).toBe(word(made, 'planetSize', 'Huge'));
    expect(cell(made, 'habitableSize', home)).toBe(8);
    expect(
      (['lastTurnFocusChanged', 'lastTurnColonized', 'lastTurnConquered', 'lastTurnAttackedByShip'] as const).map(
        (name) => cell(made, name, home),
      ),
    ).toEqual([1, 2, 3, 4]);
    expect(cell(made, 'species', idOf(31))).toBe(0);
    expect(cell(made, 'star', idOf(20))).toBe(word(made, 'star', 'NoStar'));
    expect(cell(made, 'lastTurnBattleHere', idOf(10))).toBe(8);
    expect(state.class[idOf(32)]).toBe(game.classOf('BuildingType', 'BLD_YARD'));
    expect(state.class[idOf(60)]).toBe(game.classOf('FieldType', 'FLD_STORM'));
    expect(state.created[idOf(32)]).toBe(39);
    expect(state.created[home]).toBe(-32768);
    expect([50, 51].map((id) => cell(made, 'aggressive', idOf(id)))).toEqual([0, 1]);
    expect([50, 51].map((id) => cell(made, 'nextSystem', idOf(id)))).toEqual([0, idOf(20)]);
    expect([50, 51].map((id) => cell(made, 'destination', idOf(id)))).toEqual([0, idOf(10)]);
    expect(cell(made, 'previousSystem', idOf(52))).toBe(idOf(20));
  });

  it('has what is true of ships, whose class is their hull', () => {
    const docked = idOf(40);
    expect(state.class[docked]).toBe(game.classOf('Hull', 'SH_SMALL'));
    expect(cell(made, 'design', docked)).toBe(made.designs.get(100));
    expect(cell(made, 'producedBy', docked)).toBe(empire(made, 9));
    expect(cell(made, 'orderedBombardPlanet', docked)).toBe(idOf(31));
    expect(
      (['arrivedOnTurn', 'lastTurnActiveInBattle', 'lastTurnResupplied'] as const).map((name) =>
        cell(made, name, docked),
      ),
    ).toEqual([5, 6, 7]);
    expect(cell(made, 'producedBy', idOf(32))).toBe(empire(made, 4));
    expect(cell(made, 'producedBy', idOf(41))).toBe(0);
  });

  it('has both halves of meters, and those of parts with an object for each part', () => {
    const meter = (name: string, id: number): readonly number[] => {
      const columns = game.meters.get(name);
      return columns === undefined ? [] : [state.cells[columns.initial][id], state.cells[columns.current][id]];
    };
    expect(meter('POPULATION', idOf(30))).toEqual([11.25, 16]);
    expect(meter('TARGET_POPULATION', idOf(30))).toEqual([20, -3]);
    const [pod, laser] = ['CO_POD', 'SR_LASER'].map((part) => made.parts.get(41)?.get(part) ?? 0);
    expect([pod, laser].map((id) => state.parent[id])).toEqual([idOf(41), idOf(41)]);
    expect([pod, laser].map((id) => state.class[id])).toEqual(
      ['CO_POD', 'SR_LASER'].map((part) => game.classOf('Part', part)),
    );
    expect(meter('CAPACITY', pod)).toEqual([1.5, 1.5]);
    expect(meter('CAPACITY', laser)).toEqual([10, 12]);
    expect(meter('MAX_SECONDARY_STAT', laser)).toEqual([3, 3]);
  });

  it('hangs objects on what they are in, and puts the others at their points', () => {
    expect([30, 32, 40, 50, 60].map((id) => state.parent[idOf(id)])).toEqual([10, 30, 50, 10, 20].map(idOf));
    expect([61, 52].map((id) => [state.place[idOf(id)], state.x[idOf(id)], state.y[idOf(id)]])).toEqual([
      [placeKind.point, 70, 80],
      [placeKind.point, 7, 8],
    ]);
    expect([state.x[idOf(10)], state.y[idOf(10)]]).toEqual([1.5, 2.5]);
  });

  it('puts what is on its way on its lane, exactly where it is', () => {
    const fleet = idOf(51);
    expect(placeHolder(state, idOf(41))).toBe(fleet);
    expect([state.place[fleet], state.end[fleet], state.otherEnd[fleet], state.x[fleet], state.y[fleet]]).toEqual([
      placeKind.lane,
      idOf(10),
      idOf(20),
      2.1,
      3.3,
    ]);
    expect(state.fraction[fleet]).toBeCloseTo(0.2, 1);
  });

  it('has each lane once', () => {
    expect(laneCount(state)).toBe(1);
    expect(neighboursOf(state, idOf(10))).toEqual([idOf(20)]);
  });

  it('has what empires know, are and have', () => {
    const four = empire(made, 4);
    const nine = empire(made, 9);
    expect([cell(made, 'id', four), cell(made, 'eliminated', four), cell(made, 'eliminated', nine)]).toEqual([4, 0, 1]);
    expect(
      (['war', 'peace', 'allied'] as const).map((name) => isRelated(state, game.relations[name], nine, four)),
    ).toEqual([false, true, false]);
    expect([10, 51, 60].map((id) => factionSees(state, four, idOf(id)))).toEqual([true, true, false]);
    expect([30, 31].map((id) => factionSees(state, nine, idOf(id)))).toEqual([true, false]);
    expect([four, nine].map((id) => isSighted(state, game.sights.explored, id, idOf(20)))).toEqual([true, false]);
    expect([10, 20].map((id) => isSighted(state, game.sights.resupply, four, idOf(id)))).toEqual([true, false]);
    expect([10, 20].map((id) => networkOf(state, game.networks.supply, four, idOf(id)))).toEqual([1, 2]);
    expect([10, 20].map((id) => networkOf(state, game.networks.supply, nine, idOf(id)))).toEqual([1, 1]);
    const available = (
      [
        ['Tech', 'GRO_ROOT'],
        ['Tech', 'LRN_ROOT'],
        ['BuildingType', 'BLD_YARD'],
        ['BuildingType', 'BLD_MILL'],
        ['Hull', 'SH_SMALL'],
        ['Part', 'SR_LASER'],
        ['Part', 'CO_POD'],
      ] as const
    ).map(([kind, name]) => isAvailable(state, four, game.classOf(kind, name) ?? 0));
    expect(available).toEqual([true, true, true, false, true, true, false]);
    expect(isAvailable(state, nine, game.classOf('Tech', 'GRO_ROOT') ?? 0)).toBe(false);
  });

  it('has the turns of research and the meters of empires that rules ask for', () => {
    const asked = importSample({}, (builder) => {
      for (const tech of ['GRO_ROOT', 'LRN_ROOT']) builder.researched(tech);
      builder.empireMeter('METER_DETECTION_STRENGTH');
    });
    const of = (id: number): readonly number[] =>
      [...asked.game.researched.known.values(), ...asked.game.empireMeter.known.values()].map((column) =>
        readCell(asked.state, column, empire(asked, id)),
      );
    expect([of(4), of(9)]).toEqual([
      [-32768, 7, 30],
      [0, 12, 0],
    ]);
  });

  it('names for each empire the object that its techs come from', () => {
    const sourceOf = (change: object): number => {
      const other = importSample({ empires: [{ ...sampleState.empires[1], ...change }, sampleState.empires[0]] });
      return cell(other, 'sourceObject', empire(other, 4));
    };
    expect(sourceOf({})).toBe(idOf(30));
    expect(cell(made, 'sourceObject', empire(made, 9))).toBe(idOf(32));
    expect(sourceOf({ sourceObject: 31 })).toBe(idOf(31));
    expect(sourceOf({ sourceObject: 32, capital: 31 })).toBe(idOf(31));
    expect(sourceOf({ sourceObject: 999, capital: -1 })).toBe(idOf(30));
    const unlucky = importSample({
      empires: [...sampleState.empires, { ...sampleState.empires[0], id: 5, sourceObject: 30 }],
    });
    expect(cell(unlucky, 'sourceObject', empire(unlucky, 5))).toBe(0);
    expect(cell(unlucky, 'capital', empire(unlucky, 5))).toBe(unlucky.idOf(30));
  });

  it('knows the species whose homeworld a planet is, two of them at most', () => {
    expect((['homeworldOf', 'alsoHomeworldOf'] as const).map((name) => cell(made, name, idOf(30)))).toEqual([
      word(made, 'species', 'SP_LATE'),
      word(made, 'species', 'SP_EARLY'),
    ]);
    expect((['homeworldOf', 'alsoHomeworldOf'] as const).map((name) => cell(made, name, idOf(31)))).toEqual([
      word(made, 'species', 'SP_LATE'),
      0,
    ]);
  });

  it('has orders where they will be made, of no class', () => {
    const orders = [22, 23, 24];
    expect(orders.map((id) => state.owner[id])).toEqual([empire(made, 4), empire(made, 4), empire(made, 4)]);
    expect(orders.map((id) => state.parent[id])).toEqual([idOf(30), idOf(30), 0]);
    expect(orders.map((id) => cell(made, 'remaining', id))).toEqual([1, 3, 2]);
    expect(orders.map((id) => cell(made, 'orderDesign', id))).toEqual([0, made.designs.get(101), 0]);
    expect(orders.map((id) => cell(made, 'orderClass', id))).toEqual([game.classOf('BuildingType', 'BLD_MILL'), 0, 0]);
    expect(orders.map((id) => state.class[id])).toEqual([0, 0, 0]);
  });

  it('has room to grow, and grows as if its objects had been born there', () => {
    const other = importSample();
    const born = bear(other.state, {
      kind: game.kinds.planet,
      class: 0,
      name: 'New',
      owner: 0,
      place: { at: 'object', object: other.idOf(10) },
      created: 40,
    });
    expect(born).toBe(population(state) + 1);
    expect(cell(other, 'lastTurnColonized', born)).toBe(-65535);
    checkState(other.state);
  });

  it('takes the networks after the pass where those in it are not known', () => {
    const later = importSample({ supply: { ...sampleState.supply, networkUsedByPassC: null } });
    const four = empire(later, 4);
    expect([10, 20].map((id) => networkOf(later.state, game.networks.supply, four, later.idOf(id)))).toEqual([1, 1]);
    expect([10, 20].map((id) => isSighted(later.state, game.sights.resupply, four, later.idOf(id)))).toEqual([
      true,
      true,
    ]);
  });
});

describe('designs', () => {
  const made = importSample({}, (builder) => {
    for (const part of ['SR_LASER', 'CO_POD', 'SR_DUD']) builder.partCount(part);
    builder.partClassCount('ShortRange');
    builder.allParts();
    for (const tag of ['colony', 'UNOWNED_FRIENDLY', '']) builder.designTag(tag);
  });
  const { game, state } = made;
  const of = (id: number): number => made.designs.get(id) ?? 0;
  const row = (name: GameColumn): readonly number[] => [100, 101, 102, 103].map((id) => cell(made, name, of(id)));

  it('have hulls, and names if content has designed them', () => {
    expect(row('id')).toEqual([100, 101, 102, 103]);
    expect(row('hull')).toEqual(
      ['SH_SMALL', 'SH_LARGE', 'SH_LARGE', 'SH_LARGE'].map((name) => game.classOf('Hull', name)),
    );
    expect(row('predefined')).toEqual([1, 0, 1, 0]);
    expect(row('designName')).toEqual([game.word('designName', 'SD_SCOUT'), 0, game.word('designName', 'SM_BEAST'), 0]);
    expect(row('monster')).toEqual([0, 0, 1, 0]);
  });

  it('are armed with a weapon that hits, or with fighters and a bay', () => {
    expect(row('armed')).toEqual([0, 1, 0, 1]);
  });

  it('count their parts', () => {
    const counts = (
      columns: Iterable<readonly [string, { readonly index: number }]>,
      id: number,
    ): Record<string, number> =>
      Object.fromEntries([...columns].map(([name, { index }]) => [name, state.cells[index][of(id)]]));
    expect(counts(game.partCount.known, 101)).toEqual({ SR_LASER: 2, CO_POD: 1, SR_DUD: 0 });
    expect(counts(game.partCount.known, 102)).toEqual({ SR_LASER: 0, CO_POD: 0, SR_DUD: 1 });
    expect(counts(game.partClassCount.known, 101)).toEqual({ ShortRange: 2 });
    expect([100, 101, 103].map((id) => state.cells[game.partsInAll?.index ?? -1][of(id)])).toEqual([0, 3, 2]);
    expect(counts(game.designTag.known, 100)).toEqual({ COLONY: 0, UNOWNED_FRIENDLY: 1, '': 1 });
    expect(counts(game.designTag.known, 101)).toEqual({ COLONY: 1, UNOWNED_FRIENDLY: 0, '': 1 });
    expect(counts(game.designTag.known, 103)).toEqual({ COLONY: 0, UNOWNED_FRIENDLY: 0, '': 0 });
  });
});

describe('specials', () => {
  it('have the columns that rules ask for, and no others', () => {
    const { game, state, idOf } = importSample({}, (builder) => {
      builder.special('NICE_SPECIAL');
      builder.specialSince('NICE_SPECIAL');
      builder.specialCapacity('NICE_SPECIAL');
      builder.specialSince('PLAIN_SPECIAL');
    });
    const read = (name: string, id: number): readonly (number | undefined)[] => {
      return [game.special, game.specialSince, game.specialCapacity].map(({ known }) => {
        const column = known.get(name);
        return column && state.cells[column.index][idOf(id)];
      });
    };
    expect(read('NICE_SPECIAL', 30)).toEqual([1, 7, 2.5]);
    expect(read('NICE_SPECIAL', 10)).toEqual([0, 0, 0]);
    expect(read('PLAIN_SPECIAL', 10)).toEqual([undefined, 3, undefined]);
  });
});

describe('a state that the content does not fit is one error that says what and where', () => {
  function refused(change: Readonly<Record<string, unknown>>): string {
    try {
      importSample(change);
    } catch (error) {
      if (error instanceof EdictError) return error.message;
      throw error;
    }
    throw new Error('nothing was thrown');
  }
  const inEmpire = (change: object): string =>
    refused({ empires: [sampleState.empires[0], { ...sampleState.empires[1], ...change }] });
  const inDesign = (change: object): string =>
    refused({ designs: [{ ...sampleState.designs[0], ...change }, ...sampleState.designs.slice(1)] });

  it.each([
    [
      'species',
      withObject(30, { species: 'SP_ERLY' }),
      /^edict: planet 30 names the species `SP_ERLY`, which the content does not have; did you mean `SP_EARLY`\?$/,
    ],
    ['species of a ship', withObject(40, { species: 'SP_LATER' }), /ship 40 names the species `SP_LATER`.*`SP_LATE`/],
    ['focus', withObject(30, { focus: 'FOCUS_RESERCH' }), /planet 30 names the focus .*`FOCUS_RESEARCH`/],
    [
      'type of planet',
      withObject(30, { planetType: 'Dessert' }),
      /planet 30 names the planet type `Dessert`.*`Desert`/,
    ],
    ['original type', withObject(30, { originalPlanetType: 'Oceans' }), /`Ocean`/],
    ['size', withObject(30, { planetSize: 'Hugh' }), /planet size `Hugh`.*`Huge`/],
    ['star', withObject(10, { star: 'Blu' }), /system 10 names the star type `Blu`.*`Blue`/],
    [
      'building',
      withObject(32, { buildingType: 'BLD_YERD' }),
      /building 32 names the type of building `BLD_YERD`.*`BLD_YARD`/,
    ],
    ['field', withObject(60, { fieldType: 'FLD_STROM' }), /field 60 names the type of field .*`FLD_STORM`/],
    [
      'special',
      withObject(30, { specials: { NICE_SPECAL: { since: 1, capacity: 0 } } }),
      /object 30 names the special .*`NICE_SPECIAL`/,
    ],
    [
      'part of a ship',
      withObject(41, { partMeters: [{ part: 'SR_LASR', meter: 'CAPACITY', initial: 0, current: 0 }] }),
      /ship 41 names the part .*`SR_LASER`/,
    ],
    [
      'meter',
      withObject(30, { meters: { POPULATIN: { initial: 0, current: 0 } } }),
      /planet 30 has the meter `POPULATIN`, .*`POPULATION`/,
    ],
    ['homeworld', { species: { homeworlds: { SP_ERLY: [30] } } }, /the list of homeworlds names the species/],
  ])('%s', (_, change, message) => {
    expect(refused(change)).toMatch(message);
  });

  it('in what empires have', () => {
    expect(inEmpire({ techs: { GRO_ROOTS: 1 } })).toMatch(/empire 4 names the tech `GRO_ROOTS`.*`GRO_ROOT`/);
    expect(inEmpire({ buildingTypesAvailable: ['BLD_MIL'] })).toMatch(
      /empire 4 names the type of building .*`BLD_MILL`/,
    );
    expect(inEmpire({ shipHullsAvailable: ['SH_SMAL'] })).toMatch(/hull .*`SH_SMALL`/);
    expect(inEmpire({ shipPartsAvailable: ['Nothing like it'] })).toMatch(
      /part `Nothing like it`.*load the content that the game was played with$/,
    );
    expect(
      inEmpire({
        productionQueue: [{ buildType: 'Building', name: 'BLD_MIL', design: -1, location: 30, remaining: 1 }],
      }),
    ).toMatch(/production queue of empire 4 names .*`BLD_MILL`/);
  });

  it('in designs', () => {
    expect(inDesign({ hull: 'SH_TINY' })).toMatch(/design 100 names the hull `SH_TINY`/);
    expect(inDesign({ parts: ['', 'SR_LASERS'] })).toMatch(/design 100 names the part `SR_LASERS`.*`SR_LASER`/);
    expect(refused(withObject(40, { design: -1 }))).toMatch(/ship 40 has no design/);
  });

  it('in meters that such an object does not have', () => {
    expect(refused(withObject(30, { meters: { FUEL: { initial: 0, current: 0 } } }))).toMatch(
      /planet 30 has the meter `FUEL`, which such an object does not have; export/,
    );
    const laser = (meters: readonly string[]): string =>
      refused(
        withObject(41, { partMeters: meters.map((meter) => ({ part: 'SR_LASER', meter, initial: 0, current: 0 })) }),
      );
    expect(laser(['CAPACITY'])).toMatch(
      /ship 41 lists `CAPACITY` of its part `SR_LASER`; of a part of class ShortRange it lists MAX_CAPACITY, MAX_SECONDARY_STAT, CAPACITY, SECONDARY_STAT$/,
    );
    expect(
      refused(withObject(41, { partMeters: [{ part: 'AR_PLATE', meter: 'CAPACITY', initial: 0, current: 0 }] })),
    ).toMatch(/part of class Armour it lists nothing$/);
  });

  it('a planet that is the homeworld of three species', () => {
    const game = createGameModel(itemsOf([...sampleItems, item('Species', 'SP_THIRD')])).finishGame();
    const three = {
      ...sampleState,
      species: { homeworlds: { SP_LATE: [30, 30], SP_EARLY: [30], SP_THIRD: [31, 30] } },
    };
    expect(() => importState(game, stateOf(three))).toThrow(
      /edict: planet 30 is the homeworld of more than two species, `SP_THIRD` the third/,
    );
  });

  it('more empires than a world holds', () => {
    const many = Array.from({ length: 256 }, (_, i) => ({ ...sampleState.empires[0], id: i, capital: -1 }));
    expect(refused({ empires: many })).toMatch(/256 empires; a world has room for 255/);
  });
});
