import { readSync, writeSync } from 'node:fs';
import { fill } from '../files/read-file.js';
import { writeAll } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';

export class ChannelEndedError extends EdictError {
  constructor() {
    super('channel-ended', 'the process at the other end of the bridge has ended in the midst of a message');
    this.name = 'ChannelEndedError';
  }
}

/** Larger ones are no frames. */
const longestFrame = 1 << 28;

export type Channel = ReturnType<typeof openChannel>;

/** Over two file descriptors, which may be one. All calls block. */
export function openChannel(from: number, to: number) {
  // Kept, so that a step allocates nothing.
  const incoming = new Uint8Array(1);
  const outgoing = new Uint8Array(1);

  /** Fills all of it. */
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
