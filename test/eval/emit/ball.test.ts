import { describe, expect, test } from 'vitest';
import { makeNode } from '../../../src/eval/make-node.js';
import { add, multiply } from '../../../src/eval/ops/arithmetic.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { choose } from '../../../src/eval/ops/logic.js';
import { ballRange } from '../../../src/eval/ops/members.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { offset } from '../../../src/eval/ops/offset.js';
import type { Fold } from '../../../src/eval/ops/range.js';
import { slot } from '../../../src/eval/ops/object-links.js';
import { read } from '../../../src/eval/ops/read.js';
import { evaluationOf } from '../../../src/eval/emit/make-function.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import type { Node } from '../../../src/ir/node.js';
import { destroy } from '../../../src/state/object-life.js';
import { cellsAlong, placeAlong } from '../../../src/model/space.js';
import type { WorldState } from '../../../src/components/state.js';
import { put } from '../../../src/components/place.js';
import { at, columnNamed, inside, make, modelOf, stateOf } from '../../support/hand-model.js';
import { boolean, number, source } from '../../support/nodes.js';
import { byReference, inColumns, plainTerm } from '../columns/compared.js';
import { generating } from './generated.js';

/** What is within a radius: by hand, by the interpreter, by columns and in generated code. */

const base = modelOf({
  kinds: { nest: {}, bird: { attachesTo: ['nest'] }, stone: {} },
  columns: {
    size: { kinds: ['nest', 'bird', 'stone'], role: 'property' },
    sight: { kinds: ['nest', 'bird', 'stone'], role: 'property' },
  },
});

const [width, height] = [20, 12];
const birds = 60;

/** Birds and nests are in the space; some are at its edges, outside, on a nest or nowhere. */
function sky(wrapX: boolean, wrapY: boolean): WorldState {
  const space = { index: 0, name: 'sky', kinds: [1, 2], width, height, wrapX, wrapY };
  const state = stateOf({ ...base, spaces: [space] }, { capacity: 200 });
  const nests = [at(3, 3), at(width, 0), at(0, height)].map((place) => make(state, 'nest', { place }));
  for (let i = 0; i < birds; i++) {
    const place =
      i % 13 === 5
        ? inside(nests[i % 3])
        : i % 17 === 3
          ? undefined
          : at(((i * 7919) % 223) / 10, ((i * 104729) % 131) / 10);
    make(state, 'bird', place === undefined ? {} : { place });
  }
  for (let i = 0; i < 5; i++) make(state, 'stone', { place: at(i * 4, i * 2) });
  const [size, sight] = ['size', 'sight'].map((name) => state.cells[columnNamed(base, name).index]);
  for (let id = 1; id < 70; id++) {
    size[id] = ((id * 31) % 7) / 3;
    sight[id] = (id * 13) % 11;
  }
  return state;
}

const valueOf = (name: string, of: Node): Node => {
  const { index, type } = columnNamed(base, name);
  return makeNode(read, { column: index, type, climb: false, absent: 'zero' as const }, of);
};

const member = makeNode(slot, { slot: 2 });
const isLarge = makeNode(compare, { comparison: '>' as const }, valueOf('size', member), number(1));
const way = (axis: 'x' | 'y', from: Node = source, to: Node = member) => makeNode(offset, { space: 0, axis }, from, to);

function fold(state: WorldState, how: Fold, far: Node, filter: Node, ...value: readonly Node[]): Node {
  return makeNode(aggregate, { fold: how, range: ballRange(state.model, 0), slot: 2 }, source, far, filter, ...value);
}

/** The objects within a radius, each looked up by itself. */
function within(state: WorldState, of: number, radius: number, wrapX: boolean, wrapY: boolean): readonly number[] {
  const isThere = (x: number, y: number) =>
    x >= 0 && (wrapX ? x < width : x <= width) && y >= 0 && (wrapY ? y < height : y <= height);
  const placeOf = (id: number): readonly [number, number] | undefined => {
    const holder = state.place[id] === 0 ? state.parent[id] : id;
    if (holder === 0 || !isThere(state.x[holder], state.y[holder])) return undefined;
    return [state.x[holder], state.y[holder]];
  };
  const own = placeOf(of);
  if (own === undefined || !(radius >= 0)) return [];
  const counts = [width, height].map((length) => {
    let count = 1;
    while (count < 1024 && length / (count + 1) >= radius) count++;
    return count;
  });
  const cellOf = ([x, y]: readonly [number, number]) =>
    [x / (width / counts[0]), y / (height / counts[1])].map((cell, i) => Math.min(Math.floor(cell), counts[i] - 1));
  const found: number[] = [];
  const [column, row] = cellOf(own);
  const met = new Set<string>();
  for (const dy of [-1, 0, 1])
    for (const dx of [-1, 0, 1]) {
      const [x, y] = [
        wrapX ? (column + dx + counts[0]) % counts[0] : column + dx,
        wrapY ? (row + dy + counts[1]) % counts[1] : row + dy,
      ];
      if (met.has(`${x} ${y}`)) continue;
      met.add(`${x} ${y}`);
      for (let id = 1; id <= 3 + birds; id++) {
        const place = id === of ? undefined : placeOf(id);
        if (place === undefined || cellOf(place)[0] !== x || cellOf(place)[1] !== y) continue;
        const [ax, ay] = [nearest(own[0], place[0], width, wrapX), nearest(own[1], place[1], height, wrapY)];
        if (ax * ax + ay * ay <= radius * radius) found.push(id);
      }
    }
  return found;
}

