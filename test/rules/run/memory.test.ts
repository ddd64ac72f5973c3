import { describe, expect, test } from 'vitest';
import { setAvailable } from '../../../src/components/availability.js';
import { destroy } from '../../../src/state/object-life.js';
import { setOwner } from '../../../src/components/ownership.js';
import { columnStamp, touchBack } from '../../../src/model/stamps.js';
import { hashState } from '../../../src/state/state-hash.js';
import type { WorldState } from '../../../src/components/state.js';
import { compiledExecutor } from '../../support/compiled-executor.js';
import type { Executor } from '../../../src/meaning/executor.js';
import { makeNode } from '../../../src/eval/make-node.js';
import { turn } from '../../../src/eval/ops/time.js';
import { draw } from '../../../src/eval/ops/draws.js';
import type { Node } from '../../../src/ir/node.js';
import type { Carrier, Program } from '../../../src/ir/rule.js';
import { referenceExecutor } from '../../../src/reference/reference-executor.js';
import { stateOf } from '../../support/hand-model.js';
import { boolean, source, target } from '../../support/nodes.js';
import {
  type Maker,
  type RuleParts,
  all,
  branch,
  classIndex,
  columnIndex,
  handModel,
  is,
  itself,
  kindIndex,
  makerOf,
  of,
  passesOf,
  plus,
  ranked,
  sign,
  times,
  write,
} from './hand-rules.js';
import { type Outcome, type PassOptions, runPasses } from './run-passes.js';

/**
 * Empires 1 and 2; colonies 3 to 5 of ranks and soils 1 to 3, two of them the first empire's; scouts 6 and 7 with them.
 * Seats: 3 and 4; the first has the tech.
 */
function fill({ add, set, grant }: Maker): void {
  for (let i = 0; i < 2; i++) add('empire');
  [1, 1, 2].forEach((owner, i) => add('colony', { rank: i + 1, soil: i + 1 }, { owner }));
  for (let i = 0; i < 2; i++) add('scout', { rank: 7 }, { owner: 1, place: { at: 'object', object: 3 + i } });
  [3, 4].forEach((seat, i) => {
    set(i + 1, { seat });
  });
  grant(1, 'tech');
}

/** A world in which one pass is run again and again from the same state. */
interface Stage {
  readonly state: WorldState;
  readonly executor: Executor;
  run(options?: PassOptions): Outcome;
  /** Puts the columns back as they were before the pass, as if it had not been. */
  back(): void;
}

function stageOf(program: Program, make: (program: Program, state: WorldState) => Executor): Stage {
  const state = stateOf(handModel);
  fill(makerOf(state));
  const executor = make(program, state);
  let copies: readonly { readonly cells: ArrayLike<number>; readonly stamp: number }[] = [];
  return {
    state,
    executor,
    run(options) {
      copies = state.cells.map((cells, column) => ({
        cells: cells.slice(),
        stamp: state.stamps.values[columnStamp(column)],
      }));
      return runPasses(executor, state, [program.rules.passes[0].rules], { turn: 5, ...options });
    },
    back() {
      copies.forEach(({ cells, stamp }, column) => {
        state.cells[column].set(cells);
        touchBack(state.stamps, columnStamp(column), stamp);
      });
    },
  };
}

type Change = (maker: Maker) => void;

/** What a pass comes to after a change that a world makes which has run it before, time and again. */
function afterChange(
  rules: readonly RuleParts[],
  change: Change,
): { readonly before: string; readonly after: string; readonly putBack: number } {
  const program = passesOf([rules]);
  const [compiled, reference] = [compiledExecutor, referenceExecutor].map((make) => stageOf(program, make));
  const first = compiled.run();
  const before = hashState(compiled.state);
  for (let i = 0; i < 4; i++) {
    compiled.back();
    expect(compiled.run()).toEqual(first);
    expect(hashState(compiled.state)).toBe(before);
  }
  const { putBack } = compiled.executor.paths;
  compiled.back();
  for (const { state } of [compiled, reference]) change(makerOf(state));
  const expected = reference.run();
  expect(compiled.run()).toEqual(expected);
  expect(hashState(compiled.state)).toBe(hashState(reference.state));
  return { before, after: hashState(reference.state), putBack };
}

