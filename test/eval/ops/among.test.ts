import { describe, expect, test } from 'vitest';
import { writeCell } from '../../../src/components/cells.js';
import { destroy } from '../../../src/state/object-life.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type AmongData } from '../../../src/eval/ops/range.js';
import { among } from '../../../src/eval/ops/among.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { draw } from '../../../src/eval/ops/draws.js';
import { kindOf } from '../../../src/eval/ops/object-links.js';
import { refusedWith } from '../../support/errors.js';
import { columnNamed, galaxyModel, make, stateOf } from '../../support/hand-model.js';
import {
  absences,
  boolean,
  giving,
  kindNode,
  member,
  none,
  number,
  reading,
  source,
  target,
} from '../../support/nodes.js';

const data = (choose: AmongData['choose'], more: Partial<AmongData> = {}): AmongData => ({
  slot: 2,
  range: { over: 'objects', kind: 0, class: 0 },
  choose,
  site: 0,
  slots: 1,
  ...more,
});
const planetKind = galaxyModel.kindByName.get('planet')?.index ?? 0;
const isPlanet = makeNode(
  compare,
  { comparison: '==' as const },
  makeNode(kindOf, undefined, member),
  kindNode(planetKind),
);

/** Planets with so many people, and a ship. */
function scene(people: readonly number[]) {
  const state = stateOf();
  const planets = people.map((value) => {
    const planet = make(state, 'planet');
    writeCell(state, columnNamed(galaxyModel, 'population'), planet, value);
    return planet;
  });
  const ship = make(state, 'ship');
  const frame = createFrame(state, 5);
  /** Those, by their places, of which it is true. */
  const chosen = (node: Node, from = 0): readonly number[] => {
    frame.slots[0] = from;
    return [...planets, ship].flatMap((id, place) => {
      frame.slots[1] = id;
      return frame.evaluate(node) === 1 ? [place] : [];
    });
  };
  return { state, planets, ship, frame, chosen, people: reading(state, 'population', member, 'missing') };
}

describe('among the members with the smallest or the largest keys', () => {
  const { chosen, people } = scene([3, 1, 2, 1, 3]);
  const of = (
    choose: 'least' | 'greatest',
    count: number,
    filter: Node = isPlanet,
    key: Node = people,
  ): readonly number[] => chosen(makeNode(among, data(choose), target, number(count), filter, key));

  test('are so many of them, of equal ones the first or the last', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((count) => of('least', count))).toEqual([
      [],
      [1],
      [1, 3],
      [1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ]);
    expect([0, 1, 2, 3, 4, 5, 9].map((count) => of('greatest', count))).toEqual([
      [],
      [4],
      [0, 4],
      [0, 2, 4],
      [0, 2, 3, 4],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ]);
  });

  test('are counted in whole numbers', () => {
    expect([-1, 0.9, 1.9, NaN, Infinity, -Infinity].map((count) => of('least', count))).toEqual([
      [],
      [],
      [1],
      [],
      [0, 1, 2, 3, 4],
      [],
    ]);
  });

  test('are compared as 32-bit numbers; what is absent or no number is 0', () => {
    const { chosen: near, people: key } = scene([1 + 2 ** -30, 1, 1 - 2 ** -40]);
    expect(near(makeNode(among, data('least'), target, number(1), isPlanet, key))).toEqual([0]);
    expect(near(makeNode(among, data('greatest'), target, number(1), isPlanet, key))).toEqual([2]);
    // The ship has no population.
    expect([
      of('least', 1, boolean(true)),
      of('greatest', 5, boolean(true)),
      of('least', 2, boolean(true), number(NaN)),
    ]).toEqual([[5], [0, 1, 2, 3, 4], [0, 1]]);
    const { chosen: around, people: balance } = scene([-1, NaN, 1, Infinity, -Infinity]);
    expect(
      [1, 2, 3, 4].map((count) => around(makeNode(among, data('least'), target, number(count), isPlanet, balance))),
    ).toEqual([[4], [0, 4], [0, 1, 4], [0, 1, 2, 4]]);
    expect(
      [1, 2, 3].map((count) => around(makeNode(among, data('greatest'), target, number(count), isPlanet, balance))),
    ).toEqual([[3], [2, 3], [1, 2, 3]]);
  });

  test('are those that fit the filter, of the range', () => {
    expect(of('least', 2, boolean(false))).toEqual([]);
    expect(of('least', 2, giving(null, 'boolean'))).toEqual([]);
    expect(
      chosen(
        makeNode(
          among,
          data('least', { range: { over: 'objects', kind: planetKind, class: 0 } }),
          target,
          number(9),
          boolean(true),
          people,
        ),
      ),
    ).toEqual([0, 1, 2, 3, 4]);
    expect(
      chosen(
        makeNode(
          among,
          data('least', { range: { over: 'class', kind: 0, class: 1 } }),
          target,
          number(9),
          boolean(true),
          people,
        ),
      ),
    ).toEqual([]);
  });

  test('are nobody where the object or the number is absent', () => {
    for (const [, absent] of absences) {
      expect(
        chosen(makeNode(among, data('least'), giving(absent, 'entity'), number(9), boolean(true), people)),
      ).toEqual([]);
      expect(chosen(makeNode(among, data('least'), target, giving(absent), boolean(true), people))).toEqual([]);
    }
    expect(chosen(makeNode(among, data('least'), none, number(9), boolean(true), people))).toEqual([]);
  });

  test('are found with a look at everybody, who is counted, and the slot of the member left as it was', () => {
    const { frame, people: key } = scene([1, 2]);
    frame.slots[1] = 1;
    frame.slots[2] = 7;
    expect(frame.evaluate(makeNode(among, data('least'), target, number(1), isPlanet, key))).toBe(1);
    expect([frame.slots[2], frame.visits]).toEqual([7, 3]);
  });
});

