import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCell } from '../../../src/components/cells.js';
import { connect } from '../../../src/components/lanes.js';
import type { Model } from '../../../src/model/model.js';
import { setNetwork } from '../../../src/components/networks.js';
import { destroy } from '../../../src/state/object-life.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { put } from '../../../src/components/place.js';
import type { WorldState } from '../../../src/components/state.js';
import { type Rows, rowsOver } from '../../../src/eval/columns/rows.js';
import type { GenerateMode } from '../../../src/eval/tier.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { affiliation } from '../../../src/eval/ops/affiliations.js';
import type { AmongData, NearbyData } from '../../../src/eval/ops/range.js';
import { among } from '../../../src/eval/ops/among.js';
import { aggregate } from '../../../src/eval/ops/member-folds.js';
import { running } from '../../../src/eval/ops/time.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { distance, nearby } from '../../../src/eval/ops/space.js';
import { follow, kindOf, slot } from '../../../src/eval/ops/object-links.js';
import { and, choose, not, or } from '../../../src/eval/ops/logic.js';
import { type Choices, choicesOf, propertyRuns } from '../../support/choices.js';
import { at, columnNamed, galaxyModel, inside, make, stateOf } from '../../support/hand-model.js';
import { boolean, kindNode, member, none, number, reading, source, target } from '../../support/nodes.js';
import { generating } from '../emit/generated.js';
import { type Comparer, byReference, inColumns, plainTerm } from './compared.js';
import { heavy, longTest } from '../../support/heavy.js';

const model: Model = { ...galaxyModel, networks: ['supply'] };
const kindNamed = (name: string): number => model.kindByName.get(name)?.index ?? 0;

/** A few hundred objects, on a grid of whole coordinates, so that many distances are exactly a bound. */
function crowd(choices: Choices): WorldState {
  const state = stateOf(model, { capacity: 400, lanes: 200, factions: 5 });
  const empires = [make(state, 'empire'), make(state, 'empire'), make(state, 'empire')];
  const systems = Array.from({ length: 60 }, () =>
    make(state, 'system', { place: at(choices.between(0, 40), choices.between(0, 40)) }),
  );
  for (const system of systems)
    if (choices.oneIn(2)) connect(state, system, choices.pick(systems.filter((other) => other !== system)));
  for (const empire of empires.slice(1))
    for (const system of systems) if (choices.oneIn(2)) setNetwork(state, 0, empire, system, choices.between(1, 3));
  for (let i = 0; i < 120; i++) {
    const planet = make(state, 'planet', {
      place: inside(choices.pick(systems)),
      owner: choices.pick([0, ...empires]),
    });
    writeCell(state, columnNamed(model, 'population'), planet, choices.between(0, 4));
    if (choices.oneIn(3))
      make(state, 'building', { class: 'farm', place: inside(planet), owner: choices.pick([0, ...empires]) });
  }
  for (let i = 0; i < 60; i++) {
    const [from, to] = [choices.pick(systems), choices.pick(systems)];
    const place =
      from !== to && choices.oneIn(2)
        ? ({ at: 'lane', from, to, fraction: choices.pick([0.1, 0.25, 0.5, 0.9]) } as const)
        : choices.oneIn(8)
          ? ({ at: 'nowhere' } as const)
          : at(choices.between(0, 40), choices.between(0, 40));
    const ship = make(state, 'ship', { class: 'scout', place, owner: choices.pick([0, ...empires]) });
    writeCell(state, columnNamed(model, 'target'), ship, choices.pick([0, ...systems]));
  }
  return state;
}

const same = (a: Node, b: Node): Node => makeNode(compare, { comparison: '==' as const }, a, b);
const isKind = (of: Node, name: string): Node => same(makeNode(kindOf, undefined, of), kindNode(kindNamed(name)));
const ownerOf = (of: Node): Node => makeNode(follow, { relation: 'owner' as const, kind: 0 }, of);
const systemOf = (of: Node): Node => makeNode(follow, { relation: 'ancestor' as const, kind: kindNamed('system') }, of);
const both = (...conditions: readonly Node[]): Node => makeNode(and, undefined, ...conditions);

