import { describe, expect, test } from 'vitest';
import { hasTypes } from '../../../../src/content/civ/expression/leaves.js';
import { hasTable, storingTypes } from '../../../../src/content/civ/lower/has-table.js';
import { objectTypes } from '../../../../src/content/civ/policy.js';
import { gomKinds } from '../../../../src/content/civ/world/gom-kinds.js';

describe('the table of what objects have', () => {
  test('is of one mind with the loader about who never has what', () => {
    for (const kind of gomKinds)
      expect({ kind, types: objectTypes.filter((type) => hasTable[kind][type] !== 'never') }).toEqual({
        kind,
        types: hasTypes[kind],
      });
  });

  test('says who stores what', () => {
    expect(storingTypes('BUILDING')).toEqual(['GAME', 'CITY']);
    expect(storingTypes('BONUS')).toEqual(['PLAYER', 'CITY', 'PLOT']);
    expect(storingTypes('GAMESPEED')).toEqual(['GAME']);
  });
});
