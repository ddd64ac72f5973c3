import { describe, expect, test } from 'vitest';
import type { Plain } from '../../../support/level-values.js';
import { by, played } from './action-stage.js';

/**
 * Roles of a list: both of one player, of two, of nobody, and with one or both missing. 4 is nobody's rock, 5 is
 * hidden.
 */
const roles = {
  same: { subject: by(1), direct: by(2) },
  different: { subject: by(0), direct: by(1) },
  unowned: { subject: by(4), direct: by(4) },
  owned: { subject: by(4), direct: by(1) },
  'no subject': { subject: by(5), direct: by(1) },
  nothing: { subject: by(5), direct: by(5) },
} as const;

const runs = (filter: Plain, name: keyof typeof roles, more: { readonly [field: string]: Plain } = {}): boolean =>
  played([{ ...roles[name], action: [{ type: 'flash', if: filter, ...more }] }]).acts().length === 1;

describe('owner', () => {
  test.each([
    ['any', ['same', 'different', 'unowned', 'owned', 'no subject', 'nothing']],
    // Owners are looked at only where there are both roles.
    ['same', ['same', 'unowned', 'no subject', 'nothing']],
    ['different', ['different', 'owned', 'no subject', 'nothing']],
  ])('%s', (owner, passing) => {
    expect(Object.keys(roles).filter((name) => runs({ owner }, name as keyof typeof roles))).toEqual(passing);
  });
});

describe('tags and attributes of the direct object', () => {
  test.each([
    [{}, true],
    [{ tags: {} }, true],
    [{ tags: { armed: true } }, true],
    [{ tags: { armed: false } }, false],
    [{ tags: { armed: null } }, true],
    [{ tags: { light: true } }, false],
    [{ tags: { light: false } }, true],
    [{ tags: { 'of no base': true } }, false],
    [{ tags: { 'of no base': false } }, true],
    [{ tags: { armed: true, light: false } }, true],
    [{ tags: { armed: true, light: true } }, false],
    [{ attributes: { hated: true } }, true],
    [{ attributes: { hated: false } }, true],
    [{ attributes: { neutral_death: true } }, false],
    [{ attributes: { neutral_death: false } }, true],
    [{ attributes: { hated: true, can_engage: true } }, true],
    [{ attributes: { hated: true, neutral_death: true } }, false],
    [{ owner: 'different', tags: { armed: true }, attributes: { hated: true } }, true],
    [{ owner: 'same', tags: { armed: true }, attributes: { hated: true } }, false],
  ])('%j', (filter, passes) => {
    expect(runs(filter, 'different')).toBe(passes);
  });

  test.each([
    [{ tags: { light: false } }, false],
    [{ tags: { light: null } }, true],
    [{ attributes: { hated: true } }, false],
    [{ attributes: { hated: false } }, true],
  ])('without one, %j', (filter, passes) => {
    expect(runs(filter, 'nothing')).toBe(passes);
  });

  test('before roles are swapped', () => {
    expect(
      played([
        { subject: by(4), direct: by(1), action: [{ type: 'flash', if: { tags: { armed: true } }, reflexive: true }] },
      ]).acts(),
    ).toEqual(['flash 1 4']);
    expect(
      played([
        { subject: by(1), direct: by(4), action: [{ type: 'flash', if: { tags: { armed: true } }, reflexive: true }] },
      ]).acts(),
    ).toEqual([]);
  });

  test('as they are when it is its turn', () => {
    const action = [
      { type: 'flash', if: { tags: { light: true } } },
      { type: 'morph', base: 'drone' },
      { type: 'flash', if: { tags: { light: true } } },
    ];
    expect(played([{ direct: by(0), action }]).acts()).toEqual(['morph -1 0', 'flash -1 0']);
  });

  test('of a body that is removed', () => {
    expect(
      played([
        { direct: by(0), action: [{ type: 'remove' }, { type: 'flash', if: { tags: { armed: true } } }] },
      ]).acts(),
    ).toEqual(['remove -1 0', 'flash -1 0']);
  });

  test('of what an override names', () => {
    expect(
      played([
        { direct: by(4), action: [{ type: 'flash', if: { tags: { armed: true } }, override: { direct: by(0) } }] },
      ]).acts(),
    ).toEqual(['flash -1 0']);
  });
});
