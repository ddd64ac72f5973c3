import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { EdictError } from '../kernel/errors.js';
import { type Engine, type EngineRange, type EngineSnapshot, rangeOf } from './engine.js';
import {
  type Call,
  type SentError,
  type Served,
  type WorkerData,
  answerTo,
  command,
  control,
  controlLength,
  obey,
  receivedError,
  serve,
  status,
  waitWhile,
} from './worker-channel.js';
import { loadWorld } from '../world.js';
import type { BatchSource, SourceModule } from './api.js';
import type { Lent, LocalEngine } from './local-engine.js';
import type { Settings } from './settings.js';

/** Milliseconds: for a worker to start, and between checks of a silent one. */
const patience = { start: 60_000, look: 1_000 } as const;

/** A worker; its first outcome tells whether it is ready. `data`: all but its port. */
function workerRunner(data: Omit<WorkerData, 'port'>): RangeRunner {
  const { range, index } = data;
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(workerAddress(), {
    workerData: { ...data, port: port2 } satisfies WorkerData,
    transferList: [port2],
    name: `edict batch ${index}`,
    execArgv: flagsForThreads(process.execArgv),
  });
  // Neither keeps the process alive, closed or not; whoever waits for a worker notices its end.
  worker.unref();
  worker.on('error', () => undefined);
  port.unref();
  const numbers = new Int32Array(data.control, index * controlLength * Int32Array.BYTES_PER_ELEMENT, controlLength);
  let deadline = Date.now() + patience.start;
  return {
    range,
    send(given) {
      sendCommand(numbers, given);
    },
    ask(call) {
      port.postMessage(call);
      sendCommand(numbers, command.call);
    },
    outcome() {
      const found = waitFor(numbers, deadline);
      if (found === status.failed) return receivedError(receiveMessageOnPort(port)?.message as SentError);
      if (found === status.gone) return endedError(range, deadline !== Infinity);
      deadline = Infinity;
      return undefined;
    },
    answer: () => receiveMessageOnPort(port)?.message as unknown,
    close() {
      sendCommand(numbers, command.close);
      port.close();
      void worker.terminate();
    },
  };
}

function endedError({ first, count }: EngineRange, isStarting: boolean): EdictError {
  const why = isStarting
    ? ` before it was ready, or was not within ${patience.start / 1_000} seconds; see what the module of the source does when it is imported`
    : ', for lack of memory or by process.exit; close the batch and make a new one, with fewer instances or more memory';
  return new EdictError('worker-gone', `the worker of instances ${first} to ${first + count - 1} has ended${why}`);
}

/** Threads get Node's flags, except a program given there. */
function flagsForThreads(flags: readonly string[]): string[] {
  return flags.filter(
    (flag, i) =>
      !/^(?:-e|-p|-pe|--eval|--print)$/.test(flags[i - 1] ?? '') &&
      !/^(?:-e|-p|-pe|--eval|--print|--input-type)(?:=|$)/.test(flag),
  );
}

/** Next to this module, compiled or bundled like it. */
function workerAddress(): URL {
  const address = new URL(import.meta.url.replace(/[^/]*(\.[^./]+)$/, 'worker$1'));
  if (!existsSync(fileURLToPath(address)))
    throw new EdictError(
      'no-worker',
      `there is no ${fileURLToPath(address)}, which workers run; put it beside the module, or pass no workers`,
    );
  return address;
}

function sendCommand(numbers: Int32Array, what: number): void {
  // A wait for a lost thread would never end on systems that do not list threads.
  if (Atomics.load(numbers, control.status) === status.gone) return;
  Atomics.store(numbers, control.status, status.running);
  Atomics.store(numbers, control.command, what);
  Atomics.notify(numbers, control.command);
}

/** Sleeps until a worker is done. Returns its status. */
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

