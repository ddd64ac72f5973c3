import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areJoined,
  connect,
  disconnect,
  jumpsBetween,
  laneGraph,
  laneCount,
  neighboursOf,
} from '../../src/components/lanes.js';
import { destroy } from '../../src/state/object-life.js';
import { captureState, growState, restoreState } from '../../src/state/world-state.js';
import type { WorldState } from '../../src/components/state.js';
import { propertyRuns } from '../support/choices.js';
import { at, galaxyModel, make, stateOf } from '../support/hand-model.js';
import { longTest } from '../support/heavy.js';

/** What can happen to lanes; a and b choose among the nodes that there are. */
const changes = fc.array(
  fc.record({
    what: fc.constantFrom('connect', 'connect', 'connect', 'disconnect', 'destroy', 'make', 'grow', 'keep', 'go back'),
    a: fc.nat({ max: 99 }),
    b: fc.nat({ max: 99 }),
  }),
  { maxLength: 60 },
);

/** Lanes as a set of pairs: the plainest way to keep them. */
interface Plain {
  readonly nodes: readonly number[];
  readonly lanes: ReadonlySet<string>;
}

const pair = (a: number, b: number): string => `${Math.min(a, b)}-${Math.max(a, b)}`;

function joined({ nodes, lanes }: Plain, a: number): readonly number[] {
  return nodes.filter((b) => lanes.has(pair(a, b))).sort((p, q) => p - q);
}

/** Floyd and Warshall's distances between all nodes. */
function distances({ nodes, lanes }: Plain): readonly (readonly number[])[] {
  const apart = nodes.map((a) => nodes.map((b) => (a === b ? 0 : lanes.has(pair(a, b)) ? 1 : Infinity)));
  for (const k of nodes.keys())
    for (const i of nodes.keys())
      for (const j of nodes.keys()) apart[i][j] = Math.min(apart[i][j], apart[i][k] + apart[k][j]);
  return apart;
}

function change(state: WorldState, plain: Plain, what: string, a: number, b: number): Plain {
  const { nodes, lanes } = plain;
  switch (what) {
    case 'make':
      return { nodes: [...nodes, make(state, 'system', { place: at(a, b) })], lanes };
    case 'grow':
      growState(state, state.arena.sizes[0] + 3, state.arena.sizes[1] + 3);
      return plain;
    case 'destroy':
      destroy(state, a);
      return {
        nodes: nodes.filter((node) => node !== a),
        lanes: new Set([...lanes].filter((lane) => !lane.split('-').includes(`${a}`))),
      };
    case 'connect':
      connect(state, a, b);
      return { nodes, lanes: new Set([...lanes, pair(a, b)]) };
    default:
      disconnect(state, a, b);
      return { nodes, lanes: new Set([...lanes].filter((lane) => lane !== pair(a, b))) };
  }
}

function expectSame(state: WorldState, plain: Plain): void {
  expect(laneCount(state)).toBe(plain.lanes.size);
  expect(plain.nodes.map((node) => neighboursOf(state, node))).toEqual(plain.nodes.map((node) => joined(plain, node)));
  expect(plain.nodes.map((a) => plain.nodes.map((b) => jumpsBetween(state, a, b)))).toEqual(distances(plain));
}

describe('lanes', () => {
  test('are those that a plain set of pairs has, whatever happens', () => {
    fc.assert(
      fc.property(changes, fc.boolean(), (list, always) => {
        const state = stateOf(galaxyModel, { capacity: 100, lanes: 100 });
        let plain: Plain = {
          nodes: Array.from({ length: 6 }, (_, i) => make(state, 'system', { place: at(i) })),
          lanes: new Set(),
        };
        let kept = { snapshot: captureState(state), plain };
        for (const { what, a, b } of list) {
          if (what === 'keep') kept = { snapshot: captureState(state), plain };
          if (what === 'go back' && state.arena.sizes.join() === kept.snapshot.sizes.join()) {
            restoreState(state, kept.snapshot);
            plain = kept.plain;
          }
          const { nodes } = plain;
          const [from, to] = [nodes[a % nodes.length], nodes[b % nodes.length]];
          const possible =
            what === 'make' ||
            what === 'grow' ||
            (what === 'destroy' ? nodes.length > 2 : what.endsWith('connect') && from !== to);
          if (possible) plain = change(state, plain, what, from, to);
          if (always) expectSame(state, plain);
        }
        expectSame(state, plain);
      }),
      propertyRuns(150),
    );
  });

  test('between very many nodes are joined in no time', () => {
    const count = 60_000;
    const state = stateOf(galaxyModel, { capacity: count, lanes: count });
    const nodes = Array.from({ length: count }, (_, i) => make(state, 'system', { place: at(i) }));
    for (let i = 1; i < count; i++) connect(state, nodes[i - 1], nodes[i]);
    for (let i = 1; i < count; i++) connect(state, nodes[i], nodes[i - 1]);
    // A search along all lanes for each would take some 3,600 million steps, and longer than a test may.
    expect(laneCount(state)).toBe(count - 1);
  });
});

