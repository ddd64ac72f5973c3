import type { MessagePort } from 'node:worker_threads';
import { EdictError, messageOf } from '../kernel/errors.js';
import type { BatchOptions, SourceModule } from './api.js';
import { type EngineRange, type EngineSnapshot, foreignSnapshot } from './engine.js';
import type { LocalEngine } from './local-engine.js';
import type { Settings } from './settings.js';

/**
 * Communication of the batch's thread and its workers: two numbers for each worker in shared memory, a command and a
 * status, on which either side sleeps. A step is only these; other data is sent as a message first.
 */

/** Numbers of each worker: a cache line. */
export const controlLength = 16;

export const control = { command: 0, status: 1, thread: 2 } as const;

export const command = { none: 0, step: 1, takeBack: 2, call: 3, close: 4 } as const;

/** `failed`: the error is a message. */
export const status = { running: 0, done: 1, failed: 2, gone: 3 } as const;

/** Number of looks before sleeping. None, because they would take a processor from working threads. */
const spins = 0;

export interface WorkerData {
  readonly control: SharedArrayBuffer;
  readonly index: number;
  readonly port: MessagePort;
  readonly module: SourceModule;
  /** Fingerprint of the source's content. */
  readonly content: string;
  readonly buffer: SharedArrayBuffer;
  readonly options: Required<Pick<BatchOptions, 'instances' | 'seats'>>;
  readonly play: Omit<Settings, 'buffer' | 'opponents'> & { readonly opponents: 'random' | 'script' };
  readonly range: EngineRange;
}

export interface SentError {
  /** Undefined for errors of other code. */
  readonly code: string | undefined;
  readonly message: string;
  readonly culprit: string | undefined;
  readonly stack: string | undefined;
}

export function sentError(error: unknown): SentError {
  if (error instanceof EdictError)
    return { code: error.code, message: messageOf(error), culprit: error.culprit, stack: undefined };
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return { code: undefined, message, culprit: undefined, stack };
}

export function receivedError({ code, message, culprit, stack }: SentError): Error {
  if (code !== undefined) return new EdictError(code, message, culprit);
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Sleeps while a number has a value, or for so many milliseconds. */
export function waitWhile(numbers: Int32Array, at: number, value: number, milliseconds = Infinity): void {
  for (let i = 0; i < spins; i++) if (Atomics.load(numbers, at) !== value) return;
  Atomics.wait(numbers, at, value, milliseconds);
}

/** An engine for calls from another thread, whose snapshots have numbers. */
export interface Served extends LocalEngine {
  /** Keeps a snapshot, forgets others, and returns its bytes. */
  keep(id: number, dropped: readonly number[]): number;
  goBack(id: number, dropped: readonly number[]): void;
  saveWorld(instance: number): Uint8Array;
}

/** Instances are counted from the first of the engine. */
export interface Call {
  readonly name: keyof Served;
  readonly given: readonly unknown[];
}

export function serve(engine: LocalEngine): Served {
  const snapshots = new Map<number, EngineSnapshot>();
  const drop = (ids: readonly number[]) => {
    for (const id of ids) snapshots.delete(id);
  };
  return {
    ...engine,
    keep(id, dropped) {
      drop(dropped);
      const snapshot = engine.snapshot(snapshots.get(id));
      snapshots.set(id, snapshot);
      return snapshot.bytes;
    },
    goBack(id, dropped) {
      drop(dropped);
      const snapshot = snapshots.get(id);
      if (snapshot === undefined) throw foreignSnapshot();
      engine.restore(snapshot);
    },
    saveWorld: (instance) => engine.world(instance).save(),
  };
}

/** Runs a command without a message. */
export function obey(engine: Served, what: number): void {
  if (what === command.step) engine.step();
  else engine.takeBack();
}

export function answerTo(engine: Served, { name, given }: Call): unknown {
  const method = Reflect.get(engine, name) as (...given: readonly unknown[]) => unknown;
  return method(...given);
}
