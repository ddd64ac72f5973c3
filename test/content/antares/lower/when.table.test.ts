import { describe, expect, test } from 'vitest';
import { policies, type Order, type When } from '../../../../src/content/antares/syntax.js';
import {
  type BareWhen,
  type LevelStage,
  conditionOf,
  control,
  flagship,
  stageOf,
  targeted,
  whenOf,
} from '../../../support/level-stage.js';
import { type Row, operators, rows, rowsOfNobody, tableLevel } from '../../../support/when-table.js';
import { heavy } from '../../../support/heavy.js';

const executors = ['compiled', 'reference'] as const;

/** The operators of a row that are true. */
function trueOperators(stage: LevelStage, { question }: Row): string {
  return operators[question.type].filter((op) => stage.isTrue(whenOf({ ...question, op } as BareWhen))).join(' ');
}

/** In the order of the operators. */
function expected({ question, isTrue }: Row, policy: (typeof policies)[number]): string {
  const words = isTrue[policy].split(' ');
  return operators[question.type].filter((op) => words.includes(op)).join(' ');
}

describe.each(policies)('in policy %s', (policy) => {
  // Asking changes nothing, so rows with the same difference from the start can do with one world.
  const stages = executors.map(() => new Map<Row['setUp'], LevelStage>());

  function stageWith(setUp: Row['setUp'], place: number): LevelStage {
    let stage = stages[place].get(setUp);
    if (stage === undefined) {
      stages[place].set(setUp, (stage = stageOf(tableLevel, policy, executors[place])));
      setUp?.(stage);
    }
    return stage;
  }

  // The quick tests take a part of the rows.
  test.each(rows.filter((_, i) => i % heavy(4, 1) === 0))('$question.type: $name', (row) => {
    for (const [place, executor] of executors.entries()) {
      const stage = stageWith(row.setUp, place);
      expect(`${executor}: ${trueOperators(stage, row)}`).toBe(`${executor}: ${expected(row, policy)}`);
    }
  });
});

describe('the table', () => {
  test('has every type with every operator, true and false, in both policies', () => {
    for (const policy of policies) {
      for (const [type, ops] of Object.entries(operators)) {
        for (const op of ops) {
          const answers = rows
            .filter(({ question }) => question.type === type)
            .map((row) => expected(row, policy).split(' ').includes(op));
          expect([policy, type, op, answers.includes(true), answers.includes(false)]).toEqual([
            policy,
            type,
            op,
            true,
            true,
          ]);
        }
      }
    }
  });

  test('has nobody in every place where a reference can stand', () => {
    const asked = new Set(
      rowsOfNobody.flatMap(({ question }) =>
        Object.entries(question)
          .filter(([, value]) => typeof value === 'object' && value !== null && 'by' in value)
          .map(([field]) => `${question.type}.${field}`),
      ),
    );
    expect([...asked].sort()).toEqual([
      'destroyed.object',
      'distance.from',
      'distance.to',
      'health.object',
      'identity.a',
      'identity.b',
      'owner.object',
      'speed.object',
      'target.object',
      'target.target',
    ]);
  });

  test('has only operators that the types have', () => {
    for (const { question, isTrue } of rows) {
      for (const policy of policies)
        for (const op of isTrue[policy].split(' ').filter((word) => word !== ''))
          expect(operators[question.type]).toContain(op);
    }
  });
});

test('old times count setup threefold', () => {
  const level = { ...tableLevel, startTime: 10 };
  const equalAt = (duration: number): When => whenOf({ type: 'time', op: 'eq', duration, legacyStartTime: true });
  for (const executor of executors) {
    const stage = stageOf(level, 'compat', executor);
    // 10 s: what is below 200 ticks is setup, which ends 3 whole seconds before what follows counts.
    for (const [duration, tick] of [
      [0, -600],
      [60, -420],
      [199, -3],
      [200, 20],
      [270, 90],
      [600, 420],
    ] as const) {
      stage.world.triggers.setTime(tick);
      expect(stage.isTrue(equalAt(duration))).toBe(true);
      stage.world.triggers.setTime(tick + 1);
      expect(stage.isTrue(equalAt(duration))).toBe(false);
    }
  }
});

test('negative numbers are not counted from the end', () => {
  const players = new Array(4).fill({ type: 'human', cash: 0 });
  for (const policy of policies) {
    for (const executor of executors) {
      const stage = stageOf({ ...tableLevel, players }, policy, executor);
      stage.tell({
        'player.3.flagship': 1,
        'player.3.target': 1,
        'player.3.control': 'x1',
        'player.3.building': false,
        'player.3.score': [1, 1, 1],
        'player.3.ships': 1,
      });
      for (const reference of [flagship, control, targeted]) {
        expect(
          [-1, 3].map((seat) =>
            stage.isTrue(whenOf({ type: 'destroyed', op: 'eq', object: reference(seat), value: true })),
          ),
        ).toEqual([true, false]);
      }
      for (const when of [
        { type: 'autopilot', value: false },
        { type: 'building', value: false },
        { type: 'cash', value: 0 },
        { type: 'ships', value: 1 },
      ] as const) {
        expect([-1, 3].map((player) => stage.isTrue(whenOf({ ...when, op: 'eq', player })))).toEqual([false, true]);
      }
      expect(
        [-1, 3].map((player) =>
          stage.isTrue(whenOf({ type: 'score', op: 'eq', counter: { player, which: 2 }, value: 1 })),
        ),
      ).toEqual([false, true]);
    }
  }
});

test('a condition says the same as a member of a count, whatever it says', () => {
  for (const policy of policies) {
    const stage = stageOf({ ...tableLevel, conditions: [] }, policy, 'reference');
    for (const row of rows.filter(({ setUp }) => setUp === undefined)) {
      for (const op of operators[row.question.type] as readonly Order[]) {
        const when = whenOf({ ...row.question, op } as BareWhen);
        const counted = whenOf({ type: 'count', op: 'eq', value: 1, of: [when] });
        expect([row.name, op, stage.isTrue(counted)]).toEqual([row.name, op, stage.isTrue(when)]);
        const opposite = whenOf({ type: 'count', op: 'eq', value: 0, of: [when] });
        expect([row.name, op, stage.isTrue(opposite)]).toEqual([row.name, op, !stage.isTrue(when)]);
      }
    }
  }
});

test('the conditions of the level do not change what a condition says', () => {
  const when = whenOf({
    type: 'owner',
    op: 'eq',
    object: { at: { line: 1, column: 1 }, by: 'initial', index: 1 },
    player: 0,
  });
  expect(stageOf({ ...tableLevel, conditions: [conditionOf(0, { when })] }, 'compat', 'compiled').isTrue(when)).toBe(
    true,
  );
});
