import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from 'node:worker_threads';
import { EdictError } from '../kernel/errors.js';
import { loadWorld } from '../world.js';
import type { BatchSource, SourceModule } from './api.js';
import type { Beginning, Engine, EngineRange, EngineSnapshot } from './engine.js';
import type { Lent } from './local-copies.js';
import type { Settings } from './settings.js';
import { type Call, type SentError, type WorkerData, command, control, controlLength, receivedError, status, waitWhile } from './worker-channel.js';

/** A worker as its batch sees it. */
interface Hand {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly numbers: Int32Array;
  readonly range: EngineRange;
}

/** An engine whose instances are run by workers. */
interface Pool {
  readonly source: BatchSource;
  readonly hands: readonly Hand[];
  readonly capacity: number;
  /** Snapshots that nobody holds any more, whose memory workers can let go of. */
  readonly dropped: number[];
  nextSnapshot: number;
}

export interface PoolParts {
  readonly source: BatchSource;
  readonly module: SourceModule;
  readonly settings: Settings;
  readonly opponents: 'random' | 'script';
  /** That the views lie in. */
  readonly buffer: SharedArrayBuffer;
  readonly capacity: number;
}

interface PoolSnapshot extends EngineSnapshot {
  bytes: number;
  readonly id: number;
}

/** Of a worker that is being started, and of one that is not heard of. */
const patience = { start: 60_000, look: 1_000 } as const;

/** Starts workers and waits until all of them are ready. Throws what is wrong with one, with none left. */
export function createWorkerPool(parts: PoolParts): Engine {
  const pool = openPool(parts);
  const forgotten = new FinalizationRegistry<number>((id) => { pool.dropped.push(id); });
  const { hands } = pool;
  const own = (instance: number): Hand => hands.find(({ range: { first, count } }) => instance < first + count) ?? hands[0];
  const slices = (beginnings: readonly Beginning[]) => ({ range: { first, count } }: Hand): readonly Beginning[] => beginnings.slice(first, first + count);
  return {
    prove(beginnings) {
      const slice = slices(beginnings);
      callAll(hands, (hand) => ({ name: 'prove', beginnings: slice(hand) }));
    },
    reset(beginnings) {
      const slice = slices(beginnings);
      callAll(hands, (hand) => ({ name: 'reset', beginnings: slice(hand) }));
    },
    step() { stepAll(hands); },
    takeBack() {
      for (let i = 0; i < hands.length; i++) tell(hands[i], command.takeBack);
      for (let i = 0; i < hands.length; i++) demandDone(hands[i]);
    },
    snapshot(into) {
      const snapshot = into as PoolSnapshot | undefined ?? { bytes: 0, id: pool.nextSnapshot++ };
      const dropped = pool.dropped.splice(0);
      const bytes = callAll(hands, () => ({ name: 'snapshot', id: snapshot.id, dropped })) as readonly number[];
      snapshot.bytes = bytes.reduce((sum, each) => sum + each, 0);
      if (into === undefined) forgotten.register(snapshot, snapshot.id);
      return snapshot;
    },
    restore(snapshot) {
      const dropped = pool.dropped.splice(0);
      callAll(hands, () => ({ name: 'restore', id: (snapshot as PoolSnapshot).id, dropped }));
    },
    save: () => (callAll(hands, () => ({ name: 'save' })) as readonly (readonly Uint8Array[])[]).flat(),
    load(saved) {
      callAll(hands, ({ range: { first, count } }) => ({ name: 'load', saved: saved.slice(first, first + count) }));
    },
    start: () => call(hands[0], { name: 'start' }) as string,
    fork(from, to) { forkAcross(hands, own(from), from, to); },
    hash: (instance) => call(own(instance), { name: 'hash', instance: instance - own(instance).range.first }) as string,
    world(instance) {
      const saved = call(own(instance), { name: 'saveWorld', instance: instance - own(instance).range.first }) as Uint8Array;
      const world = loadWorld(parts.source.program, saved, { capacity: pool.capacity });
      for (const system of parts.source.systems ?? []) world.addSystem(system);
      return world;
    },
    close() { closeAll(hands); },
  };
}

function openPool({ source, module, settings, opponents, buffer, capacity }: PoolParts): Pool {
  const { workers, instances, buffer: _given, ...others } = settings;
  const shared = new SharedArrayBuffer(workers * controlLength * Int32Array.BYTES_PER_ELEMENT);
  const address = workerAddress();
  const hands: Hand[] = [];
  const play = { ...others, instances, workers, opponents };
  try {
    for (let index = 0; index < workers; index++) {
      const first = Math.floor(instances * index / workers);
      const range = { first, count: Math.floor(instances * (index + 1) / workers) - first };
      const { port1, port2 } = new MessageChannel();
      const data: WorkerData = { control: shared, index, port: port2, module, buffer, options: { instances, seats: settings.seats }, play, range };
      const worker = new Worker(address, { workerData: data, transferList: [port2], name: `edict batch ${index}`, execArgv: flagsForThreads(process.execArgv) });
      // Neither keeps the process alive, whether anybody closes the batch or not; what happens to a worker is found out by waiting for it.
      worker.unref();
      worker.on('error', () => undefined);
      port1.unref();
      hands.push({ worker, port: port1, numbers: new Int32Array(shared, index * controlLength * Int32Array.BYTES_PER_ELEMENT, controlLength), range });
    }
    const deadline = Date.now() + patience.start;
    throwFirst(hands.map((hand) => outcome(hand, deadline)));
  } catch (error) {
    closeAll(hands);
    throw error;
  }
  return { source, hands, capacity, dropped: [], nextSnapshot: 1 };
}

