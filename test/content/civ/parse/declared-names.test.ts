import { describe, expect, it } from 'vitest';
import { smallNames } from '../../../support/civ-xml.js';

describe('namesOf', () => {
  it('has every kind, those without ids too; options are the ids of their kind', () => {
    expect(smallNames.ids.size).toBe(17);
    expect([...(smallNames.ids.get('TECH') ?? [])]).toEqual(['TECH_WHEEL', 'TECH_SAIL']);
    expect([...(smallNames.ids.get('CIVIC') ?? ['missing'])]).toEqual([]);
    expect([...(smallNames.ids.get('OPTION') ?? [])]).toEqual(['GAMEOPTION_STORMS', 'GAMEOPTION_ERA']);
    expect(smallNames.ids.has('PROPERTY')).toBe(false);
  });

  it('has attributes of the game itself beside those that are declared', () => {
    expect(smallNames.attributes.get('ATTRIBUTE_WALLS')).toEqual(['CITY']);
    expect(smallNames.attributes.get('ATTRIBUTE_TEAMS')).toEqual(['GAME']);
  });

  it('makes numbers of booleans', () => {
    expect(smallNames.options.get('GAMEOPTION_STORMS')).toBe(1);
    expect(smallNames.defines.get('USE_MUD')).toBe(1);
  });

  it('knows the aggregators that it is given', () => {
    expect(smallNames.aggregators.get('NUM')).toMatchObject({ input: 'boolean', output: 'number' });
    expect(smallNames.aggregators.has('constructor')).toBe(false);
  });
});
