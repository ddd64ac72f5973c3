import { hashBytes } from '../../src/kernel/hash.js';
import type { FileHead } from '../../src/kernel/snapshot.js';

/** A saved file with another head, or other bytes, and a check sum that is right for it: what a forger would make. */
export function forged(
  file: Uint8Array,
  head: (head: FileHead) => FileHead,
  body: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): Uint8Array {
  const buffer = Buffer.from(file);
  const start = buffer.indexOf(10) + 1;
  const end = buffer.indexOf(10, start);
  const bytes = body(Uint8Array.from(buffer.subarray(end + 1)));
  const changed = { ...head(JSON.parse(buffer.subarray(start, end).toString('utf8')) as FileHead), check: '' };
  const check = hashBytes(Buffer.concat([Buffer.from(JSON.stringify(changed)), bytes]));
  return Buffer.concat([buffer.subarray(0, start), Buffer.from(`${JSON.stringify({ ...changed, check })}\n`), bytes]);
}
