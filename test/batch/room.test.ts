import { inspect } from '../../src/world/inspect.js';
import { describe, expect, it } from 'vitest';
import type { Batch, BatchOptions, BatchSource } from '../../src/batch/api.js';
import { createBatch } from '../../src/batch/batch.js';
import { instancesInOneWorld } from '../../src/batch/instances-in-one-world.js';
import { laneGraph } from '../../src/components/lanes.js';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { WorldOptions } from '../../src/world/api.js';
import { refusal } from '../support/errors.js';
import { growingContent, growingSource, making, settleGrowing } from '../support/growing-game.js';
import { seen } from './playing.js';
import { heavy, longTest } from '../support/heavy.js';

/** What is seen turn by turn, with the sizes of worlds, until a turn is refused: its error then. */
function played(batch: Batch, turns: number): readonly unknown[] {
  const list: unknown[] = [];
  batch.reset(1);
  for (let turn = 0; turn < turns; turn++) {
    try {
      batch.step();
    } catch (error) {
      if (!(error instanceof EdictError)) throw error;
      return [...list, error.message];
    }
    list.push(
      seen(batch),
      Array.from({ length: batch.instances }, (_, i) => batch.world(i).size),
    );
  }
  return list;
}

describe('an instance has the same room', () => {
  const rooms = [
    [40, 100],
    [40, 40],
    [33, 33],
    [200, 30],
  ] as const;
  it.each(rooms.slice(0, heavy(3, 4)))(
    'in a world of its own and with others: capacity %d, worlds of %d',
    (capacity, ofWorld) => {
      const source = growingSource(growingContent([making('item', 5)], { capacity }), {
        reserve: { objects: ofWorld },
      });
      const sides = ([{ together: 1 }, { together: 2 }, { together: 1, executor: 'reference' }] as BatchOptions[]).map(
        (more) => played(createBatch(source, { instances: 2, ...more }), 45),
      );
      expect(sides[0].at(-1)).toContain(
        `instance 0: the world is full: all ${Math.max(capacity, ofWorld)} places are taken`,
      );
      for (const side of sides) expect(side).toEqual(sides[0]);
    },
  );

  longTest('however many there are: a world holds as many as it has places for factions', () => {
    const source = growingSource(growingContent([making('item', 1)], { capacity: 31 }), { reserve: { objects: 31 } });
    const [many, few] = [{}, { together: 1 }].map((more) => createBatch(source, { instances: 600, ...more }));
    for (const batch of [many, few]) {
      batch.reset(1);
      batch.step();
    }
    for (const instance of [0, 254, 255, 599]) expect(many.hash(instance)).toBe(few.hash(instance));
  });

  it('for lanes as the first map, and a map with more is refused', () => {
    const program = defineContent(growingContent([], { maps: 8 }));
    const source: BatchSource = {
      program,
      start(map) {
        const world = settleGrowing(program, { reserve: { objects: 60, lanes: map === 0 ? 2 : 9 } });
        const nodes = Array.from({ length: 7 }, (_, i) => world.spawn({ kind: 'system', place: { x: i, y: 0 } }));
        for (const [i, node] of nodes.slice(1, map === 0 ? 3 : 7).entries()) world.relations.connect(nodes[i], node);
        return world;
      },
    };
    for (const together of [1, 3]) {
      const batch = createBatch(source, { instances: 3, together });
      const error = refusal(() => {
        for (let seed = 0; seed < 20; seed++) batch.reset(seed);
      });
      expect(error.message).toMatch(/no episode can begin on map \d.* lane/);
    }
  });

  it('for what a turn may count', () => {
    const source = growingSource(growingContent([making('item', 5)]), { limits: { createdPerTurn: 4 } });
    for (const together of [1, 2]) {
      const batch = createBatch(source, { instances: 2, together });
      batch.reset(1);
      expect(
        refusal(() => {
          batch.step();
        }),
      ).toMatchObject({ code: 'limit-created', message: expect.stringContaining('instance 0: ') as unknown });
    }
  });
});

it('is run by the executor that is asked for, also by itself', () => {
  const source = growingSource(growingContent([]));
  for (const together of [1, 2]) {
    const batch = createBatch(source, { instances: 2, together, executor: 'reference' });
    batch.reset(1);
    expect(inspect(batch.world(0)).executor.name).toBe('reference');
  }
});

it('nodes of an instance that is begun again are forgotten, also those in rows that the start has not', () => {
  const options: WorldOptions = { reserve: { objects: 4 } };
  const program = defineContent(growingContent([making('star', 3)], { capacity: 60 }));
  const start = settleGrowing(program, options);
  const merged = instancesInOneWorld(program, 2, start);
  const { state, stride } = merged;
  const noPlace = laneGraph(state).placeOf[stride + 5];
  for (const instance of [0, 1]) merged.put(instance, start, 'seed');
  merged.run();
  expect(state.identity.kind[stride + 6]).not.toBe(0);
  expect(laneGraph(state).placeOf[stride + 6]).not.toBe(noPlace);
  merged.put(1, start, 'seed');
  expect(laneGraph(state).placeOf[stride + 6]).toBe(noPlace);
});

it('keeps the random streams that its start was made with', () => {
  const program = defineContent(growingContent([making('item', 1)], { maps: 4 }));
  const source: BatchSource = {
    program,
    start(map) {
      const world = settleGrowing(program, { reserve: { objects: 60 } });
      for (let draws = 0; draws < map; draws++) world.random(`map ${draws % 2}`);
      return world;
    },
  };
  const sides = [1, 3, 6].map((together) => createBatch(source, { instances: 6, together }));
  const compare = (act: (batch: Batch) => void): void => {
    for (const side of sides) {
      act(side);
      expect(seen(side)).toEqual(seen(sides[0]));
    }
  };
  compare((batch) => {
    batch.reset(1);
  });
  const snapshots = sides.map((batch) => batch.snapshot());
  compare((batch) => {
    batch.step();
  });
  compare((batch) => {
    batch.fork(1, [0, 4]);
  });
  compare((batch) => {
    batch.reset(7, Uint8Array.of(0, 0, 1, 1, 0, 0));
  });
  compare((batch) => {
    batch.restore(snapshots[sides.indexOf(batch)]);
  });
  compare((batch) => {
    batch.actions[2] = 7;
    expect(
      refusal(() => {
        batch.step();
      }).code,
    ).toBe('bad-action');
  });
});
