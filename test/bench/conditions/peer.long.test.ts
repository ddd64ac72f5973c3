import { describe, expect, it } from 'vitest';
import { cellSorts } from '../../../bench/conditions/cells.js';
import { type Change, type Writes, createChanges } from '../../../bench/conditions/changes.js';
import { makeLevel } from '../../../bench/conditions/level.js';
import { period, shares, sweepsWaited } from '../../../bench/conditions/mix.js';
import { createPeer } from '../../../bench/conditions/peer.js';
import { bodyAt, conditionOf, delay, initial, levelOf, lookAt, score } from '../../../bench/conditions/syntax.js';
import { equalities, orders } from '../../../src/content/antares/syntax.js';
import { PlainLevel } from './plain-level.js';

/** Runs both and compares all that they have; gives how many fired in each sweep. */
function firesOf(size: number, seed: string, change: Change, sweeps: number, step = period): readonly number[] {
  const made = makeLevel(size, seed);
  const changes = createChanges(made, change, seed);
  const [peer, plain] = [createPeer(made.level), new PlainLevel(made.level)];
  return Array.from({ length: sweeps }, () => {
    changes.draw();
    peer.state.time = plain.time += step;
    peer.write(changes.writes);
    plain.write(changes.writes);
    const many = peer.sweep();
    expect([...peer.fired.subarray(0, many)]).toEqual(plain.sweep());
    expect([...peer.state.counters]).toEqual(plain.scores.flat());
    expect([...peer.state.cash]).toEqual(plain.cash);
    expect([...peer.state.enabled].flatMap((enabled, i) => (enabled === 1 ? [i] : []))).toEqual(
      [...plain.enabled].sort((a, b) => a - b),
    );
    return many;
  });
}

describe('the loop that Edict is compared with', () => {
  it.each(['none', 'some', 'all'] as const)('fires what the level fires, where %s changes', (change) => {
    const fires = firesOf(2_000, '1', change, 60);
    const mean = fires.reduce((sum, many) => sum + many, 0) / fires.length;
    if (change === 'none') expect(mean).toBeLessThan(0.2);
    else expect(Math.abs(mean - 2)).toBeLessThan(0.5);
  });

  it('does so when moments come', () => {
    const fires = firesOf(500, 'moments', 'some', 40, (sweepsWaited * period) / 40);
    // Of those that wait for one moment and no other, most miss it.
    expect(fires.reduce((sum, many) => sum + many, 0)).toBeGreaterThan(35);
  });

  it('knows every order, and what is missing', () => {
    const bodies = [bodyAt(0, 0, 1, 500), bodyAt(3, 4, -1, 1_000), bodyAt(9, 9, 2, 1)];
    const whens = [
      ...equalities.flatMap((op) => [
        ...[-1, 1, 3].flatMap((player) =>
          [0, 1, 2].map((at) => lookAt({ type: 'owner', op, object: initial(at), player })),
        ),
        ...[true, false].flatMap((value) =>
          [1, 2].map((at) => lookAt({ type: 'destroyed', op, object: initial(at), value })),
        ),
      ]),
      ...orders.flatMap((op) => [
        ...[-1, 0, 1].map((value) => lookAt({ type: 'score', op, counter: { player: 2, which: 1 }, value })),
        ...[4.9, 5, 5.01, 5.1].flatMap((value) =>
          [1, 2].map((to) => lookAt({ type: 'distance', op, from: initial(0), to: initial(to), value })),
        ),
        ...[0, 0.5, 0.6].flatMap((value) =>
          [0, 2].map((at) => lookAt({ type: 'health', op, object: initial(at), value })),
        ),
        ...[89, 90, 91].map((duration) => lookAt({ type: 'time', op, duration, legacyStartTime: false })),
      ]),
    ];
    const counts = orders.flatMap((op) =>
      [0, 1, 2].flatMap((value) =>
        whens.slice(0, -2).map((when, i) =>
          lookAt({
            type: 'count',
            op,
            value,
            of: [when, lookAt({ type: 'count', op: 'ge', value: 1, of: [whens[i + 2]] })],
          }),
        ),
      ),
    );
    const level = levelOf(
      bodies,
      [...whens, ...counts].map((when, i) =>
        conditionOf(i, when, [score({ player: undefined, which: 0 }, 1)], { subject: i % 3 }),
      ),
    );
    const [peer, plain] = [createPeer(level), new PlainLevel(level)];
    const gone: Writes = {
      count: 1,
      sort: Uint8Array.of(cellSorts.indexOf('exists')),
      at: Int32Array.of(2),
      first: Float64Array.of(0),
      second: Float64Array.of(0),
    };
    peer.write(gone);
    plain.write(gone);
    peer.state.time = plain.time = 90;
    const many = peer.sweep();
    expect([...peer.fired.subarray(0, many)]).toEqual(plain.sweep());
    expect([...peer.state.counters]).toEqual(plain.scores.flat());
    expect(many).toBeGreaterThan(100);
  });

  it('refuses what it does not know', () => {
    const one =
      (when: Parameters<typeof lookAt>[0], action = score({ player: 0, which: 0 }, 1)): (() => unknown) =>
      () =>
        createPeer(levelOf([], [conditionOf(0, lookAt(when), [action])]));
    expect(one({ type: 'zoom', op: 'eq', value: 'all' })).toThrow('the loop knows no conditions of type zoom');
    expect(one({ type: 'time', op: 'eq', duration: 0, legacyStartTime: false }, delay(1))).toThrow(
      'the loop knows no actions of type delay',
    );
    expect(one({ type: 'destroyed', op: 'eq', object: { ...initial(0), by: 'control' }, value: true })).toThrow(
      'the loop knows objects as initials, not as control',
    );
  });
});