/** What Node was started with goes for its threads, too, but not the program itself, which may be given there. */
function flagsForThreads(flags: readonly string[]): string[] {
  return flags.filter((flag, i) => !/^(?:-e|-p|-pe|--eval|--print)$/.test(flags[i - 1] ?? '') && !/^(?:-e|-p|-pe|--eval|--print|--input-type)(?:=|$)/.test(flag));
}

/** The worker lies beside this module, and is of the same sort: as it was compiled, or as it was bundled. */
function workerAddress(): URL {
  const address = new URL(import.meta.url.replace(/[^/]*(\.[^./]+)$/, 'worker$1'));
  if (!existsSync(fileURLToPath(address))) throw new EdictError('no-worker', `there is no ${fileURLToPath(address)}, which workers run; put it beside the module, or pass no workers`);
  return address;
}

/** All step, or none: those that have are taken back where others fail. */
function stepAll(hands: readonly Hand[]): void {
  let failed = false;
  for (let i = 0; i < hands.length; i++) tell(hands[i], command.step);
  for (let i = 0; i < hands.length; i++) failed = waitFor(hands[i], Infinity) !== status.done || failed;
  if (!failed) return;
  const errors = hands.map((hand) => outcome(hand, Infinity));
  const done = hands.filter((_, i) => errors[i] === undefined);
  for (const hand of done) tell(hand, command.takeBack);
  for (const hand of done) demandDone(hand);
  throwFirst(errors);
}

/** Asks all workers something at the same time: the answers, or the first error. */
function callAll(hands: readonly Hand[], callFor: (hand: Hand) => Call): readonly unknown[] {
  for (const hand of hands) send(hand, callFor(hand));
  const errors = hands.map((hand) => outcome(hand, Infinity));
  const answers = hands.map(({ port }, i) => (errors[i] === undefined ? receiveMessageOnPort(port)?.message : undefined) as unknown);
  throwFirst(errors);
  return answers;
}

function call(hand: Hand, what: Call): unknown {
  return callAll([hand], () => what)[0];
}

function send(hand: Hand, what: Call): void {
  hand.port.postMessage(what);
  tell(hand, command.call);
}

/** Instances of the same worker are copied by it, others get what it gives out. */
function forkAcross(hands: readonly Hand[], source: Hand, from: number, to: readonly number[]): void {
  const here = from - source.range.first;
  let lent: Lent | undefined;
  for (const hand of hands) {
    const { first, count } = hand.range;
    const own = to.filter((instance) => instance >= first && instance < first + count).map((instance) => instance - first);
    // Whether it can be copied at all is said by the worker that has it.
    if (hand === source) call(hand, { name: 'fork', from: here, to: own });
    else if (own.length > 0) call(hand, { name: 'borrow', lent: lent ??= call(source, { name: 'lend', from: here }) as Lent, to: own });
  }
}

function tell({ numbers }: Hand, what: number): void {
  // Whoever waits for one that has gone would wait for ever where the system does not list threads.
  if (Atomics.load(numbers, control.status) === status.gone) return;
  Atomics.store(numbers, control.status, status.running);
  Atomics.store(numbers, control.command, what);
  Atomics.notify(numbers, control.command);
}

/** Sleeps until a worker has done what it was told: its status. */
function waitFor({ numbers }: Hand, deadline: number): number {
  for (;;) {
    const now = Atomics.load(numbers, control.status);
    if (now !== status.running) return now;
    waitWhile(numbers, control.status, status.running, patience.look);
    if (Atomics.load(numbers, control.status) !== status.running) continue;
    if (isThreadGone(numbers[control.thread])) Atomics.compareExchange(numbers, control.status, status.running, status.gone);
    else if (deadline !== Infinity && Date.now() > deadline) return status.gone;
  }
}

/** A thread that ran out of memory says nothing any more, but where the system lists threads it is missed. */
function isThreadGone(thread: number): boolean {
  return thread !== 0 && existsSync('/proc/self/task') && !existsSync(`/proc/self/task/${thread}`);
}

/** What a worker says that it has failed with; undefined where it has not. */
function outcome(hand: Hand, deadline: number): Error | undefined {
  const found = waitFor(hand, deadline);
  if (found === status.done) return undefined;
  if (found === status.failed) return receivedError(receiveMessageOnPort(hand.port)?.message as SentError);
  const { first, count } = hand.range;
  if (deadline !== Infinity) return new EdictError('worker-gone', `the worker of instances ${first} to ${first + count - 1} has ended before it was ready, or was not within ${patience.start / 1_000} seconds; see what the module of the source does when it is imported`);
  return new EdictError('worker-gone', `the worker of instances ${first} to ${first + count - 1} has ended, for lack of memory or by process.exit; close the batch and make a new one, with fewer instances or more memory`);
}

function demandDone(hand: Hand): void {
  throwFirst([outcome(hand, Infinity)]);
}

function throwFirst(errors: readonly (Error | undefined)[]): void {
  const error = errors.find((each) => each !== undefined);
  if (error !== undefined) throw error;
}

function closeAll(hands: readonly Hand[]): void {
  for (const hand of hands) {
    tell(hand, command.close);
    hand.port.close();
    void hand.worker.terminate();
  }
}