/** A thread that ran out of memory goes silent; a system that lists threads no longer lists it. */
function isThreadGone(thread: number): boolean {
  return thread !== 0 && existsSync('/proc/self/task') && !existsSync(`/proc/self/task/${thread}`);
}

/**
 * Runs a range of the instances. A command runs before `outcome`, in parallel with those of others; no other may be
 * given meanwhile.
 */
interface RangeRunner {
  readonly range: EngineRange;
  /** A command of `worker-channel.ts` without a message. */
  send(command: number): void;
  ask(call: Call): void;
  /** Waits. Returns the error of a failed command, or undefined. */
  outcome(): Error | undefined;
  /** Of the last call that succeeded. */
  answer(): unknown;
  close(): void;
}

function throwFirst(errors: readonly (Error | undefined)[]): void {
  const error = errors.find((each) => each !== undefined);
  if (error !== undefined) throw error;
}

interface PoolParts {
  readonly source: BatchSource;
  readonly module: SourceModule;
  readonly settings: Settings;
  readonly opponents: 'random' | 'script';
  readonly buffer: SharedArrayBuffer;
  readonly capacity: number;
  readonly ownEngine: (range: EngineRange) => LocalEngine;
}

interface PoolSnapshot extends EngineSnapshot {
  bytes: number;
  readonly id: number;
}

/** This thread and workers. Waits until all are ready. If one fails to start, ends all and throws its error. */
export function createWorkerPool(parts: PoolParts): Engine {
  const runners = openRunners(parts);
  /** Discarded snapshots, whose memory workers can free. */
  const dropped: number[] = [];
  let nextSnapshot = 1;
  const forgotten = new FinalizationRegistry<number>((id) => {
    dropped.push(id);
  });
  const own = (instance: number) =>
    runners.find(({ range: { first, count } }) => instance < first + count) ?? runners[0];
  return {
    prove(beginnings) {
      callAll(runners, 'prove', (range) => [partOf(beginnings, range)]);
    },
    reset(beginnings) {
      callAll(runners, 'reset', (range) => [partOf(beginnings, range)]);
    },
    step() {
      stepAll(runners);
    },
    takeBack() {
      throwFirst(takeBack(runners));
    },
    snapshot(into) {
      const snapshot = (into as PoolSnapshot | undefined) ?? { bytes: 0, id: nextSnapshot++ };
      const gone = dropped.splice(0);
      const bytes = callAll(runners, 'keep', () => [snapshot.id, gone]);
      snapshot.bytes = bytes.reduce((sum, each) => sum + each, 0);
      if (into === undefined) forgotten.register(snapshot, snapshot.id);
      return snapshot;
    },
    restore(snapshot) {
      const gone = dropped.splice(0);
      callAll(runners, 'goBack', () => [(snapshot as PoolSnapshot).id, gone]);
    },
    save: () => callAll(runners, 'save', () => []).flat(),
    load(saved) {
      callAll(runners, 'load', (range) => [partOf(saved, range)]);
    },
    start: () => call(runners[0], 'start'),
    fork(from, to) {
      forkAcross(runners, own(from), from, to);
    },
    hash(instance) {
      const runner = own(instance);
      return call(runner, 'hash', instance - runner.range.first);
    },
    world(instance) {
      const { source, capacity } = parts;
      const runner = own(instance);
      const saved = call(runner, 'saveWorld', instance - runner.range.first);
      const world = loadWorld(source.program, saved, { strict: true, reserve: { objects: capacity } });
      for (const system of source.systems ?? []) world.addSystem(system);
      return world;
    },
    close() {
      closeAll(runners);
    },
  };
}

function partOf<Item>(list: readonly Item[], { first, count }: EngineRange): readonly Item[] {
  return list.slice(first, first + count);
}