/** Conditions on a member, each found in another way: by itself, by a value of the source, or for each row again. */
function filters(state: WorldState, choices: Choices): readonly Node[] {
  const peopled = makeNode(
    compare,
    { comparison: '>' as const },
    reading(state, 'population', member, 'zero'),
    number(choices.between(0, 4)),
  );
  const apart = (other: Node): Node =>
    makeNode(compare, { comparison: '<=' as const }, makeNode(distance, undefined, member, other), number(6));
  const here = makeNode(
    aggregate,
    { fold: 'any' as const, range: { over: 'attached' as const, kind: 0, class: 0 }, slot: 3 },
    member,
    boolean(true),
  );
  return [
    boolean(true),
    boolean(false),
    peopled,
    both(isKind(member, 'planet'), peopled, here),
    same(member, source),
    same(member, target),
    same(member, systemOf(source)),
    both(same(member, source), peopled),
    same(member, none),
    same(ownerOf(member), ownerOf(source)),
    both(same(systemOf(member), systemOf(target)), peopled),
    both(isKind(source, 'ship'), isKind(member, 'system')),
    makeNode(affiliation, { mode: 'enemies-exclusive' }, member, source),
    both(apart(source), isKind(member, 'ship')),
    apart(target),
    makeNode(or, undefined, same(member, source), isKind(member, 'building')),
    makeNode(not, undefined, same(member, target)),
    // Several ways of fitting, of which the source opens one, or both.
    makeNode(or, undefined, same(member, source), same(systemOf(member), systemOf(source)), same(member, target)),
    makeNode(
      or,
      undefined,
      both(isKind(source, 'ship'), same(ownerOf(member), ownerOf(source))),
      both(makeNode(not, undefined, isKind(source, 'ship')), peopled),
    ),
    makeNode(
      choose,
      undefined,
      isKind(source, 'ship'),
      both(same(systemOf(member), systemOf(source)), peopled),
      both(peopled, isKind(member, 'planet')),
    ),
  ];
}

/** Conditions on a member that search themselves. */
function searches(state: WorldState): readonly Node[] {
  const inner = makeNode(slot, { slot: 3 });
  return [
    makeNode(
      among,
      {
        slot: 3,
        range: { over: 'objects' as const, kind: kindNamed('planet'), class: 0 },
        choose: 'greatest' as const,
        site: 0,
        slots: 0,
      },
      member,
      number(7),
      same(ownerOf(inner), ownerOf(source)),
      reading(state, 'population', inner, 'zero'),
    ),
    makeNode(
      among,
      { slot: 3, range: { over: 'objects' as const, kind: 0, class: 0 }, choose: 'random' as const, site: 2, slots: 1 },
      member,
      number(30),
      boolean(true),
    ),
    ...(['distance', 'squares'] as const).map((by) =>
      makeNode(
        nearby,
        { by, network: 0, range: { over: 'objects' as const, kind: 0, class: 0 }, slot: 3, alone: 0 },
        member,
        number(5),
        same(inner, source),
      ),
    ),
  ];
}

function comparing(state: WorldState, mode: GenerateMode): Comparer {
  return generating(state, mode);
}

/** All objects as targets, with one source for all, or one each. */
function rowsFor({ state, frame }: Comparer, choices: Choices): Rows {
  const ids = Int32Array.from(liveIds(state));
  frame.slots[0] = choices.pick([...ids]);
  const rows = rowsOver(1, ids, ids.length);
  if (choices.oneIn(2)) return rows;
  const few = Array.from({ length: 6 }, () => choices.pick([...ids, 0]));
  return { ...rows, slots: [Int32Array.from(ids, () => choices.pick(few)), ids], varying: 3 };
}

const range = (choices: Choices): NearbyData['range'] =>
  choices.pick([
    { over: 'objects', kind: 0, class: 0 },
    { over: 'objects', kind: 0, class: 0 },
    { over: 'objects', kind: kindNamed('planet'), class: 0 },
    { over: 'class', kind: 0, class: 2 },
    { over: 'class', kind: 0, class: 1 },
  ] as const);

function expectEqual(comparer: Comparer, node: Node, rows: Rows): readonly unknown[] {
  const expected = byReference(comparer, node, rows);
  const term = plainTerm(node);
  // Twice: the second time with what has been kept.
  for (let round = 0; round < 2; round++) expect(inColumns(comparer, term, rows)).toEqual(expected);
  return expected;
}

