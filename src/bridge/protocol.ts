import type { BatchLog, BatchOptions } from '../batch/api.js';
import { readSync, writeSync } from 'node:fs';
import { fill } from '../files/read-file.js';
import { writeAll } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';

/**
 * The messages between the two sides of a bridge. Every command is one byte, every answer begins with one; a frame
 * follows `call`, `result` and `error`: u32 length, little-endian, then JSON in UTF-8. The bytes of `load` follow the
 * frame of the call, and those of a result with `bytes` follow its frame. Without shared memory, views follow in memory
 * order: the actions after `step` and after the frame of a call (once there is a batch), the outputs after `done` and
 * `ended`, then after `ended` the final observations, and all views after the frame of a `result` that says that they
 * changed.
 */
export const protocol = {
  version: 2,
  step: 0x73,
  call: 0x63,
  /** Returned unchanged, to measure the bridge. */
  ping: 0x70,
  done: 0x2e,
  /** Done, with final observations: in same-step mode only. */
  ended: 0x2b,
  result: 0x72,
  error: 0x65,
} as const;

export type Transport =
  /** The first possible of the next two. */
  | 'shared'
  /** Both sides map the same file. */
  | 'mapped'
  /** The other side maps a file, which this one reads and writes. */
  | 'file'
  /** Through the channel of the commands. */
  | 'inline';

export interface Result {
  readonly value: unknown;
  /** True if the views have changed: the batch was reset, restored or forked. */
  readonly views: boolean;
  /** Sent after the views. */
  readonly bytes?: Uint8Array;
}

export function resultFrame({ value, views, bytes }: Result): unknown {
  return { value, views, bytes: bytes?.length };
}

export type Request =
  | { readonly do: 'names' }
  /** Finds an environment and returns its sizes. */
  | { readonly do: 'open'; readonly environment: string; readonly options: BatchOptions }
  /** `file` must be at least as long as `open` returned. Replays a log. */
  | { readonly do: 'create'; readonly transport: Transport; readonly file: number; readonly log: BatchLog | null }
  | {
      readonly do: 'reset';
      readonly seed: number | readonly (number | null)[] | null;
      readonly mask: readonly number[] | null;
    }
  | { readonly do: 'look' }
  | { readonly do: 'snapshot' }
  | { readonly do: 'restore'; readonly snapshot: number }
  | { readonly do: 'release'; readonly snapshot: number }
  /** `load`: bytes after the frame. */
  | { readonly do: 'save' }
  | { readonly do: 'load'; readonly bytes: number }
  | { readonly do: 'fork'; readonly from: number; readonly to: readonly number[] }
  | { readonly do: 'hash'; readonly instance: number }
  | { readonly do: 'log' };

export class ChannelEndedError extends EdictError {
  constructor() {
    super('channel-ended', 'the process at the other end of the bridge has ended in the midst of a message');
    this.name = 'ChannelEndedError';
  }
}

/** Larger frames are refused. */
const longestFrame = 1 << 28;

export type Channel = ReturnType<typeof openChannel>;

/** Over two file descriptors, which may be one. All calls block. */
export function openChannel(from: number, to: number) {
  // Kept, so that a step allocates nothing.
  const incoming = new Uint8Array(1);
  const outgoing = new Uint8Array(1);

  const read = (into: Uint8Array) => {
    if (fill(from, into) < into.length) throw new ChannelEndedError();
  };
  const write = (bytes: Uint8Array) => writeAll(to, bytes);
  return {
    /** The next byte; -1 when the other side is gone. */
    readByte: (): number => (readSync(from, incoming, 0, 1, null) === 0 ? -1 : incoming[0]),
    read,
    readFrame(): unknown {
      const head = Buffer.alloc(4);
      read(head);
      const length = head.readUInt32LE(0);
      if (length > longestFrame)
        throw new EdictError(
          'bad-frame',
          `a frame of ${length} bytes is longer than any that is sent (${longestFrame})`,
        );
      const body = Buffer.alloc(length);
      read(body);
      return JSON.parse(body.toString('utf8')) as unknown;
    },
    writeByte(byte: number): void {
      outgoing[0] = byte;
      writeSync(to, outgoing, 0, 1, null);
    },
    write,
    writeFrame(byte: number, value: unknown): void {
      const body = Buffer.from(JSON.stringify(value), 'utf8');
      const head = Buffer.alloc(5);
      head[0] = byte;
      head.writeUInt32LE(body.length, 1);
      write(Buffer.concat([head, body]));
    },
  };
}
