import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Batch, BatchOptions, BatchSource } from '../../src/batch/api.js';
import { createBatch, replayBatch } from '../../src/batch/batch.js';
import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';
import { propertyRuns } from '../support/choices.js';
import { refusal } from '../support/errors.js';
import { settleSkirmish, skirmishContent } from '../support/skirmish.mjs';
import { fakeBatch } from './fake.js';
import { act, seen } from './playing.js';
import { longTest } from '../support/heavy.js';

const program = defineContent(skirmishContent);
const source: BatchSource = {
  program,
  start: (map) => settleSkirmish((options) => createWorld(program, options), map),
};
const skirmish = (options: BatchOptions): Batch => createBatch(source, options);

const count = 5;
const settings = fc.record({
  autoreset: fc.constantFrom('next-step', 'same-step'),
  seats: fc.constantFrom('all', 'first'),
  opponents: fc.constantFrom('random', 'script'),
});
const arrangements = fc.constantFrom<BatchOptions>(
  { together: 1 },
  { together: 2 },
  { together: 5 },
  { together: 3, executor: 'reference' },
);

/** Plays on, and says what was seen in each turn. */
function play(batch: Batch, seed: number, turns: number): readonly unknown[] {
  return Array.from({ length: turns }, (_, turn) => {
    act(batch, seed + turn);
    batch.step();
    return seen(batch);
  });
}

function told(run: () => unknown): string {
  const { code, message } = refusal(run);
  return `${code}: ${message}`;
}

function played(options: BatchOptions, turns = 8): Batch {
  const batch = skirmish({ instances: count, ...options });
  batch.reset(3);
  play(batch, 0, turns);
  return batch;
}

describe('a batch as bytes', () => {
  longTest('goes on as it did, in another batch, however instances lie there', () => {
    fc.assert(
      fc.property(
        settings,
        arrangements,
        arrangements,
        fc.nat(1_000),
        fc.nat(40),
        (options: BatchOptions, here, there, seed, turns) => {
          const batch = skirmish({ ...options, ...here, instances: count });
          batch.reset(seed);
          play(batch, seed, turns);
          const saved = batch.save();
          const before = seen(batch);
          const first = play(batch, seed + 1_000, 30);
          const other = skirmish({ ...options, ...there, instances: count });
          other.load(saved);
          expect(seen(other)).toEqual(before);
          expect(play(other, seed + 1_000, 30)).toEqual(first);
          batch.load(saved);
          expect(seen(batch)).toEqual(before);
          expect(play(batch, seed + 1_000, 30)).toEqual(first);
          other.load(saved);
          expect(Buffer.from(other.save()).equals(saved) || here.together !== there.together).toBe(true);
        },
      ),
      propertyRuns(4, 2),
    );
  });

  it('holds no memory of the batch, and is not changed by it', () => {
    const batch = played({});
    const saved = batch.save();
    const copy = saved.slice();
    play(batch, 100, 3);
    batch.load(saved);
    expect(saved).toEqual(copy);
    expect(saved.byteLength).toBe(saved.buffer.byteLength);
  });

  it('takes its log along', () => {
    const batch = played({ record: true });
    const other = skirmish({ instances: count, record: true });
    other.reset(77);
    other.load(batch.save());
    play(batch, 50, 5);
    play(other, 50, 5);
    expect(other.log()).toEqual(batch.log());
    expect(seen(replayBatch(source, other.log()))).toEqual(seen(batch));
    const unrecorded = skirmish({ instances: count });
    unrecorded.load(batch.save());
    expect(seen(unrecorded)).toEqual(seen(batch));
  });

  it('needs instances that have begun', () => {
    const batch = skirmish({ instances: count });
    expect(told(() => batch.save())).toBe('not-reset: edict: instance 0 has never been reset; call reset first');
    batch.reset(1, Uint8Array.of(1, 1, 1, 0, 1));
    expect(told(() => batch.save())).toContain('instance 3 has never been reset');
    batch.reset(1);
    batch.close();
    expect(told(() => batch.save())).toContain('batch-closed');
    expect(
      told(() => {
        batch.load(new Uint8Array(0));
      }),
    ).toContain('batch-closed');
  });
});

