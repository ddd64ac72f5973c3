import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/components/lanes.js';
import { setNetwork } from '../../../src/components/networks.js';
import type { WorldState } from '../../../src/components/state.js';
import { createFrame } from '../../../src/eval/interpreter.js';
import { makeNode, printNode } from '../../../src/eval/make-node.js';
import type { Node, Value } from '../../../src/ir/node.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { type NearbyData } from '../../../src/eval/ops/range.js';
import { nearby } from '../../../src/eval/ops/space.js';
import { kindOf } from '../../../src/eval/ops/object-links.js';
import { refusedWith } from '../../support/errors.js';
import { at, galaxyModel, inside, make, stateOf } from '../../support/hand-model.js';
import {
  absences,
  boolean,
  evaluated,
  giving,
  kindNode,
  member,
  none,
  number,
  reading,
  source,
  target,
} from '../../support/nodes.js';

const objects = { over: 'objects', kind: 0, class: 0 } as const;
const kindNamed = (name: string): number => galaxyModel.kindByName.get(name)?.index ?? 0;
const data = (by: NearbyData['by'], more: Partial<NearbyData> = {}): NearbyData => ({
  by,
  network: 0,
  range: objects,
  slot: 2,
  alone: 0,
  ...more,
});
const isSource = makeNode(compare, { comparison: '==' as const }, member, source);
const isOfKind = (name: string): Node =>
  makeNode(compare, { comparison: '==' as const }, makeNode(kindOf, undefined, member), kindNode(kindNamed(name)));

/** Whether an object (in the slot of the target) is near any member that fits; the source is in its slot. */
function isNear(state: WorldState, given: NearbyData, bound: Node, filter: Node, object: number, from = 0): Value {
  return evaluated(state, makeNode(nearby, given, target, bound, filter), [from, object]);
}

describe('nearby by jumps', () => {
  const state = stateOf();
  const [a, b, c, d, lost] = [0, 10, 20, 30, 40].map((x) => make(state, 'system', { place: at(x) }));
  for (const [from, to] of [
    [a, b],
    [b, c],
    [c, d],
  ])
    connect(state, from, to);
  const planet = make(state, 'planet', { place: inside(a) });
  const farm = make(state, 'building', { place: inside(planet), class: 'farm' });
  const traveller = make(state, 'ship', { place: { at: 'lane', from: b, to: c, fraction: 0.5 } });
  const companion = make(state, 'ship', { place: { at: 'lane', from: b, to: c, fraction: 0.25 } });
  const drifter = make(state, 'ship', { place: at(10) });
  const nowhere = make(state, 'ship');
  const from = (one: number, object: number, jumps: number): Value =>
    isNear(state, data('jumps'), number(jumps), isSource, object, one);

  test('counts lanes between the nodes that objects are at, however deep they are attached', () => {
    expect([a, b, c, d].map((node) => from(farm, node, 1))).toEqual([1, 1, 0, 0]);
    expect([a, b, c, d].map((node) => from(node, farm, 2))).toEqual([1, 1, 1, 0]);
    expect([from(farm, planet, 0), from(a, farm, 0), from(b, farm, 0)]).toEqual([1, 1, 0]);
  });

  test('takes who is on a lane for being at both of its ends', () => {
    expect([a, b, c, d].map((node) => from(traveller, node, 0))).toEqual([0, 1, 1, 0]);
    expect([a, b, c, d].map((node) => from(node, traveller, 1))).toEqual([1, 1, 1, 1]);
    expect(from(traveller, companion, 0)).toBe(1);
  });

  test('is not where no path leads, whatever the bound, and not for what is at no node', () => {
    expect([from(lost, a, Infinity), from(a, lost, Infinity), from(d, a, Infinity), from(lost, lost, 0)]).toEqual([
      0, 0, 1, 1,
    ]);
    for (const one of [drifter, nowhere])
      expect([from(one, b, 9), from(b, one, 9), from(one, one, 0)]).toEqual([0, 0, 0]);
  });

  test('is not below 0 jumps, nor within what is no number; parts of jumps are cut off', () => {
    expect([-1, -0.5, NaN, -0, 0.9, 1.9].map((jumps) => from(a, b, jumps))).toEqual([0, 0, 0, 0, 0, 1]);
    expect([-1, NaN, -0].map((jumps) => from(a, a, jumps))).toEqual([0, 0, 1]);
  });

  test('asks for any member of a range', () => {
    const near = (range: NearbyData['range'], filter: Node): readonly Value[] =>
      [a, b, c, d, lost].map((node) => isNear(state, data('jumps', { range }), number(1), filter, node));
    expect(near(objects, isOfKind('ship'))).toEqual([1, 1, 1, 1, 0]);
    expect(near({ over: 'objects', kind: kindNamed('ship'), class: 0 }, boolean(true))).toEqual([1, 1, 1, 1, 0]);
    expect(near({ over: 'class', kind: 0, class: 1 }, boolean(true))).toEqual([1, 1, 0, 0, 0]);
    expect(near(objects, boolean(false))).toEqual([0, 0, 0, 0, 0]);
    expect(near(objects, giving(undefined, 'boolean'))).toEqual([0, 0, 0, 0, 0]);
  });

  test('is false where the object or the bound is absent', () => {
    for (const [, absent] of absences) {
      expect(
        evaluated(state, makeNode(nearby, data('jumps'), giving(absent, 'entity'), number(9), boolean(true)), [a, a]),
      ).toBe(0);
      expect(evaluated(state, makeNode(nearby, data('jumps'), target, giving(absent), boolean(true)), [a, a])).toBe(0);
    }
    expect(isNear(state, data('jumps'), number(9), boolean(true), 0)).toBe(0);
    expect(evaluated(state, makeNode(nearby, data('jumps'), none, number(9), boolean(true)))).toBe(0);
  });

  test('leaves what was in the slot of the member, and counts what it looks at', () => {
    const frame = createFrame(state, 1);
    frame.slots[1] = a;
    frame.slots[2] = 7;
    expect(frame.evaluate(makeNode(nearby, data('jumps'), target, number(1), boolean(true)))).toBe(1);
    expect([frame.slots[2], frame.visits]).toEqual([7, 11]);
  });
});

