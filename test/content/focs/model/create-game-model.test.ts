import { describe, expect, it } from 'vitest';
import { attachmentLevels, kindAt } from '../../../../src/model/model.js';
import { createState } from '../../../../src/state/world-state.js';
import { createGameModel } from '../../../../src/content/focs/model/create-game-model.js';
import { gameColumns } from '../../../../src/content/focs/model/game-model.js';
import { defaultLimits } from '../../../../src/kernel/world-limits.js';
import { item, itemsOf, sampleItems, values, word } from './sample-items.js';

const build = () => createGameModel(itemsOf(sampleItems));

describe('the model of a game', () => {
  it('is one that a world can be made of', () => {
    const model = build().finishGame().model;
    const state = createState(model, defaultLimits, { capacity: 4, lanes: 1, factions: 2, streams: 1 }, 'seed', false);
    expect(state.cells).toHaveLength(model.columns.length);
    expect(attachmentLevels(model.kinds)).toBeLessThan(defaultLimits.attachmentDepth);
    expect(new Set(model.columns.map(({ name }) => name)).size).toBe(model.columns.length);
    expect(model.columns.map(({ index }) => index)).toEqual(model.columns.map((_, i) => i));
  });

  it('gives every kind the index that it says', () => {
    const builder = build();
    const { kinds } = builder.finishGame().model;
    for (const [name, index] of Object.entries(builder.kinds)) expect(kinds[index - 1]).toMatchObject({ name, index });
    expect(kinds.filter(({ faction }) => faction).map(({ name }) => name)).toEqual(['empire']);
    expect(kinds.filter(({ node }) => node).map(({ name }) => name)).toEqual(['system']);
  });

  it('has the columns of fixed names, and nothing of content that nobody asked for', () => {
    const builder = build();
    const { columns, tables } = builder.finishGame().model;
    for (const name of gameColumns) expect(builder.column(name).name).toBe(name);
    expect(columns.filter(({ name }) => name.includes(':'))).toEqual([]);
    expect(tables.map(({ name }) => name)).toEqual(['environment', 'preferredFocus', 'canColonize', 'canProduceShips']);
  });

  it('makes what is asked for once, and nothing new when it is finished', () => {
    const builder = build();
    const has = builder.special('NICE_SPECIAL');
    expect(builder.special('NICE_SPECIAL')).toBe(has);
    expect(has).toMatchObject({ type: { name: 'boolean' }, storage: 'u8' });
    const table = builder.speciesTag('organic');
    expect(builder.speciesTag('ORGANIC')).toBe(table);
    const model = builder.finishGame().model;
    expect(builder.finishGame().model).toBe(model);
    expect(model.columns[has?.index ?? -1]).toBe(has);
    expect(builder.special('NICE_SPECIAL')).toBe(has);
    expect(() => builder.special('PLAIN_SPECIAL')).toThrow(
      /edict: special:PLAIN_SPECIAL is new after the model was finished/,
    );
    expect(() => builder.speciesTag('OTHER')).toThrow(/after the model was finished/);
  });

  it('knows no names that content does not have', () => {
    const builder = build();
    expect(builder.special('BAD_SPECIAL')).toBeUndefined();
    expect(builder.specialSince('BAD_SPECIAL')).toBeUndefined();
    expect(builder.specialCapacity('__proto__')).toBeUndefined();
    expect(builder.partCount('XX')).toBeUndefined();
    expect(builder.partClassCount('Trade')).toBeUndefined();
    expect(builder.researched('XX')).toBeUndefined();
    expect(builder.classOf('Tech', 'BLD_YARD')).toBeUndefined();
    expect(builder.classOf('Species', 'SP_EARLY')).toBeUndefined();
    expect(builder.word('species', 'constructor')).toBeUndefined();
    expect(builder.partKind('XX')).toBeUndefined();
    expect(builder.meter('HEAT')).toBeUndefined();
  });

  it('names classes by kind and name', () => {
    const builder = build();
    const model = builder.finishGame().model;
    const yard = builder.classOf('BuildingType', 'BLD_YARD') ?? 0;
    expect(model.classes[yard - 1]).toMatchObject({
      index: yard,
      name: 'BuildingType:BLD_YARD',
      kind: builder.kinds.building,
    });
    expect(model.classByName.get('Tech:GRO_ROOT')?.kind).toBe(builder.kinds.tech);
    expect(model.classByName.get('Hull:SH_LARGE')?.kind).toBe(builder.kinds.ship);
    expect(model.classByName.get('FieldType:FLD_STORM')?.kind).toBe(builder.kinds.field);
  });

  it('lets parts be objects of the kind that has their meters', () => {
    const builder = build();
    const model = builder.finishGame().model;
    const { pod, mount, gun } = builder.kinds;
    expect(['CO_POD', 'FT_BAY', 'FT_HANGAR', 'SR_LASER', 'AR_PLATE'].map((name) => builder.partKind(name))).toEqual([
      pod,
      mount,
      gun,
      gun,
      0,
    ]);
    expect(model.classByName.get('Part:FT_BAY')?.kind).toBe(mount);
    const metersOf = (kind: number): readonly string[] =>
      kindAt(model, kind)
        .columns.map((index) => model.columns[index])
        .filter(({ role }) => role === 'meter')
        .map(({ name }) => name);
    expect(metersOf(pod)).toEqual(['CAPACITY initial', 'CAPACITY']);
    expect(metersOf(mount)).toEqual(['MAX_CAPACITY initial', 'MAX_CAPACITY', 'CAPACITY initial', 'CAPACITY']);
    expect(metersOf(gun)).toHaveLength(8);
  });

  it('has a table of environments that is Uninhabitable where nothing is said', () => {
    const builder = build();
    const { tables } = builder.finishGame().model;
    const { width, values: cells } = tables[builder.tables.environment];
    const at = (type: string, species: string): number =>
      cells[(builder.word('planetType', type) ?? 0) * width + (builder.word('species', species) ?? 0)];
    expect(at('Swamp', 'SP_EARLY')).toBe(builder.word('environment', 'Good'));
    expect(at('Swamp', 'SP_LATE')).toBe(builder.word('environment', 'Poor'));
    expect(at('Tundra', 'SP_EARLY')).toBe(builder.word('environment', 'Hostile'));
    for (const [type, species] of [
      ['Ocean', 'SP_EARLY'],
      ['', 'SP_EARLY'],
      ['Swamp', ''],
      ['', ''],
    ])
      expect(at(type, species)).toBe(builder.word('environment', 'Uninhabitable'));
  });

  it('has tables of foci, flags and tags by species', () => {
    const builder = build();
    const tags = ['Organic', 'good_population', 'ORBITAL', ''].map((tag) => builder.speciesTag(tag));
    const { tables } = builder.finishGame().model;
    const row = (table: number): readonly number[] => [...tables[table].values];
    expect(row(builder.tables.preferredFocus)).toEqual([0, builder.word('focus', 'FOCUS_RESEARCH'), 0]);
    expect(row(builder.tables.canColonize)).toEqual([0, 1, 0]);
    expect(row(builder.tables.canProduceShips)).toEqual([0, 1, 0]);
    expect(tags.map(row)).toEqual([
      [0, 1, 0],
      [0, 1, 0],
      [0, 0, 0],
      [0, 1, 0],
    ]);
  });

  it('has tables of tags of buildings and fields by class', () => {
    const builder = build();
    const table = builder.classTag('Orbital');
    const { tables } = builder.finishGame().model;
    const tagged = [...tables[table].values].flatMap((value, row) => (value === 1 ? [row] : []));
    expect(tagged).toEqual([builder.classOf('BuildingType', 'BLD_YARD'), builder.classOf('FieldType', 'FLD_STORM')]);
  });

  it('has foci once each, in the order in which they are first named', () => {
    expect(['FOCUS_INDUSTRY', 'FOCUS_RESEARCH', 'FOCUS_PROTECTION'].map((name) => build().word('focus', name))).toEqual(
      [1, 2, 3],
    );
  });

  it('starts rules of the game with what content says', () => {
    const builder = build();
    expect(['RULE_TOGGLE', 'RULE_FACTOR', 'RULE_UNHEARD_OF'].map((name) => builder.rule(name).initial)).toEqual([
      1, 1.5, 0,
    ]);
    expect(builder.empireMeter('METER_DETECTION_STRENGTH')).toBe(builder.empireMeter('DETECTION_STRENGTH'));
  });

  it('takes the first of two items of one name', () => {
    const again = item('Species', 'SP_EARLY', { environments: values(word('Good')) });
    const builder = createGameModel(itemsOf([...sampleItems, again, item('Tech', 'GRO_ROOT')]));
    expect(builder.finishGame().model.enumerations[builder.enumerations.species].members).toEqual([
      'SP_EARLY',
      'SP_LATE',
    ]);
    expect([...builder.finishGame().namesOf('Tech')]).toEqual(['GRO_ROOT', 'LRN_ROOT']);
  });

  it('refuses content with more words than fit', () => {
    const many = Array.from({ length: 256 }, (_, i) => item('Species', `SP_${i}`));
    expect(() => createGameModel(itemsOf(many))).toThrow(
      /edict: content has 256 words for species, of which there can be 255/,
    );
    expect(createGameModel(itemsOf(many.slice(1))).word('species', 'SP_255')).toBe(255);
  });
});