describe('bytes that are refused', () => {
  /** Says how a batch refuses bytes, and that nothing came of them. */
  function refusedBy(batch: Batch, saved: unknown): string {
    const before = seen(batch);
    const said = told(() => {
      batch.load(saved as Uint8Array);
    });
    expect(seen(batch)).toEqual(before);
    return said;
  }

  longTest('of other settings', () => {
    const saved = played({ autoreset: 'next-step' }).save();
    const other = (options: BatchOptions): string => refusedBy(played(options), saved);
    expect(other({ instances: 4 })).toBe(
      'foreign-file: edict: the saved batch has instances 5, and this one 4; make the batch with the settings that it was saved with',
    );
    expect(other({ autoreset: 'same-step' })).toContain('has autoreset "next-step", and this one "same-step"');
    expect(other({ seats: 'first' })).toContain('has seats "all", and this one "first"');
    expect(other({ opponents: 'script' })).toContain('has opponents "random", and this one "script"');
    expect(other({ masked: 'ignore' })).toContain('has masked "refuse", and this one "ignore"');
    expect(other({ record: true })).toContain('this batch keeps a log, and the saved one has none to continue');
  });

  it('of other content, or of another start', () => {
    const saved = played({}).save();
    const other = defineContent({
      ...skirmishContent,
      meters: { ...skirmishContent.meters, strength: { default: 4 } },
    });
    const changed = createBatch(
      { program: other, start: (map) => settleSkirmish((options) => createWorld(other, options), map) },
      { instances: count },
    );
    changed.reset(3);
    expect(refusedBy(changed, saved)).toBe(
      'foreign-file: edict: the saved batch has other content; load it with the content that it was saved with',
    );
    const elsewhere = createBatch({ ...source, start: (map) => source.start(map + 1) }, { instances: count });
    elsewhere.reset(3);
    expect(refusedBy(elsewhere, saved)).toContain(
      'foreign-file: edict: episodes of the saved batch begin in another world',
    );
  });

  it('that are no saved batch, or damaged anywhere', () => {
    const batch = played({});
    const saved = batch.save();
    play(batch, 9, 4);
    expect(refusedBy(batch, 'EDICTB1')).toBe('bad-option: edict: load takes the bytes that save gave, not "EDICTB1"');
    expect(refusedBy(batch, new Uint8Array(0))).toContain('foreign-file: edict: the bytes are not a saved batch');
    expect(refusedBy(batch, batch.world(0).save())).toContain('foreign-file: edict: the bytes are not a saved batch');
    expect(refusedBy(batch, Buffer.concat([saved, Buffer.from('!')]))).toContain(
      'damaged-file: edict: the saved batch is followed by something else',
    );
    fc.assert(
      fc.property(fc.nat(saved.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        expect(refusedBy(batch, saved.slice(0, at))).toMatch(/^(?:foreign|damaged)-file: /);
        const damaged = saved.slice();
        damaged[at] ^= change;
        expect(refusedBy(batch, damaged)).toMatch(/^(?:foreign|damaged)-file: /);
      }),
      propertyRuns(60),
    );
  });

  it('with an instance that is none, though the rest fits: those before it are put back', () => {
    for (const together of [1, 2, 5]) {
      // The sums are right: the game of a few numbers says nothing of what is in its instances.
      const options = { instances: count, together };
      const batch = fakeBatch(options);
      batch.reset(4);
      play(batch, 0, 3);
      const before = seen(batch);
      const sides = [fakeBatch(options), fakeBatch(options, { save: together - 1 })];
      for (const side of sides) side.reset(9);
      batch.load(sides[0].save());
      expect(seen(batch)).toEqual(seen(sides[0]));
      const again = fakeBatch(options);
      again.reset(4);
      play(again, 0, 3);
      expect(
        told(() => {
          again.load(sides[1].save());
        }),
      ).toContain('damaged-file');
      expect(seen(again)).toEqual(before);
    }
  });
});
