import { describe, expect, test } from 'vitest';
import { captureState, checkState, growState, restoreState } from '../../src/state/world-state.js';
import { hasNetwork, networkOf, setNetwork } from '../../src/components/networks.js';
import { destroy } from '../../src/state/object-life.js';
import { fact } from '../../src/model/stamps.js';
import { hashState } from '../../src/state/state-hash.js';
import { type WorldState } from '../../src/components/state.js';
import { refusal, refusedWith } from '../support/errors.js';
import { at, galaxyModel, make, stateOf } from '../support/hand-model.js';

const model = { ...galaxyModel, networks: ['supply', 'roads'] };
const [supply, roads] = [0, 1];

interface Scene {
  readonly state: WorldState;
  readonly factions: readonly number[];
  readonly nodes: readonly number[];
}

function scene(factions = 2, room = factions): Scene {
  const state = stateOf(model, { factions: room, capacity: factions + 8 });
  return {
    state,
    factions: Array.from({ length: factions }, () => make(state, 'empire')),
    nodes: [0, 1, 2].map((x) => make(state, 'system', { place: at(x) })),
  };
}

function numbers({ state, factions, nodes }: Scene, network: number): readonly (readonly number[])[] {
  return factions.map((faction) => nodes.map((node) => networkOf(state, network, faction, node)));
}

