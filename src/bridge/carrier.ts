import { readSync, writeSync } from 'node:fs';
import { EdictError } from '../kernel/errors.js';
import type { Channel } from './channel.js';
import { protocol, toldOf, type Result, type Transport } from './protocol.js';
import type { Batch } from '../batch/api.js';

/** Brings views and answers across a bridge. */
export interface Carrier {
  readonly transport: Exclude<Transport, 'shared'>;
  /** The other side's actions come here; other views only go there. */
  takeActions(): void;
  /** Outputs of a step, with final observations where episodes ended that begin anew at once. */
  giveStep(ended: boolean): void;
  /** All views where they changed, and the result. */
  giveResult(result: Result): void;
}

export function mappedCarrier(channel: Channel): Carrier {
  return {
    transport: 'mapped',
    takeActions() {},
    giveStep: () => channel.writeByte(protocol.done),
    giveResult: (result) => channel.writeFrame(protocol.result, toldOf(result)),
  };
}

/** The other side maps a file that lies as memory does here. */
export function fileCarrier(channel: Channel, file: number, layout: ViewLayout): Carrier {
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
      channel.writeFrame(protocol.result, toldOf(result));
    },
  };
}

/** Views take the way that commands take. */
export function inlineCarrier(channel: Channel, layout: ViewLayout): Carrier {
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
      channel.writeFrame(protocol.result, toldOf(result));
      if (result.views) channel.write(all);
    },
  };
}

function bytesIn({ memory, actions, outputs, finals, all }: ViewLayout) {
  const bytesAt = ({ start, end }: Stretch): Uint8Array => new Uint8Array(memory, start, end - start);
  return { actions: bytesAt(actions), outputs: bytesAt(outputs), finals: bytesAt(finals), all: bytesAt(all) };
}

/** Bytes have the place in the file that they have in memory. */
function readAt(file: number, into: Uint8Array): void {
  const position = into.byteOffset;
  let done = 0;
  while (done < into.length) {
    const count = readSync(file, into, done, into.length - done, position + done);
    if (count === 0)
      throw new EdictError(
        'short-file',
        `the shared file ends at byte ${position + done}, but ${into.length} bytes from ${position} on were expected`,
      );
    done += count;
  }
}

function writeAt(file: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, bytes.byteOffset + done);
}

/** By the names that the other side gives them. */
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

/** A stretch of memory in bytes. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

type View = Int32Array | Float32Array | Uint8Array;

type ViewLayout = ReturnType<typeof layoutOf>;

/** Where the views of a batch lie in the memory that all of them share, in bytes. */
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
  const {
    actions,
    finalObservations: finals,
    observations,
    actionMask,
    reward,
    terminated,
    truncated,
    live,
    turns,
  } = batch;
  const outputs = [observations, actionMask, reward, terminated, truncated, live, turns];
  return {
    memory,
    places,
    actions: stretchOf(actions),
    // What every step writes.
    outputs: stretchOf(...outputs),
    // What few steps write.
    finals: stretchOf(finals),
    all: stretchOf(actions, finals, ...outputs),
  };
}

function typeOf(view: View): 'i32' | 'f32' | 'u8' {
  return view instanceof Int32Array ? 'i32' : view instanceof Float32Array ? 'f32' : 'u8';
}

/** From the start of the first to the end of the last. */
function stretchOf(...views: readonly View[]): Stretch {
  return {
    start: Math.min(...views.map(({ byteOffset }) => byteOffset)),
    end: Math.max(...views.map(({ byteOffset, byteLength }) => byteOffset + byteLength)),
  };
}
