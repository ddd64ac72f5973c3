import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type Comparison, comparisons } from '../../../src/kernel/comparison.js';
import { time } from '../../../src/eval/ops/time.js';
import { referenceWatcher } from '../../../src/reference/reference-finder.js';
import { compiledWatcher } from '../../../src/events/watcher/compiled-watcher.js';
import { setTimeOf } from '../../../src/components/clock.js';
import { destroy } from '../../../src/state/object-life.js';
import { bindRole } from '../../../src/components/roles.js';
import { columnStamp, touch, touchAll } from '../../../src/model/stamps.js';
import type { WorldState } from '../../../src/components/state.js';
import { propertyRuns } from '../../support/choices.js';
import {
  boardModel,
  boardsState,
  comparing,
  numberOf,
  roleCount,
  triggersOf,
  write,
} from '../../support/watched-board.js';
import { heavy } from '../../support/heavy.js';

/** A state, and whether what watches by changes knows each condition as the conditions themselves are. */
function watching(conditions: readonly Node[]): {
  readonly state: WorldState;
  readonly boards: readonly number[];
  readonly truths: () => readonly boolean[];
  readonly expected: () => readonly boolean[];
} {
  const triggers = triggersOf(conditions);
  const { state, boards } = boardsState(triggers);
  const [compiled, plain] = [compiledWatcher(state, triggers), referenceWatcher(state, triggers)];
  return {
    state,
    boards,
    truths: () => triggers.map(({ index }) => compiled.isTrue(index, createFrame(state, 1))),
    expected: () => triggers.map(({ index }) => plain.isTrue(index, createFrame(state, 1))),
  };
}

const thresholds = Array.from({ length: 24 }, (_, i) => i - 4);

describe('a value that is compared with many numbers', () => {
  test.each(comparisons)('passes them both ways, is absent and no number in between: %s', (comparison) => {
    const { state, boards, truths, expected } = watching(
      thresholds.map((value) => comparing(numberOf(3), comparison, value)),
    );
    const [board] = boards.slice(3);
    let different = 0;
    for (const value of [
      0,
      1,
      1.5,
      19,
      40,
      3,
      3,
      -3,
      -50,
      'absent',
      2,
      Number.NaN,
      12,
      Number.NaN,
      'absent',
      5,
      Infinity,
      7,
      -Infinity,
      0,
      8,
      Number.NaN,
      8,
      'absent',
      8,
      9,
      Number.NaN,
      8,
    ] as const) {
      const before = truths().join();
      if (value === 'absent') bindRole(state, 3, 0);
      else {
        bindRole(state, 3, board);
        write(state, board, value);
      }
      expect(truths(), String(value)).toEqual(expected());
      if (truths().join() !== before) different++;
    }
    expect(different).toBeGreaterThan(8);
  });

  test('may be of no role at all', () => {
    const { state, truths, expected } = watching(
      thresholds.flatMap((value) => [
        comparing(makeNode(time, {}), '>=', value),
        comparing(makeNode(time, {}), '==', value),
      ]),
    );
    for (const now of [0, 1, 5, 17, 16, -3, 40, 3]) {
      setTimeOf(state, now);
      expect(truths(), String(now)).toEqual(expected());
    }
    touchAll(state.stamps);
    setTimeOf(state, 9);
    expect(truths()).toEqual(expected());
  });

  test('is another one after a role that is bound again, and back', () => {
    const { state, boards, truths, expected } = watching(thresholds.map((value) => comparing(numberOf(0), '<', value)));
    boards.forEach((board, index) => {
      write(state, board, 3 * index);
    });
    for (const to of [5, 1, 7, 0]) {
      bindRole(state, 0, boards[to]);
      expect(truths()).toEqual(expected());
      write(state, boards[to], 2 * to + 1);
      expect(truths()).toEqual(expected());
    }
  });
});

type Change =
  | readonly ['write', number, number]
  | readonly ['bind', number, number]
  | readonly ['kill', number]
  | readonly ['touch']
  | readonly ['clock', number];

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(
      fc.constant('write' as const),
      fc.nat(roleCount - 1),
      fc.constantFrom(-2, 0, 1, 2, 3, 3.5, 9, Number.NaN, Infinity),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constant('bind' as const),
      fc.nat(roleCount - 1),
      fc.integer({ min: -1, max: roleCount - 1 }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('kill' as const), fc.nat(roleCount - 1)) },
  { weight: 1, arbitrary: fc.constant(['touch'] as const) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('clock' as const), fc.nat(4)) },
);

function condition(roles: number): fc.Arbitrary<Node> {
  const comparison = fc.constantFrom<Comparison>(...comparisons);
  const role = fc.nat(roles - 1);
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(role, comparison, fc.integer({ min: -2, max: 4 }))
        .map(([of, how, value]) => comparing(numberOf(of), how, value)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(role, comparison, role)
        .map(([of, how, other]) => comparing(numberOf(of), how, numberOf(other))),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(comparison, fc.nat(4)).map(([how, value]) => comparing(makeNode(time, {}), how, value)),
    },
  );
}

/** Few and many leaves, few and many changes between two looks: each way of asking again has its turn. */
test.each([
  ['few', 3, 2],
  ['many', 60, 2],
  ['many, of few roles', 60, 1],
])('conditions are known as they are, whatever changes between two looks: %s', (_what, most, spread) => {
  const looks = fc.array(fc.array(change, { minLength: 1, maxLength: 24 }), { minLength: 1, maxLength: 8 });
  let turned = 0;
  fc.assert(
    fc.property(
      fc.array(condition(spread === 1 ? 2 : roleCount), { minLength: most >>> 1, maxLength: most }),
      looks,
      (conditions, rounds) => {
        const { state, boards, truths, expected } = watching(conditions);
        const gone = new Set<number>();
        let before = truths().join();
        for (const round of rounds) {
          for (const each of round) {
            if (each[0] === 'clock') setTimeOf(state, each[1]);
            else if (each[0] === 'touch') touchUnsaid(state, boards[0], gone.has(0));
            else if (each[0] === 'kill') {
              if (!gone.has(each[1])) destroy(state, boards[each[1]]);
              gone.add(each[1]);
            } else if (each[0] === 'bind')
              bindRole(state, each[1], each[2] < 0 || gone.has(each[2]) ? 0 : boards[each[2]]);
            else if (!gone.has(each[1])) write(state, boards[each[1]], each[2]);
          }
          expect(truths()).toEqual(expected());
          if (truths().join() !== before) turned++;
          before = truths().join();
        }
      },
    ),
    propertyRuns(40),
  );
  expect(turned).toBeGreaterThan(heavy(8, 25));
});

/** A change of a column of which nobody says whom it is of. */
function touchUnsaid(state: WorldState, board: number, isGone: boolean): void {
  if (isGone) return;
  state.cells[boardModel.columns[0].index][board] = 2;
  touch(state.stamps, columnStamp(0));
}
