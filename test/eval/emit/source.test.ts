import { expect, test } from 'vitest';
import type { Column, Type } from '../../../src/model/model.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { comparisonOf, js, literal, nameOf, sourceOf } from '../../../src/eval/emit/code.js';
import type { Node } from '../../../src/ir/node.js';
import { makeNode } from '../../../src/eval/make-node.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { compare, within } from '../../../src/eval/ops/compare-values.js';
import * as logic from '../../../src/eval/ops/logic.js';
import { related } from '../../../src/eval/ops/affiliations.js';
import { constant } from '../../../src/eval/ops/constants.js';
import { read } from '../../../src/eval/ops/read.js';
import { defineContent } from '../../../src/content/native/define.js';
import { choicesOf } from '../../support/choices.js';
import { number, source, target } from '../../support/nodes.js';
import { expectSame, plainTerm, randomRows, runningType } from '../columns/compared.js';
import { nodeFor, nodeNames } from '../columns/random-node.js';
import { randomState } from '../columns/random-state.js';
import { generating, sourceOrRefusal } from './generated.js';
import { longTest } from '../../support/heavy.js';

/** All words that generated code may have, beside numbered names. */
const words = new Set([
  'first',
  'rim',
  'false',
  'ids',
  'looked',
  'count',
  'use',
  'strict',
  'const',
  'let',
  'for',
  'while',
  'if',
  'else',
  'break',
  'return',
  'given',
  'length',
  'out',
  'absence',
  'tally',
  'row',
  'any',
  'visits',
  'Math',
  'abs',
  'floor',
  'ceil',
  'round',
  'trunc',
  'fround',
  'sqrt',
  'clz32',
  'imul',
  'classes',
  'fill',
  'NaN',
  'Infinity',
  'frame',
  'state',
  'occurrence',
  'turn',
  'undefined',
  // Columns of the state.
  'arena',
  'available',
  'availableWords',
  'block',
  'cells',
  'cellClasses',
  'cellValues',
  'class',
  'created',
  'faction',
  'factionEntity',
  'generation',
  'header',
  'identity',
  'instances',
  'kind',
  'memories',
  'owner',
  'parent',
  'place',
  'rule',
  'seenBy',
  'sightedBy',
  'sightedWords',
  'slots',
  'value',
  'wordBlock',
  'words',
  'x',
  'y',
]);

const state = randomState(choicesOf(7), 30);
const ids = Int32Array.from({ length: 20 }, (_, i) => i);
const rows = rowsOver(0, ids, ids.length);