describe('nearby by distance', () => {
  const state = stateOf();
  const [a, b] = [make(state, 'system', { place: at(0) }), make(state, 'system', { place: at(3, 4) })];
  const planet = make(state, 'planet', { place: inside(a) });
  const twin = make(state, 'system', { place: at(0) });
  const askew = make(state, 'system', { place: at(2, 3) });
  const nowhere = make(state, 'ship');
  const [along, back] = [
    [a, b, 0.1],
    [b, a, 0.9],
  ].map(([from, to, fraction]) => make(state, 'ship', { place: { at: 'lane', from, to, fraction } }));
  const from = (one: number, object: number, distance: number): Value =>
    isNear(state, data('distance'), number(distance), isSource, object, one);

  test('is where the distance is at most the bound, also where the squares are not', () => {
    expect([5, 4.999_999, 6, Infinity, NaN].map((bound) => from(planet, b, bound))).toEqual([1, 0, 1, 1, 0]);
    expect([from(b, planet, 5), from(planet, a, 0), from(a, b, 0), from(a, b, -5), from(a, a, -5)]).toEqual([
      1, 1, 0, 0, 0,
    ]);
    // The square of the root of 13 is less than 13.
    expect([from(a, askew, Math.sqrt(13)), from(askew, planet, Math.sqrt(13))]).toEqual([1, 1]);
  });

  test('at the bound 0 takes what is at one place, not what is on one point of the plane', () => {
    expect([
      from(a, twin, 0),
      from(a, twin, -0),
      from(a, twin, Number.MIN_VALUE),
      from(along, back, 0),
      from(twin, twin, 0),
    ]).toEqual([0, 0, 1, 1, 1]);
  });

  test('is not for what is nowhere, nor where something is absent', () => {
    expect([from(nowhere, a, Infinity), from(a, nowhere, Infinity), from(nowhere, nowhere, 1), from(a, 0, 1)]).toEqual([
      0, 0, 0, 0,
    ]);
    for (const [, absent] of absences)
      expect(isNear(state, data('distance'), giving(absent), boolean(true), a)).toBe(0);
  });

  test('may have a bound of its own for each object, and a filter that looks at it', () => {
    const bound = makeNode(
      compare,
      { comparison: '==' as const },
      reading(state, 'fertility', target, 'zero'),
      number(0),
    );
    expect(isNear(state, data('distance'), reading(state, 'fertility', target, 'zero'), boolean(true), planet)).toBe(1);
    expect(isNear(state, data('distance'), number(1), bound, planet)).toBe(1);
  });
});

describe('nearby by squares', () => {
  const state = stateOf();
  const [a, b] = [make(state, 'system', { place: at(0) }), make(state, 'system', { place: at(3, 4) })];
  const planet = make(state, 'planet', { place: inside(a) });
  const twin = make(state, 'system', { place: at(0) });
  const askew = make(state, 'system', { place: at(2, 3) });
  const nowhere = make(state, 'ship');
  const from = (one: number, object: number, distance: number): Value =>
    isNear(state, data('squares'), number(distance), isSource, object, one);

  test('compares squares: at the bound is near', () => {
    expect([5, 4.999_999, 6, Infinity, NaN].map((distance) => from(planet, b, distance))).toEqual([1, 0, 1, 1, 0]);
    expect([from(b, planet, 5), from(planet, a, 0), from(a, twin, 0), from(a, b, 0)]).toEqual([1, 1, 1, 0]);
    // The square of a bound below 0 is that of the bound above it.
    expect([from(a, b, -5), from(a, askew, Math.sqrt(13))]).toEqual([1, 0]);
  });

  test('is not for what is nowhere, nor where something is absent', () => {
    expect([from(nowhere, a, Infinity), from(a, nowhere, Infinity), from(nowhere, nowhere, 1), from(a, 0, 1)]).toEqual([
      0, 0, 0, 0,
    ]);
    for (const [, absent] of absences) expect(isNear(state, data('squares'), giving(absent), boolean(true), a)).toBe(0);
  });
});

