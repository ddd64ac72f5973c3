import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { traceFormat } from '../../../../src/content/antares/scenarios/trace-format.js';

const fixtures = fileURLToPath(new URL('../../../../../shared/fixtures/conditions/', import.meta.url));
const traces = existsSync(fixtures) ? readdirSync(fixtures).filter((name) => name.startsWith('trace-')) : [];

interface Sweep {
  readonly t?: number;
  readonly range?: readonly [number, number];
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly enabled?: readonly number[];
  readonly true: readonly number[];
  readonly unknown?: readonly number[];
}

/** Runs a trace in which all conditions are enabled from the beginning. */
function run(whens: readonly object[], sweeps: readonly Sweep[], level: object = { initials: 4 }): string | undefined {
  const [first, ...rest] = sweeps;
  const trace = {
    format: 'conditions-trace/1',
    name: 'of our own',
    level,
    conditions: whens.map((when) => ({ when, action: [{ type: 'morph', base: 'no such base' }] })),
    sweeps: [{ enabled: whens.map((_, i) => i), ...first }, ...rest].map((sweep) => ({
      t: 0,
      depth: 1,
      range: [0, whens.length - 1],
      ...sweep,
    })),
  };
  return traceFormat.load({ file: 'trace.json', text: JSON.stringify(trace) })[0].run();
}

const owner = (number: number, player: number, op = 'eq'): object => ({
  type: 'owner',
  op,
  object: { initial: number },
  player,
});
const destroyed = (object: object): object => ({ type: 'destroyed', op: 'eq', object, value: true });
const identity = (a: object, b: object, op = 'eq'): object => ({ type: 'identity', op, a, b });
const target = (object: object, of: object, op = 'eq'): object => ({ type: 'target', op, object, target: of });

describe.skipIf(traces.length === 0)(
  'traces of the fixtures (skipped where the fixtures are not beside the checkout)',
  () => {
    test.each(traces)('%s', (name) => {
      for (const each of traceFormat.load({ file: name, text: readFileSync(join(fixtures, name), 'utf8') }))
        expect(each.run()).toBeUndefined();
    });
  },
);

describe('facts of traces', () => {
  test('add up from record to record, and null takes them away', () => {
    expect(
      run(
        [owner(0, 1), owner(0, 1, 'ne'), destroyed({ initial: 0 })],
        [
          { true: [2] },
          { facts: { 'initial.0.object': '1:10', 'initial.0.owner': 1 }, true: [0] },
          { facts: { 'initial.1.object': '2:11' }, true: [0] },
          { facts: { 'initial.0.owner': null }, true: [1] },
          { facts: { 'initial.0.object': null }, true: [2] },
        ],
      ),
    ).toBeUndefined();
  });

  test('of an initial stay true when it is another object', () => {
    expect(
      run(
        [owner(0, 1), { type: 'health', op: 'eq', object: { initial: 0 }, value: 0.5 }],
        [
          {
            facts: {
              'initial.0.object': '1:10',
              'initial.0.owner': 1,
              'initial.0.health': 5,
              'initial.0.maxHealth': 10,
            },
            true: [0, 1],
          },
          { facts: { 'initial.0.object': '3:12' }, true: [0, 1] },
          { facts: { 'initial.0.health': 10 }, true: [0] },
        ],
      ),
    ).toBeUndefined();
  });

  test('are of places, velocities, the clock, players and the screen', () => {
    const whens = [
      { type: 'distance', op: 'eq', from: { initial: 0 }, to: { initial: 1 }, value: 5 },
      { type: 'speed', op: 'eq', object: { initial: 0 }, value: 2.5 },
      { type: 'time', op: 'ge', duration: '1s' },
      { type: 'cash', op: 'eq', player: 3, value: 25 },
      { type: 'ships', op: 'gt', player: 1, value: 2 },
      { type: 'score', op: 'eq', counter: { player: 2, which: 1 }, value: -7 },
      { type: 'autopilot', op: 'eq', player: 1, value: true },
      { type: 'building', op: 'ne', player: 1, value: true },
      { type: 'computer', op: 'eq', screen: 'build', line: 2 },
      { type: 'zoom', op: 'lt', value: 'foe' },
      { type: 'message', op: 'ne', id: 4, page: 1 },
    ];
    expect(
      run(whens, [
        { true: [] },
        {
          t: 60,
          facts: {
            'initial.0.object': '1:10',
            'initial.0.position': [3, 0],
            'initial.0.velocity': [-2.5, 1],
            'initial.1.object': '2:11',
            'initial.1.position': [0, 4],
            'player.3.cash': 1_280_000,
            'player.1.ships': 3,
            'player.2.score': [0, -7, 0],
            'player.1.autopilot': true,
            'player.1.flagship': '9:?',
            'player.1.building': false,
            'ui.screen': 'build',
            'ui.line': 2,
            'ui.zoom': '2:1',
            'ui.message': [4, 0],
          },
          true: whens.map((_, i) => i),
        },
        {
          t: 59,
          facts: {
            'player.1.flagship': null,
            'player.1.building': null,
            'initial.1.position': null,
            'ui.message': null,
          },
          true: [1, 3, 4, 5, 8, 9],
        },
      ]),
    ).toBeUndefined();
  });
});

