import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import type { Batch, BatchOptions, BatchSource } from '../../src/batch/api.js';
import type * as Entry from '../../src/entries/edict-batch.js';
import { prepare } from '../../scripts/prepare.mjs';
import { act, seen, views } from './playing.js';
import { heavy, longTest } from '../support/heavy.js';

// Threads run what is built, so all of it is of the built package here.
let edict: typeof Entry;
let sourceFor: (argument: { broken?: string }) => Promise<BatchSource>;

beforeAll(async () => {
  prepare({ build: true });
  edict = (await import(new URL('../../dist/entries/edict-batch.js', import.meta.url).href)) as typeof edict;
  ({ skirmishSource: sourceFor } = (await import('../support/skirmish.mjs')) as { skirmishSource: typeof sourceFor });
}, 300_000);

let open: Batch[] = [];
afterEach(() => {
  for (const batch of open) batch.close();
  open = [];
});

async function skirmish(options: BatchOptions, broken?: string): Promise<Batch> {
  const batch = edict.createBatch(await sourceFor(broken === undefined ? {} : { broken }), options);
  open.push(batch);
  return batch;
}

/**
 * The code and the message of what must be refused; errors of the built package are not of the class that is tested
 * elsewhere.
 */
function refused(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message}`;
  }
  throw new Error('it was not refused');
}

describe('workers', () => {
  longTest('run rules of a host as one thread does, and lend their instances to each other', () => {
    const batches = [0, 3].map((workers) =>
      edict.createBatch(edict.openEnvironment('cart-pole'), { instances: 7, autoreset: 'same-step', workers }),
    );
    open.push(...batches);
    const alike = (): void => {
      for (const batch of batches) expect(seen(batch)).toEqual(seen(batches[0]));
    };
    for (const batch of batches) batch.reset(3);
    for (let turn = 0; turn < 60; turn++) {
      if (turn === 30) for (const batch of batches) batch.fork(1, [0, 3, 6]);
      for (const batch of batches) {
        act(batch, turn);
        batch.step();
      }
      alike();
    }
    const carts = batches.map((batch) => {
      const world = batch.world(6);
      return world.get(world.query({ kind: 'cart' })[0], 'angle');
    });
    expect(carts[1]).toBe(carts[0]);
    expect(Math.fround(carts[0] as number)).toBe(batches[0].observations[6 * 4 + 2]);
  });

  longTest(
    'run the same as one thread does, and do the same with it',
    async () => {
      for (const autoreset of (['next-step', 'same-step'] as const).slice(0, heavy(1, 2))) {
        const options: BatchOptions = { instances: 7, seats: 'first', autoreset };
        const buffer = new ArrayBuffer(65_536);
        const batches = [
          await skirmish(options),
          await skirmish({ ...options, workers: 1 }),
          await skirmish({ ...options, workers: 3, together: 2 }),
          await skirmish({ ...options, workers: 3, buffer }),
        ];
        const alike = (): void => {
          for (const batch of batches) expect(seen(batch)).toEqual(seen(batches[0]));
        };
        const play = (from: number, turns: number): void => {
          for (let turn = from; turn < from + turns; turn++) {
            for (const batch of batches) {
              act(batch, turn);
              batch.step();
            }
            alike();
          }
        };
        for (const batch of batches) batch.reset(11);
        alike();
        play(0, 15);
        const snapshots = batches.map((batch) => batch.snapshot());
        play(100, 5);
        for (const batch of batches) batch.fork(4, [0, 3, 6, 4]);
        alike();
        for (const name of views) {
          const size = batches[0][name].length / 7;
          for (const i of [0, 3, 6])
            expect(batches[2][name].slice(i * size, (i + 1) * size)).toEqual(
              batches[2][name].slice(4 * size, 5 * size),
            );
        }
        play(200, 5);
        batches.forEach((batch, i) => {
          batch.restore(snapshots[i]);
        });
        alike();
        play(300, 5);
        const saved = batches.map((batch) => batch.save());
        play(350, 5);
        // Each takes what another has saved.
        batches.forEach((batch, i) => {
          batch.load(saved[(i + 1) % saved.length]);
        });
        alike();
        play(350, 5);
        for (const batch of batches) batch.reset(undefined, Uint8Array.of(1, 0, 0, 1, 0, 0, 1));
        play(400, 5);
        const world = batches[2].world(5);
        expect([world.hash(), world.turn]).toEqual([batches[0].hash(5), batches[0].turns[5]]);
        expect(batches[3].observations.buffer).toBe(buffer);
      }
    },
    120_000,
  );

  longTest(
    'leave everything as it was where one of them fails, and say of which instance it is',
    async () => {
      const batch = await skirmish({ instances: 7, workers: 3, autoreset: 'next-step' });
      const twin = await skirmish({ instances: 7, autoreset: 'next-step' });
      expect(
        refused(() => {
          batch.step();
        }),
      ).toBe('not-reset: edict: instances 0, 1 have never been reset; call reset first');
      for (const each of [batch, twin]) each.reset(4);
      for (let turn = 0; turn < 30; turn++) {
        act(batch, turn);
        twin.actions.set(batch.actions);
        const before = seen(batch);
        const running = batch.terminated[5] + batch.truncated[5] === 0;
        const was = batch.actions[5 * 2 * batch.shape.heads];
        batch.actions[5 * 2 * batch.shape.heads] = 9;
        if (running) {
          expect(
            refused(() => {
              batch.step();
            }),
          ).toBe(
            'bad-action: edict: instance 5, agent 0, head 0 (focus, slot 0): the action is 9; give 0 for nothing or a choice from 1 to 2',
          );
          expect(seen(batch)).toEqual(before);
        }
        batch.actions[5 * 2 * batch.shape.heads] = was;
        batch.step();
        twin.step();
        expect(seen(batch)).toEqual(seen(twin));
      }
    },
    120_000,
  );

  longTest(
    'begin all episodes or none',
    async () => {
      const batch = await skirmish({ instances: 40, workers: 2 }, 'map 3');
      const started = await skirmish({ instances: 1 });
      const onMap3 = Array.from({ length: 200 }, (_, seed) => seed).find((seed) => {
        started.reset(seed);
        return started.world(0).query({ kind: 'system' }).length === 6;
      });
      const good = Array.from({ length: 200 }, (_, seed) => seed)
        .filter((seed) => {
          started.reset(seed);
          return started.world(0).query({ kind: 'system' }).length < 6;
        })
        .slice(0, 40);
      batch.reset(good);
      const before = seen(batch);
      expect(
        refused(() => {
          batch.reset([...good.slice(1), onMap3 ?? 0]);
        }),
      ).toBe('broken-map: edict: no episode can begin on map 3: the map is broken');
      expect(seen(batch)).toEqual(before);
    },
    60_000,
  );

  longTest(
    'that cannot begin are an error of the batch',
    async () => {
      const source = await sourceFor({});
      const failing = (module: BatchSource['module'], workers = 2): string =>
        refused(() =>
          edict.createBatch({ ...source, ...(module === undefined ? {} : { module }) }, { instances: 4, workers }),
        );
      const { module } = source;
      expect(failing({ url: module?.url ?? '', export: 'nothing', argument: {} })).toMatch(
        /^bad-source: edict: the export nothing of .*skirmish.mjs is undefined; let it be a function/,
      );
      expect(failing(edict.openEnvironment('cart-pole').module)).toMatch(
        /^bad-source: .* gave a source of other content than the batch has; let it give the same/,
      );
      expect(failing({ url: module?.url ?? '', export: 'skirmishContent', argument: {} })).toMatch(
        /^bad-source: .* is an object; let it be a function/,
      );
      expect(failing({ url: module?.url ?? '', export: 'skirmishSource', argument: { broken: 'module' } })).toBe(
        'undefined: the module is broken',
      );
      expect(failing({ url: module?.url ?? '', export: 'skirmishSource', argument: { broken: 'map 0' } })).toBe(
        'broken-map: edict: no episode can begin on map 0: the map is broken',
      );
      expect(failing({ url: 'file:///nowhere.mjs', export: 'skirmishSource', argument: {} })).toContain('nowhere.mjs');
    },
    60_000,
  );

  longTest(
    'do not keep a process alive that leaves its batch open',
    () => {
      const skirmishModule = new URL('../support/skirmish.mjs', import.meta.url).href;
      const built = new URL('../../dist/entries/edict-batch.js', import.meta.url).href;
      const script = `
      const { createBatch } = await import(${JSON.stringify(built)});
      const { skirmishSource } = await import(${JSON.stringify(skirmishModule)});
      const batch = createBatch(await skirmishSource({}), { instances: 4, workers: 2 });
      batch.reset(1);
      batch.step();
      console.log(batch.turns.join());`;
      const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        timeout: 30_000,
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
      });
      expect([stdout, status]).toEqual(['1,1,1,1\n', 0]);
    },
    60_000,
  );
});
