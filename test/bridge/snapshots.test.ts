import { describe, expect, it } from 'vitest';
import type { BatchSnapshot } from '../../src/batch/api.js';
import { openSnapshots } from '../../src/bridge/bridge-session.js';
import { offerCounting } from './counting-batch.js';

function reset() {
  const batch = offerCounting({ instances: 2 }).create(undefined);
  batch.reset(3);
  return batch;
}

describe('snapshots by number', () => {
  it('bring back what was', () => {
    const batch = reset();
    const snapshots = openSnapshots(batch);
    const before = batch.hash(0);
    const { number, bytes } = snapshots.take();
    expect(bytes).toBe(40);
    batch.step();
    expect(batch.hash(0)).not.toBe(before);
    snapshots.restore(number);
    expect(batch.hash(0)).toBe(before);
  });

  it('are unknown once released, and their numbers are not given again', () => {
    const snapshots = openSnapshots(reset());
    const first = snapshots.take();
    snapshots.release(first.number);
    expect(() => snapshots.restore(first.number)).toThrow(
      'edict: this batch holds no snapshot 1: it was released or is of another batch; take one with snapshot()',
    );
    expect(() => snapshots.release(first.number)).toThrow(/no snapshot 1/);
    expect(snapshots.take().number).toBe(2);
  });

  it('take the memory of one that was released', () => {
    const batch = reset();
    const given: (BatchSnapshot | undefined)[] = [];
    const snapshots = openSnapshots({
      ...batch,
      snapshot(into) {
        given.push(into);
        return batch.snapshot(into);
      },
    });
    const first = snapshots.take();
    snapshots.release(first.number);
    snapshots.take();
    snapshots.take();
    expect(given.map((into) => into !== undefined)).toEqual([false, true, false]);
  });
});
