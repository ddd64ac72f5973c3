import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { createFrame } from '../../../src/eval/interpreter.js';
import { absenceOf, operationNumber, operationOf, printNode } from '../../../src/eval/make-node.js';
import { type Frame, type Node, type Value, missing, notFound, suppose } from '../../../src/ir/node.js';
import { type Matching, createMatching } from '../../../src/match/evaluate.js';
import { type Rows, type Vector, isMissing } from '../../../src/eval/columns/rows.js';
import { columnStamp, fact, touch } from '../../../src/model/stamps.js';
import type { Type } from '../../../src/model/model.js';
import { javaText } from '../../../src/kernel/numeric-value.js';
import type { PathCounts } from '../../../src/eval/path-counts.js';
import type { Term } from '../../../src/eval/term.js';
import type { WorldState } from '../../../src/components/state.js';
import { liveIds } from '../../../src/components/live-objects.js';
import type { Choices } from '../../support/choices.js';
import { randomNumeric } from './random-numeric-node.js';
import { answerAny } from './random-occurrence.js';
import { anyId, wordsAsked } from './random-state.js';

/** Both interpretations of terms over one state, side by side. */
export interface Comparer {
  readonly state: WorldState;
  readonly frame: Frame;
  readonly evaluator: Matching['evaluator'];
}

export function comparerOf(state: WorldState, turn = 5, paths?: PathCounts): Comparer {
  const frame = createFrame(state, turn);
  frame.rule = 3;
  const { evaluator } = createMatching(state, paths);
  evaluator.frame = frame;
  return { state, frame, evaluator };
}

/** What is kept by the number of a term is kept of that term alone. */
let terms = 0;

/** The term of a node as it stands, with nothing simplified, so that the columns of every operation are asked. */
export function plainTerm(node: Node): Term {
  const operation = operationOf(node);
  const args = node.args.map(plainTerm);
  const own = [
    ...(operation.reads?.(node.data) ?? []).map(columnStamp),
    ...(operation.facts?.(node.data) ?? []).map((name) => fact[name]),
  ];
  return {
    op: node.op,
    type: node.type,
    data: node.data,
    id: terms++,
    args,
    operation: operationNumber(node),
    free:
      (args.reduce((bits, arg) => bits | arg.free, 0) & ~(operation.binds?.(node.data) ?? 0)) |
      (operation.slots?.(node.data) ?? 0),
    stamps: [...new Set([...own, ...args.flatMap((arg) => arg.stamps)])],
    draws: operation.draws?.(node.data) === true || args.some((arg) => arg.draws),
    sequential: operation.sequential === true || args.some((arg) => arg.sequential),
    runs: node.op === 'running' || args.some((arg) => arg.runs),
    heavy: operation.heavy === true || args.some((arg) => arg.heavy),
    absence: absenceOf(
      node,
      args.map((arg) => arg.absence),
    ),
    size: args.reduce((sum, arg) => sum + arg.size, 1),
    depth: 0,
  };
}

/** A value as tests compare it: a number with a class as a text that no other number has. */
export type Shown = Value | string;

function shown(type: Type, value: Value, whole: boolean): Shown {
  return type.name === 'numeric' && typeof value === 'number' ? javaText({ value, whole }) : value;
}

/**
 * Begins the stream of draws in sequence. Its numbers tell in which order they were drawn, and how many came before.
 */
function beginStream(frame: Frame): void {
  let drawn = 0;
  frame.next = () => 7 * drawn++ + 3;
}

/** What the columns say of each row. Leaves the frame as it was, and counts no mishaps. */
export function inColumns({ evaluator, frame }: Comparer, term: Term, rows: Rows): readonly Shown[] {
  const { value, valueWhole } = frame;
  const slots = frame.slots.slice();
  const mishaps = { ...frame.mishaps };
  beginStream(frame);
  const mark = evaluator.scratch.mark();
  const vector = evaluator.evaluate(term, rows);
  const values = Array.from({ length: rows.length }, (_, row) => valueAt(vector, term, row));
  evaluator.scratch.release(mark);
  const before = { mishaps, slots, value, valueWhole };
  const after = { mishaps: { ...frame.mishaps }, slots: frame.slots, value: frame.value, valueWhole: frame.valueWhole };
  // Millions of calls come here, of which each would take longer in expect than in what it looks at.
  if (!isDeepStrictEqual(after, before)) expect(after).toStrictEqual(before);
  return values;
}

