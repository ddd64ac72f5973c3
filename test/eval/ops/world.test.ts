import { describe, expect, test } from 'vitest';
import { setAvailable } from '../../../src/components/availability.js';
import { writeCell } from '../../../src/components/cells.js';
import { connect } from '../../../src/components/lanes.js';
import { destroy } from '../../../src/state/object-life.js';
import { setSeen } from '../../../src/components/visibility.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node, Value } from '../../../src/ir/node.js';
import { type AffiliationMode } from '../../../src/eval/data.js';
import { affiliation, unowned } from '../../../src/eval/ops/affiliations.js';
import { type AggregateData, type Fold, type PlainRange, type Range, hasAnchor } from '../../../src/eval/ops/range.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { add } from '../../../src/eval/ops/arithmetic.js';
import { available, visible } from '../../../src/eval/ops/bit-tests.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { constant } from '../../../src/eval/ops/constants.js';
import { distance, jumps } from '../../../src/eval/ops/space.js';
import { and } from '../../../src/eval/ops/logic.js';
import { refusal, refusedWith } from '../../support/errors.js';
import { at, columnNamed, galaxyModel, inside, make, stateOf } from '../../support/hand-model.js';
import {
  absences,
  boolean,
  classNode,
  evaluated,
  giving,
  member,
  none,
  number,
  reading,
  source,
  target,
} from '../../support/nodes.js';

const modes: readonly AffiliationMode[] = [
  'empire-inclusive',
  'empire-exclusive',
  'enemies-inclusive',
  'enemies-exclusive',
];