describe('jumps', () => {
  longTest('of a ring are right also when their rows have made way for others, which take 64 MiB at most', () => {
    const count = 6_000;
    const state = stateOf(galaxyModel, { capacity: count, lanes: count });
    const nodes = Array.from({ length: count }, (_, i) => make(state, 'system', { place: at(i) }));
    nodes.forEach((node, i) => {
      connect(state, node, nodes[(i + 1) % count]);
    });
    const round = (i: number, j: number): number => Math.min(Math.abs(i - j), count - Math.abs(i - j));
    for (let i = 0; i < count; i++) {
      const j = (i * 7 + 1) % count;
      if (jumpsBetween(state, nodes[i], nodes[j]) !== round(i, j)) expect([i, j]).toBe('as far apart as on a ring');
    }
    for (const i of [0, 1, 17, count - 1]) {
      expect([0, 5, 3_000, 5_999].map((j) => jumpsBetween(state, nodes[i], nodes[j]))).toEqual(
        [0, 5, 3_000, 5_999].map((j) => round(i, j)),
      );
    }
    const rows = laneGraph(state).rows.filter((row) => row !== undefined);
    expect(rows.length).toBeGreaterThan(1_000);
    expect(rows.reduce((sum, row) => sum + row.byteLength, 0)).toBeLessThanOrEqual(64 * 2 ** 20);
  });

  test.each([65_534, 65_536])(
    'of a row of %d nodes are as many as there are lanes, and Infinity to what no lane reaches',
    (count) => {
      const state = stateOf(galaxyModel, { capacity: count + 1, lanes: count });
      const nodes = Array.from({ length: count }, (_, i) => make(state, 'system', { place: at(i) }));
      for (let i = 1; i < count - 1; i++) connect(state, nodes[i - 1], nodes[i]);
      expect([count - 1, count - 2, 1].map((i) => jumpsBetween(state, nodes[0], nodes[i]))).toEqual([
        Infinity,
        count - 2,
        1,
      ]);
      connect(state, nodes[count - 2], nodes[count - 1]);
      expect(jumpsBetween(state, nodes[count - 1], nodes[0])).toBe(count - 1);
    },
  );
});

describe('the work that lanes take', () => {
  /** How often the ends of lanes are read while an act runs. */
  function readsIn(state: WorldState, act: () => void): number {
    let reads = 0;
    const ends = state.laneEnd;
    const counting = new Proxy(ends, {
      get: (column, key) => {
        reads++;
        return Reflect.get(column, key) as unknown;
      },
      set: (column, key, value) => Reflect.set(column, key, value),
    });
    Object.assign(state, { laneEnd: counting });
    act();
    Object.assign(state, { laneEnd: ends });
    return reads;
  }

  function ringOf(count: number): { readonly state: WorldState; readonly nodes: readonly number[] } {
    const state = stateOf(galaxyModel, { capacity: count, lanes: count });
    const nodes = Array.from({ length: count }, (_, i) => make(state, 'system', { place: at(i) }));
    for (const [i, node] of nodes.entries()) connect(state, node, nodes[(i + 1) % count]);
    return { state, nodes };
  }

  longTest('for each node that is destroyed is that of its own lanes', () => {
    const [few, many] = [500, 2_000].map((count) => {
      const { state, nodes } = ringOf(count);
      const reads = readsIn(state, () => {
        for (const node of nodes) destroy(state, node);
      });
      expect(laneCount(state)).toBe(0);
      return reads;
    });
    expect(many).toBeLessThan(few * 5);
  });

  test('to tell whether two nodes are joined needs no graph', () => {
    const {
      state,
      nodes: [a, b, c],
    } = ringOf(20);
    expect([areJoined(state, a, b), areJoined(state, b, a), areJoined(state, a, c), areJoined(state, a, a)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(state.derived.laneGraph).toBeUndefined();
  });
});