function openRunners({ source, module, settings, opponents, buffer, ownEngine }: PoolParts): readonly RangeRunner[] {
  const { workers, instances, buffer: _given, ...others } = settings;
  const shared = new SharedArrayBuffer(workers * controlLength * Int32Array.BYTES_PER_ELEMENT);
  const play = { ...others, instances, workers, opponents };
  const runners: RangeRunner[] = [];
  try {
    for (let index = 1; index < workers; index++)
      runners.push(
        workerRunner({
          control: shared,
          index,
          module,
          content: source.program.fingerprint,
          buffer,
          options: { instances, seats: settings.seats },
          play,
          range: rangeOf(index, workers, instances),
        }),
      );
    // Meanwhile, workers start.
    const own = rangeOf(0, workers, instances);
    runners.unshift(ownRunner(ownEngine(own), own));
    throwFirst(runners.map((runner) => runner.outcome()));
  } catch (error) {
    closeAll(runners);
    throw error;
  }
  return runners;
}

/** All or none: undoes finished steps if another fails. */
function stepAll(runners: readonly RangeRunner[]): void {
  let errors: (Error | undefined)[] | undefined;
  // Workers first: they wake up while this thread does its part.
  for (let i = runners.length - 1; i >= 0; i--) runners[i].send(command.step);
  for (let i = 0; i < runners.length; i++) {
    const error = runners[i].outcome();
    if (error !== undefined) (errors ??= [])[i] = error;
  }
  if (errors === undefined) return;
  const failed = errors;
  const done = runners.filter((_, i) => failed[i] === undefined);
  throwFirst([...takeBack(done), ...failed]);
}

function takeBack(runners: readonly RangeRunner[]): readonly (Error | undefined)[] {
  for (const runner of runners) runner.send(command.takeBack);
  return runners.map((runner) => runner.outcome());
}

/** In parallel. Returns the answers, or throws the first error. */
function callAll<Name extends keyof Served>(
  runners: readonly RangeRunner[],
  name: Name,
  givenFor: (range: EngineRange) => Parameters<Served[Name]>,
): readonly ReturnType<Served[Name]>[] {
  for (const runner of runners) runner.ask({ name, given: givenFor(runner.range) });
  const errors = runners.map((runner) => runner.outcome());
  const answers = runners.map((runner, i) => (errors[i] === undefined ? runner.answer() : undefined));
  throwFirst(errors);
  return answers as readonly ReturnType<Served[Name]>[];
}

function call<Name extends keyof Served>(
  runner: RangeRunner,
  name: Name,
  ...given: Parameters<Served[Name]>
): ReturnType<Served[Name]> {
  return callAll([runner], name, () => given)[0];
}

/** A worker copies its own instances, and lends them to others. */
function forkAcross(runners: readonly RangeRunner[], source: RangeRunner, from: number, to: readonly number[]): void {
  const here = from - source.range.first;
  let lent: Lent | undefined;
  for (const runner of runners) {
    const { first, count } = runner.range;
    const own = to
      .filter((instance) => instance >= first && instance < first + count)
      .map((instance) => instance - first);
    // The worker that has it checks whether it can be copied.
    if (runner === source) call(runner, 'fork', here, own);
    else if (own.length > 0) call(runner, 'borrow', (lent ??= call(source, 'lend', here)), own);
  }
}

function closeAll(runners: readonly RangeRunner[]): void {
  for (const runner of runners) runner.close();
}

/** The thread of a batch as a runner: it works during the wait, in parallel with others. */
function ownRunner(engine: LocalEngine, range: EngineRange): RangeRunner {
  const served = serve(engine);
  let ordered: number = command.none;
  let asked: Call | undefined;
  let answer: unknown;
  return {
    range,
    send(given) {
      ordered = given;
    },
    ask(call) {
      ordered = command.call;
      asked = call;
    },
    outcome() {
      const what = ordered;
      ordered = command.none;
      answer = undefined;
      try {
        if (what === command.call && asked !== undefined) answer = answerTo(served, asked);
        else if (what !== command.none) obey(served, what);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    },
    answer: () => answer,
    close() {
      engine.close();
    },
  };
}