/** Objects of that kind by a condition. */
const shipsWhere = (...where: readonly Node[]): Carrier => ({
  by: 'condition',
  kinds: [kindIndex('ship')],
  where,
  times: undefined,
});
const add = write('stock', 'add', 1);
const toRank: Change = ({ set }) => {
  set(4, { rank: 9 });
};

describe('what a pass wrote is put back where it would write the same, and not where something that it looks at has changed', () => {
  test.each<[string, readonly RuleParts[], Change]>([
    ['an activation', [{ activation: [is(of(source, 'rank'), '<', 5)], effects: [add] }], toRank],
    ['a scope', [{ include: [is(of(target, 'rank'), '<', 5)], effects: [add] }], toRank],
    [
      'a scope that is the source',
      [{ include: [all(itself, is(of(target, 'rank'), '<', 5))], effects: [add] }],
      toRank,
    ],
    ['an amount', [{ include: [itself], effects: [write('stock', 'add', of(target, 'rank'))] }], toRank],
    [
      'an amount that is found at its turn',
      [
        {
          include: [itself],
          effects: [write('stock', 'set', times(plus(of(target, 'stock'), 1), of(target, 'rank')))],
        },
      ],
      toRank,
    ],
    [
      'an amount on the source',
      [{ include: [itself], effects: [write('stock', 'add', of(source, 'rank'), { recipient: 'source' })] }],
      toRank,
    ],
    [
      'an amount that stacks',
      [{ include: [itself], effects: [write('stock', 'add', of(target, 'rank'), { stacking: 1 })] }],
      toRank,
    ],
    [
      'an amount in a branch',
      [
        {
          include: [itself],
          effects: [
            branch(boolean(true), [], [add]),
            branch(boolean(true), [write('stock', 'add', of(target, 'rank'))]),
          ],
        },
      ],
      toRank,
    ],
    ['a branch', [{ include: [itself], effects: [branch(is(of(target, 'rank'), '<', 5), [add])] }], toRank],
    [
      'a holder',
      [{ include: [itself], effects: [write('stock', 'add', 1, { holder: of(target, 'goal') })] }],
      ({ set }) => {
        set(4, { goal: 5 });
      },
    ],
    [
      'a condition of carriers',
      [{ carrier: shipsWhere(is(of(source, 'rank'), '<', 9)), effects: [add] }],
      ({ set }) => {
        set(6, { rank: 9 });
      },
    ],
    [
      'how often they fire',
      [
        {
          carrier: { by: 'condition', kinds: [kindIndex('planet')], where: [], times: of(source, 'rank') },
          effects: [add],
        },
      ],
      toRank,
    ],
    [
      'a seat',
      [{ carrier: { by: 'seat', class: classIndex('tech'), column: columnIndex('seat') }, effects: [add] }],
      ({ set }) => {
        set(1, { seat: 5 });
      },
    ],
    [
      'an availability',
      [{ carrier: { by: 'seat', class: classIndex('tech'), column: columnIndex('seat') }, effects: [add] }],
      ({ state }) => {
        setAvailable(state, 2, classIndex('tech'), true);
      },
    ],
    [
      'who is there',
      [{ include: [ranked], effects: [add] }],
      ({ state }) => {
        destroy(state, 4);
      },
    ],
    [
      'who is born',
      [{ include: [ranked], effects: [add] }],
      (maker) => {
        maker.add('colony', { rank: 1 }, { created: 5 });
      },
    ],
    [
      'what is written',
      [{ include: [itself], effects: [write('stock', 'multiply', 2)] }],
      ({ set }) => {
        set(4, { stock: 9 });
      },
    ],
  ])('%s', (_, rules, change) => {
    const { before, after, putBack } = afterChange(rules, change);
    expect(after).not.toBe(before);
    expect(putBack).toBeGreaterThan(1);
  });

  test('an order of sources, though all of them stay active', () => {
    const isLow = is(of(source, 'rank'), '<', 3);
    const { before, after, putBack } = afterChange(
      [
        {
          activation: [boolean(true)],
          narrowing: {
            by: 'any',
            parts: [
              { by: 'test', test: isLow },
              { by: 'test', test: boolean(true) },
            ],
          },
          include: [is(of(target, 'soil'), '==', 1)],
          effects: [sign(of(source, 'soil'))],
        },
      ],
      ({ set }) => {
        set(3, { rank: 9 });
      },
    );
    expect(after).not.toBe(before);
    expect(putBack).toBeGreaterThan(1);
  });

  test('owners, where empires get something', () => {
    const { before, after } = afterChange(
      [{ include: [is(of(target, 'rank'), '==', 2)], effects: [write('stock', 'add', 1, { recipient: 'empires' })] }],
      ({ state }) => {
        setOwner(state, 4, 2);
      },
    );
    expect(after).not.toBe(before);
    const inBranch = afterChange(
      [
        {
          include: [is(of(target, 'rank'), '==', 2)],
          effects: [branch(boolean(true), [write('stock', 'add', 1, { recipient: 'empires' })])],
        },
      ],
      ({ state }) => {
        setOwner(state, 4, 2);
      },
    );
    expect(inBranch.after).not.toBe(inBranch.before);
  });
});

