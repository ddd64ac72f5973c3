import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkState } from '../../src/state/world-state.js';
import { connect, disconnect, jumpsBetween, laneCount, neighboursOf } from '../../src/components/lanes.js';
import {
  type Placement,
  distanceBetween,
  jumpsApart,
  nodeOf,
  placeHolder,
  put,
  sitesOf,
  spotOf,
} from '../../src/components/place.js';
import { destroy } from '../../src/state/object-life.js';
import { hashState } from '../../src/state/state-hash.js';
import type { WorldState } from '../../src/components/state.js';
import { propertyRuns } from '../support/choices.js';
import { refusal, refusedWith } from '../support/errors.js';
import { at, galaxyModel, inside, make, stateOf } from '../support/hand-model.js';

const lane = (from: number, to: number, fraction: number): Placement => ({ at: 'lane', from, to, fraction });

/** What an object's own row says of where it is. */
function spot(state: WorldState, id: number): readonly number[] {
  return [state.end[id], state.otherEnd[id], state.fraction[id], state.x[id], state.y[id]];
}

function inSteps(fraction: number): number {
  return Math.round(fraction * 2 ** 32) / 2 ** 32;
}

/** Five systems in a row, ten apart; the last is joined to nothing. */
function row(state: WorldState): readonly number[] {
  const systems = [0, 10, 20, 30, 40].map((x) => make(state, 'system', { place: at(x) }));
  for (let i = 0; i < 3; i++) connect(state, systems[i], systems[i + 1]);
  return systems;
}

