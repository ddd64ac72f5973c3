import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Batch, BatchOptions } from '../../src/batch/api.js';
import type { Offers } from '../../src/bridge/offer.js';
import { protocol } from '../../src/bridge/protocol.js';
import { layoutOf, type Stretch } from '../../src/bridge/bridge-session.js';
import { EdictError } from '../../src/kernel/errors.js';
import { countingShape, faults, offerCounting } from './counting-batch.js';
import { call, step, talk } from './recorded-talk.js';

const folder = mkdtempSync(join(tmpdir(), 'edict-bridge-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Counting batches, and those that were made. */
function counting(): Offers & { made: Batch[] } {
  const made: Batch[] = [];
  return {
    made,
    names: () => ['counting'],
    open(environment, options) {
      if (environment !== 'counting')
        throw new EdictError('unknown-environment', `there is no environment ${environment}`, environment);
      const offer = offerCounting(options);
      return {
        ...offer,
        create(buffer) {
          const batch = offer.create(buffer);
          made.push(batch);
          return batch;
        },
      };
    },
  };
}

const open = (options: BatchOptions): Buffer => call({ do: 'open', environment: 'counting', options });
const createInline = call({ do: 'create', transport: 'inline', file: -1, log: null });

/** Actions of two instances of two agents with three heads. */
function actions(first: number, others = 1): Uint8Array {
  return new Uint8Array(Int32Array.from({ length: 12 }, (_, index) => (index === 0 ? first : others)).buffer);
}

function stretch({ memory }: { memory: ArrayBuffer | SharedArrayBuffer }, { start, end }: Stretch): Buffer {
  return Buffer.from(new Uint8Array(memory).slice(start, end));
}

describe('a bridge that carries views inline', () => {
  it('tells the shape and the layout, and sends what each command changes', () => {
    const offers = counting();
    const answers = talk(offers, [
      open({ instances: 2 }),
      createInline,
      call({ do: 'reset', seed: 4, mask: null }, actions(0, 0)),
      step(actions(1)),
      call({ do: 'hash', instance: 1 }, actions(1)),
    ]);
    expect(answers.result()).toMatchObject({
      value: { protocol: protocol.version, shape: countingShape },
      views: false,
    });
    const made = answers.result();
    const expected = offerCounting({ instances: 2 }).create(undefined);
    const layout = layoutOf(expected);
    expect(made).toMatchObject({
      value: { instances: 2, agents: 2, places: layout.places, outputs: layout.outputs },
      views: false,
    });
    expected.reset(4);
    expect(answers.result()).toEqual({ value: null, views: true });
    expect(answers.bytes(layout.all.end - layout.all.start)).toEqual(stretch(layout, layout.all));
    expected.actions.fill(1);
    expected.step();
    expect(answers.byte()).toBe(protocol.done);
    expect(answers.bytes(layout.outputs.end - layout.outputs.start)).toEqual(stretch(layout, layout.outputs));
    expect(answers.result()).toEqual({ value: '5:0:1:6:0', views: false });
    expect(answers.rest).toBe(0);
  });

  it('takes and gives what is too large for a frame after it, and sends a byte back', () => {
    const batch = offerCounting({ instances: 2 }).create(undefined);
    batch.reset(4);
    batch.actions.fill(1);
    batch.step();
    const layout = layoutOf(batch);
    const saved = batch.save();
    const given = Buffer.concat([call({ do: 'load', bytes: saved.length }), saved, actions(0, 0)]);
    const answers = talk(counting(), [
      open({ instances: 2 }),
      createInline,
      given,
      Buffer.from([protocol.ping]),
      call({ do: 'save' }, actions(0, 0)),
      call({ do: 'hash', instance: 1 }, actions(0, 0)),
    ]);
    answers.result();
    expect(answers.result()).toMatchObject({ value: { transport: 'inline' } });
    expect(answers.result()).toEqual({ value: null, views: true });
    answers.bytes(layout.outputs.start);
    expect(answers.bytes(layout.outputs.end - layout.outputs.start)).toEqual(stretch(layout, layout.outputs));
    answers.bytes(layout.all.end - layout.outputs.end);
    expect(answers.byte()).toBe(protocol.ping);
    expect(answers.result()).toEqual({ value: null, views: false, bytes: saved.length });
    expect(answers.bytes(saved.length)).toEqual(Buffer.from(saved));
    expect(answers.result()).toEqual({ value: '5:0:1:6:0', views: false });
    expect(answers.rest).toBe(0);
  });

  it('sends final observations only after a step in which episodes ended', () => {
    const options: BatchOptions = { instances: 2, autoreset: 'same-step' };
    const answers = talk(counting(), [
      open(options),
      createInline,
      call({ do: 'reset', seed: 0, mask: null }, actions(0)),
      ...[1, 2, 3].map(() => step(actions(1))),
    ]);
    answers.result();
    answers.result();
    const expected = offerCounting(options).create(undefined);
    const layout = layoutOf(expected);
    expected.reset(0);
    expected.actions.fill(1);
    answers.result();
    answers.bytes(layout.all.end - layout.all.start);
    const outputs = layout.outputs.end - layout.outputs.start;
    for (let turn = 0; turn < 2; turn++) {
      expected.step();
      expect(answers.byte()).toBe(protocol.done);
      answers.bytes(outputs);
    }
    expected.step();
    expect(answers.byte()).toBe(protocol.ended);
    expect(answers.bytes(outputs)).toEqual(stretch(layout, layout.outputs));
    expect(answers.bytes(layout.finals.end - layout.finals.start)).toEqual(stretch(layout, layout.finals));
    expect(expected.finalObservations.some((value) => value !== 0)).toBe(true);
    expect(answers.rest).toBe(0);
  });
});

describe('a bridge to a shared file', () => {
  it('reads actions from it and writes views to it, at the places that they have in memory', () => {
    const file = openSync(join(folder, 'shared'), 'w+');
    const expected = offerCounting({ instances: 2 });
    ftruncateSync(file, expected.bytes);
    writeSync(file, actions(1), 0, 48, 0);
    const answers = talk(counting(), [
      open({ instances: 2 }),
      call({ do: 'create', transport: 'file', file, log: null }),
      call({ do: 'reset', seed: 6, mask: null }),
      step(),
      call({ do: 'fork', from: 0, to: [1] }),
      step(),
    ]);
    closeSync(file);
    for (const result of [answers.result(), answers.result(), answers.result()]) expect(result).toHaveProperty('value');
    expect([answers.byte(), answers.result(), answers.byte(), answers.rest]).toEqual([
      protocol.done,
      { value: null, views: true },
      protocol.done,
      0,
    ]);
    const batch = expected.create(undefined);
    batch.reset(6);
    batch.actions.fill(1);
    batch.step();
    batch.fork(0, [1]);
    batch.step();
    const { memory } = layoutOf(batch);
    expect(readFileSync(join(folder, 'shared'))).toEqual(Buffer.from(new Uint8Array(memory)));
  });

  it('says where the file is too short', () => {
    const file = openSync(join(folder, 'short'), 'w+');
    expect(() =>
      talk(counting(), [open({}), call({ do: 'create', transport: 'file', file, log: null }), step()]),
    ).toThrow(/shared file ends at byte 0, but 24 bytes/);
    closeSync(file);
  });
});

describe('errors', () => {
  it('are answers, and the session goes on', () => {
    const answers = talk(counting(), [
      call({ do: 'hash', instance: 0 }),
      call({ do: 'open', environment: 'other', options: {} }),
      createInline,
      open({ instances: 2 }),
      createInline,
      step(actions(0)),
      call({ do: 'reset', seed: 1, mask: null }, actions(0)),
    ]);
    expect(answers.error()).toEqual({
      code: 'bad-request',
      message: 'edict: hash needs a batch, and none is made yet',
      culprit: null,
    });
    expect(answers.error()).toEqual({
      code: 'unknown-environment',
      message: 'edict: there is no environment other',
      culprit: 'other',
    });
    expect(answers.error()).toMatchObject({ code: 'bad-request' });
    answers.result();
    answers.result();
    expect(answers.error()).toMatchObject({ code: 'not-reset' });
    expect(answers.result()).toEqual({ value: null, views: true });
  });

  it('that are no errors of Edict say so, with the stack among the last words', () => {
    const words = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const answers = talk(counting(), [
      open({ instances: 2 }),
      createInline,
      call({ do: 'reset', seed: 1, mask: null }, actions(0)),
      step(actions(faults.crash)),
    ]);
    answers.result();
    answers.result();
    answers.result();
    answers.bytes(
      answers.rest - 5 - Buffer.byteLength(JSON.stringify({ code: 'internal', message: internal, culprit: null })),
    );
    expect(answers.error()).toEqual({ code: 'internal', message: internal, culprit: null });
    expect(words.mock.calls).toEqual([[expect.stringMatching(/^TypeError: no such thing\n +at /)]]);
  });

  it('of memory that is not there say what to do', () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const offers: Offers = {
      names: () => [],
      open: () => ({
        shape: countingShape,
        bytes: 2 ** 60,
        create: () => offerCounting({ instances: 2 ** 60 }).create(new ArrayBuffer(2 ** 60)),
      }),
    };
    const answers = talk(offers, [open({}), createInline]);
    answers.result();
    expect(answers.error()).toEqual({
      code: 'out-of-memory',
      message: expect.stringMatching(
        /^edict: there is not enough memory for this batch \(.*\); ask for fewer instances$/,
      ) as string,
      culprit: null,
    });
  });

  it('of a request that is none name it', () => {
    const answers = talk(counting(), [
      open({ instances: 1 }),
      createInline,
      call({ do: 'dance' } as never, new Uint8Array(24)),
    ]);
    answers.result();
    answers.result();
    expect(answers.error()).toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('there is no request "dance"') as string,
    });
  });

  it('of a command that is none end the session: what follows means nothing', () => {
    expect(() => talk(counting(), [Buffer.from('x')])).toThrow(/knows no command 120/);
    expect(() => talk(counting(), [step()])).toThrow(/knows no command 115 here/);
  });
});

const internal = 'edict: something went wrong inside edict itself (no such thing); please report it with what you did';

describe('the end', () => {
  it.each([
    ['between messages', []],
    ['in the midst of a frame', [call({ do: 'names' }).subarray(0, 9)]],
    ['in the midst of actions', [step(actions(0)).subarray(0, 7)]],
  ])('%s closes the batch', (_, last) => {
    const offers = counting();
    talk(offers, [open({ instances: 2 }), createInline, ...last]);
    expect(offers.made).toHaveLength(1);
    expect(() => offers.made[0].step()).toThrow(/closed/);
  });
});
