import { describe, expect, it } from 'vitest';
import type { BatchOptions, BatchSource } from '../../src/batch/api.js';
import { openBatch } from '../../src/batch/batch.js';
import { bytesOfViews, layoutOfViews, viewAlignment } from '../../src/batch/view-layout.js';
import { shapeOf } from '../../src/ir/environment.js';
import { refusal } from '../support/errors.js';
import { fakeBatch, fakeEnvironment, fakeFactories, fakeProgram, fakeSource } from './fake.js';

const shape = shapeOf(fakeEnvironment());

describe('options of a batch', () => {
  const bad: readonly (readonly [BatchOptions, string])[] = [
    [{ instances: 0 }, 'instances is 0; give a whole number from 1 to 1000000'],
    [{ instances: 1.5 }, 'instances is 1.5; give a whole number from 1 to 1000000'],
    [{ together: 0 }, 'together is 0; give a whole number from 1 to 1000000'],
    [{ workers: -1 }, 'workers is -1; give a whole number from 0 to 1024'],
    [{ autoreset: 'never' as never }, 'autoreset is "never"; give one of next-step, same-step, disabled'],
    [{ seats: 'some' as never }, 'seats is "some"; give one of all, first'],
    [{ opponents: 3 as never }, 'opponents is 3; give one of random, script, or a function'],
    [
      { opponents: () => undefined },
      "opponents is a function, but all agents act through the batch; leave it out, or pass seats: 'first'",
    ],
    [
      { seats: 'first', record: true, opponents: () => undefined },
      "opponents is a function, which a log cannot hold; pass 'random' or 'script', or let seats be 'all' and record what they do",
    ],
    [
      { seats: 'first', workers: 1, opponents: () => undefined },
      "opponents is a function, which workers cannot call; pass 'random' or 'script', or no workers",
    ],
    [{ masked: 'maybe' as never }, 'masked is "maybe"; give one of refuse, ignore'],
    [{ record: 1 as never }, 'record is 1; give true or false'],
    [{ executor: 'fast' as never }, 'executor is "fast"; give one of compiled, reference'],
    [
      { workers: 1 },
      'workers is 1, but the source does not say how a worker makes it again; give it module: { url, export, argument }, or pass no workers',
    ],
    [{ buffer: new Uint8Array(4_096) as never }, 'buffer is an object; give an ArrayBuffer or a SharedArrayBuffer'],
    [
      { buffer: new ArrayBuffer(64) },
      `buffer has 64 bytes, and the views take ${bytesOfViews(shape)}; make it as large as bytesOfViews says`,
    ],
    [{ instance: 4 } as never, 'createBatch knows no option "instance"; did you mean `instances`?'],
    [[] as never, 'createBatch takes an object of options, not a list'],
  ];

  it.each(bad)('are refused: %j', (options, message) => {
    expect(refusal(() => fakeBatch(options))).toMatchObject({ code: 'bad-option', message: `edict: ${message}` });
  });

  it('are refused where the source is none', () => {
    const environment = fakeEnvironment();
    const program = fakeProgram(environment);
    const open = (source: unknown): string => {
      const { code, message } = refusal(() => openBatch(fakeFactories(environment), source as BatchSource));
      return `${code}: ${message}`;
    };
    expect(open(undefined)).toBe(
      'bad-option: edict: the source is undefined; give what openEnvironment returned, or { program, start }',
    );
    expect(open('galaxy-small')).toBe(
      'bad-option: edict: the source is "galaxy-small"; give what openEnvironment returned, or { program, start }',
    );
    expect(open([])).toContain('the source is a list; give');
    expect(open(program)).toBe(
      'bad-option: edict: the source is a program; give { program, start }, start a function that makes the world of a map',
    );
    expect(open({ program, start: () => undefined, stat: 1 })).toContain(
      'a source knows no option "stat"; did you mean `start`?',
    );
    expect(open({ start: () => undefined })).toContain('bad-option: edict: the program of the source is undefined');
    expect(open({ program })).toContain('bad-option: edict: start of the source is undefined; give a function');
    expect(open({ program: { ...program, environment: undefined }, start: () => undefined })).toContain(
      'no-environment: edict: the content declares no environment',
    );
    expect(open({ ...fakeSource(program), module: {} })).toContain(
      'bad-option: edict: module of the source does not say where it is',
    );
    expect(open({ program, start: () => undefined })).toBe(
      'bad-start: edict: no episode can begin on map 0: start gave undefined; let it give the world of the map',
    );
    expect(open({ program, start: () => ({ program: {} }) })).toContain('start gave a world of other content');
  });
});

describe('views', () => {
  it('lie one after the other, each on a line of its own', () => {
    const { places, bytes } = layoutOfViews(shape, { instances: 5, seats: 'first' });
    expect(Object.keys(places)).toEqual([
      'actions',
      'observations',
      'actionMask',
      'reward',
      'terminated',
      'truncated',
      'live',
      'turns',
      'finalObservations',
    ]);
    let end = 0;
    for (const { offset, length, type } of Object.values(places)) {
      expect(offset).toBe(end);
      expect(offset % viewAlignment).toBe(0);
      end = Math.ceil((offset + length * (type === 'u8' ? 1 : 4)) / viewAlignment) * viewAlignment;
    }
    expect(bytes).toBe(end);
    expect(Object.values(places).map(({ length }) => length)).toEqual([10, 15, 30, 5, 5, 5, 5, 5, 15]);
    expect(bytesOfViews(shape, { instances: 5, seats: 'first' })).toBe(bytes);
    expect(bytesOfViews(shape, { instances: 5, seats: 'first', autoreset: 'disabled', workers: 2 })).toBe(bytes);
    expect(refusal(() => bytesOfViews(shape, { instances: 1e8 })).message).toContain('take fewer instances');
  });

  it('are in the memory that a host gives', () => {
    for (const buffer of [new ArrayBuffer(8_192), new SharedArrayBuffer(8_192)]) {
      new Uint8Array(buffer).fill(7);
      const batch = fakeBatch({ instances: 5, buffer });
      const { places, bytes } = layoutOfViews(shape, { instances: 5 });
      expect(batch.actions.every((action) => action === 0)).toBe(true);
      expect(new Uint8Array(buffer)[bytes]).toBe(7);
      batch.reset(1);
      for (const name of Object.keys(places) as (keyof typeof places)[]) {
        expect(batch[name].buffer).toBe(buffer);
        expect([batch[name].byteOffset, batch[name].length]).toEqual([places[name].offset, places[name].length]);
      }
      expect(new Float32Array(buffer, places.observations.offset, 1)[0]).toBe(batch.observations[0]);
    }
  });
});
