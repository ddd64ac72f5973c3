import { describe, expect, test } from 'vitest';
import { plainPolicy } from '../../../../src/ir/trigger.js';
import { printNode } from '../../../../src/eval/make-node.js';
import { lowerLevel } from '../../../../src/content/antares/lower/lower-level.js';
import type { Policy, Condition, Level } from '../../../../src/content/antares/syntax.js';
import { createLevelModel } from '../../../../src/content/antares/world/level-model.js';
import { baseOf, conditionOf, flagship, initial, initialOf, levelOf, whenOf } from '../../../support/level-stage.js';

const ofOwner = whenOf({ type: 'owner', op: 'eq', object: initial(0), player: 0 });
const ofTime = whenOf({ type: 'time', op: 'ge', duration: 90, legacyStartTime: false });

const level = levelOf({
  players: [{ type: 'human', cash: 0 }],
  bases: [baseOf('ship', { tags: new Set(['armed']) })],
  initials: [initialOf('ship', { owner: 0 })],
  conditions: [
    conditionOf(0, { when: ofOwner, subject: initial(0), direct: flagship(0) }),
    conditionOf(1, { when: ofTime, disabled: true, persistent: true, at: { line: 7, column: 3 } }),
    conditionOf(2, { when: whenOf({ type: 'count', op: 'ge', value: 2, of: [ofOwner, ofTime] }) }),
  ],
});

const lowered = (of: Level, policy: Policy = 'compat') => lowerLevel(createLevelModel(of, policy), 'siege.pn');

describe('a level as a program', () => {
  test('has a trigger for each condition, in their order', () => {
    const { triggers } = lowered(level).rules.triggers;
    expect(
      triggers.map(({ index, name, looks, armed, persistent, origin }) => [
        index,
        name,
        looks,
        armed,
        persistent,
        `${origin.file}:${origin.line}:${origin.column}`,
      ]),
    ).toEqual([
      [0, 'condition 0', 'sweep', true, false, 'siege.pn:1:1'],
      [1, 'condition 1', 'sweep', false, true, 'siege.pn:7:3'],
      [2, 'condition 2', 'sweep', true, false, 'siege.pn:1:1'],
    ]);
    expect(triggers.map(({ subject, direct }) => [subject !== undefined, direct !== undefined])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(lowered(level).rules.triggers.lists[triggers[1].list].actions).toEqual([]);
  });

  test('has counts of members before their limit, references as roles, and limits on the right', () => {
    const [owner, time, count] = lowered(level).rules.triggers.triggers.map(({ when }) => printNode(when));
    expect(owner).toBe('(compare == (follow owner (provided (role 5) (read 0 missing (role 5)))) (role 1))');
    expect(time).toBe('(compare >= (time) (constant number 90))');
    expect(count).toBe(`(compare >= (countTrue ${owner} ${time}) (constant number 2))`);
  });

  test('looks at delays every third tick and sweeps every 90', () => {
    expect(lowered(level).rules.triggers.timing).toEqual({ granularity: 3, period: 90 });
  });

  test('misbehaves as the engine does, or not at all', () => {
    expect(lowered(level, 'compat').rules.triggers.policy).toEqual({
      ties: 'last',
      trailing: 'lost',
      capacity: 120,
      zero: 'same-step',
      missingDirect: 'error',
      depth: 4096,
      tellsDropped: false,
    });
    expect(lowered(level, 'sound').rules.triggers.policy).toEqual(plainPolicy);
  });
});

describe('the fingerprint of a level', () => {
  const print = (of: Level, policy?: Policy): string => lowered(of, policy).fingerprint;
  const withCondition = (given: Partial<Condition>): Level => ({
    ...level,
    conditions: [{ ...level.conditions[0], ...given }, ...level.conditions.slice(1)],
  });

  test('is that of what it means, wherever it stands', () => {
    expect(print(withCondition({ at: { line: 70, column: 2 }, path: 'elsewhere' }))).toBe(print(level));
  });

  test('is another for another meaning', () => {
    const action = {
      at: { line: 1, column: 1 },
      path: '',
      filter: undefined,
      override: { subject: undefined, direct: undefined },
      reflexive: false,
    } as const;
    const doing = (...actions: Condition['action']): string => print(withCondition({ action: actions }));
    const prints = [
      print(level),
      print(level, 'sound'),
      print(withCondition({ persistent: true })),
      print(withCondition({ subject: undefined })),
      print(withCondition({ when: ofTime })),
      print({ ...level, startTime: 3 }),
      print({ ...level, initials: [initialOf('ship')] }),
      print({ ...level, bases: new Map([['ship', baseOf('ship')]]) }),
      print({
        ...level,
        bases: new Map([['ship', baseOf('ship', { tags: new Set(['armed']), maxHealth: Infinity })]]),
      }),
      print({
        ...level,
        bases: new Map([['ship', baseOf('ship', { tags: new Set(['armed']), maxHealth: -Infinity })]]),
      }),
      doing({ ...action, type: 'flash', fields: { at: 1n, path: 'a' } }),
      doing({ ...action, type: 'flash', fields: { at: 2n, path: 'a' } }),
      doing({ ...action, type: 'flash', fields: { at: 2n, path: 'b' } }),
      doing({ ...action, type: 'flash', fields: { at: 2, path: 'b' } }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});
