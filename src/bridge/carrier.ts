import { readSync, writeSync } from 'node:fs';
import { EdictError } from '../kernel/errors.js';
import type { Channel } from './channel.js';
import { protocol, toldOf } from './protocol.js';
import type { Result, Transport } from './protocol.js';
import type { Stretch, ViewLayout } from './views.js';

/** Brings views from one side of a bridge to the other, with the answers that tell of them. */
export interface Carrier {
  readonly transport: Exclude<Transport, 'shared'>;
  /** What the other side has in its actions comes here. The other views only go there. */
  takeActions(): void;
  /** Outputs of a step, and that it is done; with final observations where episodes ended that begin anew at once. */
  giveStep(ended: boolean): void;
  /** All views where they changed, and the result. */
  giveResult(result: Result): void;
}

/** Both sides see the same memory. */
export function mappedCarrier(channel: Channel): Carrier {
  return {
    transport: 'mapped',
    takeActions() {},
    giveStep: () => channel.writeByte(protocol.done),
    giveResult: (result) => channel.writeFrame(protocol.result, toldOf(result)),
  };
}

/** The other side maps a file in which everything lies as it does here. */
export function fileCarrier(channel: Channel, file: number, layout: ViewLayout): Carrier {
  const actions = bytesAt(layout, layout.actions);
  const outputs = bytesAt(layout, layout.outputs);
  const finals = bytesAt(layout, layout.finals);
  const all = bytesAt(layout, layout.all);
  return {
    transport: 'file',
    takeActions: () => readAt(file, actions, layout.actions.start),
    giveStep(ended) {
      writeAt(file, outputs, layout.outputs.start);
      if (ended) writeAt(file, finals, layout.finals.start);
      channel.writeByte(protocol.done);
    },
    giveResult(result) {
      if (result.views) writeAt(file, all, layout.all.start);
      channel.writeFrame(protocol.result, toldOf(result));
    },
  };
}

/** Nothing is shared: views take the way that commands take. */
export function inlineCarrier(channel: Channel, layout: ViewLayout): Carrier {
  const actions = bytesAt(layout, layout.actions);
  const outputs = bytesAt(layout, layout.outputs);
  const finals = bytesAt(layout, layout.finals);
  const all = bytesAt(layout, layout.all);
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

function bytesAt({ memory }: ViewLayout, { start, end }: Stretch): Uint8Array {
  return new Uint8Array(memory, start, end - start);
}

function readAt(file: number, into: Uint8Array, position: number): void {
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

function writeAt(file: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
