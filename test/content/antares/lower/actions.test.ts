import { describe, expect, test } from 'vitest';
import { printNode } from '../../../../src/eval/make-node.js';
import { lowerLists } from '../../../../src/content/antares/lower/lower-level.js';
import { actionTypes } from '../../../../src/content/antares/level/readers.js';
import { hostActions, type Policy } from '../../../../src/content/antares/syntax.js';
import { createLevelModel } from '../../../../src/content/antares/world/level-model.js';
import { type Plain, always, float, levelOf, loadPlain } from '../../../support/level-values.js';
import { type Sections, bases, by, initials, played } from './action-stage.js';
import { longTest } from '../../../support/heavy.js';

function lowered(
  actions: readonly Plain[],
  policy: Policy = 'compat',
  sections: Sections = {},
): ReturnType<typeof lowerLists> {
  return lowerLists(
    createLevelModel(
      levelOf(loadPlain([{ when: always, action: actions }], policy, { bases, initials, ...sections })),
      policy,
    ),
  );
}

/** The one action of a level. */
function only(action: Plain, policy: Policy = 'compat') {
  const { lists, ofConditions } = lowered([action], policy);
  return lists[ofConditions[0]].actions[0];
}

/** One action of each type, as simple as can be. */
const simplest: Readonly<Record<string, { readonly [field: string]: Plain }>> = {
  ...Object.fromEntries(actionTypes.map((type) => [type, {}])),
  assume: { which: 0 },
  delay: { duration: '3t' },
  group: { of: [] },
  heal: { value: 1 },
  message: { pages: [] },
  morph: { base: 'ship' },
  occupy: { value: 1 },
  pay: { value: 1 },
  reveal: { initial: [0] },
  score: { counter: { which: 0 }, value: 1 },
  select: { screen: 'main', line: 1 },
  slow: { value: 1 },
  speed: { value: 1 },
  spin: { value: float(1) },
  thrust: { value: float(1) },
  win: { text: '' },
  zoom: { value: 'foe' },
};
const all = actionTypes.map((type): { readonly type: string; readonly [field: string]: Plain } => ({
  type,
  ...simplest[type],
}));

describe('actions', () => {
  test('of every type are told by their name, and are as they are written', () => {
    const { lists, ofConditions } = lowered(all);
    const { actions } = lists[ofConditions[0]];
    expect(actions.map(({ name }) => name)).toEqual(actionTypes);
    expect(
      actions.filter(
        ({ silent, swaps, filter, subject, direct }) =>
          silent || swaps || filter !== undefined || subject !== undefined || direct !== undefined,
      ),
    ).toEqual([]);
  });

  test('of the host are told with their fields and do nothing else', () => {
    for (const type of [...hostActions, 'push']) expect(only({ type, ...simplest[type] }).task).toEqual({ by: 'tell' });
    expect(only({ type: 'play', sound: 'boom', volume: 3, absolute: true }).fields).toEqual({
      sound: 'boom',
      volume: 3,
      absolute: true,
    });
  });

  test('do things of several steps silently', () => {
    const { lists, ofConditions } = lowered(all);
    const parts = lists.filter(({ index, name }) => index !== ofConditions[0] && !/action|\.of$/i.test(name));
    expect(parts.map(({ name }) => name).sort()).toEqual([
      'destroy',
      'heal 1',
      'occupy 1',
      'reveal 0',
      'survive destruction',
    ]);
    expect(parts.flatMap(({ actions }) => actions).every(({ silent }) => silent)).toBe(true);
  });

  test('that do the same share their parts', () => {
    expect(lowered([...all, ...all, ...all]).lists).toHaveLength(lowered(all).lists.length + 2);
  });

  test('are in lists that know their places', () => {
    const { lists, ofConditions } = lowered(
      [{ type: 'group', of: [{ type: 'group', of: [{ type: 'stop' }] }, { type: 'stop' }] }],
      'compat',
      { bases: { ...bases, rock: { ...bases.rock, destroyAction: [{ type: 'check' }] } } },
    );
    expect(lists.map(({ index }) => index)).toEqual(lists.map((_, index) => index));
    expect(ofConditions).toEqual([0]);
    expect(lists.map(({ name }) => name)).toEqual([
      'conditions[0].action',
      'bases.rock.destroyAction',
      'conditions[0].action[0].of',
      'conditions[0].action[0].of[0].of',
    ]);
    expect(lists.map(({ actions }) => actions.map(({ name }) => name).join(' '))).toEqual([
      'group',
      'check',
      'group stop',
      'stop',
    ]);
  });

  test('resolve overrides and swap roles', () => {
    const { subject, direct, swaps } = only({
      type: 'stop',
      reflexive: true,
      override: { subject: by(0), direct: { flagship: 1 } },
    });
    expect(
      [swaps, subject === undefined ? '' : printNode(subject), direct === undefined ? '' : printNode(direct)].map(
        String,
      ),
    ).toEqual(['true', expect.stringContaining('role'), expect.stringContaining('role')]);
  });

  test('arm conditions that there are', () => {
    expect(only({ type: 'condition', enable: [0, 1, -1], disable: [5, 0] }).task).toEqual({
      by: 'arm',
      arm: [0],
      disarm: [0],
    });
  });

  test('wait as long as they say, also not at all', () => {
    expect(only({ type: 'delay', duration: '-2s' }).task).toEqual({ by: 'delay', ticks: -120 });
    expect(only({ type: 'check' }).task).toEqual({ by: 'poll' });
  });

  longTest('of ten thousand conditions are lowered', () => {
    const conditions = Array.from({ length: 10_000 }, (_, i) => ({
      when: always,
      action: [
        { type: 'score', counter: { player: 0, which: 0 }, value: i },
        { type: 'destroy', override: { direct: by(1) } },
      ],
    }));
    const level = createLevelModel(levelOf(loadPlain(conditions, 'sound', { bases, initials })), 'sound');
    const { lists } = lowerLists(level);
    expect(lists).toHaveLength(10_002);
  });
});

