import { fill } from '../files/read-file.js';
import { writeAll } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';
import { type Channel, type Request, type Result, type Transport, protocol, resultFrame } from './protocol.js';
import type { Batch, BatchSnapshot } from '../batch/api.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Offer, Offers } from './offer.js';

interface Carrier {
  readonly transport: Exclude<Transport, 'shared'>;
  takeActions(): void;
  /** Includes final observations if episodes ended that restart at once. */
  giveStep(ended: boolean): void;
  /** The result, with all views if they changed. */
  giveResult(result: Result): void;
}

function mappedCarrier(channel: Channel): Carrier {
  return {
    transport: 'mapped',
    takeActions() {},
    giveStep: () => channel.writeByte(protocol.done),
    giveResult: (result) => channel.writeFrame(protocol.result, resultFrame(result)),
  };
}

/** The file has the layout of memory. */
function fileCarrier(channel: Channel, file: number, layout: ViewLayout): Carrier {
  const { actions, outputs, finals, all } = bytesIn(layout);
  return {
    transport: 'file',
    takeActions: () => readAt(file, actions),
    giveStep(ended) {
      writeAt(file, outputs);
      if (ended) writeAt(file, finals);
      channel.writeByte(protocol.done);
    },
    giveResult(result) {
      if (result.views) writeAt(file, all);
      channel.writeFrame(protocol.result, resultFrame(result));
    },
  };
}

function inlineCarrier(channel: Channel, layout: ViewLayout): Carrier {
  const { actions, outputs, finals, all } = bytesIn(layout);
  return {
    transport: 'inline',
    takeActions: () => channel.read(actions),
    giveStep(ended) {
      channel.writeByte(ended ? protocol.ended : protocol.done);
      channel.write(outputs);
      if (ended) channel.write(finals);
    },
    giveResult(result) {
      channel.writeFrame(protocol.result, resultFrame(result));
      if (result.views) channel.write(all);
    },
  };
}

function bytesIn({ memory, actions, outputs, finals, all }: ViewLayout) {
  const bytesAt = ({ start, end }: Stretch) => new Uint8Array(memory, start, end - start);
  return { actions: bytesAt(actions), outputs: bytesAt(outputs), finals: bytesAt(finals), all: bytesAt(all) };
}

/** Files and memory have equal offsets. */
function readAt(file: number, into: Uint8Array): void {
  const { length, byteOffset } = into;
  const done = fill(file, into, byteOffset);
  if (done < length)
    throw new EdictError(
      'short-file',
      `the shared file ends at byte ${byteOffset + done}, but ${length} bytes from ${byteOffset} on were expected`,
    );
}

function writeAt(file: number, bytes: Uint8Array): void {
  writeAll(file, bytes, bytes.byteOffset);
}

const viewNames = {
  actions: 'actions',
  observations: 'observations',
  actionMask: 'action_mask',
  reward: 'reward',
  terminated: 'terminated',
  truncated: 'truncated',
  live: 'live',
  finalObservations: 'final_observations',
  turns: 'turns',
} as const;

/** In bytes. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

type View = Int32Array | Float32Array | Uint8Array;

type ViewLayout = ReturnType<typeof layoutOf>;

/** In bytes of the memory that all views share. */
export function layoutOf(batch: Batch) {
  const memory = batch.actions.buffer;
  const places = Object.entries(viewNames).map(([key, name]) => {
    const view = batch[key as keyof typeof viewNames];
    if (view.buffer !== memory)
      throw new EdictError(
        'scattered-views',
        `a bridge needs all views of a batch in one buffer, but ${name} lies in another than actions`,
        name,
      );
    return { name, type: typeOf(view), offset: view.byteOffset, length: view.length };
  });
  const { actions, finalObservations: finals } = batch;
  const { observations, actionMask, reward, terminated, truncated, live, turns } = batch;
  const outputs = [observations, actionMask, reward, terminated, truncated, live, turns];
  return {
    memory,
    places,
    actions: stretchOf(actions),
    // Outputs of every step.
    outputs: stretchOf(...outputs),
    // Outputs of few steps.
    finals: stretchOf(finals),
    all: stretchOf(actions, finals, ...outputs),
  };
}

function typeOf(view: View): 'i32' | 'f32' | 'u8' {
  return view instanceof Int32Array ? 'i32' : view instanceof Float32Array ? 'f32' : 'u8';
}

function stretchOf(...views: readonly View[]): Stretch {
  return {
    start: Math.min(...views.map(({ byteOffset }) => byteOffset)),
    end: Math.max(...views.map(({ byteOffset, byteLength }) => byteOffset + byteLength)),
  };
}

/** Koffi is optional. */
interface Foreign {
  load(library: null): { func(declaration: string): (...given: readonly unknown[]) => unknown };
  view(pointer: unknown, length: number): ArrayBuffer;
}

/** PROT_READ, PROT_WRITE and MAP_SHARED are the same on Linux and macOS. */
const readAndWrite = 3;
const shared = 1;

/** The file must be long enough, and stays mapped until the process ends. Throws `no-koffi` without that package. */
export function mapFile(file: number, bytes: number): ArrayBuffer {
  const foreign = loadForeign();
  const address = mapIn(foreign, bytes)(null, bytes, readAndWrite, shared, file, 0);
  // MAP_FAILED is the largest address; koffi 2 gives an object, koffi 3 a number.
  if (address === null || address === -1n || address === 0xffff_ffff_ffff_ffffn) throw cannotMap(bytes);
  return foreign.view(address, bytes);
}

/** Some systems lack mmap. */
function mapIn(foreign: Foreign, bytes: number): (...given: readonly unknown[]) => unknown {
  try {
    return foreign
      .load(null)
      .func('void *mmap(void *address, size_t length, int protection, int flags, int file, int64_t offset)');
  } catch (error) {
    if (error instanceof Error) throw cannotMap(bytes, ` (${error.message.split('\n', 1)[0]})`);
    throw error;
  }
}

