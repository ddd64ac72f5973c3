import type { CivExpression } from '../../src/content/civ/syntax.js';
import type { CivDeclarationData } from '../../src/content/civ/world/declaration.js';

/**
 * A declared world of a few objects: two teams, of which one is dead, a city with a unit, and a plot that nobody has.
 */
export const smallCiv = {
  types: {
    BUILDING: ['BUILDING_MILL', 'BUILDING_FORGE'],
    TECH: ['TECH_WHEEL', 'TECH_SAIL'],
    HANDICAP: ['HANDICAP_CALM', 'HANDICAP_FIERCE'],
    PROPERTY: ['PROPERTY_DUST'],
    SPECIALIST: ['SPECIALIST_BARD'],
    PLAYEROPTION: ['PLAYEROPTION_QUIET'],
    ADAPT: ['ADAPT_DEFAULT'],
  },
  options: { OPTION_RAIN: true, OPTION_ERA: 4, OPTION_WIND: false },
  defines: {},
  attributes: { ATTRIBUTE_WEALTH: ['CITY', 'UNIT'] },
  adapt: { gamespeed: { ADAPT_DEFAULT: 150 }, worldsize: {}, handicap: { HANDICAP_FIERCE: { ADAPT_DEFAULT: 50 } } },
  python: { omens: { '*': 2, 'unit:1': 9 } },
  map: { width: 2, height: 2, wrapX: true },
  objects: [
    { id: 'plot:1,1', type: 'PLOT', x: 1, y: 1, owner: 'player:1' },
    { id: 'unit:1', type: 'UNIT', plot: 'plot:1,1', owner: 'player:1', attributes: { WEALTH: 3 }, tags: ['TAG_SPY'] },
    {
      id: 'city:1',
      type: 'CITY',
      plot: 'plot:1,1',
      owner: 'player:1',
      gom: { BUILDING: ['BUILDING_MILL', 'BUILDING_FORGE'] },
      inactive: ['BUILDING_FORGE'],
      attributes: { POPULATION: 6 },
      properties: { PROPERTY_DUST: -4 },
      specialists: { SPECIALIST_BARD: 2 },
      working: ['plot:1,1', 'plot:0,1'],
      trade: ['city:1', 'city:1'],
    },
    { id: 'player:2', type: 'PLAYER', team: 'team:2', alive: false },
    {
      id: 'player:1',
      type: 'PLAYER',
      team: 'team:1',
      options: { PLAYEROPTION_QUIET: 1 },
      gom: { HANDICAP: ['HANDICAP_FIERCE'] },
    },
    { id: 'team:1', type: 'TEAM', gom: { TECH: ['TECH_WHEEL'] } },
    { id: 'team:2', type: 'TEAM', gom: { TECH: ['TECH_SAIL'] } },
    { id: 'game', type: 'GAME' },
  ],
} satisfies CivDeclarationData;

const place = { line: 7, column: 3 };

/** Expressions by hand. */
export const civ = {
  has: (kind: string, id: string): CivExpression => ({ node: 'has', kind, id, type: 'boolean', ...place }),
  is: (name: string): CivExpression => ({ node: 'is', name, type: 'boolean', ...place }),
  number: (value: number): CivExpression => ({ node: 'literal', value, type: 'number', ...place }),
  attribute: (name: string): CivExpression => ({ node: 'attribute', name, type: 'number', ...place }),
  property: (name: string): CivExpression => ({ node: 'property', name, type: 'number', ...place }),
  option: (of: 'GAME' | 'PLAYER' | 'BUG', id: string, type: 'boolean' | 'number'): CivExpression => ({
    node: 'option',
    of,
    id,
    type,
    ...place,
  }),
  adapt: (operand: CivExpression): CivExpression => ({
    node: 'adapt',
    id: 'ADAPT_DEFAULT',
    operands: [operand],
    type: 'number',
    ...place,
  }),
  plus: (...operands: readonly CivExpression[]): CivExpression => ({
    node: 'plus',
    operands,
    type: 'number',
    ...place,
  }),
  and: (...operands: readonly CivExpression[]): CivExpression => ({ node: 'and', operands, type: 'boolean', ...place }),
  not: (operand: CivExpression): CivExpression => ({ node: 'not', operands: [operand], type: 'boolean', ...place }),
  over: (
    aggregator: string,
    relation: 'ASSOCIATED' | 'TRADE' | 'WORKING' | 'NEAR',
    objectType: 'GAME' | 'TEAM' | 'PLAYER' | 'CITY' | 'UNIT' | 'PLOT',
    operand: CivExpression,
    distance = 0,
    type: 'boolean' | 'number' = 'number',
  ): CivExpression => ({
    node: 'integrate',
    aggregator,
    relation,
    objectType,
    distance,
    operands: [operand],
    type,
    ...place,
  }),
};
