import { afterEach, beforeAll, expect } from 'vitest';
import type { Batch, BatchOptions, BatchSource } from '../../src/batch/api.js';
import type * as Entry from '../../src/entries/edict-batch.js';
import { prepare } from '../../scripts/prepare.mjs';
import { act, views } from './playing.js';
import { heavy, longTest } from '../support/heavy.js';

// Threads run what is built, so all of it is of the built package here.
let edict: typeof Entry;
let source: BatchSource;

beforeAll(async () => {
  prepare({ build: true });
  edict = (await import(new URL('../../dist/entries/edict-batch.js', import.meta.url).href)) as typeof edict;
  const { skirmishSource } = (await import('../support/skirmish.mjs')) as {
    skirmishSource: (argument: object) => Promise<BatchSource>;
  };
  source = await skirmishSource({});
}, 300_000);

let open: Batch[] = [];
afterEach(() => {
  for (const batch of open) batch.close();
  open = [];
});

const many = heavy(256, 1_024);

/** Instances of the thousand from `first` on, so many. */
interface Part {
  readonly first: number;
  readonly batch: Batch;
}

function part(first: number, instances: number, more: BatchOptions = {}): Part {
  const batch = edict.createBatch(source, { instances, seats: 'first', autoreset: 'same-step', ...more });
  open.push(batch);
  batch.reset(40 + first);
  return { first, batch };
}

function bytesOf(batch: Batch, name: (typeof views)[number], first: number, count: number): Buffer {
  const view = batch[name];
  const each = view.byteLength / batch.instances;
  return Buffer.from(view.buffer, view.byteOffset + first * each, count * each);
}

longTest(
  'gives 1, 64 and many instances equal streams, in any number of threads and worlds',
  () => {
    const whole = part(0, many);
    const parts = [
      part(0, many, { workers: 3, together: 50 }),
      part(0, 64, { workers: 2 }),
      part(many - 64, 64, { together: 9 }),
      part(0, 1),
      part(many / 2 - 1, 1, { together: 1 }),
      part(many - 1, 1, { workers: 1 }),
    ];
    let ends = 0;
    for (let turn = 0; turn < heavy(8, 10); turn++) {
      act(whole.batch, turn);
      for (const { first, batch } of parts)
        batch.actions.set(
          whole.batch.actions.subarray(first * batch.shape.heads, (first + batch.instances) * batch.shape.heads),
        );
      for (const { batch } of [whole, ...parts]) batch.step();
      ends += whole.batch.terminated.filter((each) => each === 1).length;
      for (const { first, batch } of parts) {
        for (const name of views)
          expect(
            bytesOf(batch, name, 0, batch.instances).equals(bytesOf(whole.batch, name, first, batch.instances)),
            `${name} of ${batch.instances} from ${first} on, turn ${turn}`,
          ).toBe(true);
      }
    }
    expect(ends).toBeGreaterThan(heavy(0, 10));
    for (const { first, batch } of parts)
      for (const i of new Set([0, batch.instances >> 1, batch.instances - 1]))
        expect(batch.hash(i)).toBe(whole.batch.hash(first + i));
  },
  240_000,
);