function cannotMap(bytes: number, why = ''): EdictError {
  return new EdictError(
    'cannot-map',
    `the shared file of ${bytes} bytes cannot be mapped in Node${why}; leave mapped out, so that it is read and written`,
  );
}

function mappedIfPossible(file: number, bytes: number): ArrayBuffer | undefined {
  try {
    return mapFile(file, bytes);
  } catch (error) {
    if (error instanceof EdictError) return undefined;
    throw error;
  }
}

/** Looks next to the bridge, then in the working folder; both also look in NODE_PATH. */
function loadForeign(): Foreign {
  const reasons: string[] = [];
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(place)('koffi') as Foreign;
    } catch (error) {
      reasons.push((error instanceof Error ? error.message : String(error)).split('\n', 1)[0]);
    }
  }
  throw new EdictError(
    'no-koffi',
    `mapping in Node needs its package koffi, which cannot be loaded (${reasons[0]}); run \`npm install koffi\` in the folder that you start from, let NODE_PATH point to where it is, or leave mapped out`,
    'koffi',
  );
}

export interface Served {
  readonly batch: Batch;
  readonly carrier: Carrier;
  readonly snapshots: Snapshots;
  /** True if episodes restart in the step that ends them; final observations then have their own views. */
  readonly restartsAtOnce: boolean;
}

export type Session = ReturnType<typeof openSession>;

export function openSession(channel: Channel, offers: Offers) {
  let offer: Offer | undefined;
  let restartsAtOnce = false;
  let served: Served | undefined;

  const create = ({ transport, file, log }: Request & { do: 'create' }) => {
    if (offer === undefined || served !== undefined) throw badRequest('a batch is made once, after open');
    const map = transport === 'mapped' ? mapFile : transport === 'shared' ? mappedIfPossible : undefined;
    const mapped = map?.(file, offer.bytes);
    const batch = offer.create(mapped, log ?? undefined);
    const layout = layoutOf(batch);
    if (layout.all.end > offer.bytes)
      throw new EdictError(
        'bad-layout',
        `the views of a batch of ${offer.shape.name} end at byte ${layout.all.end}, but the offer had ${offer.bytes} bytes`,
      );
    const carrier =
      mapped !== undefined
        ? mappedCarrier(channel)
        : transport === 'inline'
          ? inlineCarrier(channel, layout)
          : fileCarrier(channel, file, layout);
    served = { batch, carrier, snapshots: openSnapshots(batch), restartsAtOnce };
    const { instances, agents } = batch;
    const { memory: _memory, ...views } = layout;
    return { transport: carrier.transport, instances, agents, ...views };
  };

  return {
    get served(): Served | undefined {
      return served;
    },
    /** `bytes`: after the request. */
    answer(request: Request, bytes: Uint8Array): Result {
      switch (request.do) {
        case 'names':
          return unchanged(offers.names());
        case 'open':
          offer = offers.open(request.environment, request.options);
          restartsAtOnce = request.options.autoreset === 'same-step';
          return unchanged({ protocol: protocol.version, shape: offer.shape, bytes: offer.bytes });
        case 'create':
          return unchanged(create(request));
        default:
          if (served === undefined) throw badRequest(`${request.do} needs a batch, and none is made yet`);
          return answerOf(served, request, bytes);
      }
    },
  };
}

function answerOf(
  { batch, snapshots }: Served,
  request: Exclude<Request, { do: 'names' | 'open' | 'create' }>,
  bytes: Uint8Array,
): Result {
  switch (request.do) {
    case 'reset':
      batch.reset(request.seed ?? undefined, request.mask === null ? undefined : Uint8Array.from(request.mask));
      return changed;
    case 'look':
      return changed;
    case 'snapshot':
      return unchanged(snapshots.take());
    case 'restore':
      snapshots.restore(request.snapshot);
      return changed;
    case 'release':
      snapshots.release(request.snapshot);
      return unchanged(null);
    case 'save':
      return { ...unchanged(null), bytes: batch.save() };
    case 'load':
      batch.load(bytes);
      return changed;
    case 'fork':
      batch.fork(request.from, request.to);
      return changed;
    case 'hash':
      return unchanged(batch.hash(request.instance));
    case 'log':
      return unchanged(batch.log());
    default:
      throw badRequest(
        `there is no request ${JSON.stringify((request as { do?: unknown }).do)}; both sides of a bridge must be of one version`,
      );
  }
}

export function badRequest(why: string): EdictError {
  return new EdictError('bad-request', why);
}

const changed: Result = { value: null, views: true };

function unchanged(value: unknown): Result {
  return { value, views: false };
}

type Snapshots = ReturnType<typeof openSnapshots>;

export function openSnapshots(batch: Batch) {
  const held = new Map<number, BatchSnapshot>();
  // Never given twice.
  let next = 1;
  // Reused, so that a search allocates nothing.
  let spare: BatchSnapshot | undefined;

  const find = (number: number) => {
    const snapshot = held.get(number);
    if (snapshot !== undefined) return snapshot;
    throw new EdictError(
      'unknown-snapshot',
      `this batch holds no snapshot ${number}: it was released or is of another batch; take one with snapshot()`,
      String(number),
    );
  };
  return {
    take(): { readonly number: number; readonly bytes: number } {
      const snapshot = batch.snapshot(spare);
      spare = undefined;
      const number = next++;
      held.set(number, snapshot);
      return { number, bytes: snapshot.bytes };
    },
    restore: (number: number): void => batch.restore(find(number)),
    release(number: number): void {
      spare = find(number);
      held.delete(number);
    },
  };
}
