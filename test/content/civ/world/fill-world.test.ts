import { describe, expect, test } from 'vitest';
import { readCell } from '../../../../src/components/cells.js';
import { heldWords } from '../../../../src/components/holdings.js';
import { listOf } from '../../../../src/components/links.js';
import type { CivDeclarationData } from '../../../../src/content/civ/world/declaration.js';
import { fillWorld } from '../../../../src/content/civ/world/fill-world.js';
import { civWorldOf } from '../../../support/civ-world.js';
import { refusal, refusedWith } from '../../../support/errors.js';
import { smallCiv } from '../../../support/small-civ.js';

const filled = (change: Partial<CivDeclarationData> = {}) => civWorldOf({ ...smallCiv, ...change });
const withObjects = (...objects: CivDeclarationData['objects']) =>
  filled({ objects: [...smallCiv.objects, ...objects] });

describe('a filled world', () => {
  const { civ, state, objects } = filled();
  const id = (name: string): number => objects.get(name) ?? 0;
  const value = (name: string, column: number | undefined): number =>
    readCell(state, civ.model.columns[column ?? -1], id(name));
  const held = (name: string, holding: string): readonly string[] => {
    const words = [...(civ.words.get(holding) ?? [])];
    return heldWords(state, civ.holdings.get(holding) ?? -1, id(name)).map((word) => words[word - 1][0]);
  };

  test('has objects in the order in which they are gone through, each plot among them', () => {
    expect([...objects].sort(([, a], [, b]) => a - b).map(([name]) => name)).toEqual([
      'game',
      'team:1',
      'team:2',
      'player:2',
      'player:1',
      'plot:0,0',
      'plot:1,0',
      'plot:0,1',
      'plot:1,1',
      'city:1',
      'unit:1',
    ]);
  });

  test('has them where and whose they are', () => {
    expect(state.parent[id('city:1')]).toBe(id('plot:1,1'));
    expect(state.owner[id('unit:1')]).toBe(id('player:1'));
    expect(state.owner[id('plot:1,1')]).toBe(id('player:1'));
    expect(state.owner[id('plot:0,0')]).toBe(0);
    expect([state.x[id('plot:0,1')], state.y[id('plot:0,1')]]).toEqual([0, 1]);
    expect(listOf(state, civ.links.working, id('city:1'))).toEqual([id('plot:1,1'), id('plot:0,1')]);
    expect(listOf(state, civ.links.trade, id('city:1'))).toEqual([id('city:1'), id('city:1')]);
  });

  test('has their numbers', () => {
    expect(value('player:1', civ.columns.team)).toBe(id('team:1'));
    expect([value('player:1', civ.columns.alive), value('player:2', civ.columns.alive)]).toEqual([1, 0]);
    expect(value('plot:1,0', civ.columns.game)).toBe(id('game'));
    expect(value('city:1', civ.columns.properties.get('PROPERTY_DUST'))).toBe(-4);
    expect(value('city:1', civ.columns.attributes.get('ATTRIBUTE_POPULATION'))).toBe(6);
    expect(value('city:1', civ.columns.specialists.get('SPECIALIST_BARD'))).toBe(2);
    expect(value('player:1', civ.columns.playerOptions.get('PLAYEROPTION_QUIET'))).toBe(1);
    expect([
      value('unit:1', civ.columns.callbacks.get('omens')),
      value('plot:0,0', civ.columns.callbacks.get('omens')),
    ]).toEqual([9, 2]);
  });

  test('has what they store', () => {
    expect(held('city:1', 'BUILDING')).toEqual(['BUILDING_MILL', 'BUILDING_FORGE']);
    expect(heldWords(state, civ.holdings.get('inactive BUILDING') ?? -1, id('city:1'))).toEqual([2]);
    expect(held('team:2', 'TECH')).toEqual(['TECH_SAIL']);
    expect(held('unit:1', 'TAG')).toEqual(['TAG_SPY']);
    expect(held('game', 'OPTION')).toEqual(['OPTION_RAIN', 'OPTION_ERA']);
  });

  test('has a game where none is listed', () => {
    const other = filled({ objects: [] });
    expect([...other.objects.keys()]).toEqual(['game', 'plot:0,0', 'plot:1,0', 'plot:0,1', 'plot:1,1']);
  });

  test('was empty before', () => {
    const other = filled();
    expect(refusedWith(() => fillWorld(other.world, other.civ))).toBe('bad-option');
  });
});

