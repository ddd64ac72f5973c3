import { describe, expect, it } from 'vitest';
import { makeBodies } from '../../../bench/ecs/bodies.js';
import { assertSameParticles } from '../../../bench/ecs/churn-case.js';
import { churnerPeers, typedChurner } from '../../../bench/ecs/churners.js';
import { edictChurner } from '../../../bench/ecs/edict-churner.js';
import { lifetime } from '../../../bench/ecs/litters.js';
import { assertSamePositions } from '../../../bench/ecs/move-case.js';
import { edictMover, edictMovers, moverPeers, typedMover } from '../../../bench/ecs/movers.js';
import { ecsResults } from '../../../bench/ecs/results.js';
import { forEachRun } from '../../../bench/ecs/runs.js';
import { timingOf } from '../../../bench/measure.js';

describe('peers that move', () => {
  it('come to the same positions, some of them past a wall', () => {
    const bodies = makeBodies(300);
    const movers = [...edictMovers(bodies), ...moverPeers.map((create) => create(bodies))];
    for (let turn = 0; turn < 60; turn++) for (const { turn: move } of movers) move();
    assertSamePositions(movers);
    const straight = bodies.x.map((x, i) => x + 60 * bodies.velocity[i]);
    const bounced = straight.filter((x, i) => x !== movers[0].positions()[i]);
    expect(bounced.length).toBeGreaterThan(10);
    expect(bounced.length).toBeLessThan(290);
  });

  it('are named where they differ', () => {
    const bodies = makeBodies(20);
    const [still, moved] = [edictMover(bodies), typedMover(bodies)];
    moved.turn();
    expect(() => {
      assertSamePositions([still, moved]);
    }).toThrow(/body \d+ of 20 is at .* by edict and at .* by typed/);
    expect(() => {
      assertSamePositions([still, typedMover(makeBodies(10))]);
    }).toThrow('of 10 by typed');
  });
});

describe('runs', () => {
  it('are the ids without a gap', () => {
    const runs = (...ids: readonly number[]) => {
      const found: number[][] = [];
      forEachRun(Uint32Array.from(ids), (from, end) => found.push([from, end]));
      return found;
    };
    expect(runs()).toEqual([]);
    expect(runs(4)).toEqual([[4, 5]]);
    expect(runs(1, 2, 3)).toEqual([[1, 4]]);
    expect(runs(1, 3, 4, 5, 9, 11, 12)).toEqual([
      [1, 2],
      [3, 6],
      [9, 10],
      [11, 13],
    ]);
  });
});

describe('peers with births and deaths', () => {
  it('have the same particles after every turn', () => {
    const churners = [
      edictChurner(12, 'edict', false),
      edictChurner(12, 'edict view', true),
      ...churnerPeers.map((create) => create(12)),
    ];
    for (let turn = 0; turn < 2 * lifetime + 3; turn++) {
      for (const { turn: churn } of churners) churn();
      assertSameParticles(churners);
    }
    expect(churners[0].census()).toMatchObject({ count: 12 * lifetime });
  });

  it('are named where they differ', () => {
    const [still, moved] = [typedChurner(5), typedChurner(5)];
    moved.turn();
    expect(() => {
      assertSameParticles([still, { ...moved, name: 'other' }]);
    }).toThrow(/by typed and .* by other/);
  });
});

describe('results', () => {
  it('compare peers with edict, and bitECS alone with edict that asks bitECS', () => {
    const times = {
      edict: timingOf([2]),
      'edict turn': timingOf([3]),
      'edict view': timingOf([4]),
      bitecs: timingOf([8]),
    };
    expect(ecsResults('churn-100', 100, { times }, 10)).toMatchObject([
      { name: 'churn-100', n: 100, perSecond: 5_000, nanosecondsPerObject: 200_000, ratios: { bitecs: 4 } },
      { name: 'churn-100 turn', ms: { median: 3 } },
      { name: 'churn-100 view', ratios: { bitecs: 2 } },
      { name: 'churn-100 bitecs', nanosecondsPerObject: 800_000 },
    ]);
  });
});
