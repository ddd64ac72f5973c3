import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/components/lanes.js';
import { cosine as cosineOf, sine as sineOf } from '../../../src/kernel/angles.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Value } from '../../../src/ir/node.js';
import { cosine, sine, squareRoot } from '../../../src/eval/ops/arithmetic.js';
import { coordinate, stepToward } from '../../../src/eval/ops/space.js';
import { refusedWith } from '../../support/errors.js';
import { at, inside, make, stateOf } from '../../support/hand-model.js';
import { absences, evaluated, giving, number, source, target } from '../../support/nodes.js';

describe('coordinate', () => {
  const state = stateOf();
  const system = make(state, 'system', { place: at(3, -4) });
  const planet = make(state, 'planet', { place: inside(system) });
  const nowhere = make(state, 'ship');
  const of = (axis: 'x' | 'y', id: number): Value => evaluated(state, makeNode(coordinate, { axis }, source), [id]);

  test('is that of the place which an object has, or is at', () => {
    expect([system, planet].map((id) => [of('x', id), of('y', id)])).toEqual([
      [3, -4],
      [3, -4],
    ]);
  });

  test('is missing for what is nowhere, and for none', () => {
    expect([of('x', nowhere), of('y', 0)]).toEqual([undefined, undefined]);
    for (const [, absent] of absences)
      expect(evaluated(state, makeNode(coordinate, { axis: 'x' as const }, giving(absent, 'entity')))).toBeUndefined();
    expect(refusedWith(() => makeNode(coordinate, { axis: 'x' as const }, number(1)))).toBe('ir-type');
    expect(printNode(makeNode(coordinate, { axis: 'y' as const }, source))).toBe('(coordinate y (slot 0))');
  });
});

describe('stepToward', () => {
  // A square a–b–d–c–a, with e after d, and f by itself.
  const state = stateOf();
  const [a, b, c, d, e, f] = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 2],
    [9, 9],
  ].map(([x, y]) => make(state, 'system', { place: at(x, y) }));
  for (const [one, other] of [
    [a, b],
    [a, c],
    [b, d],
    [c, d],
    [d, e],
  ])
    connect(state, one, other);
  const onLane = make(state, 'ship', { place: { at: 'lane', from: d, to: b, fraction: 0.5 } });
  const inB = make(state, 'planet', { place: inside(b) });
  const atPoint = make(state, 'ship', { place: at(5, 5) });
  const nowhere = make(state, 'ship');
  const step = (from: number, to: number): Value =>
    evaluated(state, makeNode(stepToward, undefined, source, target), [from, to]);

  test('is the neighbour on a shortest path, of two the one with the lower id', () => {
    expect([step(a, b), step(a, d), step(a, e), step(e, a), step(inB, e), step(d, inB)]).toEqual([b, b, b, d, d, b]);
  });

  test('is the nearer end of the lane on which an object is', () => {
    expect([step(onLane, e), step(onLane, a), step(onLane, b), step(onLane, c)]).toEqual([d, b, b, d]);
  });

  test('is none where there is no way, no need of one, and where one is at no node', () => {
    expect([
      step(a, f),
      step(a, a),
      step(inB, b),
      step(a, onLane),
      step(atPoint, a),
      step(nowhere, a),
      step(a, atPoint),
      step(0, a),
      step(a, 0),
    ]).toEqual(Array.from({ length: 9 }, () => 0));
  });

  test('is absent where one of the two is', () => {
    for (const [, absent] of absences) {
      expect(evaluated(state, makeNode(stepToward, undefined, giving(absent, 'entity'), target), [0, a])).toBe(absent);
      expect(evaluated(state, makeNode(stepToward, undefined, source, giving(absent, 'entity')), [a])).toBe(absent);
    }
    for (const args of [[source], [source, number(1)]])
      expect(refusedWith(() => makeNode(stepToward, undefined, ...args))).toBe('ir-type');
  });
});

describe('roots and angles', () => {
  const state = stateOf();
  test.each([
    [squareRoot, 2, Math.SQRT2],
    [squareRoot, -1, NaN],
    [sine, 1, sineOf(1)],
    [cosine, 1, cosineOf(1)],
    [sine, Infinity, NaN],
  ] as const)('are of one number: %s of %s', (operation, of, expected) => {
    expect(evaluated(state, makeNode(operation, undefined, number(of)))).toBe(expected);
  });
  test.each([squareRoot, sine, cosine])('are absent where it is', (operation) => {
    for (const [, absent] of absences)
      expect(evaluated(state, makeNode(operation, undefined, giving(absent)))).toBe(absent);
    expect(refusedWith(() => makeNode(operation, undefined, source))).toBe('ir-type');
  });
});