describe('where things are', () => {
  test('what is attached is where its holder is', () => {
    const state = stateOf();
    const system = make(state, 'system', { place: at(3, 4) });
    const planet = make(state, 'planet', { place: inside(system) });
    const farm = make(state, 'building', { place: inside(planet) });
    expect([system, planet, farm].map((id) => placeHolder(state, id))).toEqual([system, system, system]);
    expect(placeHolder(state, make(state, 'planet'))).toBe(0);
    expect(placeHolder(state, make(state, 'building', { place: inside(make(state, 'planet')) }))).toBe(0);
  });

  test('a node that moves takes what is at it and on its lanes along', () => {
    const state = stateOf();
    const [a, b] = row(state);
    const ship = make(state, 'ship', { place: lane(a, b, 0.5) });
    const docked = make(state, 'ship', { place: inside(a) });
    put(state, a, at(-10));
    expect(state.x[ship]).toBe(0);
    expect(distanceBetween(state, docked, ship)).toBe(10);
  });

  test('what is at a node without being attached to it is where the node is', () => {
    const state = stateOf();
    const [a, b] = row(state);
    const ship = make(state, 'ship', { place: { at: 'node', node: a } });
    const other = make(state, 'ship', { place: spotOf(state, ship) });
    const docked = make(state, 'ship', { place: inside(a) });
    for (const id of [a, other, docked])
      expect([distanceBetween(state, ship, id), jumpsApart(state, id, ship)]).toEqual([0, 0]);
    expect([state.parent[ship], nodeOf(state, ship), sitesOf(state, ship), spotOf(state, docked)]).toEqual([
      0,
      a,
      [a],
      { at: 'node', node: a },
    ]);
    expect([
      jumpsApart(state, ship, b),
      jumpsApart(state, make(state, 'ship', { place: lane(a, b, 0.5) }), ship),
    ]).toEqual([1, 1]);
    expect(distanceBetween(state, ship, make(state, 'ship', { place: { at: 'point', x: 0, y: 0 } }))).toBe(
      Number.MIN_VALUE,
    );
    checkState(state);
    put(state, a, at(3, 4));
    expect([state.x[ship], state.y[ship], distanceBetween(state, ship, a)]).toEqual([3, 4, 0]);
    checkState(state);
    destroy(state, a);
    expect([jumpsApart(state, ship, b), distanceBetween(state, ship, other), spotOf(state, ship)]).toEqual([
      undefined,
      0,
      { at: 'point', x: 3, y: 4 },
    ]);
    checkState(state);
  });

  test('only a node has others at it, and is the end of a lane', () => {
    const state = stateOf();
    const [a, b] = row(state);
    const ship = make(state, 'ship', { place: { at: 'node', node: a } });
    expect(
      refusal(() => {
        make(state, 'ship', { place: { at: 'node', node: ship } });
      }).message,
    ).toContain(`object ${ship} is not a node`);
    expect(
      refusal(() => {
        make(state, 'ship', { place: lane(b, ship, 0.5) });
      }).message,
    ).toContain(`object ${ship} is not a node`);
    state.x[ship] = 1;
    expect(() => {
      checkState(state);
    }).toThrow(`object ${ship} is at no node`);
    [state.x[ship], state.end[ship]] = [0, ship];
    expect(() => {
      checkState(state);
    }).toThrow(`object ${ship} is at no node`);
  });

  test('one lane has one direction: both ways of saying a position are one', () => {
    const state = stateOf();
    const [a, b] = row(state);
    const [one, other] = [
      make(state, 'ship', { place: lane(a, b, 0.25) }),
      make(state, 'ship', { place: lane(b, a, 0.75) }),
    ];
    expect(distanceBetween(state, one, other)).toBe(0);
    expect(jumpsApart(state, one, other)).toBe(0);
  });

  test('a fraction from one end and the rest from the other are one position', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'system', { place: at(-3.7, 1e6) }), make(state, 'system', { place: at(7.1, 0.3) })];
    const [one, other] = [make(state, 'ship'), make(state, 'ship')];
    const agree = (fraction: number): void => {
      for (const [from, to] of [
        [a, b],
        [b, a],
      ]) {
        put(state, one, lane(from, to, fraction));
        put(state, other, lane(to, from, 1 - fraction));
        expect([fraction, ...spot(state, other)]).toEqual([fraction, ...spot(state, one)]);
        expect([distanceBetween(state, one, other), jumpsApart(state, one, other)]).toEqual([0, 0]);
        // A copy of a position is that position.
        put(state, other, spotOf(state, one));
        expect(spot(state, other)).toEqual(spot(state, one));
        checkState(state);
      }
    };
    const halves = [1, 2, 3, 5, 7, 2 ** 31 + 1, 2 ** 32 + 1, 2 ** 33 - 3, 2 ** 33 - 1].map((count) => count * 2 ** -33);
    const nearHalves = halves.flatMap((half) => [
      half - 2 ** -60,
      half + 2 ** -60,
      half - 2 ** -54,
      half + 2 ** -54,
      half - 2 ** -53,
    ]);
    for (const fraction of [0.1, 0.2, 0.3, 1 / 3, 2 ** -32, 2 ** -53, 1 - 2 ** -53, ...halves, ...nearHalves])
      agree(fraction);
    fc.assert(fc.property(fc.double({ min: 2 ** -53, max: 1 - 2 ** -53, noNaN: true }), agree), propertyRuns(300));
  });

  test('a fraction is the nearest whole number of steps of 2^-32, the even one of two, and at least one step from either end', () => {
    const state = stateOf();
    const [a, b] = row(state);
    const ship = make(state, 'ship');
    const stepsTo = (fraction: number, from: number, to: number): number => {
      put(state, ship, lane(from, to, fraction));
      checkState(state);
      return state.fraction[ship] * 2 ** 32;
    };
    const last = 2 ** 32 - 1;
    for (const [fraction, steps] of [
      [0.1, 429_496_730],
      [0.25, 2 ** 30],
      [2 ** -32, 1],
      [1.5 * 2 ** -32, 2],
      [2.5 * 2 ** -32, 2],
      [2.75 * 2 ** -32, 3],
      [3.5 * 2 ** -32, 4],
      [5e-324, 1],
      [1e-17, 1],
      [2 ** -33, 1],
      [2 ** -33 * 0.9, 1],
      [1 - 2 ** -53, last],
      [1 - 2 ** -33, last],
      [1 - 2 ** -32, last],
    ]) {
      expect([fraction, stepsTo(fraction, a, b)]).toEqual([fraction, steps]);
      expect([fraction, stepsTo(fraction, b, a)]).toEqual([fraction, 2 ** 32 - steps]);
    }
  });

  test('what stands for one position on a lane has one hash, whichever end it was counted from', () => {
    const hash = (isForward: boolean): string => {
      const state = stateOf();
      const [a, b] = row(state);
      make(state, 'ship', { place: isForward ? lane(a, b, 0.1) : lane(b, a, 0.9) });
      return hashState(state);
    };
    expect(hash(true)).toBe(hash(false));
  });

  test('a position on a lane may be exact: it is kept as it is given, with the fraction of the nearest place on the lane', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'system', { place: at(0, 0) }), make(state, 'system', { place: at(10, 20) })];
    const ship = make(state, 'ship');
    const putAt = (placement: Placement): readonly number[] => {
      put(state, ship, placement);
      checkState(state);
      return [state.end[ship], state.otherEnd[ship], state.fraction[ship], state.x[ship], state.y[ship]];
    };
    expect(putAt({ at: 'lane', from: a, to: b, x: 4.1, y: 7.7 })).toEqual([
      a,
      b,
      inSteps((4.1 * 10 + 7.7 * 20) / 500),
      4.1,
      7.7,
    ]);
    expect(putAt({ at: 'lane', from: b, to: a, x: 4.1, y: 7.7 })).toEqual([
      a,
      b,
      inSteps((4.1 * 10 + 7.7 * 20) / 500),
      4.1,
      7.7,
    ]);
    expect(putAt({ at: 'lane', from: b, to: a, fraction: 0.25, x: 4.1, y: 7.7 })).toEqual([a, b, 0.75, 4.1, 7.7]);
    // At an end or beyond it, the fraction stays within.
    for (const [x, y] of [
      [0, 0],
      [-5, -5],
      [-4, 2],
    ])
      expect(putAt({ at: 'lane', from: a, to: b, x, y })).toEqual([a, b, 2 ** -32, x, y]);
    for (const [x, y] of [
      [10, 20],
      [11, 30],
    ])
      expect(putAt({ at: 'lane', from: a, to: b, x, y })).toEqual([a, b, 1 - 2 ** -32, x, y]);
    const twin = make(state, 'system', { place: at(10, 20) });
    expect(putAt({ at: 'lane', from: b, to: twin, x: 1, y: 1 })).toEqual([b, twin, 0.5, 1, 1]);
    const far = make(state, 'system', { place: at(1e300, 0) });
    expect(putAt({ at: 'lane', from: a, to: far, x: 1e299, y: 1 })[2]).toBeGreaterThan(0);
  });

  test('an exact position must be finite, and is taken over by what comes to be at it or is left there', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'system', { place: at(0) }), make(state, 'system', { place: at(10) })];
    const ship = make(state, 'ship', { place: { at: 'lane', from: a, to: b, x: 3, y: 0.5 } });
    for (const [x, y] of [
      [NaN, 0],
      [0, Infinity],
    ])
      expect(
        refusedWith(() => {
          put(state, ship, { at: 'lane', from: a, to: b, x, y });
        }),
      ).toBe('place');
    expect(spotOf(state, ship)).toEqual({ at: 'lane', from: a, to: b, fraction: inSteps(0.3), x: 3, y: 0.5 });
    const other = make(state, 'ship', { place: spotOf(state, ship) });
    expect(distanceBetween(state, ship, other)).toBe(0);
    // Beside the lane is another position, though the nearest on the lane is the same.
    put(state, other, { at: 'lane', from: b, to: a, x: 3, y: -0.5 });
    expect(state.fraction[other]).toBe(state.fraction[ship]);
    expect([distanceBetween(state, ship, other), jumpsApart(state, ship, other)]).toEqual([1, 1]);
    // A node that moves has its lanes straight again.
    put(state, b, at(20));
    expect([state.x[ship], state.y[ship]]).toEqual([20 * inSteps(0.3), 0]);
    expect([distanceBetween(state, ship, other), jumpsApart(state, ship, other)]).toEqual([0, 0]);
  });

  test('a position on a lane is strictly between its ends, seen from either', () => {
    const state = stateOf();
    const [a, b] = row(state);
    const ship = make(state, 'ship');
    for (const fraction of [0, 1, -0.5, 1.5, NaN, Infinity]) {
      for (const placement of [lane(a, b, fraction), lane(b, a, fraction)]) {
        expect(
          refusedWith(() => {
            put(state, ship, placement);
          }),
        ).toBe('place');
        expect(state.fraction[ship]).toBe(0);
      }
    }
    expect(
      refusedWith(() => {
        put(state, ship, lane(a, a, 0.5));
      }),
    ).toBe('place');
    expect(
      refusedWith(() => {
        put(state, ship, lane(a, ship, 0.5));
      }),
    ).toBe('place');
    expect(
      refusedWith(() => {
        put(state, ship, lane(ship, a, 0.5));
      }),
    ).toBe('place');
  });

  test('a saved position that no object can have is refused', () => {
    const forged = (forge: (state: WorldState, ship: number, ends: readonly number[]) => void): (() => void) => {
      const state = stateOf();
      const [a, b] = row(state);
      const ship = make(state, 'ship', { place: lane(a, b, 0.3) });
      forge(state, ship, [a, b]);
      return () => {
        checkState(state);
      };
    };
    expect(forged(() => undefined)).not.toThrow();
    for (const fraction of [0.3, 2 ** -33, 1 - 2 ** -33, 1, 0, -0.5, NaN]) {
      expect(
        forged((state, ship) => {
          state.fraction[ship] = fraction;
        }),
      ).toThrow(`${fraction} of the way along its lane`);
    }
    expect(
      forged((state, ship, [a, b]) => {
        [state.end[ship], state.otherEnd[ship]] = [b, a];
      }),
    ).toThrow('counts from the lower id');
    expect(
      forged((state, ship, [a]) => {
        state.otherEnd[ship] = a;
      }),
    ).toThrow('counts from the lower id');
    expect(
      forged((state, ship) => {
        state.end[ship] = ship;
      }),
    ).toThrow('is on no lane');
  });

  test('positions stay finite between the farthest nodes', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'system', { place: at(-1.7e308) }), make(state, 'system', { place: at(1.7e308) })];
    const ship = make(state, 'ship', { place: lane(a, b, 0.5) });
    expect(Number.isFinite(state.x[ship])).toBe(true);
  });
});