describe.each((['never', 'always'] as const).slice(0, heavy(1, 2)))('with generated code %s', (mode) => {
  test('nearby says in columns what the reference interpretation says', () => {
    const answers = new Map<string, number>();
    fc.assert(
      fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
        const choices = choicesOf(seed);
        const state = crowd(choices.split('crowd'));
        const comparer = comparing(state, mode);
        for (const [i, filter] of filters(state, choices).entries()) {
          const own = choices.split(i);
          const by = own.pick(['jumps', 'distance', 'squares', 'network'] as const);
          const bound =
            by === 'network'
              ? own.pick([ownerOf(source), ownerOf(target), source])
              : own.oneIn(3)
                ? reading(state, 'population', own.pick([target, source]), own.pick(['missing', 'zero'] as const))
                : number(
                    own.pick(
                      by === 'jumps'
                        ? [0, 1, 2, 3, -1, NaN, Infinity]
                        : [
                            0,
                            0,
                            5,
                            5,
                            Math.sqrt(13),
                            Math.sqrt(34),
                            10,
                            13,
                            -5,
                            NaN,
                            Infinity,
                            Number.MIN_VALUE,
                            1e-200,
                            1e200,
                          ],
                    ),
                  );
          const data: NearbyData = {
            by,
            network: 0,
            range: range(own),
            slot: 2,
            alone: own.oneIn(2) ? 0 : kindNamed('planet'),
          };
          const node = makeNode(nearby, data, own.oneIn(6) ? systemOf(target) : target, bound, filter);
          const rows = rowsFor(comparer, own);
          const seen = expectEqual(comparer, node, rows);
          for (const value of seen)
            answers.set(`${by} ${String(value)}`, (answers.get(`${by} ${String(value)}`) ?? 0) + 1);
          disturb(state, own);
        }
      }),
      propertyRuns(2),
    );
    for (const by of ['jumps', 'distance', 'squares', 'network'])
      for (const value of [0, 1]) expect(answers.get(`${by} ${value}`), `${by} ${value}`).toBeGreaterThan(heavy(2, 40));
  });

  longTest('searches inside one another say in columns what the reference interpretation says', () => {
    const choices = choicesOf(3);
    const state = crowd(choices);
    const comparer = comparing(state, mode);
    // Each way takes one half, as either alone takes seconds.
    const half = searches(state).filter((_, i) => i % 2 === Number(mode === 'always'));
    for (const filter of half.slice(0, heavy(1, half.length))) {
      const rows = rowsFor(comparer, choices);
      for (const node of [
        makeNode(
          nearby,
          {
            by: 'jumps' as const,
            network: 0,
            range: { over: 'objects' as const, kind: 0, class: 0 },
            slot: 2,
            alone: 0,
          },
          target,
          number(1),
          filter,
        ),
        makeNode(
          among,
          {
            slot: 2,
            range: { over: 'objects' as const, kind: 0, class: 0 },
            choose: 'least' as const,
            site: 0,
            slots: 0,
          },
          target,
          number(4),
          filter,
          makeNode(distance, undefined, member, source),
        ),
      ])
        expect(expectEqual(comparer, node, { ...rows, length: 12 })).toHaveLength(12);
    }
  });

  test('among says in columns what the reference interpretation says', () => {
    const chosen = new Map<string, number>();
    fc.assert(
      fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
        const choices = choicesOf(seed);
        const state = crowd(choices.split('crowd'));
        const comparer = comparing(state, mode);
        for (const [i, filter] of filters(state, choices).entries()) {
          const own = choices.split(i);
          const choosing = own.pick(['random', 'least', 'greatest'] as const);
          const data: AmongData = {
            slot: 2,
            range: range(own),
            choose: choosing,
            site: own.below(3),
            slots: own.below(3),
          };
          const count = own.oneIn(3)
            ? reading(state, 'population', own.pick([source, target]), own.pick(['missing', 'zero'] as const))
            : number(own.pick([0, 1, 2, 5, 40, 2.5, Infinity]));
          const key = own.pick([
            reading(state, 'population', member, 'missing'),
            makeNode(distance, undefined, member, source),
            number(0),
            makeNode(distance, undefined, member, target),
          ]);
          const node = makeNode(among, data, target, count, filter, ...(choosing === 'random' ? [] : [key]));
          const seen = expectEqual(comparer, node, rowsFor(comparer, own));
          chosen.set(choosing, (chosen.get(choosing) ?? 0) + seen.filter((value) => value === 1).length);
          disturb(state, own);
        }
      }),
      propertyRuns(2, 1),
    );
    for (const choosing of ['random', 'least', 'greatest'])
      expect(chosen.get(choosing), choosing).toBeGreaterThan(heavy(2, 40));
  });
});

