import { setTurn } from '../../../src/components/clock.js';
import { describe, expect, test } from 'vitest';
import { oneRow, rowsOver } from '../../../src/eval/columns/rows.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { type Fold, takesValue, type PlainRange, hasAnchor } from '../../../src/eval/ops/range.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { running } from '../../../src/eval/ops/time.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import * as logic from '../../../src/eval/ops/logic.js';
import { kindOf } from '../../../src/eval/ops/object-links.js';
import { writeCell } from '../../../src/components/cells.js';
import { destroy } from '../../../src/state/object-life.js';
import { liveIds } from '../../../src/components/live-objects.js';
import type { WorldState } from '../../../src/components/state.js';
import { refusal } from '../../support/errors.js';
import { at, columnNamed, galaxyModel, inside, make, stateOf } from '../../support/hand-model.js';
import { boolean, kindNode, member, number, reading, source, target } from '../../support/nodes.js';
import { type Comparer, comparerOf, expectSame, inColumns, plainTerm } from './compared.js';
import { heavy, longTest } from '../../support/heavy.js';

const folds: readonly Fold[] = ['any', 'all', 'count', 'sum', 'mean', 'least', 'greatest', 'first'];

/** Systems with planets with buildings, in owners' turns; populations whose sums depend on their order. */
function crowdedState(systems: number, planets: number, visitsPerTurn = 500_000_000): WorldState {
  const state = stateOf(galaxyModel, { capacity: systems * (1 + planets * 2) + 8, limits: { visitsPerTurn } });
  const empires = [make(state, 'empire'), make(state, 'empire')];
  for (let i = 0; i < systems; i++) {
    const system = make(state, 'system', { place: at(i) });
    for (let k = 0; k < planets; k++) {
      const planet = make(state, 'planet', { place: inside(system), owner: [0, ...empires][(i + k) % 3] });
      writeCell(
        state,
        columnNamed(state.model, 'population'),
        planet,
        (((i * 31 + k * 17) % 23) / 7) * 10 ** ((k % 5) * 4 - 8),
      );
      if (k % 2 === 0) make(state, 'building', { place: inside(planet), owner: empires[k % 2] });
    }
  }
  return state;
}

const planetKind = (state: WorldState): number => state.model.kindByName.get('planet')?.index ?? 0;

function folding(state: WorldState, fold: Fold, range: Partial<PlainRange>, filter: Node, anchor: Node = target): Node {
  const whole: PlainRange = { over: 'objects', kind: 0, class: 0, ...range };
  const value = makeNode(
    arithmetic.add,
    undefined,
    reading(state, 'population', member, 'missing'),
    reading(state, 'population', target, 'zero'),
  );
  return makeNode(
    aggregate,
    { fold, range: whole, slot: 2 },
    ...(hasAnchor(whole) ? [anchor] : []),
    filter,
    ...(takesValue(fold) ? [value] : []),
  );
}

const allIds = (state: WorldState): Int32Array => Int32Array.from(liveIds(state));

/** Members with more people than the row's object. */
const more = (state: WorldState): Node =>
  makeNode(
    compare,
    { comparison: '>' },
    reading(state, 'population', member, 'missing'),
    reading(state, 'population', target, 'zero'),
  );

function visitsOf(comparer: Comparer, node: Node, ids: Int32Array): number {
  comparer.frame.visits = 0;
  inColumns(comparer, plainTerm(node), rowsOver(1, ids, ids.length));
  return comparer.frame.visits;
}

