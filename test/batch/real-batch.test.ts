import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Batch, BatchOptions, BatchSource } from '../../src/batch/api.js';
import { createBatch, replayBatch } from '../../src/batch/batch.js';
import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import type { HostSystem } from '../../src/world/api.js';
import { propertyRuns } from '../support/choices.js';
import { settleSkirmish, skirmishContent } from '../support/skirmish.mjs';
import { act, seen, views } from './playing.js';
import { longTest } from '../support/heavy.js';

const program = defineContent(skirmishContent);
const source: BatchSource = {
  program,
  start: (map) => settleSkirmish((options) => createWorld(program, options), map),
};
const skirmish = (options: BatchOptions): Batch => createBatch(source, options);

const settings = fc.record({
  autoreset: fc.constantFrom('next-step', 'same-step'),
  seats: fc.constantFrom('all', 'first'),
  opponents: fc.constantFrom('random', 'script'),
});

describe('a batch of worlds', () => {
  it('is the same by itself, in one world with others, and by the reference', () => {
    fc.assert(
      fc.property(settings, fc.nat(1_000), (options: BatchOptions, seed) => {
        const count = 6;
        const sides = [{ together: 1 }, { together: 4 }, { together: 6 }, { together: 3, executor: 'reference' }].map(
          (more) => skirmish({ ...options, instances: count, ...more } as BatchOptions),
        );
        for (const side of sides) side.reset(seed);
        let ends = 0;
        for (let turn = 0; turn < 45; turn++) {
          for (const side of sides) {
            act(side, turn);
            side.step();
            expect(seen(side)).toEqual(seen(sides[0]));
          }
          ends += sides[0].terminated.reduce((sum, each) => sum + each, 0);
        }
        expect(ends).toBeGreaterThan(0);
      }),
      propertyRuns(2, 1),
    );
  });

  it('says of an instance what a world of its own says', () => {
    const batch = skirmish({ instances: 5 });
    batch.reset(3);
    for (let turn = 0; turn < 10; turn++) {
      act(batch, turn);
      batch.step();
    }
    for (let i = 0; i < 5; i++) {
      const world = batch.world(i);
      expect(world.hash()).toBe(batch.hash(i));
      expect(world.turn).toBe(batch.turns[i]);
    }
  });

  longTest('goes on from a snapshot as it did, and copies go on alike', () => {
    for (const together of [1, 2, 5]) {
      const batch = skirmish({ instances: 5, together, seats: 'first' });
      batch.reset(9);
      for (let turn = 0; turn < 8; turn++) {
        act(batch, turn);
        batch.step();
      }
      const run = (): unknown[] =>
        Array.from({ length: 30 }, (_, turn) => {
          act(batch, turn);
          batch.step();
          return seen(batch);
        });
      const snapshot = batch.snapshot();
      const first = run();
      batch.restore(snapshot);
      expect(run()).toEqual(first);
      batch.restore(snapshot);
      batch.fork(1, [0, 3]);
      for (let turn = 0; turn < 30; turn++) {
        act(batch, turn);
        const each = batch.shape.heads;
        for (const i of [0, 3]) batch.actions.copyWithin(i * each, each, 2 * each);
        batch.step();
        for (const i of [0, 3]) {
          expect(batch.hash(i)).toBe(batch.hash(1));
          for (const name of views) {
            const size = batch[name].length / 5;
            expect(batch[name].slice(i * size, (i + 1) * size)).toEqual(batch[name].slice(size, 2 * size));
          }
        }
      }
    }
  });

  longTest('leaves everything as it was where a turn fails in any of several worlds', () => {
    for (const together of [1, 2, 6]) {
      const shards = 6 / together;
      // Calls of the system that still go well: the worlds before have had their turn by then.
      let left = Infinity;
      const systems: readonly HostSystem[] = [
        {
          name: 'fault',
          phase: 'host',
          run() {
            if (left-- <= 0) throw new Error('the system is broken');
          },
        },
      ];
      const batch = createBatch(
        { ...source, systems },
        { instances: 6, together, seats: 'first', autoreset: 'next-step' },
      );
      const twin = createBatch(source, { instances: 6, together, seats: 'first', autoreset: 'next-step' });
      for (const each of [batch, twin]) each.reset(5);
      for (let turn = 0; turn < 40; turn++) {
        act(batch, turn);
        const before = seen(batch);
        left = turn % shards;
        expect(() => {
          batch.step();
        }).toThrow('the system is broken');
        expect(seen(batch)).toEqual(before);
        left = Infinity;
        twin.actions.set(batch.actions);
        batch.step();
        twin.step();
        expect(seen(batch)).toEqual(seen(twin));
      }
    }
  });

  it('is replayed from its log', () => {
    const batch = skirmish({ instances: 4, seats: 'first', record: true });
    batch.reset(2);
    for (let turn = 0; turn < 30; turn++) {
      act(batch, turn);
      batch.step();
    }
    expect(seen(replayBatch(source, batch.log()))).toEqual(seen(batch));
  });
});