/** What the reference interpretation says of each row. */
export function byReference({ frame }: Comparer, node: Node, rows: Rows): readonly Shown[] {
  const slots = frame.slots.slice();
  const { value, valueWhole } = frame;
  beginStream(frame);
  const values = Array.from({ length: rows.length }, (_, row) => {
    rows.slots.forEach((ids, slot) => {
      if (ids !== undefined) frame.slots[slot] = ids[row];
    });
    if (rows.running !== undefined) frame.value = rows.running[row];
    if (rows.runningClasses !== undefined) frame.valueWhole = rows.runningClasses[row] === 1;
    const found = frame.evaluate(node);
    return shown(node.type, found, frame.whole);
  });
  slots.forEach((id, slot) => {
    frame.slots[slot] = id;
  });
  frame.value = value;
  frame.valueWhole = valueWhole;
  return values;
}

/**
 * Fails unless both interpretations say exactly the same of every row; tells the smallest part on which they differ.
 */
export function expectSame(comparer: Comparer, node: Node, rows: Rows): readonly Shown[] {
  const expected = byReference(comparer, node, rows);
  const found = inColumns(comparer, plainTerm(node), rows);
  const differs = expected.findIndex((value, row) => !Object.is(value, found[row]));
  if (differs < 0) return expected;
  if (operationOf(node).binds === undefined) for (const arg of node.args) expectSame(comparer, arg, rows);
  const slots = comparer.frame.slots.slice(0, 3).map((id, slot) => rows.slots[slot]?.[differs] ?? id);
  return expect.fail(
    `row ${differs} of ${rows.length}, slots ${slots.join(' ')}: expected ${String(expected[differs])}, found ${String(found[differs])} for ${printNode(node)}`,
  );
}

function valueAt({ numbers, codes, absence }: Vector, node: Node, row: number): Shown {
  const how = absence === undefined ? 0 : absence[row];
  if (how !== 0) return how === isMissing ? missing : notFound;
  if (node.type.name === 'numeric') return shown(node.type, numbers[row], codes[row] === 1);
  return node.type.name === 'number' ? numbers[row] : codes[row];
}

/** The type of running values, where rows have any. */
export function runningType(withRunning: boolean | 'numeric'): Type | undefined {
  return withRunning === false ? undefined : { name: withRunning === 'numeric' ? 'numeric' : 'number' };
}

/** Supposes something of some objects, or nothing of any. */
export function supposeAny(state: WorldState, frame: Frame, choices: Choices): void {
  const { questions, enumerations } = state.model;
  const count = questions.length === 0 || choices.oneIn(3) ? 0 : choices.pick([1, 3, 10, 40]);
  frame.suppositions =
    count === 0
      ? undefined
      : suppose(
          Array.from({ length: count }, () => {
            const { index, type, words } = choices.pick(questions);
            const word = words < 0 ? 0 : choices.between(1, Math.min(wordsAsked, enumerations[words].members.length));
            return {
              question: index,
              word,
              object: anyId(state, choices),
              value: type === 'boolean' ? choices.below(2) : choices.between(-2, 9),
            };
          }),
        );
  touch(state.stamps, fact.supposition);
}

/**
 * Rows over the first slots, some of which vary; the others are set in the frame. Ids are of the living, the dead and
 * nobody, or all of one kind.
 */
export function randomRows(
  { state, frame }: Comparer,
  choices: Choices,
  slotCount: number,
  withRunning: boolean | 'numeric',
): Rows {
  supposeAny(state, frame, choices.split('suppositions'));
  answerAny(state, frame, choices.split('occurrence'));
  const length = choices.pick([0, 1, 1, 2, 3, 10, 30, 60]);
  const live = [...liveIds(state)];
  const slots: (Int32Array | undefined)[] = [];
  const kinds: number[] = [];
  let varying = 0;
  const which = choices.pick([1, 2, 2, 3, 3]);
  for (let slot = 0; slot < slotCount; slot++) {
    const kind = choices.oneIn(2) && live.length > 0 ? state.identity.kind[choices.pick(live)] : 0;
    const ofKind = live.filter((id) => state.identity.kind[id] === kind);
    const one = (): number =>
      kind !== 0
        ? choices.pick(ofKind)
        : choices.oneIn(3) || live.length === 0
          ? anyId(state, choices)
          : choices.pick(live);
    if (((which >>> slot) & 1) === 0) {
      frame.slots[slot] = one();
      continue;
    }
    // Longer than there are rows, as lent memory is.
    slots[slot] = Int32Array.from({ length: length + 3 }, one);
    kinds[slot] = kind;
    varying |= 1 << slot;
  }
  frame.value = choices.between(0, 5);
  if (withRunning === 'numeric') {
    frame.valueWhole = choices.oneIn(2);
    const values = Array.from({ length }, () => randomNumeric(choices));
    return {
      length,
      slots,
      kinds,
      running: Float64Array.from(values, ({ value }) => value),
      runningClasses: Int32Array.from(values, ({ whole }) => (whole ? 1 : 0)),
      varying,
    };
  }
  const running = withRunning ? Float64Array.from({ length }, () => choices.pick([0, 1, -0, 2.5, NaN, 7])) : undefined;
  return { length, slots, kinds, running, varying };
}
