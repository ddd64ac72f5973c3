import { describe, expect, test } from 'vitest';
import { arrayText, pairText } from '../../../src/components/compounds.js';
import type { Type } from '../../../src/model/model.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import { type Node, type Value, missing, notFound, sourceSlot } from '../../../src/ir/node.js';
import * as arrays from '../../../src/eval/ops/texts.js';
import { identical, join, longestText, pooled } from '../../../src/eval/ops/texts.js';
import { type WhenAbsent } from '../../../src/eval/data.js';
import { heed } from '../../../src/eval/ops/read.js';
import { both, choose, either, not, otherwise } from '../../../src/eval/ops/logic.js';
import {
  numericAdd,
  numericCompare,
  numericDivide,
  numericFloor,
  numericSubtract,
} from '../../../src/eval/ops/numeric-arithmetic.js';
import { solved } from '../../../src/eval/ops/solved.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import { printExpression } from '../../../src/eval/print-expression.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { type Numeric, javaText } from '../../../src/kernel/numeric-value.js';
import { textOf } from '../../../src/kernel/strings.js';
import { refusal } from '../../support/errors.js';
import { boolean, giving, number, source } from '../../support/nodes.js';
import {
  double,
  doubleNode,
  hero,
  int,
  intNode,
  item,
  solvedNode,
  textNode,
  variableModel,
  variableState,
  writeVariable,
} from '../../support/variable-state.js';
import { inColumns, plainTerm } from '../columns/compared.js';
import { generating } from '../emit/generated.js';
import { longTest } from '../../support/heavy.js';

const numbers: Type = { name: 'array', of: { name: 'numeric' } };
const words: Type = { name: 'array', of: { name: 'text' } };
const model = variableModel({
  score: { kind: 'hero', type: { name: 'numeric' }, initial: int(3) },
  weight: { kind: 'item', type: { name: 'numeric' }, initial: double(0.5) },
  title: { kind: 'hero', type: { name: 'text' }, initial: { text: 'none' } },
});
const state = variableState(model);

/** What a node says of an object: numbers with their class, handles as their texts. */
function said(node: Node, of = 0): Value | string {
  const frame = createFrame(state, 1);
  frame.slots[sourceSlot] = of;
  const value = frame.evaluate(node);
  if (typeof value !== 'number') return value;
  if (node.type.name === 'numeric') return javaText({ value, whole: frame.whole });
  return ['text', 'pair', 'dice', 'array'].includes(node.type.name) ? textOf(state.strings, value) : value;
}

const array = (type: Type, elements: Parameters<typeof arrayText>[1]): Node =>
  makeNode(pooled, { type, text: arrayText(type.name === 'array' ? type.of : { name: 'numeric' }, elements) });
const list = (...elements: Parameters<typeof arrayText>[1]): Node => array(numbers, elements);
const absentNumber = solvedNode(model, 'score', 'missing', giving(0, 'entity'));
const absentBoolean = makeNode(numericCompare, { comparison: '==' }, absentNumber, intNode(1));

describe('a variable', () => {
  const bearer = hero(state);
  const sword = item(state, bearer);
  const gem = item(state, sword);
  const loose = item(state);

  test('is that of the object, or of the nearest one that it hangs on', () => {
    expect(said(solvedNode(model, 'score'), gem)).toBe('3');
    writeVariable(state, bearer, 'score', double(7));
    expect([bearer, sword, gem].map((id) => said(solvedNode(model, 'score'), id))).toEqual(['7.0', '7.0', '7.0']);
    writeVariable(state, sword, 'weight', int(2));
    expect([sword, gem].map((id) => said(solvedNode(model, 'weight'), id))).toEqual(['2', '0.5']);
    expect(said(solvedNode(model, 'title'), gem)).toBe('none');
  });

  test.each<[WhenAbsent, Value | string]>([
    ['missing', missing],
    ['notFound', notFound],
    ['zero', '0'],
    ['initial', '3'],
  ])('of nobody is %s', (absent, expected) => {
    expect(said(solvedNode(model, 'score', absent), loose)).toBe(expected);
    expect(said(solvedNode(model, 'score', absent), 0)).toBe(expected);
    expect(said(solvedNode(model, 'score', absent, giving(missing, 'entity')), bearer)).toBe(expected);
  });

  test('is missing where its formula failed, whatever stands for nobody', () => {
    writeVariable(state, bearer, 'score', undefined);
    for (const absent of ['missing', 'notFound', 'zero', 'initial'] as const)
      expect(said(solvedNode(model, 'score', absent), gem)).toBe(missing);
    writeVariable(state, bearer, 'score', int(1));
  });

  test('has its initial value where an object has no cells', () => {
    const bare = hero(state);
    state.block[bare] = 0;
    expect(said(solvedNode(model, 'score'), bare)).toBe('3');
    expect(said(solvedNode(model, 'title'), bare)).toBe('none');
  });

  test('has a type, and texts have no zero', () => {
    expect(
      refusal(() => makeNode(solved, { variable: 2, type: { name: 'text' }, absent: 'zero' }, source)).message,
    ).toContain('has no zero for a text');
    expect(
      refusal(() => makeNode(solved, { variable: 0, type: { name: 'numeric' }, absent: 'zero' }, number(1))).message,
    ).toContain('takes one object');
    expect(printNode(solvedNode(model, 'score'))).toBe('(solved 0 missing (slot 0))');
  });
});