describe('distance', () => {
  test('is Euclidean, between holders', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'system', { place: at(0, 0) }), make(state, 'system', { place: at(3, 4) })];
    const [here, there] = [make(state, 'planet', { place: inside(a) }), make(state, 'ship', { place: inside(b) })];
    expect(distanceBetween(state, here, there)).toBe(5);
    expect(distanceBetween(state, there, here)).toBe(5);
    expect(distanceBetween(state, make(state, 'ship', { place: at(3, 0) }), there)).toBe(4);
  });

  test('is 0 for what shares a node, a point or a position on one lane, and for nothing else', () => {
    const state = stateOf();
    const [a, b, c] = row(state);
    const [p, q] = [make(state, 'planet', { place: inside(a) }), make(state, 'ship', { place: inside(a) })];
    expect(distanceBetween(state, p, q)).toBe(0);
    expect(distanceBetween(state, p, a)).toBe(0);
    expect(distanceBetween(state, make(state, 'ship', { place: at(7) }), make(state, 'ship', { place: at(7) }))).toBe(
      0,
    );
    const twin = make(state, 'system', { place: at(0) });
    expect(distanceBetween(state, a, twin)).toBe(Number.MIN_VALUE);
    expect(distanceBetween(state, a, make(state, 'ship', { place: at(0) }))).toBe(Number.MIN_VALUE);
    // Two lanes cross in one point: there is no meeting.
    put(state, c, at(10, 10));
    const [north, south] = [make(state, 'system', { place: at(5, 5) }), make(state, 'system', { place: at(5, -5) })];
    const crossing = [
      make(state, 'ship', { place: lane(a, b, 0.5) }),
      make(state, 'ship', { place: lane(north, south, 0.5) }),
    ];
    expect(distanceBetween(state, crossing[0], crossing[1])).toBe(Number.MIN_VALUE);
  });

  test('is not there when one is nowhere, itself included', () => {
    const state = stateOf();
    const [a] = row(state);
    const lost = make(state, 'ship');
    for (const [p, q] of [
      [lost, a],
      [a, lost],
      [lost, lost],
      [0, a],
      [a, 0],
    ])
      expect(distanceBetween(state, p, q)).toBeUndefined();
  });
});

