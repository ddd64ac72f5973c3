import { readlinkSync } from 'node:fs';
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { EdictError } from '../kernel/errors.js';
import { describe, isObject } from '../kernel/given.js';
import type { BatchSource, SourceModule } from './api.js';
import { type LocalEngine, createLocalEngine } from './local-engine.js';
import { factories } from './factories.js';
import { planOf } from './engine.js';
import { environmentOf } from './settings.js';
import { layoutOfViews, viewsIn } from './view-layout.js';
import {
  type Call,
  type Served,
  type WorkerData,
  answerTo,
  command,
  control,
  controlLength,
  obey,
  sentError,
  serve,
  status,
  waitWhile,
} from './worker-channel.js';

/**
 * The thread of a worker: makes the source again, runs its instances and obeys commands. It never returns to its event
 * loop.
 */

const data = workerData as WorkerData;
const numbers = new Int32Array(data.control, data.index * controlLength * Int32Array.BYTES_PER_ELEMENT, controlLength);
const { port } = data;

// Nobody may wait forever. A failure tells more than the end of a thread.
process.on('exit', () => {
  if (Atomics.load(numbers, control.status) !== status.failed) report(status.gone);
});
Atomics.store(numbers, control.thread, threadNumber());

try {
  const engine = await openEngine();
  report(status.done);
  workFor(serve(engine));
} catch (error) {
  fail(error);
}
port.close();

async function openEngine(): Promise<LocalEngine> {
  const source = await sourceOf(data.module);
  const environment = environmentOf(source);
  if (source.program.fingerprint !== data.content)
    throw new EdictError(
      'bad-source',
      `the export ${data.module.export} of ${data.module.url} gave a source of other content than the batch has; let it give the same`,
    );
  const plan = planOf(environment, data.options.seats);
  const views = viewsIn(layoutOfViews(plan.shape, data.options), data.buffer, data.range);
  return createLocalEngine({ source, environment, plan, play: data.play, range: data.range, views, factories });
}

async function sourceOf({ url, export: name, argument }: SourceModule): Promise<BatchSource> {
  const found = (await import(url)) as Readonly<Record<string, unknown>>;
  const make = found[name];
  if (typeof make !== 'function')
    throw new EdictError(
      'bad-source',
      `the export ${name} of ${url} is ${describe(make)}; let it be a function that gives the source`,
    );
  const source = await (make as (argument: unknown) => unknown)(argument);
  if (!isObject(source))
    throw new EdictError(
      'bad-source',
      `the export ${name} of ${url} gave ${describe(source)}; let it give the source, or a promise of it`,
    );
  return source as BatchSource;
}

/** Number of the thread in the system; 0 if unknown. */
function threadNumber(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

function workFor(engine: Served): void {
  for (;;) {
    waitWhile(numbers, control.command, command.none);
    const given = Atomics.exchange(numbers, control.command, command.none);
    if (given === command.none) continue;
    if (given === command.close) break;
    try {
      if (given === command.call) port.postMessage(answerTo(engine, receiveMessageOnPort(port)?.message as Call));
      else obey(engine, given);
      report(status.done);
    } catch (error) {
      fail(error);
    }
  }
  engine.close();
}

function fail(error: unknown): void {
  port.postMessage(sentError(error));
  report(status.failed);
}

function report(what: number): void {
  Atomics.store(numbers, control.status, what);
  Atomics.notify(numbers, control.status);
}