test.each([
  ['the turn', times(of(target, 'rank'), makeNode(turn, undefined))],
  ['a draw', makeNode(draw, { site: 0, slots: 2 })],
])('%s changes what is written in the next turn, not in the same', (_, amount) => {
  const program = passesOf([[{ include: [itself], effects: [write('stock', 'add', amount)] }]]);
  const stages = [compiledExecutor, referenceExecutor].map((make) => stageOf(program, make));
  const hashes = [5, 5, 5, 5, 6, 6, 6, 6].map((now) => {
    const [found, expected] = stages.map((stage) => {
      stage.run({ turn: now });
      const hash = hashState(stage.state);
      stage.back();
      return hash;
    });
    expect(found).toBe(expected);
    return found;
  });
  expect(new Set(hashes).size).toBe(2);
  expect(stages[0].executor.paths.putBack).toBeGreaterThan(2);
});

test('whoever watches or observes is told of everything again', () => {
  const program = passesOf([[{ include: [itself], effects: [add] }]]);
  const [compiled, reference] = [compiledExecutor, referenceExecutor].map((make) => stageOf(program, make));
  for (let i = 0; i < 5; i++) {
    compiled.run();
    compiled.back();
  }
  expect(compiled.executor.paths.putBack).toBeGreaterThan(1);
  for (const options of [{ observe: true }, { watch: true }, { observe: true, watch: true, strict: true }]) {
    expect(compiled.run(options)).toEqual(reference.run(options));
    compiled.back();
    reference.back();
  }
  expect(compiled.run({ observe: true }).firings).toHaveLength(3);
});

test('a pass that does more than write is run each time', () => {
  const program = passesOf([
    [
      {
        include: [itself],
        effects: [
          add,
          {
            kind: 'availability',
            recipient: 'empires',
            stacking: 0,
            label: '',
            class: {
              op: 'constant',
              type: { name: 'class' },
              args: [],
              data: { value: classIndex('tech'), type: { name: 'class' } },
            },
            available: boolean(true),
          },
        ],
      },
    ],
  ]);
  const stage = stageOf(program, compiledExecutor);
  for (let i = 0; i < 5; i++) {
    stage.run();
    stage.back();
    setAvailable(stage.state, 2, classIndex('tech'), false);
  }
  stage.run();
  expect(stage.executor.paths.putBack).toBe(0);
  expect(stage.state.available.some((word) => word !== 0)).toBe(true);
});

test('what is put back counts as fired and written', () => {
  const program = passesOf([[{ include: [itself], effects: [add] }]]);
  const stage = stageOf(program, compiledExecutor);
  const outcomes = Array.from({ length: 5 }, () => {
    const outcome = stage.run();
    stage.back();
    return outcome;
  });
  expect(stage.executor.paths.putBack).toBeGreaterThan(1);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ fired: 3, wrote: 3, again: false });
});
