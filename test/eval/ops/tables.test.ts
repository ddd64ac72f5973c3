import { describe, expect, test } from 'vitest';
import { destroy } from '../../../src/state/object-life.js';
import { setSighted } from '../../../src/components/sights.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node, Value } from '../../../src/ir/node.js';
import { single, truncate } from '../../../src/eval/ops/arithmetic.js';
import { created } from '../../../src/eval/ops/time.js';
import { lookup } from '../../../src/eval/ops/constants.js';
import { sighted } from '../../../src/eval/ops/bit-tests.js';
import { refusedWith } from '../../support/errors.js';
import { galaxyModel, make, modelOf, stateOf } from '../../support/hand-model.js';
import {
  absences,
  boolean,
  classNode,
  evaluated,
  giving,
  kindNode,
  none,
  number,
  source,
  target,
  word,
} from '../../support/nodes.js';

describe('lookup', () => {
  const model = modelOf({
    kinds: { planet: {} },
    enumerations: { climate: { members: ['hot', 'cold'] } },
    tables: { rate: { width: 1, values: [0, 1.5, -0, NaN] }, fit: { width: 3, values: [0, 0, 0, 0, 1, 2, 0, 2, 1] } },
  });
  const state = stateOf(model);
  const [rate, fit] = [
    { table: 0, type: { name: 'number' } },
    { table: 1, type: { name: 'enumeration', index: 0 } },
  ] as const;
  const of = (data: typeof rate | typeof fit, ...args: readonly Node[]): Value =>
    evaluated(state, makeNode(lookup, data, ...args));

  test('gives the value of a row, or of a row and a column, by words, classes, kinds, conditions and numbers', () => {
    expect([number(1), classNode(1), kindNode(1), boolean(true), word(0, 1)].map((row) => of(rate, row))).toEqual([
      1.5, 1.5, 1.5, 1.5, 1.5,
    ]);
    expect([0, 2, 3].map((row) => of(rate, number(row)))).toEqual([0, -0, NaN]);
    expect(
      [
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
        [0, 1],
      ].map(([row, column]) => of(fit, word(0, row), word(0, column))),
    ).toEqual([1, 2, 2, 1, 0]);
    expect(of(fit, word(0, 1))).toBe(0);
    expect(of(rate, number(1), number(0))).toBe(1.5);
  });

  test('gives 0 outside of the table', () => {
    expect([4, -1, 0.5, NaN, Infinity, -Infinity, 1e300].map((row) => of(rate, number(row)))).toEqual([
      0, 0, 0, 0, 0, 0, 0,
    ]);
    expect(
      [
        [3, 1],
        [1, 3],
        [1, -1],
        [1, 0.5],
        [-1, 2],
      ].map(([row, column]) => of(fit, number(row), number(column))),
    ).toEqual([0, 0, 0, 0, 0]);
    expect(of(rate, number(1), number(1))).toBe(0);
  });

  test('is absent where a row or a column is', () => {
    for (const [, absent] of absences) {
      expect(of(rate, giving(absent))).toBe(absent);
      expect(of(fit, giving(absent, 'class'), word(0, 1))).toBe(absent);
      expect(of(fit, word(0, 1), giving(absent, 'class'))).toBe(absent);
    }
    expect(of(fit, giving(undefined), giving(null))).toBeNull();
  });

  test('takes one or two that are no objects, and shows its table', () => {
    expect(printNode(makeNode(lookup, fit, word(0, 1), number(2)))).toBe(
      '(lookup 1 enumeration 0 (constant enumeration 0 1) (constant number 2))',
    );
    expect(printNode(makeNode(lookup, rate, number(2)))).toBe('(lookup 0 number (constant number 2))');
    for (const args of [[], [source], [number(1), source], [number(1), number(1), number(1)]])
      expect(refusedWith(() => makeNode(lookup, rate, ...args))).toBe('ir-type');
  });
});

describe('numbers of 32 bits and whole numbers', () => {
  const state = stateOf();
  test.each([
    [0.1, Math.fround(0.1)],
    [16_777_217, 16_777_216],
    [1e39, Infinity],
    [-1e-50, -0],
    [NaN, NaN],
    [2.5, 2.5],
  ])('single of %s', (value, expected) => {
    expect(evaluated(state, makeNode(single, undefined, number(value)))).toBe(expected);
  });
  test.each([
    [2.9, 2],
    [-2.9, -2],
    [-0.5, -0],
    [1e300, 1e300],
    [Infinity, Infinity],
    [NaN, NaN],
  ])('truncate of %s', (value, expected) => {
    expect(evaluated(state, makeNode(truncate, undefined, number(value)))).toBe(expected);
  });
  test.each([single, truncate])('are absent where the number is, and take one number', (operation) => {
    for (const [, absent] of absences)
      expect(evaluated(state, makeNode(operation, undefined, giving(absent)))).toBe(absent);
    for (const args of [[], [source], [number(1), number(1)]])
      expect(refusedWith(() => makeNode(operation, undefined, ...args))).toBe('ir-type');
  });
});

describe('created', () => {
  const state = stateOf();
  const [old, young] = [make(state, 'ship', { created: -32_768 }), make(state, 'ship', { created: 12 })];
  const of = (id: number): Value => evaluated(state, makeNode(created, undefined, source), [id]);

  test('is the turn, which may lie before the first; missing for none', () => {
    expect([of(old), of(young), of(0)]).toEqual([-32_768, 12, undefined]);
    for (const [, absent] of absences)
      expect(evaluated(state, makeNode(created, undefined, giving(absent, 'entity')))).toBeUndefined();
    expect(refusedWith(() => makeNode(created, undefined, number(1)))).toBe('ir-type');
  });
});

describe('sighted', () => {
  const state = stateOf({ ...galaxyModel, sights: ['mapped', 'supplied'] });
  const [a, b] = [make(state, 'empire'), make(state, 'empire')];
  const [mine, wild] = [make(state, 'ship', { owner: a }), make(state, 'ship')];
  setSighted(state, 1, a, wild, true);
  const of = (sight: number, faction: number, object: number): Value =>
    evaluated(state, makeNode(sighted, { sight }, source, target), [faction, object]);

  test('is what the faction itself has; owning gives none', () => {
    expect([of(1, a, wild), of(0, a, wild), of(1, b, wild), of(1, a, mine), of(1, a, a)]).toEqual([1, 0, 0, 0, 0]);
  });

  test('is missing for what is no faction and for no object', () => {
    expect([of(1, mine, wild), of(1, 0, wild), of(1, a, 0)]).toEqual([undefined, undefined, undefined]);
    expect(evaluated(state, makeNode(sighted, { sight: 1 }, source, none), [a])).toBeUndefined();
    for (const [, absent] of absences) {
      expect(
        evaluated(state, makeNode(sighted, { sight: 1 }, giving(absent, 'entity'), target), [0, wild]),
      ).toBeUndefined();
      expect(evaluated(state, makeNode(sighted, { sight: 1 }, source, giving(absent, 'entity')), [a])).toBeUndefined();
    }
  });

  test('ends with the faction; takes two objects', () => {
    destroy(state, a);
    expect(of(1, a, wild)).toBeUndefined();
    expect(printNode(makeNode(sighted, { sight: 1 }, source, target))).toBe('(sighted 1 (slot 0) (slot 1))');
    for (const args of [[source], [source, number(1)], [source, target, target]])
      expect(refusedWith(() => makeNode(sighted, { sight: 0 }, ...args))).toBe('ir-type');
  });
});