/** Some of what sets and indexes were made of changes. */
function disturb(state: WorldState, choices: Choices): void {
  const ids = [...liveIds(state)];
  const planets = ids.filter((id) => state.identity.kind[id] === kindNamed('planet'));
  const ships = ids.filter((id) => state.identity.kind[id] === kindNamed('ship'));
  writeCell(state, columnNamed(model, 'population'), choices.pick(planets), choices.between(0, 4));
  put(state, choices.pick(ships), at(choices.between(0, 40), choices.between(0, 40)));
  if (choices.oneIn(4)) destroy(state, choices.pick(ids));
}

describe('what is looked at', () => {
  const choices = choicesOf(4);
  const state = crowd(choices);
  const planets = [...liveIds(state)].filter((id) => state.identity.kind[id] === kindNamed('planet'));
  const ships = Int32Array.from([...liveIds(state)].filter((id) => state.identity.kind[id] === kindNamed('ship')));
  const overPlanets = { over: 'objects', kind: kindNamed('planet'), class: 0 } as const;
  const near = (filter: Node, by: NearbyData['by'] = 'jumps'): Node =>
    makeNode(nearby, { by, network: 0, range: overPlanets, slot: 2, alone: 0 }, target, number(2), filter);
  const peopled = makeNode(
    compare,
    { comparison: '>' as const },
    reading(state, 'population', member, 'zero'),
    number(1),
  );
  const visitsOf = (node: Node, rows: Rows, times = 1): number => {
    const comparer = comparing(state, 'never');
    comparer.frame.slots[0] = planets[3];
    const term = plainTerm(node);
    for (let i = 0; i < times; i++) inColumns(comparer, term, rows);
    return comparer.frame.visits;
  };

  test('are the members that fit, once for all rows, counted alike whether they are kept or not', () => {
    const rows = rowsOver(1, ships, ships.length);
    const fitting = planets.filter((id) => state.cells[columnNamed(model, 'population').index][id] > 1).length;
    for (const by of ['jumps', 'distance'] as const) expect(visitsOf(near(peopled, by), rows)).toBe(fitting);
    expect(visitsOf(near(peopled), rows, 3)).toBe(3 * fitting);
    // One object that is named is all there is to look at.
    expect(visitsOf(near(same(member, source)), rows)).toBe(1);
  });

  test('are found once for rows that take the same from their sources', () => {
    const sources = Int32Array.from(ships, (_, i) => planets[i % 4]);
    const rows: Rows = { ...rowsOver(1, ships, ships.length), slots: [sources, ships], varying: 3 };
    expect(visitsOf(near(same(member, source)), rows)).toBe(4);
    expect(
      visitsOf(near(both(peopled, makeNode(affiliation, { mode: 'empire-inclusive' }, member, source))), rows),
    ).toBeLessThanOrEqual(4 * planets.length);
  });

  test('end with the limit', () => {
    const limited = comparing(
      Object.assign(crowd(choicesOf(4)), { limits: { ...state.limits, visitsPerTurn: 20 } }),
      'never',
    );
    expect(() => inColumns(limited, plainTerm(near(peopled)), rowsOver(1, ships, ships.length))).toThrow(
      'aggregates looked at more than 20 objects',
    );
  });

  test('depends on the running value of each row where the filter does', () => {
    const runs = makeNode(
      compare,
      { comparison: '>' as const },
      reading(state, 'population', member, 'zero'),
      makeNode(running, { type: { name: 'number' } }),
    );
    const comparer = comparing(state, 'never');
    const values = Float64Array.from(ships, (_, i) => i % 5);
    for (const node of [
      near(runs),
      makeNode(
        among,
        { slot: 2, range: overPlanets, choose: 'random', site: 1, slots: 0 },
        makeNode(follow, { relation: 'parent' as const, kind: 0 }, target),
        number(9),
        runs,
      ),
    ]) {
      const rows = { ...rowsOver(1, ships, ships.length), running: values };
      expect(inColumns(comparer, plainTerm(node), rows)).toEqual(byReference(comparer, node, rows));
      // The same value in all rows stands in the frame, and what was found for another is not kept.
      for (const value of [0, 3, 9]) {
        comparer.frame.value = value;
        expect(inColumns(comparer, plainTerm(node), rowsOver(1, ships, ships.length))).toEqual(
          byReference(comparer, node, rowsOver(1, ships, ships.length)),
        );
      }
    }
  });
});
