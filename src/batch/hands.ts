import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { EdictError } from '../kernel/errors.js';
import type { EngineRange } from './engine.js';
import type { Call } from './engine-calls.js';
import {
  type SentError,
  type WorkerData,
  command,
  control,
  controlLength,
  receivedError,
  status,
  waitWhile,
} from './worker-channel.js';

/** Milliseconds: for a worker to start, and between looks at a silent one. */
const patience = { start: 60_000, look: 1_000 } as const;

/** A worker; its first outcome says whether it is ready. `data`: all but its port. */
export function workerHand(data: Omit<WorkerData, 'port'>): Hand {
  const { range, index } = data;
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(workerAddress(), {
    workerData: { ...data, port: port2 } satisfies WorkerData,
    transferList: [port2],
    name: `edict batch ${index}`,
    execArgv: flagsForThreads(process.execArgv),
  });
  // Neither keeps the process alive, whether anybody closes the batch or not; what happens to a worker is found out by
  // waiting for it.
  worker.unref();
  worker.on('error', () => undefined);
  port.unref();
  const numbers = new Int32Array(data.control, index * controlLength * Int32Array.BYTES_PER_ELEMENT, controlLength);
  let deadline = Date.now() + patience.start;
  return {
    range,
    tell(given) {
      tell(numbers, given);
    },
    ask(call) {
      port.postMessage(call);
      tell(numbers, command.call);
    },
    outcome() {
      const found = waitFor(numbers, deadline);
      if (found === status.failed) return receivedError(receiveMessageOnPort(port)?.message as SentError);
      if (found === status.gone) return gone(range, deadline !== Infinity);
      deadline = Infinity;
      return undefined;
    },
    answer: () => receiveMessageOnPort(port)?.message as unknown,
    close() {
      tell(numbers, command.close);
      port.close();
      void worker.terminate();
    },
  };
}

function gone({ first, count }: EngineRange, isStarting: boolean): EdictError {
  const who = `the worker of instances ${first} to ${first + count - 1} has ended`;
  return isStarting
    ? new EdictError(
        'worker-gone',
        `${who} before it was ready, or was not within ${patience.start / 1_000} seconds; see what the module of the source does when it is imported`,
      )
    : new EdictError(
        'worker-gone',
        `${who}, for lack of memory or by process.exit; close the batch and make a new one, with fewer instances or more memory`,
      );
}

/** What Node was started with goes for its threads, except for a program given there. */
function flagsForThreads(flags: readonly string[]): string[] {
  return flags.filter(
    (flag, i) =>
      !/^(?:-e|-p|-pe|--eval|--print)$/.test(flags[i - 1] ?? '') &&
      !/^(?:-e|-p|-pe|--eval|--print|--input-type)(?:=|$)/.test(flag),
  );
}

/** Beside this module, compiled or bundled like it. */
function workerAddress(): URL {
  const address = new URL(import.meta.url.replace(/[^/]*(\.[^./]+)$/, 'worker$1'));
  if (!existsSync(fileURLToPath(address)))
    throw new EdictError(
      'no-worker',
      `there is no ${fileURLToPath(address)}, which workers run; put it beside the module, or pass no workers`,
    );
  return address;
}

function tell(numbers: Int32Array, what: number): void {
  // A wait for one that has gone would never end where the system does not list threads.
  if (Atomics.load(numbers, control.status) === status.gone) return;
  Atomics.store(numbers, control.status, status.running);
  Atomics.store(numbers, control.command, what);
  Atomics.notify(numbers, control.command);
}

/** Sleeps until a worker is done: its status. */
function waitFor(numbers: Int32Array, deadline: number): number {
  for (;;) {
    const now = Atomics.load(numbers, control.status);
    if (now !== status.running) return now;
    waitWhile(numbers, control.status, status.running, patience.look);
    if (Atomics.load(numbers, control.status) !== status.running) continue;
    if (isThreadGone(numbers[control.thread]))
      Atomics.compareExchange(numbers, control.status, status.running, status.gone);
    else if (deadline !== Infinity && Date.now() > deadline) return status.gone;
  }
}

/** A thread that ran out of memory falls silent, but is missed where the system lists threads. */
function isThreadGone(thread: number): boolean {
  return thread !== 0 && existsSync('/proc/self/task') && !existsSync(`/proc/self/task/${thread}`);
}

/**
 * Runs a range of the instances. What it is told happens before `outcome`, beside what others do; nothing else may be
 * told in between.
 */
export interface Hand {
  readonly range: EngineRange;
  /** A command of `worker-channel.ts` without words. */
  tell(command: number): void;
  /** Something that has an answer. */
  ask(call: Call): void;
  /** Waits: what it has failed with, or undefined. */
  outcome(): Error | undefined;
  /** To the last call that has not failed. */
  answer(): unknown;
  close(): void;
}

export function throwFirst(errors: readonly (Error | undefined)[]): void {
  const error = errors.find((each) => each !== undefined);
  if (error !== undefined) throw error;
}
