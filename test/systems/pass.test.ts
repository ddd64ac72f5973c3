import { describe, expect, test } from 'vitest';
import { isLive } from '../../src/kernel/identity.js';
import { liveIds } from '../../src/components/live-objects.js';
import type { WorldState } from '../../src/components/state.js';
import { beginTurn } from '../../src/meaning/effects/turn-context.js';
import type { Executor } from '../../src/meaning/executor.js';
import { compiledExecutor } from '../support/compiled-executor.js';
import { referenceExecutor } from '../../src/reference/reference-executor.js';
import type { Node } from '../../src/ir/node.js';
import type { Effect } from '../../src/ir/rule.js';
import { passSystem } from '../../src/systems/standard.js';
import { addSystem, createSchedule, runTurn } from '../../src/systems/schedule.js';
import { inside, stateOf } from '../support/hand-model.js';
import { number, source, target } from '../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  all,
  columnIndex,
  gone,
  handModel,
  inEveryWay,
  is,
  makerOf,
  of,
  passesOf,
  ranked,
  sign,
} from '../rules/run/hand-rules.js';

describe('a pass as a system', () => {
  const none: Executor = referenceExecutor(passesOf([]));

  test('has its name and phase', () => {
    expect(passSystem('effects', 'meters', [], none)).toMatchObject({ name: 'effects', phase: 'meters' });
  });
});

/** Colony 1 with the scouts 2 and 3, colony 4 with the scout 5; ranks as ids. */
const nested = ({ add }: Maker): void => {
  add('colony', { rank: 1 });
  for (const rank of [2, 3]) add('scout', { rank }, { place: inside(1) });
  add('colony', { rank: 4 });
  add('scout', { rank: 5 }, { place: inside(4) });
};
const ranksFrom = (least: number, most: number): readonly Node[] => [
  all(is(of(target, 'rank'), '>=', least), is(of(target, 'rank'), '<=', most)),
];
const live = (state: WorldState): readonly number[] => [...liveIds(state)];

describe('what a pass destroys', () => {
  const once = { activation: [is(of(source, 'rank'), '==', 1)] };

  test('goes when all rules have fired, in the order in which it was destroyed, with what hangs on it', () => {
    const { state, outcome } = inEveryWay(
      [
        [
          { ...once, include: ranksFrom(1, 3), effects: [gone] },
          { include: [ranked], effects: [sign(1)] },
        ],
      ],
      nested,
    );
    expect(live(state)).toEqual([4, 5]);
    expect(outcome.firings.map(({ source: id, targets }) => [id, targets])).toEqual([
      [1, [1, 2, 3]],
      [1, [1, 2, 3, 4, 5]],
      [4, [1, 2, 3, 4, 5]],
    ]);
  });

  test('goes once, however often it was destroyed', () => {
    const { state, outcome } = inEveryWay(
      [
        [
          { include: ranksFrom(2, 4), effects: [gone, gone] },
          { ...once, include: ranksFrom(2, 2), effects: [gone] },
        ],
      ],
      nested,
    );
    expect(live(state)).toEqual([1]);
    expect(outcome.fired).toBe(13);
  });

  test('is not mistaken for what is born in its place in the next pass', () => {
    const birth: Effect = {
      kind: 'create',
      recipient: 'source',
      stacking: 0,
      label: '',
      class: { op: 'constant', type: { name: 'class' }, args: [], data: { value: 2, type: { name: 'class' } } },
      count: number(1),
      initial: [{ column: columnIndex('rank'), value: number(9) }],
    };
    const { state, values } = inEveryWay(
      [
        [{ ...once, include: ranksFrom(2, 2), effects: [gone, birth, sign(3)] }],
        [{ ...once, include: [ranked], effects: [birth, sign(4)] }],
      ],
      nested,
    );
    // The first is born beside the one that is still there, the second in the place where it was.
    expect(live(state)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(values('trail', 1, 2, 3, 6)).toEqual([4, 0, 4, 4]);
  });

  test('outside of a pass goes at once again', () => {
    const program = passesOf([[{ ...once, include: ranksFrom(2, 2), effects: [gone] }]]);
    const state = stateOf(handModel);
    nested(makerOf(state));
    const context = beginTurn(state, 1);
    passSystem('effects', 'meters', program.rules.passes[0].rules, compiledExecutor(program, state)).run(context);
    expect(context.doomed).toBeUndefined();
    expect(isLive(state.identity, 2)).toBe(false);
  });
});

describe('passes of one turn', () => {
  test('each count claims and stacking again, and effects together', () => {
    const rule: RuleParts = {
      include: [ranked],
      claims: 1,
      effects: [sign(1, { stacking: 3 }), sign(2, { stacking: 3 })],
    };
    const { values, outcome } = inEveryWay([[rule]], nested, { run: [0, 0] });
    expect(values('trail', 1, 2, 3, 4, 5)).toEqual([11, 11, 11, 11, 11]);
    expect(outcome.fired).toBe(10);
  });

  test.each([
    ['reference', referenceExecutor],
    ['compiled', compiledExecutor],
  ] as const)('are systems of a schedule: %s', (_, make) => {
    const program = passesOf([
      [{ include: [ranked], effects: [sign(1)] }],
      [{ include: [ranked], activation: [is(of(source, 'trail'), '>', 0)], effects: [sign(2)] }],
    ]);
    const state = stateOf(handModel);
    nested(makerOf(state));
    const executor = make(program, state);
    const schedule = createSchedule([]);
    for (const [i, phase] of [
      [1, 'actions'],
      [0, 'meters'],
    ] as const)
      addSystem(schedule, passSystem(`pass ${i}`, phase, program.rules.passes[i].rules, executor));
    const parts: string[] = [];
    runTurn(state, schedule, undefined, {
      clock: (part) => {
        parts.push(part);
      },
    });
    // Two colonies sign on all in each pass.
    expect(Array.from(state.cells[columnIndex('trail')].subarray(1, 6))).toEqual([1122, 1122, 1122, 1122, 1122]);
    if (make === compiledExecutor)
      expect(parts).toEqual(['activation', 'scope', 'execution', 'end', 'activation', 'scope', 'execution', 'end']);
  });
});