describe('nearby by network', () => {
  const state = stateOf({ ...galaxyModel, networks: ['roads', 'supply'] });
  const [us, them] = [make(state, 'empire'), make(state, 'empire')];
  const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((x) => make(state, 'system', { place: at(x) }));
  for (const [node, number] of [
    [a, 1],
    [b, 1],
    [c, 2],
  ])
    setNetwork(state, 1, us, node, number);
  setNetwork(state, 0, them, a, 1);
  const planets = [a, b, c, d, e].map((node) => make(state, 'planet', { place: inside(node) }));
  const farm = make(state, 'building', { place: inside(planets[3]) });
  const sister = make(state, 'building', { place: inside(planets[3]) });
  const other = make(state, 'planet', { place: inside(d) });
  const traveller = make(state, 'ship', { place: { at: 'lane', from: a, to: b, fraction: 0.5 } });
  const alone = kindNamed('planet');
  const from = (one: number, object: number, given: Partial<NearbyData> = {}, faction: Node = evaluatedAs(us)): Value =>
    isNear(state, data('network', { network: 1, ...given }), faction, isSource, object, one);

  /** An object as a constant would give it. */
  function evaluatedAs(id: number): Node {
    return giving(id, 'entity');
  }

  test('is for what lies at nodes of one network of the faction', () => {
    expect(planets.map((planet) => from(planets[0], planet))).toEqual([1, 1, 0, 0, 0]);
    expect([from(a, b), from(b, planets[0]), from(c, planets[2]), from(planets[2], planets[0])]).toEqual([1, 1, 1, 0]);
    expect([from(traveller, a), from(a, traveller)]).toEqual([0, 0]);
  });

  test('asks for the network of its sort and of its faction', () => {
    expect([
      from(a, b, { network: 0 }),
      from(a, b, {}, evaluatedAs(them)),
      from(a, a, { network: 0 }, evaluatedAs(them)),
    ]).toEqual([0, 0, 1]);
  });

  test('outside of every network is near what hangs on the same object of a kind, where there is one', () => {
    expect([farm, sister, planets[3], other, d].map((object) => from(farm, object, { alone }))).toEqual([
      1, 1, 1, 0, 0,
    ]);
    expect([farm, sister, planets[3]].map((object) => from(farm, object))).toEqual([0, 0, 0]);
    expect([from(traveller, traveller, { alone }), from(d, d, { alone: kindNamed('system') })]).toEqual([0, 1]);
    // Who is in a network is near nothing outside.
    expect(from(farm, planets[0], { alone })).toBe(0);
  });

  test('is nothing for a faction that has none, or for what is no faction', () => {
    expect(from(farm, sister, { alone, network: 0 })).toBe(0);
    expect(from(farm, sister, { alone, network: 0 }, evaluatedAs(them))).toBe(1);
    for (const faction of [evaluatedAs(farm), none, giving(undefined, 'entity'), giving(null, 'entity')]) {
      expect([from(a, b, {}, faction), from(farm, sister, { alone }, faction)]).toEqual([0, 0]);
    }
  });
});

describe('the type of nearby', () => {
  test('takes an object, a bound by what it is near, and a condition', () => {
    expect(printNode(makeNode(nearby, data('jumps', { slot: 3 }), source, number(2), boolean(true)))).toBe(
      '(nearby jumps objects 0 0 @3 (slot 0) (constant number 2) (constant boolean 1))',
    );
    expect(printNode(makeNode(nearby, data('network', { network: 1, alone: 4 }), source, target, boolean(true)))).toBe(
      '(nearby network 1 4 objects 0 0 @2 (slot 0) (slot 1) (constant boolean 1))',
    );
    for (const by of ['jumps', 'distance', 'squares'] as const)
      expect(refusedWith(() => makeNode(nearby, data(by), source, target, boolean(true)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(nearby, data('network'), source, number(1), boolean(true)))).toBe('ir-type');
    expect(refusedWith(() => makeNode(nearby, data('jumps'), source, number(1)))).toBe('ir-type');
    expect(
      refusedWith(() =>
        makeNode(
          nearby,
          data('jumps', { range: { over: 'attached', kind: 0, class: 0 } }),
          source,
          number(1),
          boolean(true),
        ),
      ),
    ).toBe('ir-type');
  });
});
