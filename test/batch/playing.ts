import type { Batch } from '../../src/batch/api.js';
import { choicesOf } from '../support/choices.js';

export const views = [
  'observations',
  'actionMask',
  'reward',
  'terminated',
  'truncated',
  'live',
  'turns',
  'finalObservations',
] as const;

/** All that a host sees of a batch, and what the worlds are. */
export function seen(batch: Batch): unknown {
  return [
    ...views.map((name) => Array.from(batch[name])),
    Array.from({ length: batch.instances }, (_, i) => batch.hash(i)),
  ];
}

/**
 * Fills in actions that are allowed, as a number decides; those of an instance depend on its own number, counted from
 * `first`, and its masks only.
 */
export function act(batch: Batch, seed: number, first = 0): void {
  const {
    shape: { choices, maskSize },
    agents,
    actions,
    actionMask,
  } = batch;
  for (let row = 0; row < batch.instances * agents; row++) {
    const pick = choicesOf(seed).split(first * agents + row);
    let offset = row * maskSize;
    choices.forEach((count, head) => {
      const allowed = Array.from({ length: count }, (_, choice) => choice).filter(
        (choice) => actionMask[offset + choice] === 1,
      );
      actions[row * choices.length + head] = pick.pick(allowed);
      offset += count;
    });
  }
}