describe('the level of the benchmark', () => {
  const size = 10_000;
  const made = makeLevel(size, '1');

  it('has the types in the shares that are asked for', () => {
    for (const [type, percent] of Object.entries(shares))
      expect(
        made.level.conditions.filter(({ when }) => when.type === type),
        type,
      ).toHaveLength((size * percent) / 100);
    expect(made.level.initials).toHaveLength(size);
  });

  it('is the same for the same seed, and small ones have bodies enough', () => {
    expect(makeLevel(500, 'a').level).toEqual(makeLevel(500, 'a').level);
    expect(makeLevel(500, 'a').level).not.toEqual(makeLevel(500, 'b').level);
    for (let seed = 0; seed < 50; seed++) expect(makeLevel(500, String(seed)).level.conditions).toHaveLength(500);
  });

  it('changes a hundredth of its cells, or all that can change without firing', () => {
    const differing = (change: Change): { readonly all: number; readonly waitedFor: number } => {
      const changes = createChanges(made, change, '1');
      const now = new Map(made.cells.map(({ sort, at }, i) => [`${sort} ${String(at)}`, made.values[i]]));
      const differ = new Set<string>();
      // The second has what the first made true to put back.
      for (let turn = 0; turn < 2; turn++) {
        changes.draw();
        differ.clear();
        const { count, sort, at, first, second } = changes.writes;
        for (let i = 0; i < count; i++) {
          const name = `${cellSorts[sort[i]]} ${String(at[i])}`;
          const before = now.get(name) ?? [NaN, NaN];
          if (before[0] !== first[i] || before[1] !== second[i]) differ.add(name);
          now.set(name, [first[i], second[i]]);
        }
        expect(differ.size).toBe(count);
      }
      return {
        all: differ.size,
        waitedFor: made.cells.filter(
          ({ isWaitedFor, sort, at }) => isWaitedFor === true && differ.has(`${sort} ${String(at)}`),
        ).length,
      };
    };
    expect(Math.abs(differing('some').all - made.cells.length / 100)).toBeLessThan(3);
    const { all, waitedFor } = differing('all');
    expect(Math.abs(all - waitedFor - made.cells.length + 800)).toBeLessThan(3);
    expect(waitedFor).toBeLessThan(10);
    const none = createChanges(made, 'none', '1');
    none.draw();
    expect(none.writes.count).toBe(0);
  });
});