describe('without a direct object', () => {
  const crashing = [
    'age',
    'assume',
    'cap-speed',
    'cloak',
    'create',
    'disable',
    'energize',
    'equip',
    'fire',
    'heal',
    'hold',
    'land',
    'move',
    'play',
    'spark',
    'spin',
    'thrust',
    'warp',
  ];
  const quiet = actionTypes.filter((type) => !crashing.includes(type));

  test('some actions mean nothing', () => {
    expect(all.filter((action) => only(action).needsDirect).map(({ type }) => type)).toEqual(crashing);
  });

  test.each([
    [{ type: 'move', origin: 'level' }, true],
    [{ type: 'move', origin: 'subject' }, false],
    [{ type: 'move', origin: 'direct' }, false],
    [{ type: 'play', absolute: true, sound: 'boom' }, false],
    [{ type: 'play', absolute: false, sound: 'boom' }, true],
    [{ type: 'play', sound: 'boom' }, true],
    [{ type: 'play', absolute: true, any: [{ sound: 'boom' }] }, false],
    [{ type: 'play', absolute: true, any: [{ sound: 'boom' }, { sound: 'bang' }] }, true],
    [{ type: 'play', absolute: true, sound: 'boom', any: [{ sound: 'boom' }, { sound: 'bang' }] }, false],
    [{ type: 'play', absolute: true, sound: ['boom'] }, false],
    [{ type: 'play', absolute: true, sound: ['boom', 'bang'] }, true],
  ])('%j: %s', (action, needs) => {
    expect(only(action).needsDirect).toBe(needs);
  });

  test.each(crashing)('%s stops the level in compat and is skipped aloud in sound', (type) => {
    const action = [{ type, ...simplest[type] }, { type: 'flash' }];
    const compat = played([{ action }]).session.result();
    expect([compat.error?.code, compat.events.map(([kind]) => kind)]).toEqual(['null-direct', ['fire', 'act']]);
    expect(
      played([{ action }], { policy: 'sound' })
        .session.result()
        .events.map(([kind, , what]) => `${kind} ${String(what)}`),
    ).toEqual(['fire 0', `act ${type}`, `skip ${type}`, 'act flash']);
  });

  test.each(quiet.filter((type) => type !== 'delay'))('%s is quiet', (type) => {
    for (const policy of ['compat', 'sound'] as const) {
      const { error, events } = played([{ action: [{ type, ...simplest[type] }, { type: 'flash' }] }], {
        policy,
      }).session.result();
      expect([error, events.map(([kind]) => kind)]).toEqual([undefined, ['fire', 'act', 'act']]);
    }
  });
});

describe('any actions, one after the other', () => {
  const roles: readonly { readonly subject?: Plain; readonly direct?: Plain }[] = [
    { subject: by(0), direct: by(1) },
    { direct: by(3) },
    { subject: by(0), direct: by(3) },
    { subject: by(4), direct: by(2) },
  ];
  const scripts = roles.map((each) => ({
    ...each,
    action: all
      .filter(({ type }) => type !== 'delay')
      .flatMap((action) => [action, { ...action, reflexive: true, override: { subject: by(1) } }]),
  }));

  // In compat the first one without a direct object that needs one ends it.
  test.each([
    ['compat', 40],
    ['sound', 250],
  ] as const)('leave the same world after with every executor, in %s', (policy, least) => {
    const compiled = played(scripts, { policy, executor: 'compiled' });
    const reference = played(scripts, { policy, executor: 'reference' });
    expect(reference.session.result()).toEqual(compiled.session.result());
    expect(reference.session.world.hash()).toBe(compiled.session.world.hash());
    expect(compiled.acts().length).toBeGreaterThan(least);
  });
});
