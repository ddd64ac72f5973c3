import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../../src/model/model.js';
import type { WorldState } from '../../../src/components/state.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { type Frame, type Node, type Suppositions, type Value, suppose } from '../../../src/ir/node.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import { streamDraw } from '../../../src/eval/ops/draws.js';
import { supposed } from '../../../src/eval/ops/supposed.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import { propertyRuns } from '../../support/choices.js';
import { refusedWith } from '../../support/errors.js';
import { make, modelOf, stateOf } from '../../support/hand-model.js';
import { absences, boolean, giving, none, number, reading, source, target, word } from '../../support/nodes.js';
import { byReference, comparerOf, inColumns, plainTerm } from '../columns/compared.js';
import { generating } from '../emit/generated.js';
import { heavy } from '../../support/heavy.js';

const [strong, rich] = [0, 1];
const model: Model = {
  ...modelOf({
    kinds: { team: {} },
    columns: { gold: { kinds: ['team'], integer: true } },
    enumerations: { skill: { members: ['swim', 'fly'] } },
  }),
  questions: [
    { index: strong, name: 'strong', words: 0, type: 'boolean' },
    { index: rich, name: 'rich', words: -1, type: 'number' },
  ],
};

const isStrong = (answer: Node, object: Node = source, of = 1): Node =>
  makeNode(supposed, { question: strong, word: of }, object, answer);
const howRich = (answer: Node, object: Node = source): Node =>
  makeNode(supposed, { question: rich, word: 0 }, object, answer);

function frameOf(state: WorldState, suppositions: Suppositions | undefined, ...slots: readonly number[]): Frame {
  const frame = createFrame(state, 1);
  frame.suppositions = suppositions;
  slots.forEach((id, i) => {
    frame.slots[i] = id;
  });
  return frame;
}

describe('supposed', () => {
  const state = stateOf(model);
  const [one, other] = [make(state, 'team'), make(state, 'team')];
  const suppositions = suppose([
    { question: strong, word: 1, object: one, value: 1 },
    { question: strong, word: 1, object: one, value: 0 },
    { question: rich, word: 0, object: other, value: -5 },
  ]);
  const asked = (node: Node, ...slots: readonly number[]): Value =>
    frameOf(state, suppositions, ...slots).evaluate(node);

  test('is what is supposed of the object under the question and word, else the answer', () => {
    expect([
      asked(isStrong(boolean(false)), one),
      asked(isStrong(boolean(false)), other),
      asked(isStrong(boolean(false), source, 2), one),
    ]).toEqual([1, 0, 0]);
    expect([asked(howRich(number(3)), one), asked(howRich(number(3)), other)]).toEqual([3, -5]);
    expect(asked(isStrong(boolean(false), target), other, one)).toBe(1);
    expect(frameOf(state, undefined, one).evaluate(isStrong(boolean(false)))).toBe(0);
  });

  test('stands above an absent answer, which else stays what it is', () => {
    for (const [, absent] of absences) {
      expect(asked(isStrong(giving(absent, 'boolean')), one)).toBe(1);
      expect(asked(isStrong(giving(absent, 'boolean')), other)).toBe(absent);
    }
  });

  test('is the answer for none and where the object is absent', () => {
    const ofNone = suppose([
      { question: strong, word: 1, object: 0, value: 1 },
      { question: strong, word: 1, object: one, value: 1 },
    ]);
    for (const object of [none, giving(undefined, 'entity'), giving(null, 'entity')]) {
      expect(frameOf(state, ofNone).evaluate(isStrong(boolean(false), object))).toBe(0);
      expect(asked(isStrong(boolean(false), object))).toBe(0);
    }
  });

  test('leaves the answer alone where it is supposed otherwise', () => {
    const frame = frameOf(state, suppositions, other);
    let drawn = 0;
    frame.next = () => ++drawn;
    expect(frame.evaluate(howRich(makeNode(streamDraw, undefined, number(10))))).toBe(-5);
    expect(drawn).toBe(0);
    frame.slots[0] = one;
    expect([frame.evaluate(howRich(makeNode(streamDraw, undefined, number(10)))), drawn]).toEqual([1, 1]);
  });

  test('takes an object and a condition or a number, and shows its question', () => {
    expect(printNode(isStrong(boolean(true)))).toBe('(supposed 0 1 (slot 0) (constant boolean 1))');
    for (const args of [
      [source],
      [boolean(true), source],
      [source, source],
      [source, word(0, 1)],
      [source, number(1), number(2)],
    ]) {
      expect(refusedWith(() => makeNode(supposed, { question: strong, word: 0 }, ...args))).toBe('ir-type');
    }
  });
});

