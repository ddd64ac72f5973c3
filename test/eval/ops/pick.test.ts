import { describe, expect, test } from 'vitest';
import { writeCell } from '../../../src/components/cells.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type PickData, type Range, mostRanked } from '../../../src/eval/ops/range.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { draw } from '../../../src/eval/ops/draws.js';
import { kindOf } from '../../../src/eval/ops/object-links.js';
import { pick, unbound } from '../../../src/eval/ops/pick.js';
import { header } from '../../../src/kernel/arena.js';
import { beginDraw, endDraw, foldDraw } from '../../../src/kernel/random.js';
import { createMatching } from '../../../src/match/evaluate.js';
import { evaluationOf } from '../../../src/eval/emit/make-function.js';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { plainTerm } from '../columns/compared.js';
import { columnNamed, galaxyModel, make, stateOf } from '../../support/hand-model.js';
import { boolean, kindNode, member, none, number, reading, source, target } from '../../support/nodes.js';

const kindOfPlanets = galaxyModel.kindByName.get('planet')?.index ?? 0;
const planets: Range = { over: 'objects', kind: kindOfPlanets, class: 0 };
const data = (how: PickData['pick'], more: Partial<PickData> = {}): PickData => ({
  pick: how,
  range: planets,
  slot: 2,
  site: 7,
  slots: 1,
  ...more,
});
const isPlanet = makeNode(
  compare,
  { comparison: '==' as const },
  makeNode(kindOf, undefined, member),
  kindNode(kindOfPlanets),
);

/** Planets with so many people; those of `undefined` are ships. */
function scene(people: readonly (number | undefined)[]) {
  const state = stateOf(galaxyModel, { capacity: people.length + 8 });
  const all = people.map((value) => {
    const id = make(state, value === undefined ? 'ship' : 'planet');
    if (value !== undefined) writeCell(state, columnNamed(galaxyModel, 'population'), id, value);
    return id;
  });
  const frame = createFrame(state, 5);
  frame.rule = 3;
  frame.slots[0] = all[0];
  const { evaluator } = createMatching(state);
  evaluator.frame = frame;
  const people$ = reading(state, 'population', member, 'missing');
  /** The place of what is chosen, −1: none. The interpreter, columns and code of frames agree, visits included. */
  const chosen = (node: Node): number => {
    const before = frame.visits;
    const value = frame.evaluate(node) ?? NaN;
    const visits = frame.visits - before;
    frame.visits = before;
    const rows = rowsOver(0, Int32Array.of(all[0], all[0]), 2);
    const vector = evaluator.evaluate(plainTerm(node), rows);
    frame.visits = before;
    expect([...(node.type.name === 'number' ? vector.numbers : vector.codes).slice(0, 2)]).toEqual([value, value]);
    expect(evaluationOf(node, state.model)(frame)).toBe(value);
    expect(frame.visits - before).toBe(visits);
    return node.type.name === 'number' ? value : all.indexOf(value);
  };
  const more = (node: Node, limit: number): Node =>
    makeNode(compare, { comparison: '>' as const }, node, number(limit));
  return { state, all, frame, chosen, people: people$, over: (limit: number) => more(people$, limit) };
}

describe('by keys', () => {
  test('the least and the greatest; of equal ones the first', () => {
    const { chosen, people } = scene([3, 1, 2, 1, 3]);
    expect(chosen(makeNode(pick, data('least'), boolean(true), people))).toBe(1);
    expect(chosen(makeNode(pick, data('greatest'), boolean(true), people))).toBe(0);
  });

  test('a later key decides between equals only', () => {
    const { chosen, people, state } = scene([3, 1, 2, 1, 3]);
    const isMany = (least: number): Node =>
      makeNode(compare, { comparison: '>=' as const }, reading(state, 'population', member, 'zero'), number(least));
    // Conditions rank false before true.
    expect(chosen(makeNode(pick, data('greatest'), boolean(true), isMany(2), number(0)))).toBe(0);
    expect(chosen(makeNode(pick, data('least'), boolean(true), isMany(2), people))).toBe(1);
    const isFirst = makeNode(compare, { comparison: '==' as const }, member, source);
    expect(chosen(makeNode(pick, data('least'), boolean(true), isMany(3), isFirst))).toBe(1);
    expect(chosen(makeNode(pick, data('greatest'), boolean(true), people, isFirst))).toBe(0);
    expect(chosen(makeNode(pick, data('least'), boolean(true), number(1), number(2)))).toBe(0);
  });

  test('members with an absent key are left out; no members, no choice', () => {
    const all: Range = { over: 'objects', kind: 0, class: 0 };
    const { chosen, people, over } = scene([undefined, 4, undefined, 2]);
    expect(chosen(makeNode(pick, data('least', { range: all }), boolean(true), people))).toBe(3);
    expect(chosen(makeNode(pick, data('least', { range: all }), boolean(true), number(1), people))).toBe(3);
    expect(chosen(makeNode(pick, data('least', { range: all }), boolean(true), number(NaN)))).toBe(-1);
    expect(chosen(makeNode(pick, data('greatest'), over(4), people))).toBe(-1);
  });
});