describe('jumps', () => {
  test('are the shortest path over lanes', () => {
    const state = stateOf();
    const systems = row(state);
    expect(systems.map((system) => jumpsApart(state, systems[0], system))).toEqual([0, 1, 2, 3, Infinity]);
    connect(state, systems[0], systems[3]);
    expect(systems.map((system) => jumpsApart(state, systems[0], system))).toEqual([0, 1, 2, 1, Infinity]);
    disconnect(state, systems[3], systems[0]);
    destroy(state, systems[1]);
    expect([systems[2], systems[3]].map((system) => jumpsApart(state, systems[0], system))).toEqual([
      Infinity,
      Infinity,
    ]);
    expect(jumpsApart(state, systems[2], systems[3])).toBe(1);
  });

  test('count one from a lane to either end, and one between two positions on one lane', () => {
    const state = stateOf();
    const [a, b, c, d, e] = row(state);
    const ship = make(state, 'ship', { place: lane(a, b, 0.3) });
    expect([a, b, c, d, e].map((system) => jumpsApart(state, ship, system))).toEqual([1, 1, 2, 3, Infinity]);
    expect([a, b, c, d, e].map((system) => jumpsApart(state, system, ship))).toEqual([1, 1, 2, 3, Infinity]);
    const along = (from: number, to: number, fraction: number): number =>
      make(state, 'ship', { place: lane(from, to, fraction) });
    expect(jumpsApart(state, ship, along(a, b, 0.3))).toBe(0);
    expect(jumpsApart(state, ship, along(b, a, 0.3))).toBe(1);
    expect(jumpsApart(state, ship, along(b, c, 0.5))).toBe(2);
    expect(jumpsApart(state, ship, along(c, d, 0.5))).toBe(3);
  });

  test('are not there for what is neither at a node nor on a lane', () => {
    const state = stateOf();
    const [a] = row(state);
    const [adrift, lost] = [make(state, 'ship', { place: at(0) }), make(state, 'ship')];
    for (const other of [adrift, lost]) {
      expect(jumpsApart(state, a, other)).toBeUndefined();
      expect(jumpsApart(state, other, a)).toBeUndefined();
      expect(jumpsApart(state, other, other)).toBeUndefined();
    }
  });

  test('are 0 between things at one node', () => {
    const state = stateOf();
    const [a, b] = row(state);
    const [p, q] = [make(state, 'planet', { place: inside(a) }), make(state, 'ship', { place: inside(a) })];
    expect(jumpsApart(state, p, q)).toBe(0);
    expect(jumpsApart(state, p, make(state, 'ship', { place: inside(b) }))).toBe(1);
  });
});