describe('affiliation', () => {
  const state = stateOf();
  const [a, b, c] = [make(state, 'empire'), make(state, 'empire'), make(state, 'empire')];
  const shared = make(state, 'system', { place: at(0) });
  make(state, 'planet', { owner: a, place: inside(shared) });
  make(state, 'planet', { owner: b, place: inside(shared) });
  const [mine, theirs, wild] = [a, b, 0].map((owner) => make(state, 'ship', { owner }));
  const ghost = make(state, 'ghost');
  const row = (object: number, other: number): readonly Value[] =>
    modes.map((mode) => evaluated(state, makeNode(affiliation, { mode }, source, target), [object, other]));

  test('with one empire, in the four ways', () => {
    expect(row(mine, a)).toEqual([1, 1, 0, 0]);
    expect(row(theirs, a)).toEqual([0, 0, 1, 1]);
    expect(row(shared, a)).toEqual([1, 0, 1, 0]);
    expect(row(shared, c)).toEqual([0, 0, 1, 1]);
    expect(row(wild, a)).toEqual([0, 0, 0, 0]);
    expect(row(ghost, a)).toEqual([null, null, null, null]);
    expect(row(a, a)).toEqual([1, 1, 0, 0]);
    expect(row(b, a)).toEqual([0, 0, 1, 1]);
  });

  test('with the owners of an object', () => {
    expect(row(mine, mine)).toEqual([1, 1, 0, 0]);
    expect(row(mine, theirs)).toEqual([0, 0, 1, 1]);
    expect(row(mine, shared)).toEqual([1, 1, 0, 0]);
    expect(row(shared, shared)).toEqual([1, 1, 0, 0]);
  });

  test('with whom no empire owns applies to nothing', () => {
    for (const other of [wild, ghost, 0])
      expect(row(mine, other)).toEqual([undefined, undefined, undefined, undefined]);
    for (const [, absent] of absences) {
      expect(
        evaluated(state, makeNode(affiliation, { mode: 'enemies-inclusive' }, giving(absent, 'entity'), target), [
          0,
          a,
        ]),
      ).toBeUndefined();
      expect(
        evaluated(state, makeNode(affiliation, { mode: 'enemies-inclusive' }, source, giving(absent, 'entity')), [
          mine,
        ]),
      ).toBeUndefined();
    }
  });

  test('nobody owns the unowned', () => {
    expect(
      [wild, ghost, mine, shared, a].map((id) => evaluated(state, makeNode(unowned, undefined, source), [id])),
    ).toEqual([1, null, 0, 0, 0]);
    expect(evaluated(state, makeNode(unowned, undefined, giving(undefined, 'entity')))).toBeUndefined();
    expect(refusedWith(() => makeNode(unowned, undefined, number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(affiliation, { mode: 'empire-inclusive' }, source, number(1)))).toBe('ir-type');
  });
});

describe('sight and availability', () => {
  const state = stateOf();
  const [a, b] = [make(state, 'empire'), make(state, 'empire')];
  const [mine, wild] = [make(state, 'ship', { owner: a }), make(state, 'ship')];
  setSeen(state, a, wild, true);
  setAvailable(state, a, 2, true);

  test('sees', () => {
    const of = (observer: number, object: number): Value =>
      evaluated(state, makeNode(visible, undefined, source, target), [observer, object]);
    expect([of(a, wild), of(b, wild), of(mine, wild), of(mine, mine), of(b, mine)]).toEqual([1, 0, 1, 1, 0]);
    expect([of(wild, a), of(0, a), of(a, 0)]).toEqual([undefined, undefined, undefined]);
    expect(refusedWith(() => makeNode(visible, undefined, source))).toBe('ir-type');
  });

  test('available', () => {
    const of = (faction: number, classIndex: Node): Value =>
      evaluated(state, makeNode(available, undefined, source, classIndex), [faction]);
    expect([
      of(a, classNode(2)),
      of(a, classNode(1)),
      of(b, classNode(2)),
      of(a, classNode(0)),
      of(mine, classNode(2)),
      of(0, classNode(2)),
    ]).toEqual([1, 0, 0, 0, undefined, undefined]);
    expect(of(a, giving(undefined, 'class'))).toBeUndefined();
    expect(refusedWith(() => makeNode(available, undefined, source, number(1)))).toBe('ir-type');
  });
});

test('distance and jumps are missing where an object or its place is', () => {
  const state = stateOf();
  const [p, q] = [make(state, 'system', { place: at(0) }), make(state, 'system', { place: at(6, 8) })];
  const lost = make(state, 'ship');
  connect(state, p, q);
  const of = (operation: typeof distance, a: number, b: number): Value =>
    evaluated(state, makeNode(operation, undefined, source, target), [a, b]);
  expect([of(distance, p, q), of(jumps, p, q), of(distance, p, p), of(jumps, q, q)]).toEqual([10, 1, 0, 0]);
  for (const operation of [distance, jumps]) {
    expect([of(operation, p, lost), of(operation, lost, p), of(operation, 0, p), of(operation, p, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(evaluated(state, makeNode(operation, undefined, giving(null, 'entity'), target), [0, p])).toBeUndefined();
    expect(refusedWith(() => makeNode(operation, undefined, source, number(1)))).toBe('ir-type');
  }
});

describe('aggregates', () => {
  const state = stateOf();
  const [a, b] = [make(state, 'empire'), make(state, 'empire')];
  const system = make(state, 'system', { place: at(0) });
  const planets = [5, 2, 8].map((population, i) => {
    const planet = make(state, 'planet', { owner: i === 1 ? b : a, place: inside(system) });
    writeCell(state, columnNamed(galaxyModel, 'population'), planet, population);
    return planet;
  });
  const farm = make(state, 'building', { class: 'farm', place: inside(planets[0]), owner: a });
  const ship = make(state, 'ship', { place: inside(system) });
  const kind = (name: string): number => galaxyModel.kindByName.get(name)?.index ?? 0;
  const population = reading(state, 'population', member, 'missing');
  const rich = makeNode(compare, { comparison: '>=' }, population, number(5));
  const anchored: readonly PlainRange['over'][] = ['attached', 'contents', 'owned', 'owners'];

  function node(fold: Fold, range: Partial<Range>, filter: Node = boolean(true), value?: Node): Node {
    const whole = { over: 'objects', kind: 0, class: 0, ...range } as Range;
    const data: AggregateData = { fold, range: whole, slot: 2 };
    const anchor = hasAnchor(whole) ? [source] : [];
    return makeNode(aggregate, data, ...anchor, filter, ...(value === undefined ? [] : [value]));
  }
  const folded = (fold: Fold, range: Partial<Range>, anchor = 0, filter?: Node, value?: Node): Value =>
    evaluated(state, node(fold, range, filter, value), [anchor]);
  const listed = (range: Partial<Range>, anchor = 0): readonly number[] => {
    const found: number[] = [];
    for (;;) {
      const id = Number(
        evaluated(
          state,
          node(
            'first',
            range,
            found.reduce<Node>(
              (rest, known) =>
                makeNode(
                  and,
                  undefined,
                  rest,
                  makeNode(
                    compare,
                    { comparison: '!=' },
                    member,
                    makeNode(constant, { value: known, type: { name: 'entity' } }),
                  ),
                ),
              boolean(true),
            ),
          ),
          [anchor],
        ),
      );
      if (id === 0) return found;
      found.push(id);
    }
  };

  test('range over objects by kind and class, what is attached, contained, owned, and owners', () => {
    expect(listed({ kind: kind('planet') })).toEqual(planets);
    expect(listed({ over: 'class', class: 1 })).toEqual([farm]);
    expect(listed({ over: 'attached' }, system)).toEqual([...planets, ship]);
    expect(listed({ over: 'attached', kind: kind('ship') }, system)).toEqual([ship]);
    expect(listed({ over: 'contents' }, system)).toEqual([...planets, farm, ship]);
    expect(listed({ over: 'contents', kind: kind('building') }, system)).toEqual([farm]);
    expect(listed({ over: 'owned' }, a)).toEqual([system, planets[0], planets[2], farm]);
    expect(listed({ over: 'owned', kind: kind('planet') }, b)).toEqual([planets[1]]);
    expect(listed({ over: 'owners' }, system)).toEqual([a, b]);
    for (const over of anchored) expect(listed({ over }, 0)).toEqual([]);
  });

  test('fold numbers of those of which the filter is true', () => {
    const range = { kind: kind('planet') };
    const all = (['sum', 'mean', 'least', 'greatest'] as const).map((fold) =>
      folded(fold, range, 0, boolean(true), population),
    );
    expect(all).toEqual([15, 5, 2, 8]);
    expect(folded('mean', range, 0, rich, population)).toBe(6.5);
    expect(folded('count', range, 0, rich)).toBe(2);
    expect([folded('any', range, 0, rich), folded('all', range, 0, rich), folded('first', range, 0, rich)]).toEqual([
      1,
      0,
      planets[0],
    ]);
  });

  test('of nothing give what the language says', () => {
    const none = { over: 'owned' } as const;
    const values = (['any', 'all', 'count', 'first'] as const).map((fold) => folded(fold, none, 0));
    expect(values).toEqual([0, 1, 0, 0]);
    expect(
      (['sum', 'mean', 'least', 'greatest'] as const).map((fold) => folded(fold, none, 0, boolean(true), population)),
    ).toEqual([0, undefined, undefined, undefined]);
  });

  test('pass absent values and conditions over', () => {
    expect(folded('mean', { over: 'attached' }, system, boolean(true), population)).toBe(5);
    expect(folded('count', { over: 'attached' }, system, rich)).toBe(2);
    expect(
      folded('all', { over: 'attached' }, system, makeNode(compare, { comparison: '>' }, population, number(0))),
    ).toBe(0);
    for (const [, absent] of absences) {
      expect(folded('count', {}, 0, giving(absent, 'boolean'))).toBe(0);
      expect(folded('sum', {}, 0, boolean(true), giving(absent))).toBe(0);
      expect(
        evaluated(
          state,
          makeNode(
            aggregate,
            { fold: 'count', range: { over: 'owned', kind: 0, class: 0 }, slot: 2 },
            giving(absent, 'entity'),
            boolean(true),
          ),
        ),
      ).toBe(0);
    }
  });

  test('nest, and give the slot back', () => {
    const inner: AggregateData = { fold: 'count', range: { over: 'attached', kind: 0, class: 0 }, slot: 3 };
    const crowded = makeNode(
      compare,
      { comparison: '>' },
      makeNode(aggregate, inner, member, boolean(true)),
      number(0),
    );
    expect(folded('count', {}, 0, crowded)).toBe(2);
    const after = makeNode(compare, { comparison: '==' }, node('count', { kind: kind('planet') }), number(3));
    expect(
      evaluated(state, makeNode(and, undefined, after, makeNode(compare, { comparison: '==' }, member, target)), [
        0,
        ship,
        ship,
      ]),
    ).toBe(1);
  });

  test('are limited in what they look at, in a turn', () => {
    const tight = stateOf(galaxyModel, { limits: { visitsPerTurn: 10 } });
    for (let i = 0; i < 6; i++) make(tight, 'ghost');
    const error = refusal(() =>
      evaluated(
        tight,
        makeNode(add, undefined, node('sum', {}, boolean(true), number(1)), node('sum', {}, boolean(true), number(1))),
      ),
    );
    expect(error.code).toBe('limit-visits');
    expect(error.message).toContain('more than 10 objects');
  });

  test('take an anchor, a condition and a number where they need them', () => {
    const data = (fold: Fold, over: PlainRange['over']): AggregateData => ({
      fold,
      range: { over, kind: 0, class: 0 },
      slot: 2,
    });
    expect(refusedWith(() => makeNode(aggregate, data('count', 'objects'), number(1)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(aggregate, data('count', 'owned'), boolean(true)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(aggregate, data('sum', 'objects'), boolean(true)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(aggregate, data('sum', 'objects'), boolean(true), none))).toBe('ir-type');
    expect(refusedWith(() => makeNode(aggregate, data('count', 'objects'), boolean(true), number(1)))).toBe('ir-type');
  });

  test('do not see who is gone', () => {
    const world = stateOf();
    const [first, second] = [make(world, 'ghost'), make(world, 'ghost')];
    destroy(world, first);
    expect(evaluated(world, node('first', {}))).toBe(second);
    expect(evaluated(world, node('count', {}))).toBe(1);
  });
});
