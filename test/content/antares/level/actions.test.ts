import { describe, expect, it } from 'vitest';
import { actionTypes } from '../../../../src/content/antares/level/readers.js';
import { hostActions, type Action, type ActionType } from '../../../../src/content/antares/syntax.js';
import { always, float, levelOf, loadPlain, type Plain, problemsOf } from '../../../support/level-values.js';

interface Fields {
  readonly [name: string]: Plain;
}
type Fault = readonly [fields: Fields, problem: string];

const problems = (action: Plain, policy: 'sound' | 'compat' = 'sound'): string[] =>
  problemsOf(loadPlain([{ when: always, action: [action] }], policy)).map((each) =>
    each.replace('conditions[0].action[0].', ''),
  );
const read = (action: Plain): Action =>
  levelOf(loadPlain([{ when: always, action: [action] }])).conditions[0].action[0];

/** All fields of each action that has some, what is read of them, and what is wrong with others. */
const cases: {
  readonly [Type in ActionType]?: {
    readonly good: Fields;
    readonly read: object;
    readonly least: Fields;
    readonly bad: readonly Fault[];
  };
} = {
  condition: {
    good: { enable: [0], disable: [0, 0] },
    read: { enable: [0], disable: [0, 0] },
    least: {},
    bad: [
      [{ enable: 0 }, 'type enable'],
      [{ enable: [float(0)] }, 'type enable[0]'],
      [{ enable: [0, 1] }, 'index enable[1]'],
      [{ disable: [-1] }, 'index disable[0]'],
      [{ disable: [null] }, 'type disable[0]'],
    ],
  },
  delay: {
    good: { duration: '1s' },
    read: { duration: 60 },
    least: { duration: '-1t' },
    bad: [
      [{}, 'type duration'],
      [{ duration: 1 }, 'type duration'],
      [{ duration: '1' }, 'duration duration'],
    ],
  },
  group: {
    good: { of: [{ type: 'stop' }] },
    read: { of: [{ type: 'stop', path: 'conditions[0].action[0].of[0]' }] },
    least: {},
    bad: [
      [{ of: { type: 'stop' } }, 'type of'],
      [{ of: [1] }, 'type of[0]'],
      [{ of: [{ type: 'halt' }] }, 'enum of[0].type'],
      [{ of: [{ type: 'group', of: [{ type: 'stop', x: 1 }] }] }, 'unknown-field of[0].of[0].x'],
    ],
  },
  score: {
    good: { counter: { player: 1, which: 2 }, value: -1 },
    read: { counter: { player: 1, which: 2 }, value: -1 },
    least: { counter: { which: 0 }, value: 0 },
    bad: [
      [{ value: 1 }, 'type counter'],
      [{ counter: { player: 0 }, value: 1 }, 'type counter.which'],
      [{ counter: { which: 0 } }, 'type value'],
      [{ counter: { which: 0 }, value: float(1) }, 'type value'],
      [{ counter: { which: 3 }, value: 1 }, 'index counter.which'],
      [{ counter: { which: 0, player: 4 }, value: 1 }, 'index counter.player'],
      [{ counter: { which: 0, of: 1 }, value: 1 }, 'unknown-field counter.of'],
      [{ counter: { which: 0 }, value: 2n ** 63n - 1n }, 'range value'],
    ],
  },
  pay: {
    good: { value: -2.5, player: 1 },
    read: { value: -128_000, player: 1 },
    least: { value: 1 },
    bad: [
      [{}, 'type value'],
      [{ value: '1' }, 'type value'],
      [{ value: 1, player: 4 }, 'index player'],
      [{ value: 1e300 }, 'range value'],
    ],
  },
  win: {
    good: { player: 1, text: 'done', next: 'level' },
    read: { player: 1 },
    least: {},
    bad: [
      [{ player: float(0) }, 'type player'],
      [{ player: -1 }, 'index player'],
      [{ text: 1 }, 'type text'],
    ],
  },
  reveal: {
    good: { initial: [3, 2] },
    read: { initial: [3, 2] },
    least: {},
    bad: [
      [{ initial: 3 }, 'type initial'],
      [{ initial: [3, 8] }, 'index initial[1]'],
      [{ initial: ['3'] }, 'type initial[0]'],
    ],
  },
  capture: {
    good: { player: -1 },
    read: { player: -1 },
    least: {},
    bad: [
      [{ player: 4 }, 'index player'],
      [{ player: true }, 'type player'],
    ],
  },
  occupy: {
    good: { value: -3 },
    read: { value: -3 },
    least: { value: 0 },
    bad: [
      [{}, 'type value'],
      [{ value: 1.5 }, 'type value'],
    ],
  },
  heal: {
    good: { value: 100 },
    read: { value: 100 },
    least: { value: -1 },
    bad: [
      [{}, 'type value'],
      [{ value: float(1) }, 'type value'],
    ],
  },
  assume: {
    good: { which: 99 },
    read: { which: 99 },
    least: { which: -1 },
    bad: [
      [{}, 'type which'],
      [{ which: float(1) }, 'type which'],
    ],
  },
  morph: {
    good: { base: 'ship', keep_ammo: true },
    read: { base: 'ship' },
    least: { base: 'station' },
    bad: [
      [{}, 'type base'],
      [{ base: 1 }, 'type base'],
      [{ base: 'shp' }, 'unknown-name base'],
      [{ base: 'ship', keep_ammo: 1 }, 'type keep_ammo'],
    ],
  },
  move: {
    good: { origin: 'direct', to: { x: 5, y: float(-7) }, distance: 2.5, within: [1, 2] },
    read: { origin: 'direct', to: [5, -7] },
    least: {},
    bad: [
      [{ origin: 'here' }, 'enum origin'],
      [{ to: [1, 2] }, 'type to'],
      [{ to: { x: 1 } }, 'type to.y'],
      [{ to: { x: 1.5, y: 0 } }, 'type to.x'],
      [{ to: { x: 1, y: 0, z: 0 } }, 'unknown-field to.z'],
      [{ distance: '1' }, 'type distance'],
    ],
  },
  slow: {
    good: { value: 0.5 },
    read: { value: 0.5 },
    least: { value: 0 },
    bad: [
      [{}, 'type value'],
      [{ value: true }, 'type value'],
    ],
  },
  speed: {
    good: { value: 3, relative: true },
    read: { value: 3, relative: true },
    least: { value: 1.5 },
    bad: [
      [{}, 'type value'],
      [{ value: 1, relative: 1 }, 'type relative'],
    ],
  },
  push: { good: { value: 1.5 }, read: { value: 1.5 }, least: {}, bad: [[{ value: '1' }, 'type value']] },
  'cap-speed': {
    good: { value: 2 },
    read: { value: 2 },
    least: {},
    bad: [
      [{ value: [] }, 'type value'],
      [{ value: float(Infinity) }, 'range value'],
    ],
  },
  message: {
    good: { id: 5, pages: ['one', 'two'] },
    read: { id: 5 },
    least: {},
    bad: [
      [{ id: '5' }, 'type id'],
      [{ pages: 'one' }, 'type pages'],
      [{ pages: [1] }, 'type pages[0]'],
    ],
  },
  zoom: {
    good: { value: '2:1' },
    read: { value: '2:1' },
    least: { value: 'foe' },
    bad: [
      [{}, 'enum value'],
      [{ value: '1:8' }, 'enum value'],
    ],
  },
  select: {
    good: { screen: 'build', line: -3 },
    read: { screen: 'build', line: -3 },
    least: { screen: 'main', line: 0 },
    bad: [
      [{ line: 0 }, 'enum screen'],
      [{ screen: 'main' }, 'type line'],
      [{ screen: 'radar', line: 0 }, 'enum screen'],
    ],
  },
  key: {
    good: { enable: ['up'], disable: ['down'] },
    read: { enable: ['up'], disable: ['down'] },
    least: {},
    bad: [
      [{ enable: 'up' }, 'type enable'],
      [{ disable: [1] }, 'type disable[0]'],
    ],
  },
};