describe('networks', () => {
  test('are none at first; each faction has its own, of each sort', () => {
    const all = scene();
    const {
      state,
      factions: [a, b],
      nodes: [n, m],
    } = all;
    expect([numbers(all, supply), numbers(all, roads)]).toEqual([
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ]);
    setNetwork(state, supply, a, n, 7);
    setNetwork(state, supply, b, m, 2_147_483_647);
    setNetwork(state, roads, a, m, 1);
    expect([numbers(all, supply), numbers(all, roads)]).toEqual([
      [
        [7, 0, 0],
        [0, 2_147_483_647, 0],
      ],
      [
        [0, 1, 0],
        [0, 0, 0],
      ],
    ]);
    expect([hasNetwork(state, supply, a), hasNetwork(state, roads, a), hasNetwork(state, roads, b)]).toEqual([
      true,
      true,
      false,
    ]);
    setNetwork(state, supply, a, n, 0);
    expect([numbers(all, supply), hasNetwork(state, supply, a)]).toEqual([
      [
        [0, 0, 0],
        [0, 2_147_483_647, 0],
      ],
      false,
    ]);
    checkState(state);
  });

  test('are of nodes and of factions, with whole numbers', () => {
    const {
      state,
      factions: [a],
      nodes: [n],
    } = scene();
    const ship = make(state, 'ship');
    const before = hashState(state);
    const refused = (faction: number, node: number, number: number): string =>
      refusal(() => {
        setNetwork(state, supply, faction, node, number);
      }).message;
    expect(refused(ship, n, 1)).toBe(`edict: object ${ship} is not a faction; only factions have networks of supply`);
    expect(refused(0, n, 1)).toBe('edict: object 0 is not a faction; only factions have networks of supply');
    expect(refused(a, ship, 1)).toBe(`edict: object ${ship} is not a node; only nodes are in networks of supply`);
    for (const number of [-1, 0.5, 2_147_483_648, NaN])
      expect(refused(a, n, number)).toBe(
        `edict: ${number} is not a network number of supply; give a whole number from 0 to 2147483647`,
      );
    expect(hashState(state)).toBe(before);
    setNetwork(state, supply, a, n, 1);
    expect([
      networkOf(state, supply, ship, n),
      networkOf(state, supply, a, ship),
      networkOf(state, supply, 0, n),
      networkOf(state, supply, a, 0),
    ]).toEqual([0, 0, 0, 0]);
    expect([hasNetwork(state, supply, ship), hasNetwork(state, supply, 0)]).toEqual([false, false]);
  });

  test('end with a faction and with a node, and are not those of the next in their places', () => {
    for (const room of [3, 40]) {
      const all = scene(3, room);
      const {
        state,
        factions: [a, b, c],
        nodes: [n, m, o],
      } = all;
      for (const network of [supply, roads])
        for (const faction of [a, b, c])
          for (const node of [n, m, o]) setNetwork(state, network, faction, node, faction * 10 + node);
      destroy(state, b);
      destroy(state, m);
      checkState(state);
      const [next, newcomer] = [make(state, 'empire'), make(state, 'system', { place: at(9) })];
      expect(new Set([next, newcomer])).toEqual(new Set([b, m]));
      const after = numbers({ state, factions: [a, next, c], nodes: [n, newcomer, o] }, roads);
      expect(after).toEqual([
        [a * 10 + n, 0, a * 10 + o],
        [0, 0, 0],
        [c * 10 + n, 0, c * 10 + o],
      ]);
      checkState(state);
    }
  });

  test('note a change, and only a change', () => {
    const {
      state,
      factions: [a, b],
      nodes: [n, m],
    } = scene();
    const ship = make(state, 'ship');
    const changes = (run: () => void): boolean => {
      const before = state.stamps.values[fact.network];
      run();
      return state.stamps.values[fact.network] !== before;
    };
    expect(
      [3, 3, 4, 0, 0].map((number) =>
        changes(() => {
          setNetwork(state, supply, a, n, number);
        }),
      ),
    ).toEqual([true, false, true, true, false]);
    expect(
      changes(() => {
        hasNetwork(state, supply, a);
      }),
    ).toBe(false);
    expect(
      changes(() => {
        destroy(state, ship);
      }),
    ).toBe(false);
    expect([
      changes(() => {
        destroy(state, m);
      }),
      changes(() => {
        destroy(state, b);
      }),
    ]).toEqual([true, true]);
  });

  test('stay when the world grows, come back with a snapshot, and tell hashes apart', () => {
    const all = scene(40);
    const { state, factions, nodes } = all;
    const hashes = [hashState(state)];
    setNetwork(state, supply, factions[35], nodes[0], 5);
    const before = numbers(all, supply);
    const snapshot = captureState(state);
    hashes.push(hashState(state));
    growState(state, 200, 40);
    expect([numbers(all, supply), hashState(state)]).toEqual([before, hashes[1]]);
    setNetwork(state, supply, factions[35], nodes[0], 0);
    expect(hashState(state)).toBe(hashes[0]);
    for (const [network, faction, node, number] of [
      [supply, 35, 0, 6],
      [supply, 36, 0, 5],
      [supply, 35, 1, 5],
      [roads, 35, 0, 5],
    ]) {
      setNetwork(state, network, factions[faction], nodes[node], number);
      hashes.push(hashState(state));
      setNetwork(state, network, factions[faction], nodes[node], 0);
    }
    expect(new Set(hashes).size).toBe(6);
    restoreState(state, snapshot);
    expect([numbers(all, supply), hashState(state)]).toEqual([before, hashes[1]]);
  });

  test('hash the same in any room for factions', () => {
    const hashes = [40, 63, 64, 255].map((room) => {
      const { state, factions, nodes } = scene(40, room);
      setNetwork(state, supply, factions[39], nodes[1], 5);
      setNetwork(state, roads, factions[0], nodes[2], 5);
      return hashState(state);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  test('of which content declares none take no room', () => {
    const state = stateOf(galaxyModel);
    expect([
      state.networkOf.length,
      state.networkWidth,
      state.arena.layout.columns.some(({ name }) => name === 'networkOf'),
    ]).toEqual([0, 0, false]);
    destroy(state, make(state, 'empire'));
    checkState(state);
  });

  test('are not in the snapshot of content where they mean something else, or tables have another size', () => {
    const values = Float64Array.of(1, 2);
    const of = (change: Partial<typeof galaxyModel>): WorldState =>
      stateOf({ ...model, tables: [{ name: 'worth', width: 1, values }], ...change }, { factions: 2 });
    const snapshot = captureState(of({}));
    for (const change of [
      { networks: ['roads', 'supply'] },
      { networks: ['supply'] },
      { tables: [] },
      { tables: [{ name: 'worth', width: 2, values }] },
    ]) {
      expect(
        refusedWith(() => {
          restoreState(of(change), snapshot);
        }),
      ).toBe('foreign-snapshot');
    }
    for (const change of [{}, { tables: [{ name: 'worth', width: 1, values: Float64Array.of(1, 3) }] }])
      restoreState(of(change), snapshot);
  });

  test('of a free slot, of none, of what is no node, or below 0 are refused in a file', () => {
    const forged = (row: (all: Scene & { readonly ship: number }) => number, slot: number, number: number): string => {
      const all = scene(2, 4);
      const ship = make(all.state, 'ship');
      setNetwork(all.state, roads, all.factions[0], all.nodes[0], 1);
      checkState(all.state);
      all.state.networkOf[row({ ...all, ship }) * all.state.networkWidth + 5 + slot] = number;
      return refusedWith(() => {
        checkState(all.state);
      });
    };
    const first = ({ nodes }: Scene): number => nodes[0];
    for (const [slot, number] of [
      [0, 1],
      [3, 1],
      [1, -1],
    ])
      expect(forged(first, slot, number)).toBe('damaged-file');
    expect(forged(({ ship }) => ship, 1, 1)).toBe('damaged-file');
    expect(forged(({ ship }) => ship + 1, 1, 1)).toBe('damaged-file');
    expect(forged(() => 0, 1, 1)).toBe('damaged-file');
  });
});