describe('texts', () => {
  test('join, and are the same where their letters are', () => {
    expect(said(makeNode(join, undefined, textNode('a'), textNode('"b"')))).toBe('a"b"');
    expect(
      said(makeNode(identical, undefined, makeNode(join, undefined, textNode('a'), textNode('b')), textNode('ab'))),
    ).toBe(1);
    expect(said(makeNode(identical, undefined, textNode('a'), textNode('A')))).toBe(0);
    expect(said(makeNode(join, undefined, textNode('a'), solvedNode(model, 'title', 'notFound')), 0)).toBe(notFound);
  });

  longTest('that grow without end are missing', () => {
    let node = textNode('12345678');
    for (let length = 8; length < longestText; length *= 2) node = makeNode(join, undefined, node, node);
    expect(String(said(node))).toHaveLength(longestText);
    expect(said(makeNode(join, undefined, node, textNode('!')))).toBe(missing);
  });

  test('pairs are the same by class and value', () => {
    const pair = (x: number, whole: boolean): Node =>
      makeNode(pooled, { type: { name: 'pair' }, text: pairText({ value: x, whole }, int(0)) });
    expect(said(makeNode(identical, undefined, pair(1, true), pair(1, true)))).toBe(1);
    expect(said(makeNode(identical, undefined, pair(1, true), pair(1, false)))).toBe(0);
  });

  test('are of a type', () => {
    expect(refusal(() => makeNode(pooled, { type: { name: 'number' }, text: '' })).message).toContain(
      'stands for a text',
    );
    expect(refusal(() => makeNode(identical, undefined, intNode(1), intNode(1))).message).toContain('takes two texts');
    expect(refusal(() => makeNode(join, undefined, textNode('a'), intNode(1))).message).toContain('takes (text, text)');
  });
});

describe('both and either', () => {
  test.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const)('%d and %d', (a, b) => {
    expect(said(makeNode(both, undefined, boolean(a === 1), boolean(b === 1)))).toBe(a & b);
    expect(said(makeNode(either, undefined, boolean(a === 1), boolean(b === 1)))).toBe(a | b);
  });

  test('are absent where one side is, whatever the other says', () => {
    for (const operation of [both, either]) {
      for (const other of [true, false]) {
        expect(said(makeNode(operation, undefined, boolean(other), absentBoolean))).toBe(missing);
        expect(said(makeNode(operation, undefined, absentBoolean, boolean(other)))).toBe(missing);
      }
      expect(said(makeNode(operation, undefined, absentBoolean, giving(notFound, 'boolean')))).toBe(notFound);
    }
  });
});

