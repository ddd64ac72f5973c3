import { describe, expect, test } from 'vitest';
import { hasTypes } from '../../../../src/content/civ/parse/expression-loading.js';
import { storingTypes, gomKinds } from '../../../../src/content/civ/world/gom-kinds.js';
import { objectTypes } from '../../../../src/content/civ/syntax.js';

describe('the table of what objects have', () => {
  test('says to the loader who never has what', () => {
    const onGround = ['CITY', 'UNIT', 'PLOT'];
    const few: Readonly<Record<string, readonly string[]>> = {
      UNITCOMBAT: onGround,
      PROMOTION: onGround,
      FEATURE: onGround,
      TERRAIN: onGround,
      ROUTE: onGround,
      IMPROVEMENT: onGround,
      BONUS: ['TEAM', 'PLAYER', ...onGround],
    };
    for (const kind of gomKinds)
      expect({ kind, types: hasTypes.get(kind) }).toEqual({ kind, types: few[kind] ?? objectTypes });
  });

  test('says who stores what', () => {
    expect(storingTypes('BUILDING')).toEqual(['GAME', 'CITY']);
    expect(storingTypes('BONUS')).toEqual(['PLAYER', 'CITY', 'PLOT']);
    expect(storingTypes('GAMESPEED')).toEqual(['GAME']);
  });
});