describe('lanes', () => {
  test('join two nodes once, whatever the order of their names', () => {
    const state = stateOf();
    const [a, b, c] = [0, 1, 2].map((x) => make(state, 'system', { place: at(x) }));
    connect(state, a, c);
    connect(state, c, a);
    connect(state, a, b);
    expect(laneCount(state)).toBe(2);
    expect(neighboursOf(state, a)).toEqual([b, c]);
    disconnect(state, b, a);
    disconnect(state, b, a);
    expect(neighboursOf(state, a)).toEqual([c]);
    expect(neighboursOf(state, b)).toEqual([]);
  });

  test('are refused where no lane can be', () => {
    const state = stateOf(galaxyModel, { lanes: 1 });
    const [a, b, c] = [0, 1, 2].map((x) => make(state, 'system', { place: at(x) }));
    const ship = make(state, 'ship');
    expect(
      refusedWith(() => {
        connect(state, a, a);
      }),
    ).toBe('lane');
    expect(
      refusedWith(() => {
        connect(state, a, ship);
      }),
    ).toBe('lane');
    connect(state, a, b);
    expect(
      refusedWith(() => {
        connect(state, b, c);
      }),
    ).toBe('lane');
    connect(state, b, a);
    expect(laneCount(state)).toBe(1);
  });

  test('lead nowhere from what is no node', () => {
    const state = stateOf();
    const ship = make(state, 'ship');
    expect(neighboursOf(state, ship)).toEqual([]);
    expect(jumpsBetween(state, ship, ship)).toBe(Infinity);
  });

  test('a node that takes the row of another one has no lane of it', () => {
    const state = stateOf();
    const [a, b] = row(state);
    destroy(state, b);
    expect(make(state, 'system', { place: at(5) })).toBe(b);
    expect(neighboursOf(state, a)).toEqual([]);
    expect(jumpsApart(state, a, b)).toBe(Infinity);
  });

  test('jumps agree with a plain search on random graphs', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const state = stateOf(galaxyModel, { capacity: 20, lanes: 40 });
      const nodes = Array.from({ length: 12 }, (_, i) => make(state, 'system', { place: at(i) }));
      const joined = nodes.map(() => nodes.map(() => false));
      let random = seed;
      for (let k = 0; k < 14; k++) {
        random = (random * 48_271) % 2_147_483_647;
        const [i, j] = [random % 12, Math.floor(random / 12) % 12];
        if (i === j) continue;
        connect(state, nodes[i], nodes[j]);
        joined[i][j] = joined[j][i] = true;
      }
      const apart = nodes.map((_, i) => nodes.map((__, j) => (i === j ? 0 : joined[i][j] ? 1 : Infinity)));
      for (const k of nodes.keys())
        for (const i of nodes.keys())
          for (const j of nodes.keys()) apart[i][j] = Math.min(apart[i][j], apart[i][k] + apart[k][j]);
      expect(nodes.map((a) => nodes.map((b) => jumpsApart(state, a, b)))).toEqual(apart);
    }
  });
});
