import { describe, expect, test } from 'vitest';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node, Value } from '../../../src/ir/node.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { add } from '../../../src/eval/ops/arithmetic.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import * as logic from '../../../src/eval/ops/logic.js';
import { streamDraw } from '../../../src/eval/ops/draws.js';
import type { Term } from '../../../src/eval/term.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import { refusedWith } from '../../support/errors.js';
import { make, stateOf } from '../../support/hand-model.js';
import { absences, boolean, giving, number, reading, source } from '../../support/nodes.js';
import { comparerOf } from '../columns/compared.js';
import { generating } from '../emit/generated.js';

const drawn = (limit: number): Node => makeNode(streamDraw, undefined, number(limit));
const below = (limit: number, than: number): Node => makeNode(compare, { comparison: '<' }, drawn(limit), number(than));

/** Evaluates with a stream of given numbers, and says how many were taken. */
function outcome(node: Node, stream: readonly number[]): { readonly value: Value; readonly taken: number } {
  const frame = createFrame(stateOf(), 1);
  let taken = 0;
  frame.next = () => stream[taken++];
  const value = frame.evaluate(node);
  return { value, taken };
}

describe('streamDraw', () => {
  test('is the next of the stream modulo a number', () => {
    expect(outcome(drawn(5), [7])).toEqual({ value: 2, taken: 1 });
    expect(outcome(drawn(1), [7])).toEqual({ value: 0, taken: 1 });
    expect(
      outcome(makeNode(add, undefined, makeNode(add, undefined, drawn(100), drawn(10)), drawn(100)), [7, 12, 9]),
    ).toEqual({ value: 18, taken: 3 });
  });

  test('takes nothing for what is not above 0, or absent', () => {
    for (const limit of [0, -0, -3, NaN]) expect(outcome(drawn(limit), [7])).toEqual({ value: 0, taken: 0 });
    for (const [, absent] of absences)
      expect(outcome(makeNode(streamDraw, undefined, giving(absent)), [7])).toEqual({ value: absent, taken: 0 });
  });

  test('takes from a stream of the world unless a host gives the numbers, and takes one number', () => {
    const [state, twin] = [stateOf(), stateOf()];
    const drawnIn = (of: typeof state): readonly Value[] =>
      Array.from({ length: 20 }, () => createFrame(of, 1).evaluate(drawn(1_000)));
    const first = drawnIn(state);
    expect(new Set(first).size).toBeGreaterThan(15);
    expect(drawnIn(twin)).toEqual(first);
    expect(drawnIn(state)).not.toEqual(first);
    let given = 0;
    state.sequence = () => given++;
    expect(drawnIn(state)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    for (const args of [[], [source], [number(1), number(2)]])
      expect(refusedWith(() => makeNode(streamDraw, undefined, ...args))).toBe('ir-type');
  });
});

describe('terms in sequence', () => {
  const state = stateOf();
  const armed = reading(state, 'armed', source, 'zero');
  const termIn = (node: Node): Term => termOf(createTermBook(), node);

  test('are those with a draw at any depth', () => {
    expect(
      [
        drawn(3),
        below(3, 1),
        makeNode(logic.and, undefined, armed, below(3, 1)),
        makeNode(add, undefined, number(1), drawn(2)),
      ].map((node) => termIn(node).sequential),
    ).toEqual([true, true, true, true]);
    expect([armed, number(1)].map((node) => termIn(node).sequential)).toEqual([false, false]);
  });

  test('keep order, repetition and what a deciding operand would leave out', () => {
    for (const operation of [logic.and, logic.or]) {
      for (const args of [
        [below(9, 4), below(9, 4)],
        [below(9, 4), armed, below(3, 1)],
        [below(9, 4), boolean(false)],
        [below(9, 4), boolean(true)],
        [boolean(true), makeNode(operation, undefined, below(9, 4), armed)],
      ]) {
        const node = makeNode(operation, undefined, ...args);
        expect(printNode(termIn(node))).toBe(printNode(node));
      }
    }
  });

  test('are simplified where nothing is drawn', () => {
    expect(printNode(termIn(makeNode(add, undefined, drawn(3), makeNode(add, undefined, number(1), number(2)))))).toBe(
      '(add (streamDraw (constant number 3)) (constant number 3))',
    );
  });

  test.each(['columns', 'code'])('are asked row by row, in order, of what is chosen alone: %s', (how) => {
    const state = stateOf();
    const ships = Array.from({ length: 5 }, () => make(state, 'ship'));
    ships.forEach((id, i) => {
      state.cells[state.model.columnByName.get('armed')?.index ?? 0][id] = i % 2;
    });
    const comparer = how === 'code' ? generating(state, 'always') : comparerOf(state);
    const rows = rowsOver(0, Int32Array.from(ships), ships.length, state.identity.kind[ships[0]]);
    const valuesOf = (node: Node): readonly number[] => {
      let taken = 0;
      comparer.frame.next = () => taken++;
      const mark = comparer.evaluator.scratch.mark();
      const { numbers } = comparer.evaluator.evaluate(termIn(node), rows);
      comparer.evaluator.scratch.release(mark);
      return [...numbers.slice(0, rows.length), taken];
    };
    expect(valuesOf(drawn(100))).toEqual([0, 1, 2, 3, 4, 5]);
    // Armed ones draw twice, the others once.
    expect(
      valuesOf(makeNode(logic.choose, undefined, armed, makeNode(add, undefined, drawn(100), drawn(100)), drawn(100))),
    ).toEqual([0, 3, 3, 9, 6, 7]);
    // The same for all rows, and yet a draw for each.
    expect(valuesOf(makeNode(add, undefined, drawn(100), drawn(100)))).toEqual([1, 5, 9, 13, 17, 10]);
    const sum = makeNode(
      aggregate,
      { fold: 'sum', range: { over: 'objects', kind: state.identity.kind[ships[0]], class: 0 }, slot: 2 },
      boolean(true),
      drawn(100),
    );
    expect(valuesOf(sum)).toEqual([10, 35, 60, 85, 110, 25]);
  });

  test('are asked once where there is one row, and stand for no value that all rows have', () => {
    const comparer = comparerOf(state);
    let taken = 0;
    comparer.frame.next = () => taken++;
    const rows = rowsOver(0, Int32Array.of(0, 0), 2);
    expect(typeof comparer.evaluator.uniform(termIn(drawn(9)), rows)).toBe('symbol');
    expect(taken).toBe(0);
  });
});