const isHosted = (type: ActionType): boolean => hostActions.some((each) => each === type);

describe.each(actionTypes.map((type) => ({ type, ...(cases[type] ?? { good: {}, read: {}, least: {}, bad: [] }) })))(
  'action $type',
  ({ type, good, read: expected, least, bad }) => {
    it('is read, with and without what may be left out', () => {
      expect(read({ type, ...good })).toMatchObject({ type, path: 'conditions[0].action[0]', ...expected });
      expect(problems({ type, ...least })).toEqual([]);
      expect(
        problems({
          type,
          ...Object.fromEntries(
            Object.keys(good)
              .filter((name) => !(name in least))
              .map((name) => [name, null]),
          ),
          ...least,
        }),
      ).toEqual([]);
    });

    it.each(bad)('refuses %o', (fields, expectedProblem) => {
      expect(problems({ type, ...fields })).toEqual([expectedProblem]);
    });

    it('refuses fields that are none of it, unless only the host knows them', () => {
      for (const value of [1, null])
        expect(problems({ type, ...least, bogus: value })).toEqual(isHosted(type) ? [] : ['unknown-field bogus']);
    });

    it('has a filter, overrides and a swap, all checked', () => {
      const roles = {
        if: {
          owner: 'same',
          tags: { 'any name': false, x: null, y: true },
          attributes: { hated: true, can_collide: false, can_engage: null },
        },
        override: { subject: { flagship: 0 }, direct: { initial: 2 } },
        reflexive: true,
      };
      const action = read({ type, ...least, ...roles });
      expect(action).toMatchObject({
        override: { subject: { by: 'flagship', index: 0 }, direct: { by: 'initial', index: 2 } },
        reflexive: true,
      });
      expect(action.filter).toEqual({
        owner: 'same',
        tags: new Map([
          ['any name', false],
          ['y', true],
        ]),
        attributes: new Set(['hated']),
      });
      const faults: Fault[] = [
        [{ if: 1 }, 'type if'],
        [{ if: { owner: 'mine' } }, 'enum if.owner'],
        [{ if: { tag: {} } }, 'unknown-field if.tag'],
        [{ if: { tags: { 'a b': 1 } } }, 'type if.tags["a b"]'],
        [{ if: { tags: [] } }, 'type if.tags'],
        [{ if: { attributes: { shiny: true } } }, 'unknown-field if.attributes.shiny'],
        [{ if: { attributes: { shiny: null } } }, 'unknown-field if.attributes.shiny'],
        [{ if: { attributes: { hated: 1 } } }, 'type if.attributes.hated'],
        [{ if: { attributes: ['hated'] } }, 'type if.attributes'],
        [{ override: [] }, 'type override'],
        [{ override: { object: { initial: 1 } } }, 'unknown-field override.object'],
        [{ override: { direct: { initial: 1, target: 0 } } }, 'ref override.direct'],
        [{ override: { subject: { initial: 8 } } }, 'index override.subject.initial'],
        [{ reflexive: 1 }, 'type reflexive'],
      ];
      for (const [fields, expectedProblem] of faults)
        expect(problems({ type, ...least, ...fields })).toEqual([expectedProblem]);
      expect(read({ type, ...least, if: null, override: null, reflexive: null })).toMatchObject({
        filter: undefined,
        override: { subject: undefined, direct: undefined },
        reflexive: false,
      });
    });
  },
);

