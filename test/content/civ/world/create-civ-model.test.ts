import { describe, expect, test } from 'vitest';
import type { Aggregator } from '../../../../src/model/model.js';
import { createCivModel } from '../../../../src/content/civ/world/create-civ-model.js';
import type { CivDeclarationData } from '../../../../src/content/civ/world/declaration.js';
import { readDeclaration } from '../../../support/civ-declaration.js';
import { refusedWith } from '../../../support/errors.js';
import { smallCiv } from '../../../support/small-civ.js';

const modelOf = (change: Partial<CivDeclarationData> = {}, aggregators: readonly Aggregator[] = []) =>
  createCivModel(readDeclaration({ ...smallCiv, ...change }, 'test'), { aggregators });

describe('the model of a declared world', () => {
  const civ = modelOf();
  const { model } = civ;
  const kindsOf = (indices: readonly number[]): readonly string[] =>
    indices.map((index) => model.kinds[index - 1].name);

  test('has a kind for each type of objects', () => {
    expect(model.kinds.map(({ name, faction, node }) => ({ name, faction, node }))).toEqual([
      { name: 'game', faction: false, node: false },
      { name: 'team', faction: false, node: false },
      { name: 'player', faction: true, node: false },
      { name: 'city', faction: false, node: false },
      { name: 'unit', faction: false, node: false },
      { name: 'plot', faction: false, node: true },
    ]);
    expect(civ.kinds.PLOT).toBe(model.kindByName.get('plot')?.index);
  });

  test('stores numbers as whole ones, where objects have them', () => {
    const column = (index: number | undefined) => model.columns[index ?? -1];
    const kinds = (index: number | undefined) =>
      kindsOf([1, 2, 3, 4, 5, 6].filter((kind) => column(index).kinds[kind] === 1));
    expect(kinds(civ.columns.properties.get('PROPERTY_DUST'))).toHaveLength(6);
    expect(kinds(civ.columns.attributes.get('ATTRIBUTE_WEALTH'))).toEqual(['city', 'unit']);
    expect(kinds(civ.columns.attributes.get('ATTRIBUTE_POPULATION'))).toEqual(['city']);
    expect(kinds(civ.columns.playerOptions.get('PLAYEROPTION_QUIET'))).toEqual(['player']);
    expect(kinds(civ.columns.specialists.get('SPECIALIST_BARD'))).toEqual(['city']);
    expect(column(civ.columns.properties.get('PROPERTY_DUST'))).toMatchObject({ integer: true, storage: 'i32' });
    expect(column(civ.columns.callbacks.get('omens')).initial).toBe(2);
    // How many players there are is found out.
    expect(civ.columns.attributes.has('ATTRIBUTE_PLAYERS')).toBe(false);
    expect(civ.questions.has('ATTRIBUTE_PLAYERS')).toBe(true);
  });

  test('lets objects hold what is asked of them, and what they have all the same', () => {
    const holding = (name: string, of = civ) => of.model.holdings[of.holdings.get(name) ?? -1];
    expect(kindsOf(holding('TECH').kinds)).toEqual(['team']);
    expect(kindsOf(holding('BUILDING').kinds)).toEqual(['game', 'city']);
    expect(kindsOf(holding('inactive BUILDING').kinds)).toEqual(['city']);
    expect(holding('inactive BUILDING').index).toBe(civ.holdings.get('inactive BUILDING'));
    const other = modelOf({ objects: [{ id: 'game', type: 'GAME', gom: { TECH: ['TECH_SAIL'] }, tags: ['TAG_SPY'] }] });
    expect(kindsOf(holding('TECH', other).kinds)).toEqual(['game', 'team']);
    expect(kindsOf(holding('TAG', other).kinds)).toEqual(['game', 'player', 'city', 'unit', 'plot']);
  });

  test('knows words by their place', () => {
    expect(civ.words.get('OPTION')?.get('OPTION_ERA')).toBe(2);
    expect(civ.words.get('TECH')?.get('TECH_SAIL')).toBe(2);
    const question = model.questions[civ.questions.get('TECH') ?? -1];
    expect(model.enumerations[question.words].members).toEqual(['TECH_WHEEL', 'TECH_SAIL']);
  });

  test('makes what registered aggregators give whole', () => {
    const half: Aggregator = { name: 'HALF', input: 'number', output: 'number', fold: () => 2 ** 32 + 2.5 };
    const found = modelOf({}, [half]).model.aggregators.find(({ name }) => name === 'HALF');
    expect(found?.fold(new Float64Array(1), 1)).toBe(2);
  });

  test.each<[string, Partial<CivDeclarationData>]>([
    ['a property and an attribute of one name', { types: { PROPERTY: ['ATTRIBUTE_WEALTH'] } }],
    ['a property that is called like a kind', { types: { PROPERTY: ['TECH'] } }],
    ['a callback that is called like the team of a player', { python: { team: {} } }],
    ['things of a kind that there is not', { objects: [{ id: 'game', type: 'GAME', gom: { TECHS: [] } }] }],
  ])('refuses %s', (_, change) => {
    expect(refusedWith(() => modelOf(change))).toBe('bad-declaration');
  });

  test('refuses an aggregator under a name of its own', () => {
    expect(refusedWith(() => modelOf({}, [{ name: 'SUM', input: 'number', output: 'number', fold: () => 0 }]))).toBe(
      'aggregator',
    );
  });
});