describe('by place', () => {
  const { chosen, all, over, frame } = scene([3, 1, 2, 1, 3]);

  test('the whole part counts from 0; outside of the members there is none', () => {
    const at = (place: number): number => chosen(makeNode(pick, data('at'), number(place), over(1)));
    expect([0, 1, 1.9, 2, 3, -0.5, -1, NaN, Infinity].map(at)).toEqual([0, 2, 2, 4, -1, -1, -1, -1, -1]);
  });

  test('indexOf is the place among those that pass', () => {
    const places = all.map((id) => {
      frame.slots[1] = id;
      return chosen(makeNode(pick, data('indexOf'), target, over(1)));
    });
    expect(places).toEqual([0, -1, 1, -1, 2]);
    expect(chosen(makeNode(pick, data('indexOf'), none, boolean(true)))).toBe(-1);
  });
});

/** Draws as the page tells of them. */
function keyOf({ state, all }: ReturnType<typeof scene>, turn: number, site = 7) {
  const { header: words } = state.arena;
  const key = beginDraw(words[header.seedLow], words[header.seedHigh]);
  for (const word of [turn, 3, site, all[0], state.identity.generation[all[0]]]) foldDraw(key, word);
  return key;
}

describe('by draw', () => {
  test('the first of 32 drawn places that passes, else one of all that pass; each look is a visit', () => {
    const people = Array.from({ length: 40 }, (_, i) => i);
    const { chosen, frame, over, ...rest } = scene(people);
    const drawn = (turn: number, attempt: number, length: number): number => {
      const key = keyOf({ ...rest, chosen, frame, over }, turn);
      foldDraw(key, attempt);
      return Math.floor(endDraw(key) * length);
    };
    let last = 0;
    for (let turn = 1; turn < 200; turn++) {
      frame.turn = turn;
      const limit = turn % 2 === 0 ? 20 : 37;
      const attempts = Array.from({ length: 32 }, (_, attempt) => drawn(turn, attempt, 40));
      const first = attempts.findIndex((place) => place > limit);
      const fitting = people.filter((count) => count > limit);
      const expected = first < 0 ? fitting[drawn(turn, 32, fitting.length)] : attempts[first];
      last += first < 0 ? 1 : 0;
      const before = frame.visits;
      const node = makeNode(pick, data('random'), over(limit));
      expect(frame.evaluate(node)).toBe(rest.all[expected]);
      expect(frame.visits - before).toBe(first < 0 ? 32 + 40 : first + 1);
      expect(chosen(node)).toBe(expected);
    }
    expect(last).toBeGreaterThan(5);
  });

  test('without members there is none, and nothing is visited', () => {
    const { chosen, frame } = scene([undefined]);
    const before = frame.visits;
    expect(chosen(makeNode(pick, data('random'), boolean(true)))).toBe(-1);
    expect(frame.visits).toBe(before);
    expect(chosen(makeNode(pick, data('weighted'), boolean(true), number(1)))).toBe(-1);
  });

  test('all that pass are equally likely', () => {
    const { all, frame, over } = scene([1, 5, 6, 2, 7, 8]);
    const counts = [0, 0, 0, 0, 0, 0];
    const node = makeNode(pick, data('random'), over(4));
    for (frame.turn = 1; frame.turn <= 2000; frame.turn++) counts[all.indexOf(frame.evaluate(node) ?? 0)]++;
    expect(counts[0] + counts[3]).toBe(0);
    for (const place of [1, 2, 4, 5]) expect(Math.abs(counts[place] - 500)).toBeLessThan(90);
  });

  test('a weighted choice takes the first whose running sum is past the draw', () => {
    const weights = [0, 3, -2, 1, 4];
    const { chosen, frame, people, ...rest } = scene(weights);
    const counts = [0, 0, 0, 0, 0];
    for (frame.turn = 1; frame.turn <= 2000; frame.turn++) {
      const u = endDraw(keyOf({ ...rest, chosen, frame, people }, frame.turn));
      const expected = u * 8 < 3 ? 1 : u * 8 < 4 ? 3 : 4;
      const node = makeNode(pick, data('weighted'), boolean(true), people);
      expect(rest.all.indexOf(frame.evaluate(node) ?? 0)).toBe(expected);
      if (frame.turn % 100 === 0) expect(chosen(node)).toBe(expected);
      counts[expected]++;
    }
    for (const place of [1, 3, 4]) expect(Math.abs(counts[place] - (2000 * weights[place]) / 8)).toBeLessThan(90);
    expect(chosen(makeNode(pick, data('weighted'), boolean(true), number(-1)))).toBe(-1);
  });

  test('without a slot it is the same for all objects there', () => {
    const { chosen, frame, all } = scene([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const free = makeNode(pick, data('random', { slots: 2 }), boolean(true));
    const seen = (node: Node): number =>
      new Set(
        all.map((id) => {
          frame.slots[1] = id;
          return chosen(node);
        }),
      ).size;
    expect(seen(free)).toBeGreaterThan(2);
    expect(seen(makeNode(unbound, { slot: 1 }, free))).toBe(1);
    expect(frame.slots[1]).toBe(all[8]);
  });

  test('a draw as the last key decides between equals', () => {
    const { chosen, frame, people } = scene([2, 5, 5, 1, 5]);
    const found = new Set<number>();
    const tie = makeNode(draw, { site: 1, slots: 3 });
    for (frame.turn = 1; frame.turn < 60; frame.turn++)
      found.add(chosen(makeNode(pick, data('greatest'), boolean(true), people, tie)));
    expect([...found].sort((a, b) => a - b)).toEqual([1, 2, 4]);
  });
});

describe('ranked members', () => {
  const ranked = (order: 'least' | 'greatest', keys = 1): Range => ({
    over: 'ranked',
    of: planets as Extract<Range, { readonly over: 'objects' }>,
    order,
    keys,
    kind: kindOfPlanets,
    class: 0,
  });

  test('stand in the order of their keys, equals as before', () => {
    const { chosen, people, over } = scene([3, 1, 2, 1, 3, 2]);
    const listed = (order: 'least' | 'greatest', count: number, filter: Node = boolean(true)): readonly number[] =>
      [0, 1, 2, 3, 4, 5].map((place) =>
        chosen(
          makeNode(
            pick,
            data('at', { range: ranked(order) }),
            number(count),
            filter,
            people,
            number(place),
            boolean(true),
          ),
        ),
      );
    expect(listed('least', 3)).toEqual([1, 3, 2, -1, -1, -1]);
    expect(listed('greatest', 4.9)).toEqual([0, 4, 2, 5, -1, -1]);
    expect(listed('greatest', 9, over(1))).toEqual([0, 4, 2, 5, -1, -1]);
    expect(listed('least', NaN)).toEqual([-1, -1, -1, -1, -1, -1]);
    expect(listed('least', -1)).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  test('are filtered and folded after that', () => {
    const { chosen, people, over } = scene([3, 1, 2, 1, 3, 2]);
    const sum = (count: number): number =>
      chosen(
        makeNode(
          aggregate,
          { fold: 'sum' as const, range: ranked('greatest'), slot: 2 },
          number(count),
          isPlanet,
          people,
          over(2),
          people,
        ),
      );
    expect([0, 1, 2, 3, 6].map(sum)).toEqual([0, 3, 6, 6, 6]);
  });

  test('are no more than the limit', () => {
    const { chosen, people } = scene(Array.from({ length: mostRanked + 20 }, (_, i) => i));
    const count = makeNode(
      aggregate,
      { fold: 'count' as const, range: ranked('least'), slot: 2 },
      number(5000),
      boolean(true),
      people,
      boolean(true),
    );
    expect(chosen(count)).toBe(mostRanked);
  });
});