describe('arrays', () => {
  const three = list(int(1), double(2), int(3));

  test('have a length', () => {
    expect(said(makeNode(arrays.length, undefined, three))).toBe('3');
    expect(said(makeNode(arrays.length, undefined, list()))).toBe('0');
  });

  test.each<[Node, Value | string]>([
    [intNode(0), '1'],
    [intNode(1), '2.0'],
    [intNode(2), '3'],
    [intNode(3), missing],
    [intNode(-1), missing],
    [doubleNode(1), missing],
    [doubleNode(NaN), missing],
    [absentNumber, missing],
  ])('element %#', (index, expected) => {
    expect(said(makeNode(arrays.element, undefined, three, index))).toBe(expected);
  });

  test('have elements of their type', () => {
    expect(said(makeNode(arrays.element, undefined, array(words, ['axe', 'a,b']), intNode(1)))).toBe('a,b');
    expect(
      said(
        makeNode(
          arrays.element,
          undefined,
          array({ name: 'array', of: { name: 'boolean' } }, [true, false]),
          intNode(1),
        ),
      ),
    ).toBe(0);
    expect(
      said(makeNode(arrays.element, undefined, array({ name: 'array', of: { name: 'dice' } }, ['2d6']), intNode(0))),
    ).toBe('2d6');
  });

  test.each<[string, readonly Node[], Value | string]>([
    ['1', [intNode(1)], '[2.0,3]'],
    ['0, 1', [intNode(0), intNode(1)], '[1]'],
    ['1, 9', [intNode(1), intNode(9)], '[2.0,3]'],
    ['3', [intNode(3)], '[]'],
    ['2, 2', [intNode(2), intNode(2)], '[]'],
    ['4', [intNode(4)], missing],
    ['-1', [intNode(-1)], missing],
    ['2, 1', [intNode(2), intNode(1)], missing],
    ['1.9, 2.9', [doubleNode(1.9), doubleNode(2.9)], '[2.0]'],
    ['-0.5', [doubleNode(-0.5)], '[1,2.0,3]'],
    ['NaN', [doubleNode(NaN)], '[1,2.0,3]'],
    ['0, Infinity', [intNode(0), doubleNode(Infinity)], '[1,2.0,3]'],
    ['Infinity', [doubleNode(Infinity)], missing],
  ])('slice %s', (_name, bounds, expected) => {
    expect(said(makeNode(arrays.slice, undefined, three, ...bounds))).toBe(expected);
  });

  test('grow and shrink', () => {
    expect(said(makeNode(arrays.concatenate, undefined, list(int(1)), list(int(1), int(2))))).toBe('[1,1,2]');
    expect(said(makeNode(arrays.append, undefined, list(int(1)), doubleNode(2)))).toBe('[1,2.0]');
    expect(said(makeNode(arrays.append, undefined, array(words, []), textNode('a')))).toBe('["a"]');
    expect(said(makeNode(arrays.without, undefined, list(int(1), int(2), int(2)), list(int(2), int(1), int(7))))).toBe(
      '[2]',
    );
    expect(said(makeNode(arrays.without, undefined, three, three))).toBe('[]');
    expect(said(makeNode(arrays.withoutElement, undefined, list(int(2), int(1), int(2)), intNode(2)))).toBe('[1,2]');
    // One of another class is another one.
    expect(said(makeNode(arrays.withoutElement, undefined, list(int(2)), doubleNode(2)))).toBe('[2]');
    expect(said(makeNode(arrays.without, undefined, three, makeNode(arrays.slice, undefined, three, intNode(9))))).toBe(
      missing,
    );
  });

  test.each<[readonly Numeric[], readonly Numeric[], number]>([
    [[], [], 1],
    [[int(1)], [int(1)], 1],
    [[int(1)], [double(1)], 1],
    [[int(1)], [int(2)], 0],
    [[int(1), int(2)], [int(2), int(1)], 0],
    [[int(1)], [int(1), int(1)], 0],
    [[double(NaN)], [double(NaN)], 1],
    [[double(0)], [double(-0)], 0],
    [[int(0)], [double(-0)], 1],
  ])('%j and %j have the same elements: %d', (a, b, expected) => {
    expect(said(makeNode(arrays.sameElements, undefined, list(...a), list(...b)))).toBe(expected);
  });

  test('that grow without end are missing', () => {
    let node = array(words, ['1234567890']);
    for (let length = 10; length <= longestText; length *= 2)
      node = makeNode(arrays.concatenate, undefined, node, node);
    expect(said(node)).toBe(missing);
  });

  test('have types', () => {
    const messages = [
      () => makeNode(arrays.length, undefined, intNode(1)),
      () => makeNode(arrays.element, undefined, three),
      () => makeNode(arrays.slice, undefined, three),
      () => makeNode(arrays.concatenate, undefined, three, array(words, [])),
      () => makeNode(arrays.append, undefined, three, textNode('a')),
      () => makeNode(arrays.sameElements, undefined, three, intNode(1)),
    ].map((make) => refusal(make).message);
    expect(messages.map((message) => message.replace(/^edict: \w+ /, ''))).toEqual([
      'takes an array',
      'takes an array and a number',
      'takes an array, where to start and perhaps where to end',
      'takes two arrays of one type',
      'takes an array and one of what it holds',
      'takes two arrays of one type',
    ]);
  });
});

