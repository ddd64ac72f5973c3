import type { Batch, BatchSnapshot } from '../batch/api.js';
import { EdictError } from '../kernel/errors.js';

/** Snapshots that the other side knows by number. */
export interface Snapshots {
  take(): { readonly number: number; readonly bytes: number };
  restore(number: number): void;
  release(number: number): void;
}

export function openSnapshots(batch: Batch): Snapshots {
  const held = new Map<number, BatchSnapshot>();
  // Numbers are never given twice, so that one that was released is not taken for another.
  let next = 1;
  // One is kept for the next, so that a search that takes and releases them in turn allocates nothing.
  let spare: BatchSnapshot | undefined;

  const find = (number: number): BatchSnapshot => {
    const snapshot = held.get(number);
    if (snapshot !== undefined) return snapshot;
    throw new EdictError(
      'unknown-snapshot',
      `this batch holds no snapshot ${String(number)}: it was released or is of another batch; take one with snapshot()`,
      String(number),
    );
  };
  return {
    take() {
      const snapshot = batch.snapshot(spare);
      spare = undefined;
      const number = next++;
      held.set(number, snapshot);
      return { number, bytes: snapshot.bytes };
    },
    restore: (number) => batch.restore(find(number)),
    release(number) {
      spare = find(number);
      held.delete(number);
    },
  };
}
