import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Evaluation, evaluationOf } from '../../../src/eval/emit/make-function.js';
import type { Frame } from '../../../src/ir/frame.js';
import { operationOf, printNode } from '../../../src/eval/make-node.js';
import type { Node, Value } from '../../../src/ir/node.js';
import { operations } from '../../../src/eval/ops/index.js';
import { header } from '../../../src/kernel/arena.js';
import { forgetPast, popMemories, popOccurrences } from '../../../src/components/occurrences.js';
import { javaText } from '../../../src/kernel/numeric.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { type Comparer, comparerOf, randomRows, runningType } from '../columns/compared.js';
import { nodeFor, nodeNames } from '../columns/random-node.js';
import { occur } from '../columns/random-occurrence.js';
import { change, randomState } from '../columns/random-state.js';
import { heavy } from '../../support/heavy.js';

/** What one of the two says, with all that saying it does to the frame. */
interface Answer {
  readonly value: Value | string;
  readonly slots: readonly number[];
  readonly drawn: number;
  readonly visits: number;
  readonly mishaps: Frame['mishaps'];
  readonly left: readonly unknown[];
}

function answerOf({ frame }: Comparer, node: Node, evaluate: Evaluation): Answer {
  const slots = frame.slots.slice();
  const before = { visits: frame.visits, mishaps: { ...frame.mishaps } };
  let drawn = 0;
  frame.next = () => 7 * drawn++ + 3;
  const found = evaluate(frame);
  const value =
    node.type.name === 'numeric' && typeof found === 'number' ? javaText({ value: found, whole: frame.whole }) : found;
  const { occurrence, controller, rule, turn, suppositions } = frame;
  const answer = {
    value,
    slots: frame.slots.slice(),
    drawn,
    visits: frame.visits - before.visits,
    mishaps: { ...frame.mishaps },
    left: [frame.value, frame.valueWhole, occurrence, controller, rule, turn, suppositions],
  };
  slots.forEach((id, slot) => {
    frame.slots[slot] = id;
  });
  frame.visits = before.visits;
  Object.assign(frame.mishaps, before.mishaps);
  return answer;
}

function isSame(one: Answer, other: Answer): boolean {
  const parts = (of: Answer): readonly unknown[] => [
    of.value,
    of.drawn,
    of.visits,
    of.mishaps.overflows,
    of.mishaps.zeroDivisions,
    ...of.slots,
    ...of.left,
  ];
  const [left, right] = [parts(one), parts(other)];
  return left.length === right.length && left.every((part, i) => Object.is(part, right[i]));
}

/** Fails with the smallest part on which they differ. */
function expectSame(comparer: Comparer, node: Node, evaluate: Evaluation): Value | string {
  const [expected, found] = [
    answerOf(comparer, node, ({ evaluate }) => evaluate(node)),
    answerOf(comparer, node, evaluate),
  ];
  if (isSame(expected, found)) return found.value;
  if (operationOf(node).binds === undefined)
    for (const arg of node.args) expectSame(comparer, arg, evaluationOf(arg, comparer.frame.state.model));
  expect(found, printNode(node)).toStrictEqual(expected);
  return expect.fail(`the answers differ in a zero or what is no number: ${printNode(node)}`);
}

interface Course {
  readonly objects: number;
  /** Whether things occur before anything is asked. */
  readonly isOutside: boolean;
}

/** So many occurrences of the past are kept, or there is no room for more. */
const mostPast = 40;

function compareAll(
  seed: number,
  { objects, isOutside }: Course,
  values: Map<string, Set<unknown>>,
  places: Set<number>,
): void {
  const choices = choicesOf(seed);
  const state = randomState(choices, objects);
  const comparer = comparerOf(state);
  for (const name of nodeNames()) {
    const own = choices.split(`node ${name}`);
    const withRunning = own.pick([false, true, 'numeric'] as const);
    const node = nodeFor(
      name,
      own,
      { model: state.model, slots: 2, running: runningType(withRunning), aggregates: 2 },
      own.between(1, 4),
    );
    const evaluate = evaluationOf(node, state.model);
    // One evaluate is asked again after the world has changed.
    for (let round = 0; round < 3; round++) {
      popOccurrences(state, 0);
      popMemories(state, 0);
      if (state.arena.header[header.past] > mostPast) forgetPast(state);
      if (!isOutside) occur(state, own);
      const { slots, length, running, runningClasses } = randomRows(comparer, own, 2, withRunning);
      if (isOutside) comparer.frame.occurrence = comparer.frame.controller = 0;
      for (let row = 0; row < Math.min(length, 12); row++) {
        slots.forEach((ids, slot) => {
          if (ids !== undefined) comparer.frame.slots[slot] = ids[row];
        });
        if (running !== undefined) comparer.frame.value = running[row];
        if (runningClasses !== undefined) comparer.frame.valueWhole = runningClasses[row] === 1;
        const value = expectSame(comparer, node, evaluate);
        places.add(Math.sign(comparer.frame.occurrence));
        const seen = values.get(node.op) ?? new Set<unknown>();
        if (seen.size < 20) values.set(node.op, seen.add(value));
      }
      for (let i = own.below(3); i > 0; i--) change(state, own);
    }
  }
}

test.each([
  ['outside of occurrences', true],
  ['in the course of them, and of those that are past', false],
] as const)('a node as a function of a frame says what the interpreter says: %s', (_name, isOutside) => {
  const [values, places] = [new Map<string, Set<unknown>>(), new Set<number>()];
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), fc.integer({ min: 0, max: 40 }), (seed, objects) => {
      compareAll(seed, { objects, isOutside }, values, places);
    }),
    propertyRuns(30, 6),
  );
  expect([...places].filter((place) => !Number.isNaN(place)).sort((a, b) => a - b)).toEqual(
    isOutside ? [0] : [-1, 0, 1],
  );
  const alone = isOutside ? ['turn', 'occurring', 'controller'] : ['turn'];
  for (const name of operations.keys())
    expect(values.get(name)?.size, name).toBeGreaterThan(alone.includes(name) ? 0 : heavy(0, 1));
});