describe('actions', () => {
  it('are refused when they are no map or of no known type, and then nothing more is said', () => {
    expect(
      problemsOf(
        loadPlain([
          { when: always, action: [1, null, {}, { type: 'cap_speed', bogus: 1 }, { type: 'delay', duration: '0t' }] },
        ]),
      ),
    ).toEqual([
      'type conditions[0].action[0]',
      'type conditions[0].action[1]',
      'enum conditions[0].action[2].type',
      'enum conditions[0].action[3].type',
    ]);
    expect(loadPlain([{ when: always, action: [{ type: 'cap_speed' }] }]).problems[0]).toMatchObject({
      suggestion: 'did you mean `cap-speed`?',
    });
  });

  it('keep in compat what is out of range, but no base that there is not', () => {
    const action = [
      { type: 'condition', enable: [7] },
      { type: 'reveal', initial: [99] },
      { type: 'score', counter: { which: -1 }, value: 1 },
      { type: 'win', player: 9 },
    ];
    const result = loadPlain([{ when: always, action }], 'compat');
    expect(levelOf(result).conditions[0].action).toMatchObject([
      { enable: [7] },
      { initial: [99] },
      { counter: { player: undefined, which: -1 } },
      { player: 9 },
    ]);
    expect(result.hazards.map(({ code }) => code)).toEqual(['index', 'index', 'index', 'index']);
    expect(problemsOf(loadPlain([{ when: always, action }]))).toHaveLength(4);
    expect(problems({ type: 'morph', base: 'toString' }, 'compat')).toEqual(['unknown-name base']);
  });

  it('hand all that they say to the host, but what the kernel does with them', () => {
    const action = {
      type: 'create',
      base: 'x',
      count: { begin: 1, end: 3 },
      near: [1, float(2), true, null, 'x'],
      big: 2n ** 62n,
      data: new Uint8Array([0, 171]),
      ['__proto__']: 1,
      of: [],
      if: {},
      override: {},
      reflexive: false,
    };
    const { fields } = read(action);
    expect(Object.entries(fields)).toEqual([
      ['base', 'x'],
      ['count', { begin: 1, end: 3 }],
      ['near', [1, 2, true, null, 'x']],
      ['big', 2n ** 62n],
      ['data', '00ab'],
      ['__proto__', 1],
    ]);
    expect(read({ type: 'group', of: [{ type: 'stop' }], reflexive: true }).fields).toEqual({});
    expect(read({ type: 'win', player: 0, text: 'a' }).fields).toEqual({ player: 0, text: 'a' });
  });

  it.each(['thrust', 'spin'])('%s takes a float or a range', (type) => {
    for (const value of [float(1), -0.5, null, { begin: 0.5, end: float(2) }, { begin: 0, end: 1 }])
      expect(problems({ type, value })).toEqual([]);
    expect(problems({ type, value: 1 })).toEqual(['type value']);
    expect(problems({ type, value: '1' })).toEqual(['type value']);
    expect(problems({ type, value: { begin: '0', end: 1.5, step: 1 } })).toEqual([
      'unknown-field value.step',
      'type value.begin',
    ]);
    expect(problems({ type: 'age', value: 1 })).toEqual([]);
  });
});