describe('a declaration is refused that', () => {
  test.each<[string, CivDeclarationData['objects'][number]]>([
    ['has two objects of one id', { id: 'team:1', type: 'TEAM' }],
    ['has two games', { id: 'match', type: 'GAME' }],
    ['has two plots at one place', { id: 'plot:1', type: 'PLOT', x: 1, y: 1 }],
    ['has a plot off the map', { id: 'plot:2,0', type: 'PLOT', x: 2, y: 0 }],
    ['names an owner that there is not', { id: 'unit:2', type: 'UNIT', plot: 'plot:0,0', owner: 'player:9' }],
    ['names an owner that is no player', { id: 'unit:2', type: 'UNIT', plot: 'plot:0,0', owner: 'team:1' }],
    ['names a plot that there is not', { id: 'unit:2', type: 'UNIT', plot: 'plot:7,7', owner: 'player:1' }],
    ['names a team that there is not', { id: 'player:3', type: 'PLAYER', team: 'game' }],
    [
      'lets work on what is no plot',
      { id: 'city:2', type: 'CITY', plot: 'plot:0,0', owner: 'player:1', working: ['city:1'] },
    ],
    [
      'trades with what is no city',
      { id: 'city:2', type: 'CITY', plot: 'plot:0,0', owner: 'player:1', trade: ['city:3'] },
    ],
    ['has an undeclared thing', { id: 'team:3', type: 'TEAM', gom: { TECH: ['TECH_WHEELS'] } }],
    ['has an undeclared tag', { id: 'team:3', type: 'TEAM', tags: ['TAG_SPIES'] }],
    ['has an undeclared property', { id: 'team:3', type: 'TEAM', properties: { PROPERTY_DUSK: 1 } }],
    [
      'has an undeclared attribute',
      { id: 'unit:2', type: 'UNIT', plot: 'plot:0,0', owner: 'player:1', attributes: { WELTH: 1 } },
    ],
    ['has an undeclared option', { id: 'player:3', type: 'PLAYER', team: 'team:1', options: { PLAYEROPTION_LOUD: 1 } }],
    [
      'has heads of an undeclared specialist',
      { id: 'city:2', type: 'CITY', plot: 'plot:0,0', owner: 'player:1', specialists: { SPECIALIST_BART: 1 } },
    ],
  ])('%s', (_, object) => {
    expect(refusedWith(() => withObjects(object))).toBe('bad-declaration');
  });

  test('lets two cities work one plot', () => {
    const city = { id: 'city:2', type: 'CITY', plot: 'plot:0,0', owner: 'player:1' } as const;
    const error = refusal(() => withObjects({ ...city, working: ['plot:1,0', 'plot:0,1'] }));
    expect(error.code).toBe('bad-declaration');
    expect(error.message).toMatch(/both `city:1` and `city:2` work `plot:0,1`/);
    expect(withObjects({ ...city, working: ['plot:1,0', 'plot:0,0'] }).objects.has('city:2')).toBe(true);
  });

  test('calls another object like a plot that is not listed', () => {
    expect(refusal(() => withObjects({ id: 'plot:0,0', type: 'TEAM' })).message).toContain(
      'two objects are called `plot:0,0`',
    );
  });

  test('names what is missing, and what it may be', () => {
    expect(refusal(() => withObjects({ id: 'team:3', type: 'TEAM', gom: { TECH: ['TECH_WHEELS'] } })).message).toMatch(
      /`team:3` has `TECH_WHEELS`.*did you mean `TECH_WHEEL`\?/,
    );
  });
});
