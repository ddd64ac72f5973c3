import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCycle } from '../../src/solve/find-loop.js';
import { heavy } from '../support/heavy.js';

type Edge = readonly [number, number];

function cycleOf(count: number, edges: readonly Edge[]): number[] | undefined {
  return findCycle(
    count,
    Int32Array.from(edges, ([from]) => from),
    Int32Array.from(edges, ([, to]) => to),
  );
}

/** Whether taking nodes away that lead nowhere leaves some. */
function hasCycle(count: number, edges: readonly Edge[]): boolean {
  const left = new Set(Array.from({ length: count }, (_, node) => node));
  for (;;) {
    const dead = [...left].filter((node) => !edges.some(([from, to]) => from === node && left.has(to)));
    if (dead.length === 0) return left.size > 0;
    for (const node of dead) left.delete(node);
  }
}

describe('findCycle', () => {
  it('finds circles of one, two and more', () => {
    expect(cycleOf(1, [[0, 0]])).toEqual([0]);
    expect(
      cycleOf(3, [
        [0, 1],
        [1, 2],
        [2, 1],
      ]),
    ).toEqual([1, 2]);
    expect(
      cycleOf(4, [
        [3, 2],
        [2, 0],
        [0, 3],
      ]),
    ).toEqual([0, 3, 2]);
    expect(
      cycleOf(4, [
        [0, 1],
        [0, 2],
        [1, 3],
        [2, 3],
      ]),
    ).toBeUndefined();
    expect(cycleOf(0, [])).toBeUndefined();
  });

  it('finds a circle of edges where there is one, and only there', () => {
    const graph = fc
      .integer({ min: 1, max: 8 })
      .chain((count) =>
        fc.tuple(fc.constant(count), fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 12 })),
      );
    fc.assert(
      fc.property(graph, ([count, edges]) => {
        const cycle = cycleOf(count, edges);
        expect(cycle !== undefined).toBe(hasCycle(count, edges));
        cycle?.forEach((node, i) => {
          const next = cycle[(i + 1) % cycle.length];
          expect(edges.some(([from, to]) => from === node && to === next)).toBe(true);
        });
        expect(new Set(cycle ?? []).size).toBe(cycle?.length ?? 0);
      }),
      { numRuns: heavy(63, 500) },
    );
  });

  it('follows a chain of a million without recursion', () => {
    const length = 1_000_000;
    const from = Int32Array.from({ length }, (_, i) => i);
    const to = from.map((node) => node + 1);
    expect(findCycle(length + 1, from, to)).toBeUndefined();
    to[length - 1] = length - 3;
    expect(findCycle(length + 1, from, to)).toEqual([length - 3, length - 2, length - 1]);
  });
});