describe('among members that are drawn', () => {
  const people = Array.from({ length: 20 }, () => 0);
  const node = (count: number, more: Partial<AmongData> = {}): Node =>
    makeNode(among, data('random', more), target, number(count), isPlanet);

  test('are so many, always the same for one source, turn, rule and place in the text', () => {
    const all = scene(people);
    const [one, two] = [all.planets[0], all.planets[1]];
    const first = all.chosen(node(7), one);
    expect(first).toHaveLength(7);
    expect(all.chosen(node(7), one)).toEqual(first);
    expect(all.chosen(node(8), one)).toEqual(expect.arrayContaining([...first]));
    expect([all.chosen(node(20), one).length, all.chosen(node(0), one).length]).toEqual([20, 0]);
    const others = [all.chosen(node(7), two), all.chosen(node(7, { site: 1 }), one)];
    all.frame.rule = 1;
    others.push(all.chosen(node(7), one));
    all.frame.rule = 0;
    all.frame.turn = 6;
    others.push(all.chosen(node(7), one));
    for (const other of others) expect(other).not.toEqual(first);
    all.frame.turn = 5;
    // With no slots, sources have their draw in common.
    expect(all.chosen(node(7, { slots: 0 }), two)).toEqual(all.chosen(node(7, { slots: 0 }), one));
  });

  test('take the draw of the operation of that name, a member beside the first slots', () => {
    const { frame, planets, chosen } = scene(people);
    const drawn = planets.map((planet, place) => {
      frame.slots[0] = planets[3];
      frame.slots[1] = planet;
      return { place, value: frame.evaluate(makeNode(draw, { site: 4, slots: 2 })) ?? 0 };
    });
    const smallest = drawn
      .sort((a, b) => a.value - b.value)
      .slice(0, 5)
      .map(({ place }) => place);
    expect(chosen(node(5, { site: 4 }), planets[3])).toEqual(smallest.sort((a, b) => a - b));
  });

  test('change when a row has another tenant', () => {
    const { state, planets, chosen } = scene(people);
    const before = chosen(node(10), planets[0]);
    for (let round = 0; round < 8; round++) {
      destroy(state, planets[5]);
      make(state, 'planet');
    }
    expect([...liveIds(state)]).toContain(planets[5]);
    const seen = new Set([before.includes(5)]);
    for (let round = 0; round < 16; round++) {
      destroy(state, planets[5]);
      make(state, 'planet');
      seen.add(chosen(node(10), planets[0]).includes(5));
    }
    expect(seen.size).toBe(2);
  });
});

describe('the type of among', () => {
  test('takes an object, a number, a condition, and a key unless it draws', () => {
    expect(printNode(makeNode(among, data('least', { slot: 3 }), source, number(2), boolean(true), number(1)))).toBe(
      '(among least objects 0 0 @3 (slot 0) (constant number 2) (constant boolean 1) (constant number 1))',
    );
    expect(printNode(makeNode(among, data('random', { site: 6 }), source, number(2), boolean(true)))).toBe(
      '(among random 6 1 objects 0 0 @2 (slot 0) (constant number 2) (constant boolean 1))',
    );
    expect(refusedWith(() => makeNode(among, data('random'), source, number(2), boolean(true), number(1)))).toBe(
      'ir-type',
    );
    expect(refusedWith(() => makeNode(among, data('least'), source, number(2), boolean(true)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(among, data('least'), source, source, boolean(true), number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(among, data('random', { slots: 3 }), source, number(2), boolean(true)))).toBe(
      'ir-type',
    );
    expect(
      refusedWith(() =>
        makeNode(
          among,
          data('least', { range: { over: 'owners', kind: 0, class: 0 } }),
          source,
          number(1),
          boolean(true),
          number(1),
        ),
      ),
    ).toBe('ir-type');
  });
});
