import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChannel, protocol, type Request } from '../../src/bridge/protocol.js';
import type { Offers } from '../../src/bridge/offer.js';
import { serve } from '../../src/bridge/serve.js';

/** Commands as the other side sends them. */
export function call(request: Request, views: Uint8Array = new Uint8Array(0)): Buffer {
  const body = Buffer.from(JSON.stringify(request));
  const head = Buffer.alloc(5);
  head[0] = protocol.call;
  head.writeUInt32LE(body.length, 1);
  return Buffer.concat([head, body, views]);
}

export function step(views: Uint8Array = new Uint8Array(0)): Buffer {
  return Buffer.concat([Buffer.from([protocol.step]), views]);
}

/**
 * Serves commands that are all there beforehand, and gives all answers. Files take the place of pipes, because nobody
 * here could read while `serve` waits.
 */
export function talk(offers: Offers, commands: readonly Uint8Array[]): Answers {
  const folder = mkdtempSync(join(tmpdir(), 'edict-bridge-'));
  const [asked, told] = ['asked', 'told'].map((name) => join(folder, name));
  writeFileSync(asked, Buffer.concat(commands));
  const from = openSync(asked, 'r');
  const to = openSync(told, 'w');
  try {
    serve(openChannel(from, to), offers);
    return answersIn(readFileSync(told));
  } finally {
    closeSync(from);
    closeSync(to);
    rmSync(folder, { recursive: true });
  }
}

export interface Answers {
  byte(): number;
  frame(): unknown;
  /** A byte that says what comes, and the frame that it says. */
  result(): unknown;
  error(): unknown;
  bytes(count: number): Buffer;
  readonly rest: number;
}

function answersIn(bytes: Buffer): Answers {
  let at = 0;
  const take = (count: number): Buffer => bytes.subarray(at, (at += count));
  const frame = (): unknown => JSON.parse(take(take(4).readUInt32LE(0)).toString()) as unknown;
  const framed = (kind: number): unknown => {
    const byte = take(1)[0];
    const told = frame();
    if (byte !== kind)
      throw new Error(
        `answered with ${String.fromCharCode(byte)} ${JSON.stringify(told)}, not with ${String.fromCharCode(kind)}`,
      );
    return told;
  };
  return {
    byte: () => take(1)[0],
    frame,
    result: () => framed(protocol.result),
    error: () => framed(protocol.error),
    bytes: take,
    get rest() {
      return bytes.length - at;
    },
  };
}
