import { EdictError } from '../kernel/errors.js';
import { type Channel, ChannelEndedError, openChannel } from './channel.js';
import { type Offer, type Offers, offerOf } from './offer.js';
import { type Request, type Result, protocol, toldOf } from './protocol.js';
import { type Served, type Session, badRequest, openSession } from './session.js';
import type { Batch, BatchOptions, BatchSource } from '../batch/api.js';
import type { EnvironmentShape } from '../ir/environment.js';
import { isMainThread } from 'node:worker_threads';
import { environmentNames, openEnvironment } from '../environments/open-environment.js';

const nothing = new Uint8Array(0);

/** An error of a command is its answer, and the session goes on. */
export function serve(channel: Channel, offers: Offers): void {
  const session = openSession(channel, offers);
  try {
    while (obeyed(channel, session));
  } catch (error) {
    if (!isEnd(error)) throw error;
  } finally {
    session.served?.batch.close();
  }
}

/** False when there will be no other command. */
function obeyed(channel: Channel, session: Session): boolean {
  const command = channel.readByte();
  if (command === -1) return false;
  const { served } = session;
  if (command === protocol.step && served !== undefined) step(channel, served);
  else if (command === protocol.call) call(channel, session);
  else if (command === protocol.ping) channel.writeByte(protocol.ping);
  else throw badRequest(`a bridge knows no command ${command} here; both sides must be of one version`);
  return true;
}

function step(channel: Channel, { batch, carrier, restartsAtOnce }: Served): void {
  carrier.takeActions();
  try {
    batch.step();
  } catch (error) {
    tell(channel, error);
    return;
  }
  carrier.giveStep(restartsAtOnce && (batch.terminated.includes(1) || batch.truncated.includes(1)));
}

function call(channel: Channel, session: Session): void {
  const request = channel.readFrame() as Request;
  const bytes = request.do === 'load' ? new Uint8Array(request.bytes) : nothing;
  channel.read(bytes);
  session.served?.carrier.takeActions();
  let result: Result;
  try {
    result = session.answer(request, bytes);
  } catch (error) {
    tell(channel, error);
    return;
  }
  if (session.served === undefined) channel.writeFrame(protocol.result, toldOf(result));
  else session.served.carrier.giveResult(result);
  if (result.bytes !== undefined) channel.write(result.bytes);
}

/** What is no EdictError is a fault: its stack goes to standard error. */
function tell(channel: Channel, error: unknown): void {
  if (isEnd(error)) throw error;
  if (error instanceof EdictError) {
    channel.writeFrame(protocol.error, { code: error.code, message: error.message, culprit: error.culprit ?? null });
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof Error ? (error.stack ?? text) : text}\n`);
  const isMemory =
    error instanceof RangeError && /allocation failed|Invalid (?:typed )?array (?:buffer )?length/i.test(text);
  const message = isMemory
    ? `there is not enough memory for this batch (${text}); ask for fewer instances`
    : `something went wrong inside edict itself (${text}); please report it with what you did`;
  channel.writeFrame(protocol.error, {
    code: isMemory ? 'out-of-memory' : 'internal',
    message: `edict: ${message}`,
    culprit: null,
  });
}

function isEnd(error: unknown): boolean {
  if (error instanceof ChannelEndedError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ECONNRESET';
}

/** Of Node: major and minor version. */
const oldest = [20, 19] as const;

function isNewEnough(version: string): boolean {
  const [major, minor] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * Serves as a process on the file descriptors that its two arguments name (from, to), which may be one, and ends when
 * there is nobody at the other end.
 */
export function start(offers: Offers): void {
  if (!isNewEnough(process.versions.node)) {
    process.stderr.write(
      `edict: this is Node ${process.versions.node}, but ${oldest.join('.')} or newer is needed; install it and try again\n`,
    );
    process.exit(1);
  }
  // Ctrl-C goes to both sides: the other decides what becomes of the batch.
  process.on('SIGINT', () => {});
  const [from, to] = process.argv.slice(2).map(Number);
  serve(openChannel(from, to), offers);
  // Threads of a batch that do not end are no reason to stay.
  process.exit(0);
}

/** Costs nothing: what a step through the bridge takes is the bridge. */
export const fillName = 'bench:fill';

const shape: EnvironmentShape = {
  name: fillName,
  agents: 1,
  heads: 8,
  choices: new Array<number>(8).fill(4),
  maskSize: 32,
  observationSize: 512,
  turns: 0,
  blocks: [{ name: 'filled', offset: 0, slots: 0, values: Array.from({ length: 512 }, (_, index) => `value${index}`) }],
  orders: [{ name: 'head', head: 0, slots: 8, choices: ['one', 'two', 'three'] }],
};

/** Views lie at whole cache lines. */
const cacheLine = 64;

export function offerFill({ instances = 1 }: BatchOptions): Offer {
  const { heads, observationSize, maskSize } = shape;
  // What goes in, then what comes out of every step, then what comes out of few.
  const sizes = [heads * 4, observationSize * 4, maskSize, 4, 1, 1, 1, 4, observationSize * 4];
  const starts: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    starts.push(bytes);
    bytes = Math.ceil((bytes + instances * size) / cacheLine) * cacheLine;
  }
  return { shape, bytes, create: (buffer = new ArrayBuffer(bytes)) => createFill(instances, starts, buffer) };
}

function createFill(instances: number, starts: readonly number[], buffer: ArrayBuffer | SharedArrayBuffer): Batch {
  const { heads, observationSize, maskSize } = shape;
  const flags = (start: number): Uint8Array => new Uint8Array(buffer, start, instances);
  const views = {
    actions: new Int32Array(buffer, starts[0], instances * heads),
    observations: new Float32Array(buffer, starts[1], instances * observationSize),
    actionMask: new Uint8Array(buffer, starts[2], instances * maskSize),
    reward: new Float32Array(buffer, starts[3], instances),
    terminated: flags(starts[4]),
    truncated: flags(starts[5]),
    live: flags(starts[6]),
    turns: new Int32Array(buffer, starts[7], instances),
    finalObservations: new Float32Array(buffer, starts[8], instances * observationSize),
  };
  const { actions, observations, actionMask, reward, live, turns } = views;
  const refuse = (): never => {
    throw new EdictError('only-steps', `${fillName} can only be reset and stepped: it is there to measure the bridge`);
  };
  return {
    shape,
    instances,
    agents: 1,
    ...views,
    reset() {
      actionMask.fill(1);
      live.fill(1);
      turns.fill(0);
    },
    step() {
      // Enough to see that a step arrived.
      turns[0]++;
      reward[0] = actions[0];
      observations[0] = turns[0];
    },
    snapshot: refuse,
    restore: refuse,
    save: refuse,
    load: refuse,
    fork: refuse,
    hash: refuse,
    world: refuse,
    log: refuse,
    close() {},
  };
}

/** Threads of a batch import this module to make their source, also where it is one file with all that it imports. */
function sourceOf(environment: string): BatchSource {
  return {
    ...openEnvironment(environment),
    module: { url: import.meta.url, export: 'sourceOf', argument: environment },
  };
}

if (isMainThread) {
  start({
    names: () => environmentNames,
    open: (environment, options) =>
      environment === fillName ? offerFill(options) : offerOf(sourceOf(environment), options),
  });
}