test('columns and generated code say the same, whatever is supposed of however many', () => {
  const state = stateOf(model, { capacity: 40 });
  const teams = Array.from({ length: 20 }, (_, i) => make(state, 'team', { name: String(i) }));
  teams.forEach((id, i) => {
    state.cells[0][id] = 100 + i;
  });
  const gold = (absent: 'zero' | 'missing'): Node => reading(state, 'gold', source, absent);
  const nodes = [
    howRich(gold('zero')),
    howRich(gold('missing')),
    howRich(number(1)),
    isStrong(isStrong(boolean(false), source, 2)),
    howRich(howRich(gold('missing')), none),
  ];
  let overwritten = 0;
  const asked = fc.constantFrom(
    { question: strong, word: 1 },
    { question: strong, word: 2 },
    { question: rich, word: 0 },
  );
  const one = fc
    .record({ asked, object: fc.integer({ min: 0, max: 22 }), value: fc.constantFrom(0, 1) })
    .map(({ asked: of, ...rest }) => ({ ...of, ...rest }));
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 40, size: 'max' }),
      fc.array(fc.constantFrom(0, ...teams), { maxLength: 40, size: 'max' }),
      fc.boolean(),
      (list, ids, code) => {
        const comparer = code ? generating(state, 'always') : comparerOf(state);
        const rows = rowsOver(0, Int32Array.from(ids), ids.length);
        for (const node of nodes) {
          const plain = byReference(comparer, node, rows);
          comparer.frame.suppositions = suppose(list);
          const expected = byReference(comparer, node, rows);
          expect(inColumns(comparer, plainTerm(node), rows)).toEqual(expected);
          overwritten += expected.filter((value, row) => value !== plain[row]).length;
          comparer.frame.suppositions = undefined;
        }
      },
    ),
    propertyRuns(100),
  );
  expect(overwritten).toBeGreaterThan(heavy(60, 500));
});

test('what is overwritten is no part of the world, nor of the slots', () => {
  const state = stateOf(model);
  const ids = Int32Array.of(make(state, 'team'), make(state, 'team'));
  const comparer = comparerOf(state);
  comparer.frame.suppositions = suppose([{ question: rich, word: 0, object: ids[0], value: 9 }]);
  const rows = { ...rowsOver(0, ids, 2, 1), running: Float64Array.of(1, 2) };
  const running = { op: 'running', type: { name: 'number' }, args: [], data: { type: { name: 'number' } } } as Node;
  expect(inColumns(comparer, plainTerm(howRich(running)), rows)).toEqual([9, 2]);
  expect([[...rows.running], [...ids]]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

describe('books of terms', () => {
  const state = stateOf(model);
  const answer = reading(state, 'gold', source, 'zero');

  test('that suppose keep questions, with the fact that they read', () => {
    const term = termOf(createTermBook(), howRich(answer));
    expect(term.op).toBe('supposed');
    expect(term.args[1].stamps.length).toBeLessThan(term.stamps.length);
  });

  test('that do not suppose make them their answers, at any depth', () => {
    const book = createTermBook({ supposing: false });
    expect(termOf(book, howRich(answer))).toBe(termOf(book, answer));
    expect(termOf(book, howRich(howRich(answer, target)))).toBe(termOf(book, answer));
    const inside = makeNode(supposed, { question: strong, word: 2 }, source, isStrong(boolean(true)));
    expect(printNode(termOf(book, inside))).toBe('(constant boolean 1)');
    expect([...book.terms].some(({ op }) => op === 'supposed')).toBe(false);
  });
});
