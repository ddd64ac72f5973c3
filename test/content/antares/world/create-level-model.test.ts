import { describe, expect, test } from 'vitest';
import { createLevelModel } from '../../../../src/content/antares/world/level-model.js';
import { levelReserve } from '../../../../src/content/antares/world/open-level.js';
import type { Action, Filter } from '../../../../src/content/antares/syntax.js';
import { noRules } from '../../../../src/ir/rule.js';
import { createWorld } from '../../../../src/world.js';
import { at, baseOf, conditionOf, initialOf, levelOf, whenOf } from '../../../support/level-stage.js';

const always = whenOf({ type: 'time', op: 'ge', duration: 0, legacyStartTime: false });
const plain = { at, path: '', override: { subject: undefined, direct: undefined }, reflexive: false, fields: {} };
const filtered = (...tags: readonly (readonly [string, boolean])[]): Filter => ({
  owner: 'any',
  tags: new Map(tags),
  attributes: new Set(),
});
const check = (filter?: Filter): Action => ({ ...plain, filter, type: 'check' });
const key = (enable: readonly string[], disable: readonly string[]): Action => ({
  ...plain,
  filter: undefined,
  type: 'key',
  enable,
  disable,
});
const group = (...of: readonly Action[]): Action => ({
  ...plain,
  filter: filtered(['inside', true]),
  type: 'group',
  of,
});

describe('the model of a level', () => {
  test('has a role for the level, for every seat of the engine and for every initial, those one after the other', () => {
    const { model, roles } = createLevelModel(
      levelOf({
        players: [{ type: 'human', cash: 0 }],
        bases: [baseOf('ship')],
        initials: [initialOf('ship'), initialOf('ship', { hidden: true })],
      }),
      'compat',
    );
    expect(model.roles).toEqual(['level', 'player 0', 'player 1', 'player 2', 'player 3', 'initial 0', 'initial 1']);
    expect(roles).toEqual({ level: 0, players: [1, 2, 3, 4], initials: [5, 6] });
  });

  test('makes a class of every base, with what its bodies have at first', () => {
    const ship = baseOf('ship', {
      maxHealth: 300,
      maxSpeed: 2.5,
      attributes: new Set(['does_bounce', 'can_be_engaged']),
      tags: new Set(['armed', 'light']),
    });
    const { model, classes, columns, holdings, words } = createLevelModel(
      levelOf({ bases: [baseOf('rock'), ship] }),
      'sound',
    );
    expect([...classes]).toEqual([
      ['rock', 1],
      ['ship', 2],
    ]);
    const made = model.classes[1];
    expect([...made.initial]).toEqual([
      [columns.health, 300],
      [columns.maxHealth, 300],
      [columns.maxSpeed, 2.5],
      [columns.fullCount, 0],
      [columns.occupiable, 0],
      [columns.dies, 1],
    ]);
    expect([...(made.held ?? [])]).toEqual([
      [holdings.attributes, [1, 2]],
      [holdings.tags, [words.tags.get('armed'), words.tags.get('light')]],
    ]);
  });

  test('knows every tag and key that the level says something about, also inside groups and destroy actions', () => {
    const { words, model } = createLevelModel(
      levelOf({
        bases: [
          baseOf('ship', {
            tags: new Set(['armed']),
            destroyAction: [group(check(filtered(['gone', false]))), key(['fire'], [])],
          }),
        ],
        conditions: [
          conditionOf(0, {
            when: always,
            action: [group(group(check(filtered(['deep', true], ['armed', true]))), key([], ['warp', 'fire']))],
          }),
        ],
      }),
      'compat',
    );
    expect([...words.tags]).toEqual([
      ['armed', 1],
      ['inside', 2],
      ['gone', 3],
      ['deep', 4],
    ]);
    expect([...words.keys]).toEqual([
      ['fire', 1],
      ['warp', 2],
    ]);
    expect(model.enumerations.map(({ name, members }) => [name, members.length])).toEqual([
      ['screen', 5],
      ['zoom', 8],
      ['attribute', 21],
      ['tag', 4],
      ['key', 2],
    ]);
  });

  test('names a trigger for every condition', () => {
    expect(
      createLevelModel(
        levelOf({ conditions: [conditionOf(0, { when: always }), conditionOf(1, { when: always })] }),
        'compat',
      ).model.triggers,
    ).toEqual(['condition 0', 'condition 1']);
  });

  test('fits into a world, also where there is nothing in it', () => {
    for (const level of [
      levelOf({}),
      levelOf({
        bases: [baseOf('ship')],
        players: new Array(4).fill({ type: 'cpu', cash: 1 }),
        initials: [initialOf('ship')],
      }),
    ]) {
      const made = createLevelModel(level, 'sound');
      expect(
        createWorld(
          { model: made.model, rules: noRules, fingerprint: '' },
          { reserve: levelReserve(made), fixed: true },
        ).size,
      ).toBe(0);
    }
  });
});
