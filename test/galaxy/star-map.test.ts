import { describe, expect, it } from 'vitest';
import { createChooser } from '../../src/galaxy/chooser.js';
import { squaredDistance } from '../../src/galaxy/point-grid.js';
import { type StarMap, drawStarMap } from '../../src/galaxy/star-map.js';

function reached({ points, lanes }: StarMap): number {
  const neighbours = points.map((): number[] => []);
  for (const [a, b] of lanes) {
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  const met = new Set([0]);
  for (const at of met) for (const next of neighbours[at]) met.add(next);
  return met.size;
}

describe('star maps', () => {
  it.each([1, 2, 3, 10, 50, 200, 1_000])('%i systems hang together, no lane twice', (count) => {
    for (const seed of ['1', '2', 'three']) {
      const map = drawStarMap(count, createChooser('test', seed));
      expect(map.points).toHaveLength(count);
      expect(reached(map)).toBe(count);
      const keys = map.lanes.map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(map.lanes.every(([a, b]) => a !== b)).toBe(true);
      expect(keys.length).toBeLessThanOrEqual(3 * count);
    }
  });

  it('every system has a lane to its nearest neighbour', () => {
    const { points, lanes } = drawStarMap(200, createChooser('test', 'near'));
    points.forEach((point, at) => {
      const others = points.map((_, index) => index).filter((index) => index !== at);
      const nearest = others.reduce((best, index) =>
        squaredDistance(point, points[index]) < squaredDistance(point, points[best]) ? index : best,
      );
      expect(lanes.some(([a, b]) => (a === at && b === nearest) || (a === nearest && b === at))).toBe(true);
    });
  });

  it('equal seeds draw equal maps, others do not', () => {
    const draw = (seed: string): string => JSON.stringify(drawStarMap(100, createChooser('test', seed)));
    expect(draw('a')).toBe(draw('a'));
    expect(draw('a')).not.toBe(draw('b'));
  });
});