function nearest(from: number, to: number, length: number, wraps: boolean): number {
  const straight = to - from;
  if (!wraps) return straight;
  return straight > length / 2 ? straight - length : straight < -length / 2 ? straight + length : straight;
}

const shapes = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
] as const;

describe.each(shapes)('wrapping %s and %s', (wrapX, wrapY) => {
  test.each([0, 0.5, 2.5, 4, 7, 11, 50])('members within %s come cell by cell', (radius) => {
    const state = sky(wrapX, wrapY);
    const [sizes] = [state.cells[columnNamed(base, 'size').index]];
    const { frame } = generating(state, 'never');
    let found = 0;
    for (let id = 1; id <= 3 + birds + 5; id++) {
      const members = within(state, id, radius, wrapX, wrapY);
      found += members.length;
      frame.slots[0] = id;
      expect(frame.evaluate(fold(state, 'count', number(radius), boolean(true)))).toBe(members.length);
      const sum = members.reduce((all, each) => all + sizes[each], 0);
      expect(frame.evaluate(fold(state, 'sum', number(radius), boolean(true), valueOf('size', member)))).toBe(sum);
      expect(frame.evaluate(fold(state, 'first', number(radius), boolean(true)))).toBe(members.at(0) ?? 0);
    }
    expect(found).toBeGreaterThan(radius < 1 ? 0 : 60);
  });

  test('all ways of evaluation agree, with equal visits', () => {
    const state = sky(wrapX, wrapY);
    const [by, without] = [generating(state, 'always'), generating(state, 'never')];
    const ids = Int32Array.from({ length: 3 + birds + 5 }, (_, i) => 1 + i);
    const rows = rowsOver(0, ids, ids.length);
    const values = [valueOf('size', member), way('x'), way('y', member, source)];
    for (const far of [number(3), number(-1), valueOf('sight', source)])
      for (const filter of [boolean(true), isLarge])
        for (const [i, value] of values.entries())
          for (const how of ['sum', 'count', 'mean', 'least', 'greatest', 'any', 'all', 'first'] as const) {
            if (i > 0 && how !== 'sum') continue;
            const args = ['any', 'all', 'count', 'first'].includes(how) ? [] : [value];
            const node = fold(state, how, far, filter, ...args);
            const before = without.frame.visits;
            const expected = byReference(without, node, rows);
            const visits = without.frame.visits - before;
            expect(inColumns(by, plainTerm(node), rows)).toEqual(expected);
            expect(inColumns(without, plainTerm(node), rows)).toEqual(expected);
            const evaluate = evaluationOf(node, state.model);
            const { frame } = generating(state, 'never');
            const found = [...ids].map((id) => {
              frame.slots[0] = id;
              return evaluate(frame);
            });
            expect(found).toEqual(expected);
            expect(frame.visits).toBe(visits);
          }
  });

  test('aggregates over the same members share a loop, and count as each by itself', () => {
    const state = sky(wrapX, wrapY);
    const far = number(4);
    const count = fold(state, 'count', far, boolean(true));
    const [x, y] = [way('x'), way('y')].map((value) => fold(state, 'sum', far, isLarge, value));
    const sum = makeNode(add, undefined, x, makeNode(add, undefined, y, valueOf('size', source)));
    const isAlone = makeNode(compare, { comparison: '==' as const }, count, number(0));
    const node = makeNode(choose, undefined, isAlone, number(-1), makeNode(multiply, undefined, sum, count));
    const evaluate = evaluationOf(node, state.model);
    expect(evaluate.toString().split('.ids, ')).toHaveLength(2);
    const [{ frame }, { frame: other }] = [generating(state, 'never'), generating(state, 'never')];
    for (let id = 1; id <= 3 + birds + 5; id++) {
      frame.slots[0] = other.slots[0] = id;
      expect(evaluate(frame)).toBe(other.evaluate(node));
      expect(frame.visits).toBe(other.visits);
    }
  });

  test('movements, births and deaths are seen at once', () => {
    const state = sky(wrapX, wrapY);
    const { frame } = generating(state, 'never');
    const node = fold(state, 'count', number(1), boolean(true));
    const counted = () => {
      frame.slots[0] = 1;
      return frame.evaluate(node);
    };
    const before = counted() ?? 0;
    const bird = make(state, 'bird', { place: at(3.5, 3.5) });
    expect(counted()).toBe(before + 1);
    put(state, bird, { at: 'point', x: 9, y: 9 });
    expect(counted()).toBe(before);
    put(state, bird, { at: 'point', x: 3, y: 2 });
    expect(counted()).toBe(before + 1);
    destroy(state, bird);
    expect(counted()).toBe(before);
  });
});

test('as many cells as fit are at least a radius long', () => {
  expect([10, 3, 0.1, 7, 20, 21, Infinity].map((radius) => cellsAlong(20, radius))).toEqual([2, 6, 200, 2, 1, 1, 1]);
  expect([0, 1e-9].map((radius) => cellsAlong(20, radius))).toEqual([1024, 1024]);
  expect(cellsAlong(0.3, 0.1)).toBe(2);
});

test('places outside are moved by one length, or to the edge', () => {
  expect([-1, 0, 9, 10, 12, 25, -25].map((place) => placeAlong(place, 10, true))).toEqual([9, 0, 9, 0, 2, 0, 0]);
  expect([-1, 0, 9, 10, 12].map((place) => placeAlong(place, 10, false))).toEqual([0, 0, 9, 10, 10]);
  // The sum is rounded to the other edge.
  expect(placeAlong(-1e-20, 10, true)).toBe(0);
});