function strangeWords(text: string): readonly string[] {
  return (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter(
    (word) => !words.has(word) && !/^(?:value|given|thing|block)\d+$/.test(word) && !/^e\d*$/.test(word),
  );
}

longTest('code is made of templates, numbered names and numbers, and of nothing else', () => {
  let sources = 0;
  for (let seed = 0; seed < 60; seed++) {
    const choices = choicesOf(seed);
    const comparer = generating(state, 'always');
    for (const name of nodeNames()) {
      const own = choices.split(name);
      const withRunning = own.pick([true, 'numeric'] as const);
      const node = nodeFor(
        name,
        own,
        { model: state.model, slots: 2, running: runningType(withRunning), aggregates: 1 },
        3,
      );
      const { source: text } = sourceOrRefusal(plainTerm(node), randomRows(comparer, own, 2, withRunning), state);
      if (text === undefined) continue;
      sources++;
      expect(strangeWords(text)).toEqual([]);
      expect(text.replaceAll("'use strict'", '')).not.toMatch(/['"`\\]|\/\/|\/\*/);
    }
  }
  expect(sources).toBeGreaterThan(500);
});

test.each([[0], [-0], [1], [-2.5], [1e308], [-1e308], [Number.MIN_VALUE], [Number.MAX_SAFE_INTEGER], [0.1], [1e21]])(
  'the number %s reads back as itself',
  (value) => {
    const read = Number(sourceOf(literal(value)).replace(/^\((.*)\)$/, '$1'));
    expect(Object.is(read, value)).toBe(true);
    const comparer = generating(state, 'always');
    const node = makeNode(
      arithmetic.multiply,
      undefined,
      makeNode(arithmetic.subtract, undefined, age(), number(value)),
      number(value),
    );
    expectSame(comparer, node, rows);
    expect(comparer.counts.generatedCalls).toBeGreaterThan(0);
  },
);

test.each([[NaN], [Infinity], [-Infinity]])('the number %s is written by its name', (value) => {
  expect(() => literal(value)).toThrow('not finite');
  expect(() => js`${value}`).toThrow('not finite');
  const comparer = generating(state, 'always');
  const node = makeNode(arithmetic.add, undefined, age(), number(value));
  expect(sourceOrRefusal(plainTerm(node), rows, state).source).toContain(String(value));
  expectSame(comparer, node, rows);
  expect(comparer.counts.generatedCalls).toBeGreaterThan(0);
});

test('what the hostile ones are made of makes code where it is not hostile', () => {
  for (const node of [solvedOf({}), added({ value: 1, whole: true }), added({ value: NaN, whole: false })])
    expect(sourceOrRefusal(plainTerm(node), rows, state).source).toBeDefined();
});

test('names are numbered and comparisons are those that there are', () => {
  expect(sourceOf(nameOf('value', 3))).toBe('value3');
  for (const odd of [-1, 0.5, NaN, '0; process.exit()' as unknown as number])
    expect(() => nameOf('value', odd)).toThrow('edict: ');
  for (const odd of ['=', '; process.exit()', 'toString', '__proto__', ''])
    expect(() => comparisonOf(odd as never)).toThrow('edict: ');
  const forged = { text: 'process.exit()', toString: () => 'process.exit()' };
  expect(sourceOf(js`${1} + ${forged as never}`)).not.toContain('process');
});

/** Turns since the creation of the source: a number that differs from row to row. */
function age(): Node {
  return { op: 'age', type: { name: 'number' }, args: [source], data: undefined };
}

const evil = '"]; process.exit()//';
const number1: Type = { name: 'number' };
const readOf = (data: object): Node => ({ op: 'read', type: number1, args: [source], data });
const numeric: Type = { name: 'numeric' };
const solvedOf = (data: object): Node => ({
  op: 'solved',
  type: numeric,
  args: [source],
  data: { variable: 0, type: numeric, absent: 'missing', ...data },
});
const added = (data: object): Node => ({
  op: 'numericAdd',
  type: numeric,
  args: [solvedOf({}), { op: 'numeral', type: numeric, args: [], data }],
  data: undefined,
});
const fitting = { column: 0, type: number1, climb: false, absent: 'missing' };

test.each<[string, Node]>([
  ['a column that is a text', readOf({ ...fitting, column: evil })],
  ['a column that there is not', readOf({ ...fitting, column: 10_000 })],
  ['a column between two', readOf({ ...fitting, column: 0.5 })],
  ['an absence that is a text', readOf({ ...fitting, absent: evil })],
  ['a climb that is a text', readOf({ ...fitting, climb: evil })],
  [
    'a slot that is a text',
    {
      op: 'age',
      type: number1,
      args: [{ op: 'slot', type: { name: 'entity' }, args: [], data: { slot: evil } }],
      data: undefined,
    },
  ],
  [
    'a slot that there is not',
    {
      op: 'age',
      type: number1,
      args: [{ op: 'slot', type: { name: 'entity' }, args: [], data: { slot: 99 } }],
      data: undefined,
    },
  ],
  [
    'a constant that is a text',
    makeNode(arithmetic.add, undefined, age(), {
      op: 'constant',
      type: number1,
      args: [],
      data: { value: evil, type: number1 },
    }),
  ],
  [
    'a comparison that is a text',
    { op: 'compare', type: { name: 'boolean' }, args: [age(), number(1)], data: { comparison: evil } },
  ],
  [
    'a divisor policy that is a text',
    { op: 'divide', type: number1, args: [age(), age()], data: { zeroDivisor: evil } },
  ],
  [
    'a policy of every object',
    { op: 'remainder', type: number1, args: [age(), age()], data: { zeroDivisor: 'toString' } },
  ],
  [
    'a mode that is a text',
    { op: 'affiliation', type: { name: 'boolean' }, args: [source, source], data: { mode: evil } },
  ],
  ['a relation that there is not', makeNode(related, { relation: 99 }, source, source)],
  [
    'a relation that is a text',
    { op: 'related', type: { name: 'boolean' }, args: [source, source], data: { relation: evil } },
  ],
  ['a table that there is not', { op: 'lookup', type: number1, args: [age()], data: { table: 99, type: number1 } }],
  ['a table that is a text', { op: 'lookup', type: number1, args: [age()], data: { table: evil, type: number1 } }],
  [
    'a table whose numbers are no codes of its type',
    { op: 'lookup', type: { name: 'boolean' }, args: [age()], data: { table: 0, type: { name: 'boolean' } } },
  ],
  ['a coordinate that is a text', { op: 'coordinate', type: { name: 'number' }, args: [source], data: { axis: evil } }],
  [
    'a sight that there is not',
    { op: 'sighted', type: { name: 'boolean' }, args: [source, source], data: { sight: 99 } },
  ],
  [
    'a sight that is a text',
    { op: 'sighted', type: { name: 'boolean' }, args: [source, source], data: { sight: evil } },
  ],
  [
    'a set that there is not',
    { op: 'holds', type: { name: 'boolean' }, args: [source], data: { holding: 99, word: 1 } },
  ],
  [
    'a set that is a text',
    { op: 'holds', type: { name: 'boolean' }, args: [source], data: { holding: evil, word: 1 } },
  ],
  [
    'a word that there is not',
    { op: 'holds', type: { name: 'boolean' }, args: [source], data: { holding: 0, word: 71 } },
  ],
  [
    'a word that is a text',
    { op: 'holds', type: { name: 'boolean' }, args: [source], data: { holding: 0, word: evil } },
  ],
  [
    'a question that there is not',
    { op: 'supposed', type: number1, args: [source, age()], data: { question: 99, word: 0 } },
  ],
  [
    'a question that is a text',
    { op: 'supposed', type: number1, args: [source, age()], data: { question: evil, word: 0 } },
  ],
  [
    'a word of a question without words',
    { op: 'supposed', type: number1, args: [source, age()], data: { question: 2, word: 1 } },
  ],
  [
    'a number of what is remembered that is a text',
    { op: 'remembered', type: number1, args: [age()], data: { number: evil } },
  ],
  [
    'a policy of whole numbers that is a text',
    { op: 'integerDivide', type: number1, args: [age(), age()], data: { byZero: evil } },
  ],
  [
    'a leading that is a text',
    { op: 'follow', type: { name: 'entity' }, args: [source], data: { relation: evil, kind: 1 } },
  ],
  [
    'an ancestor of a kind that is a text',
    { op: 'follow', type: { name: 'entity' }, args: [source], data: { relation: 'ancestor', kind: evil } },
  ],
  ['a variable that is a text', solvedOf({ variable: evil })],
  ['a variable that there is not', solvedOf({ variable: 10_000 })],
  ['a variable of another type', { ...solvedOf({ type: { name: 'text' } }), type: { name: 'text' } }],
  ['a variable whose absence is a text', solvedOf({ absent: evil })],
  ['a numeral that is a text', added({ value: evil, whole: false })],
  ['a numeral whose class is a text', added({ value: 1, whole: evil })],
  ['an int with a fraction', added({ value: 0.5, whole: true })],
  ['an int beyond 32 bits', added({ value: 2 ** 31, whole: true })],
  ['an int that is −0', added({ value: -0, whole: true })],
  [
    'a comparison of classes that is a text',
    { op: 'numericCompare', type: { name: 'boolean' }, args: [solvedOf({}), solvedOf({})], data: { comparison: evil } },
  ],
  ['a type that its operation does not give', { ...age(), type: { name: 'boolean' } }],
  [
    'a type that there is not',
    { op: 'running', type: { name: evil as 'number' }, args: [], data: { type: { name: evil } } },
  ],
  [
    'an enumeration that there is not',
    {
      op: 'running',
      type: { name: 'enumeration', index: 99 },
      args: [],
      data: { type: { name: 'enumeration', index: 99 } },
    },
  ],
  ['an operation that there is not', { op: evil, type: number1, args: [], data: undefined }],
  [
    'a fold that is a text',
    {
      op: 'aggregate',
      type: number1,
      args: [
        source,
        { op: 'constant', type: { name: 'boolean' }, args: [], data: { value: 1, type: { name: 'boolean' } } },
      ],
      data: { fold: evil, range: { over: 'attached', kind: 0, class: 1 }, slot: 2 },
    },
  ],
  [
    'a range that is a text',
    {
      op: 'aggregate',
      type: number1,
      args: [
        source,
        { op: 'constant', type: { name: 'boolean' }, args: [], data: { value: 1, type: { name: 'boolean' } } },
      ],
      data: { fold: 'count', range: { over: evil, kind: 0, class: 1 }, slot: 2 },
    },
  ],
  [
    'more nodes than a function may have',
    Array.from({ length: 1001 }).reduce<Node>((node) => makeNode(arithmetic.negate, undefined, node), age()),
  ],
])('%s makes no code', (_name, node) => {
  const term = odd(node);
  const withRunning = rowsOver(0, ids, ids.length, 0, new Float64Array(20));
  let found: { source?: string; refusal?: string } = {};
  try {
    found = sourceOrRefusal(term, withRunning, state);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
  }
  expect(found.source).toBeUndefined();
});

/** A term made by hand of a node that may be none: nobody has asked its operation anything. */
function odd(node: Node): ReturnType<typeof plainTerm> {
  try {
    return plainTerm(node);
  } catch {
    return { ...plainTerm(age()), op: node.op, type: node.type, data: node.data, args: [], free: 1 };
  }
}

test('one aggregate twice in one operation makes no code, because each time counts', () => {
  const count = makeNode(
    aggregate,
    { fold: 'count', range: { over: 'attached', kind: 0, class: 1 }, slot: 2 },
    source,
    makeNode(compare, { comparison: '==' }, source, source),
  );
  const term = plainTerm(makeNode(compare, { comparison: '==' }, count, count));
  expect(sourceOrRefusal(term, rows, state).source).toBeDefined();
  expect(sourceOrRefusal({ ...term, args: [term.args[0], term.args[0]] }, rows, state).refusal).toContain(
    'one aggregate twice',
  );
});

test('a term that hides what it depends on makes no code', () => {
  const term = plainTerm(makeNode(compare, { comparison: '==' }, source, target));
  expect(sourceOrRefusal(term, rows, state).source).toBeDefined();
  expect(sourceOrRefusal({ ...term, free: 1 }, rows, state).refusal).toContain('other slots');
});

test('names of content leave no trace in code', () => {
  // The loader takes almost any name; only a slash is not for classes.
  const names = [
    'constructor',
    'prototype',
    'process',
    'globalThis',
    'eval',
    evil,
    `\`+process.exit()+\``,
    '*/process.exit()/*',
  ];
  const program = defineContent({
    enumerations: { [`${evil} require`]: { ordered: [...names, 'exit'] } },
    meters: Object.fromEntries(names.map((name) => [name, {}])),
    properties: { [`${evil} import`]: { type: `${evil} require` } },
    kinds: { [`${evil} arguments`]: { meters: names, properties: [`${evil} import`] } },
    classes: { '"]; process.exit()': { kind: `${evil} arguments` } },
  });
  const { model } = program;
  const numbers = model.columns
    .filter((column) => column.type.name === 'number')
    .map((column) => reading(column, source));
  const sum = numbers.reduce((all, each) => makeNode(arithmetic.add, undefined, all, each), age());
  const word = model.columns.find((column) => column.type.name === 'enumeration');
  if (word === undefined) throw new Error('the content has a column of words');
  const near = makeNode(
    within,
    undefined,
    reading(word, source),
    makeNode(constant, { value: 2, type: word.type }),
    sum,
  );
  const term = plainTerm(makeNode(logic.choose, undefined, near, sum, number(1)));
  const { source: text = '' } = sourceOrRefusal(term, rows, { ...state, model });
  expect(text).toContain('for (let row');
  expect(strangeWords(text)).toEqual([]);
  expect(text).not.toMatch(/process|exit|require/);
});

function reading({ index, type }: Column, of: Node): Node {
  return makeNode(read, { column: index, type, climb: true, absent: 'missing' }, of);
}