describe('objects of traces', () => {
  test('are identical by their slot, and targets by their whole name', () => {
    const whens = [
      identity({ initial: 0 }, { flagship: 1 }),
      identity({ initial: 0 }, { flagship: 1 }, 'ne'),
      target({ initial: 1 }, { initial: 0 }),
      target({ initial: 1 }, { flagship: 1 }),
      target({ initial: 1 }, { initial: 0 }, 'ne'),
      { type: 'count', op: 'eq', value: 1, of: [identity({ flagship: 1 }, { initial: 0 })] },
    ];
    expect(
      run(whens, [
        {
          facts: {
            'initial.0.object': '5:77',
            'initial.1.object': '6:78',
            'initial.1.dest': '5:77',
            'player.1.flagship': '5:12',
          },
          true: [0, 2, 5],
        },
        { facts: { 'initial.1.dest': '5:12' }, true: [0, 3, 4, 5] },
        { facts: { 'player.1.flagship': '6:78' }, true: [1, 4] },
        { facts: { 'player.1.flagship': null }, true: [4] },
        { facts: { 'initial.0.object': null }, true: [] },
      ]),
    ).toBeUndefined();
  });

  test("that are selected are so as long as they are the player's own, where it is known whose they are", () => {
    const whens = [
      identity({ initial: 0 }, { control: 1 }),
      destroyed({ control: 1 }),
      owner(0, 1),
      identity({ control: 1 }, { target: 1 }, 'ne'),
    ];
    expect(
      run(whens, [
        {
          facts: { 'initial.0.object': '5:77', 'player.1.control': '5:77', 'player.1.target': '7:?' },
          true: [0, 2, 3],
        },
        { facts: { 'initial.0.owner': 0 }, true: [1] },
        { facts: { 'initial.0.owner': 1 }, true: [0, 2, 3] },
        { facts: { 'player.1.control': '8:?' }, true: [2, 3] },
        { facts: { 'player.1.control': null }, true: [1, 2] },
      ]),
    ).toBeUndefined();
  });
});

describe('records', () => {
  const always = { type: 'time', op: 'ge', duration: '0s' };

  test('list what is enabled and true in their range', () => {
    expect(
      run(
        [always, always, always],
        [
          { enabled: [0, 2], true: [0, 2] },
          { range: [1, 2], true: [2] },
          { enabled: [1], true: [1] },
        ],
      ),
    ).toBeUndefined();
  });

  test('may leave out what the facts do not tell', () => {
    expect(run([always, always], [{ true: [0], unknown: [1] }])).toBeUndefined();
    expect(run([always, always], [{ true: [0, 1], unknown: [1] }])).toBeUndefined();
  });

  test('that are otherwise are told with what is true, the first few of them', () => {
    const wrong = { true: [1] };
    expect(
      run(
        [always, destroyed({ initial: 9 }), always],
        [wrong, { true: [0, 1, 2] }, { t: 90, range: [1, 1], true: [] }, wrong, wrong, wrong, wrong],
      ),
    ).toBe(
      [
        'record 0 at time 0, conditions 0 to 2: true are 0, 1, 2, expected 1',
        'record 2 at time 90, conditions 1 to 1: true are 1, expected none',
        ...[3, 4, 5].map((place) => `record ${place} at time 0, conditions 0 to 2: true are 0, 1, 2, expected 1`),
        'and 1 more records',
      ].join('\n'),
    );
  });

  test('beyond the conditions are refused', () => {
    expect(run([always], [{ range: [0, 1], true: [] }])).toBe('record 0 looks at condition 1, but there are 1');
  });
});

test('what a trace cannot have is refused', () => {
  const always = { type: 'time', op: 'ge', duration: '0s' };
  expect(() => run([{ type: 'tme' }], [{ true: [] }])).toThrow(
    /the conditions of the trace do not load: conditions\[0\]\.when/,
  );
  expect(() => run([always], [{ facts: { 'initial.4.object': '1:2' }, true: [] }])).toThrow(
    /facts of initial\.4, which its level has not/,
  );
  expect(() => run([always], [{ facts: { 'player.1.cash': 1 }, true: [] }], { initials: 1, players: 1 })).toThrow(
    /facts of player\.1, which its level has not/,
  );
  expect(() => run([always], [{ facts: { 'initial.0.object': 7 }, true: [] }])).toThrow(
    /initial\.0\.object of the trace is 7; give the name of an object/,
  );
  expect(() => run([always], [{ facts: { 'initial.0.object': '1:2', 'initial.0.helth': 7 }, true: [] }])).toThrow(
    /there is no fact `initial\.0\.helth`; did you mean `initial\.0\.health`/,
  );
  expect(() => run([always], [{ range: [1, 0], true: [] }])).toThrow(/does not fit its format/);
});