describe('folds over many members', () => {
  const state = crowdedState(60, 9);

  test.each(folds.slice(0, heavy(2, folds.length)))(
    '%s: lists that are batches of their own, and short lists in batches',
    (fold) => {
      const comparer = comparerOf(state);
      const ids = allIds(state);
      const rows = rowsOver(1, ids.subarray(0, 200), 200);
      // All objects: more than 256 members a row. Contents: few a row. Populations of planets of the kind: between
      // them.
      expectSame(comparer, folding(state, fold, {}, more(state)), rows);
      expectSame(comparer, folding(state, fold, { over: 'contents' }, more(state)), rowsOver(1, ids, ids.length));
      expectSame(comparer, folding(state, fold, { over: 'owned', kind: planetKind(state) }, more(state)), rows);
      expectSame(comparer, folding(state, fold, { over: 'attached' }, boolean(true)), rowsOver(1, ids, ids.length));
    },
  );

  longTest.each(folds.filter((_, i) => i % 3 === 0))('%s: more member rows than exist at once', (fold) => {
    const comparer = comparerOf(state);
    // 180 planets of each owner, 500 rows: batches of at most 65,536.
    const ids = Int32Array.from({ length: 500 }, (_, i) => 1 + (i % 2));
    expect(visitsOf(comparer, folding(state, fold, { over: 'owned', kind: planetKind(state) }, more(state)), ids)).toBe(
      90_000,
    );
    expectSame(
      comparer,
      folding(state, fold, { over: 'owned', kind: planetKind(state) }, more(state)),
      rowsOver(1, ids, ids.length),
    );
  });

  test.each(folds)('%s: what does not depend on the row is shared by rows with equal members', (fold) => {
    const small = crowdedState(12, 6);
    const comparer = comparerOf(small);
    const ids = allIds(small);
    const value = reading(small, 'population', member, 'notFound');
    const filter = makeNode(
      compare,
      { comparison: '>' },
      reading(small, 'population', member, 'missing'),
      number(1e-7),
    );
    for (const over of ['contents', 'attached', 'owned', 'owners'] as const) {
      for (const asked of [filter, boolean(true), boolean(false)]) {
        const node = makeNode(
          aggregate,
          { fold, range: { over, kind: 0, class: 0 }, slot: 2 },
          target,
          asked,
          ...(takesValue(fold) ? [value] : []),
        );
        expectSame(comparer, node, rowsOver(1, ids, ids.length));
        expectSame(
          comparer,
          node,
          rowsOver(
            1,
            Int32Array.from(ids, (_, i) => ids[(i * 7) % 20]),
            ids.length,
          ),
        );
      }
    }
  });
});

describe('visits', () => {
  const contents = (state: WorldState): Node => folding(state, 'count', { over: 'contents' }, more(state));

  test('are the members of every row, whether an index was there or not', () => {
    const state = crowdedState(40, 9);
    const ids = allIds(state);
    const system = ids.findIndex((id) => id === 3);
    for (const over of ['contents', 'attached', 'owned', 'owners'] as const) {
      const node = folding(state, 'sum', { over }, boolean(true));
      const few = ids.slice(system, system + 4);
      const fresh = visitsOf(comparerOf(state), node, few);
      const warm = comparerOf(state);
      const all = visitsOf(warm, node, ids);
      expect(visitsOf(warm, node, few)).toBe(fresh);
      expect(visitsOf(warm, node, Int32Array.of(...few, ...few))).toBe(2 * fresh);
      expect(all).toBeGreaterThan(fresh);
    }
    expect(visitsOf(comparerOf(state), contents(state), Int32Array.of(3))).toBe(14);
  });

  test('have a limit', () => {
    const state = crowdedState(4, 9, 30);
    setTurn(state, 5);
    const comparer = comparerOf(state);
    const systems = [...liveIds(state)].filter((id) => state.identity.kind[id] === 2);
    expect(visitsOf(comparer, contents(state), Int32Array.from(systems.slice(0, 2)))).toBe(28);
    const slots = comparer.frame.slots.slice();
    expect(refusal(() => visitsOf(comparer, contents(state), Int32Array.from(systems.slice(0, 3)))).message).toContain(
      'more than 30 objects in turn 5',
    );
    expect(comparer.frame.slots).toEqual(slots);
  });

  test('are made only where the answer can matter', () => {
    const state = crowdedState(5, 4);
    const comparer = comparerOf(state);
    const ids = allIds(state);
    const heavy = folding(state, 'any', { over: 'contents' }, more(state));
    const isPlanet = makeNode(
      compare,
      { comparison: '==' },
      makeNode(kindOf, undefined, target),
      kindNode(planetKind(state)),
    );
    const planets = ids.filter((id) => state.identity.kind[id] === planetKind(state));
    const ofPlanets = visitsOf(comparer, heavy, planets);
    const ofAll = visitsOf(comparer, heavy, ids);
    const no = makeNode(logic.not, undefined, isPlanet);
    expect(ofPlanets).toBe(10);
    expect(visitsOf(comparer, makeNode(logic.and, undefined, heavy, isPlanet), ids)).toBe(ofPlanets);
    expect(visitsOf(comparer, makeNode(logic.or, undefined, heavy, no), ids)).toBe(ofPlanets);
    expect(visitsOf(comparer, makeNode(logic.choose, undefined, isPlanet, heavy, boolean(false)), ids)).toBe(ofPlanets);
    expect(visitsOf(comparer, makeNode(logic.choose, undefined, isPlanet, boolean(false), heavy), ids)).toBe(
      ofAll - ofPlanets,
    );
    const unknown = makeNode(compare, { comparison: '>' }, reading(state, 'population', target, 'missing'), number(0));
    expect(visitsOf(comparer, makeNode(logic.otherwise, undefined, unknown, heavy), ids)).toBe(ofAll - ofPlanets);
    expect(visitsOf(comparer, makeNode(logic.and, undefined, boolean(false), heavy), ids)).toBe(0);
    const everywhere = folding(
      state,
      'any',
      {},
      makeNode(compare, { comparison: '>' }, reading(state, 'population', member, 'missing'), number(5)),
    );
    expect(visitsOf(comparer, makeNode(logic.and, undefined, everywhere, boolean(false)), ids)).toBe(0);
  });
});

