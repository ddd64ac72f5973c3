import { describe, expect, test } from 'vitest';
import { placeKind } from '../../../../../src/components/place-kind.js';
import { factionSees } from '../../../../../src/components/visibility.js';
import { group, play } from './play.js';

const gunDesign =
  'ShipDesign name = "SM_GUN" description = "" hull = "SH_BEAST" parts = ["SR_LASER" "" "SR_LASER" "GT_POD" "AR_PLATE"] model = ""';
const ship = 'CreateShip designname = "SM_GUN" empire = Source.Owner species = "SP_HUMAN"';
/** The greatest id in the state is 71. */
const firstNew = 72;

describe('ships that are created', () => {
  test('have ids of their own in the order of creation, a fleet, their parts, and the turn', () => {
    const played = play(group(`${ship} CreateShip designname = "SD_SCOUT"`, 'Object id = 31'), { items: gunDesign });
    const [fleets, ships] = [played.born('fleet'), played.born('ship')];
    expect([fleets, ships].map((ids) => ids.map((id) => played.value(id, 'id')))).toEqual([
      [firstNew, firstNew + 2],
      [firstNew + 1, firstNew + 3],
    ]);
    const { state } = played.session;
    expect([...fleets, ...ships].map((id) => [state.created[id], played.place(id).system])).toEqual(
      Array.from({ length: 4 }, () => [40, played.id('Beta')]),
    );
    expect(ships.map((id) => state.owner[id])).toEqual([played.empire(1), 0]);
    const parts = [...played.born('gun'), ...played.born('pod')].filter((id) => ships.includes(state.parent[id]));
    expect(parts.map((id) => [state.parent[id], state.class[id]])).toEqual(
      ['SR_LASER', 'GT_POD'].map((part) => [ships[0], played.session.game.model.classOf('Part', part)]),
    );
  });

  test('are of a design that the state lacks, which is there from the start', () => {
    const played = play(group(ship, 'Object id = 31'), { items: gunDesign });
    const [made] = played.born('ship');
    const design = played.value(made, 'design') ?? 0;
    expect(played.born('design')).toEqual([]);
    expect(['id', 'monster', 'predefined', 'armed'].map((column) => played.value(design, column))).toEqual([
      103, 1, 1, 1,
    ]);
    expect(played.value(design, 'parts:SR_LASER')).toBe(2);
  });

  test('are of the design of the state where it has it; designs that no rule makes ships of are not added', () => {
    const designs = (items: string, effects: string): number => {
      const { state, game } = play(group(effects, 'Object id = 31'), { items }).session;
      return state.identity.kind.filter((kind) => kind === game.model.kinds.design).length;
    };
    expect(designs('', 'CreateShip designname = "SD_SCOUT"')).toBe(3);
    expect(designs(gunDesign, 'CreateShip designname = "SD_SCOUT"')).toBe(3);
    expect(designs(gunDesign, ship)).toBe(4);
  });

  test('have the effects after them fired on them, and begin with meters of 0', () => {
    const played = play(
      group(
        `${ship} effects = [ SetStructure value = 7 SetVisibility empire = 2 visibility = Full ]`,
        'Object id = 31',
      ),
      { items: gunDesign },
    );
    const [made] = played.born('ship');
    // Nothing has set its maximum yet, below which it is held.
    expect(
      ['STRUCTURE', 'STRUCTURE initial', 'MAX_STRUCTURE', 'FUEL', 'STEALTH'].map((meter) => played.value(made, meter)),
    ).toEqual([0, 0, 0, 0, 0]);
    expect(factionSees(played.session.state, played.empire(2), made)).toBe(true);
    expect(factionSees(played.session.state, played.empire(3), made)).toBe(false);
  });

  test('have their meters in the passes that follow', () => {
    const played = play(group(ship, 'Object id = 31'), { items: gunDesign, run: 'turn' });
    const [[fleet], [made], [gun]] = ['fleet', 'ship', 'gun'].map(played.born);
    expect(played.value(fleet, 'STEALTH')).toBe(2000);
    expect(['MAX_STRUCTURE', 'MAX_FUEL', 'MAX_STRUCTURE initial'].map((meter) => played.value(made, meter))).toEqual([
      1344,
      Math.fround(1.1),
      1344,
    ]);
    expect(['MAX_CAPACITY', 'MAX_SECONDARY_STAT'].map((meter) => played.value(gun, meter))).toEqual([18, 3]);
  });
});

