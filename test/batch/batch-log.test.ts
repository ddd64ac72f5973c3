import { describe, expect, it } from 'vitest';
import type { Batch, BatchLog, BatchOptions } from '../../src/batch/api.js';
import { openBatch } from '../../src/batch/batch.js';
import { replayWith } from '../../src/batch/batch-log.js';
import { choicesOf } from '../support/choices.js';
import { refusal } from '../support/errors.js';
import { fakeBatch, fakeEnvironment, fakeFactories, fakeProgram, fakeSource } from './fake.js';

const program = fakeProgram(fakeEnvironment());
const replay = (log: BatchLog): Batch =>
  replayWith(
    (source, options) => openBatch(fakeFactories(fakeEnvironment()), source, options),
    fakeSource(program),
    log,
  );

const seen = (batch: Batch): unknown => [
  ...[batch.observations, batch.reward, batch.terminated, batch.truncated, batch.turns].map((view) => Array.from(view)),
  Array.from({ length: batch.instances }, (_, i) => batch.hash(i)),
];

function step(batch: Batch, seed: number): void {
  for (let i = 0; i < batch.actions.length; i++)
    batch.actions[i] = choicesOf(seed)
      .split(i)
      .below(batch.shape.choices[i % 2]);
  batch.step();
}

function played(options: BatchOptions): Batch {
  const batch = fakeBatch({ ...options, instances: 5, masked: 'ignore', record: true });
  batch.reset(7, Uint8Array.of(1, 1, 0, 1, 0));
  batch.reset([null, 3, 9, 4, 5], Uint8Array.of(1, 0, 1, 0, 1));
  for (let turn = 0; turn < 20; turn++) step(batch, turn);
  batch.fork(1, [0, 4]);
  for (let turn = 0; turn < 9; turn++) step(batch, turn);
  return batch;
}

describe('the log of a batch', () => {
  it('leads to the same again, as plain data', () => {
    for (const seats of ['all', 'first'] as const) {
      for (const autoreset of ['next-step', 'same-step'] as const) {
        const batch = played({ seats, autoreset, opponents: 'script' });
        const again = replay(JSON.parse(JSON.stringify(batch.log())) as BatchLog);
        expect(seen(again)).toEqual(seen(batch));
        expect(again.log()).toEqual(batch.log());
      }
    }
  });

  it('leaves out what has been taken back, and what has failed', () => {
    const batch = played({});
    const snapshot = batch.snapshot();
    const log = batch.log();
    step(batch, 1);
    expect(batch.log().events.length).toBe(log.events.length + 1);
    batch.restore(snapshot);
    expect(batch.log()).toEqual(log);
    batch.actions.fill(100);
    expect(
      refusal(() => {
        batch.step();
      }).code,
    ).toBe('bad-action');
    expect(
      refusal(() => {
        batch.reset(-1);
      }).code,
    ).toBe('bad-option');
    expect(batch.log()).toEqual(log);
  });

  it('is refused where it is none, or of other content, or does not fit', () => {
    const log = played({}).log();
    expect(refusal(() => replay({} as BatchLog)).code).toBe('bad-log');
    expect(refusal(() => replay({ ...log, format: 'edict-batch-log/2' as never })).code).toBe('bad-log');
    expect(refusal(() => replay({ ...log, content: 'other' })).code).toBe('foreign-log');
    expect(refusal(() => replay({ ...log, events: [{ step: [] }] })).message).toContain(
      'event 1 of the log cannot be repeated: a step has 0 numbers, and the batch takes 20',
    );
    expect(
      refusal(() => replay({ ...log, events: [log.events[0], { step: Array.from({ length: 20 }, () => 0) }] })).message,
    ).toContain('event 2 of the log cannot be repeated: instances 2, 4 have never been reset');
  });
});