describe('folding', () => {
  test('numbers with classes become numerals, and nothing is lost of them', () => {
    const simplest = (node: Node): string => printNode(termOf(createTermBook(), node));
    expect(simplest(makeNode(numericDivide, undefined, intNode(7), intNode(2)))).toBe('(numeral 3.5)');
    expect(
      simplest(makeNode(numericFloor, undefined, makeNode(numericDivide, undefined, intNode(7), intNode(2)))),
    ).toBe('(numeral 3)');
    expect(simplest(makeNode(numericDivide, undefined, intNode(-1), intNode(0)))).toBe('(numeral -Infinity)');
    expect(simplest(makeNode(numericCompare, { comparison: '==' }, doubleNode(-0), doubleNode(0)))).toBe(
      '(constant boolean 0)',
    );
    expect(
      simplest(
        makeNode(
          choose,
          undefined,
          makeNode(both, undefined, boolean(true), makeNode(not, undefined, boolean(false))),
          doubleNode(2),
          intNode(2),
        ),
      ),
    ).toBe('(numeral 2.0)');
    expect(simplest(makeNode(otherwise, undefined, absentNumber, intNode(2)))).toContain('otherwise');
    expect(simplest(makeNode(numericAdd, undefined, solvedNode(model, 'score'), intNode(1)))).toBe(
      '(numericAdd (solved 0 missing (slot 0)) (numeral 1))',
    );
    expect(simplest(textNode('a'))).toBe(printNode(textNode('a')));
  });
});

test('they are printed as the language would write them', () => {
  const print = (node: Node): string => printExpression(node, { model, first: 'self', longest: 200 });
  const score = solvedNode(model, 'score');
  expect(
    print(
      makeNode(
        numericFloor,
        undefined,
        makeNode(numericDivide, undefined, makeNode(numericSubtract, undefined, score, intNode(10)), doubleNode(2)),
      ),
    ),
  ).toBe('floor((self.score - 10) / 2.0)');
  expect(
    print(
      makeNode(
        either,
        undefined,
        makeNode(both, undefined, boolean(true), boolean(false)),
        makeNode(numericCompare, { comparison: '>=' }, score, intNode(1)),
      ),
    ),
  ).toBe('true && false || self.score >= 1');
  expect(
    print(
      makeNode(
        numericAdd,
        undefined,
        makeNode(heed, undefined, makeNode(numericAdd, undefined, score, intNode(1)), intNode(2)),
        doubleNode(-0),
      ),
    ),
  ).toBe('self.score + 1 + -0.0');
  expect(
    print(
      makeNode(
        identical,
        undefined,
        makeNode(join, undefined, textNode('a"'), solvedNode(model, 'title')),
        textNode('b'),
      ),
    ),
  ).toBe('"a\\"" + self.title == "b"');
  const lists = list(int(1), int(2));
  expect(
    print(
      makeNode(
        arrays.element,
        undefined,
        makeNode(arrays.without, undefined, lists, makeNode(arrays.slice, undefined, lists, intNode(1))),
        makeNode(arrays.length, undefined, lists),
      ),
    ),
  ).toBe('([1,2] - slice([1,2], 1))[length([1,2])]');
});

test('the formula of a modifier over many objects becomes code', () => {
  const ids = Int32Array.from({ length: 500 }, (_, i) => {
    const id = hero(state);
    writeVariable(state, id, 'score', i % 2 === 0 ? int(i - 100) : double(i / 3));
    return id;
  });
  const formula = makeNode(
    numericFloor,
    undefined,
    makeNode(
      numericDivide,
      undefined,
      makeNode(numericSubtract, undefined, solvedNode(model, 'score'), intNode(10)),
      intNode(2),
    ),
  );
  const comparer = generating(state, 'hot');
  const expected = Array.from(ids, (_id, i) => String(Math.floor(((i % 2 === 0 ? i - 100 : i / 3) - 10) / 2)));
  const term = plainTerm(formula);
  for (let call = 0; call < 100; call++)
    expect(inColumns(comparer, term, rowsOver(0, ids, ids.length, 1))).toEqual(expected);
  expect(comparer.counts.generatedCalls).toBeGreaterThan(20);
});