describe('other objects that are created', () => {
  test('planets are in the system of the target, with what is fired on them', () => {
    const played = play(
      group(
        'CreatePlanet type = Ocean planetsize = Huge effects = [ SetSpecies name = "SP_ROBOT" AddSpecial name = "OLD" SetPopulation value = 3 ]',
        'Object id = 41',
      ),
    );
    const [planet] = played.born('planet');
    const { word } = played.session.game.model;
    expect(
      ['planetType', 'originalPlanetType', 'planetSize', 'habitableSize', 'species', 'id'].map((column) =>
        played.value(planet, column),
      ),
    ).toEqual([
      word('planetType', 'Ocean'),
      word('planetType', 'Ocean'),
      word('planetSize', 'Huge'),
      8,
      word('species', 'SP_ROBOT'),
      firstNew,
    ]);
    expect([played.place(planet).system, played.session.state.owner[planet]]).toEqual([played.id('Gamma'), 0]);
  });

  test('buildings are on the planet and of the owner of the target', () => {
    const played = play(
      group(
        'CreateBuilding type = "BLD_LAB" effects = SetStealth value = Value + 4',
        'OwnedBy empire = 1',
        'priority = 5',
      ),
    );
    const { state } = played.session;
    // Of all that the empire owns, only planets and what is on them can be built on.
    const built = played.born('building');
    expect(
      built.map((id) => [state.parent[id], state.owner[id], played.value(id, 'STEALTH'), played.value(id, 'id')]),
    ).toEqual([
      [played.id('Home'), played.empire(1), 4, firstNew],
      [played.id('Colony'), played.empire(1), 4, firstNew + 1],
      [played.id('Home'), played.empire(1), 4, firstNew + 2],
    ]);
  });

  test('fields are where the target is, or at a point', () => {
    const played = play(
      group(
        'CreateField type = "FLD_CLEAR" size = 3 CreateField type = "FLD_STORM" x = 7 y = 9 size = 12 effects = SetSpeed value = 2',
        'Object id = 61',
      ),
    );
    const [here, there] = played.born('field');
    const { state } = played.session;
    expect([here, there].map((id) => state.place[id])).toEqual([placeKind.point, placeKind.point]);
    expect([played.place(here), played.place(there)]).toEqual([
      { system: 0, x: 15, y: 20 },
      { system: 0, x: 7, y: 9 },
    ]);
    const inside = play(group('CreateField type = "FLD_CLEAR" size = 3', 'Object id = 62'));
    expect(inside.born('field').map((id) => inside.place(id).system)).toEqual([inside.id('Beta')]);
    expect(
      [here, there].map((id) => ['SIZE', 'SIZE initial', 'SPEED'].map((meter) => played.value(id, meter))),
    ).toEqual([
      [3, 3, 0],
      [12, 12, 2],
    ]);
  });

  test('what is destroyed in the pass that created it takes no number, and numbers are not given twice', () => {
    const doomed = 'CreateBuilding type = "BLD_LAB" effects = Destroy';
    const played = play(group(`${doomed} CreateBuilding type = "BLD_YARD"`, 'Object id = 31'));
    expect(played.born('building').map((id) => played.value(id, 'id'))).toEqual([firstNew]);
    const { session } = played;
    const [yard] = played.born('building');
    session.runPass('a');
    const second = session.game.model.column('id');
    const numbers = [...session.state.cells[second.index]].filter(
      (number, id) => session.state.identity.kind[id] === session.game.model.kinds.building && number >= firstNew,
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual([firstNew, firstNew + 1]);
    expect(played.value(yard, 'id')).toBe(firstNew);
  });
});

describe('a world without room', () => {
  test('grows, and the pass is run again', () => {
    const full = play(group('CreateBuilding type = "BLD_LAB"', 'Planet'), { options: { capacity: 1 } });
    expect(full.born('building')).toHaveLength(4);
    const roomy = play(group('CreateBuilding type = "BLD_LAB"', 'Planet'));
    expect(full.born('building').map((id) => full.value(id, 'id'))).toEqual(
      roomy.born('building').map((id) => roomy.value(id, 'id')),
    );
    expect(full.session.state.arena.sizes[0]).toBeGreaterThan(full.born('building').at(-1) ?? 0);
  });
});

test('ships that lack objects for their parts are given them', () => {
  const played = play(group('NoOp'));
  // The gunboat of the state has lasers but nothing of its hangar.
  expect(played.born('gun').map((id) => [played.session.state.parent[id], played.session.state.class[id]])).toEqual([
    [played.id('Gunboat'), played.session.game.model.classOf('Part', 'FT_HANGAR')],
  ]);
});