test('one that does not depend on the row is folded once', () => {
  const state = crowdedState(5, 4);
  const comparer = comparerOf(state);
  const node = makeNode(
    aggregate,
    { fold: 'any', range: { over: 'objects', kind: 0, class: 0 }, slot: 2 },
    boolean(true),
  );
  expect(visitsOf(comparer, node, allIds(state))).toBe([...liveIds(state)].length);
  comparer.frame.slots[0] = 3;
  expect(expectSame(comparer, folding(state, 'count', { over: 'contents' }, boolean(true), source), oneRow)).toEqual([
    6,
  ]);
});

test.each(folds)('%s: the running value is that of the row, in long lists and short ones', (fold) => {
  const state = crowdedState(60, 9);
  const comparer = comparerOf(state);
  comparer.frame.value = 77;
  const ids = allIds(state);
  const above = makeNode(
    compare,
    { comparison: '>' },
    reading(state, 'population', member, 'missing'),
    makeNode(running, { type: { name: 'number' } }),
  );
  const values = Float64Array.from(ids, (_, i) => [0, -1, 1e-6, 3, NaN][i % 5]);
  expectSame(comparer, folding(state, fold, {}, above), rowsOver(1, ids, 40, 0, values));
  expectSame(comparer, folding(state, fold, { over: 'contents' }, above), rowsOver(1, ids, ids.length, 0, values));
});

test.each(['least', 'greatest', 'sum'] as const)('%s of zeros of both signs', (fold) => {
  const state = crowdedState(3, 6);
  const planets = [...liveIds(state)].filter((id) => state.identity.kind[id] === planetKind(state));
  for (const [i, id] of planets.entries())
    writeCell(state, columnNamed(state.model, 'population'), id, i % 6 === 5 || i === 6 ? -1 : 1);
  const zero = makeNode(arithmetic.multiply, undefined, reading(state, 'population', member, 'missing'), number(0));
  const node = makeNode(
    aggregate,
    { fold, range: { over: 'contents', kind: planetKind(state), class: 0 }, slot: 2 },
    target,
    boolean(true),
    zero,
  );
  const ids = allIds(state);
  expect(
    new Set(expectSame(comparerOf(state), node, rowsOver(1, ids, ids.length)).map((value) => Object.is(value, -0))),
  ).toEqual(new Set(fold === 'sum' ? [false] : [false, true]));
});

test('owners come by id, also where a later faction has an earlier slot', () => {
  const state = stateOf(galaxyModel, { capacity: 64 });
  const first = make(state, 'empire');
  const second = make(state, 'empire');
  destroy(state, first);
  const system = make(state, 'system', { place: at(0) });
  const third = make(state, 'empire');
  expect([state.faction[third], state.faction[second]]).toEqual([1, 2]);
  expect(third).toBeGreaterThan(second);
  for (const owner of [third, second]) make(state, 'planet', { place: inside(system), owner });
  const node = makeNode(
    aggregate,
    { fold: 'first', range: { over: 'owners', kind: 0, class: 0 }, slot: 2 },
    target,
    boolean(true),
  );
  expect(expectSame(comparerOf(state), node, rowsOver(1, allIds(state), 5))).toContain(second);
});
