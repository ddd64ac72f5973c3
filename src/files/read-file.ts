import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { EdictError } from '../kernel/errors.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import { codeOf, systemWords, whyUnreadable } from './file-failure.js';
import type { NoteRead } from './read-log.js';

/** Bytes: the default limit, also of unpacked files. */
const longestFile = 256_000_000;

/** In UTF-16 units, after an optional byte order mark. */
export function bytesOf(characters: number): number {
  return 3 * (characters + 1);
}

/** For pipes and devices, whose length is unknown. */
const firstChunk = 65_536;
const largestChunk = 16_777_216;

/** Systems refuse more than two gigabytes in one call. */
export const mostAtOnce = 2 ** 30;

/** False stops the reading. */
type Begins = (beginning: Buffer) => boolean;

/**
 * The bytes of a file, a pipe or a device; undefined as soon as there are more than `most`, because some never end.
 * Throws the system's error for an unreadable file.
 */
export function readAtMost(file: string, most: number, begins?: Begins): Buffer | undefined {
  return withOpen(file, 'r', (descriptor) => {
    const status = fstatSync(descriptor);
    const size = status.isFile() ? status.size : 0;
    // One byte more shows the end.
    return size > most ? undefined : readChunks(descriptor, most, size > 0 ? size + 1 : firstChunk, begins);
  });
}

export function withOpen<Result>(file: string, flags: 'r' | 'w', use: (descriptor: number) => Result): Result {
  const descriptor = openSync(file, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readChunks(descriptor: number, most: number, expected: number, begins?: Begins): Buffer | undefined {
  const full: Buffer[] = [];
  let length = 0;
  for (let size = begins === undefined ? expected : firstChunk; ; size = nextSize(size, expected - length)) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(size, most - length + 1));
    const filled = fill(descriptor, chunk);
    length += filled;
    if (length > most) return undefined;
    full.push(chunk.subarray(0, filled));
    if (full.length === 1 && (filled < chunk.length || begins?.(chunk) === false)) return full[0];
    if (filled < chunk.length) return Buffer.concat(full, length);
  }
}

function nextSize(size: number, expected: number): number {
  return expected > 0 ? expected : Math.min(Math.max(2 * size, firstChunk), largestChunk);
}

/**
 * Returns the number of bytes read, less than the room only at the end. `from`: position in the file, else the next.
 */
export function fill(descriptor: number, chunk: Uint8Array, from?: number): number {
  let filled = 0;
  while (filled < chunk.length) {
    const position = from === undefined ? null : from + filled;
    const count = readSync(descriptor, chunk, filled, Math.min(chunk.length - filled, mostAtOnce), position);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/**
 * The bytes of a file; only the beginning if `begins` returns false. Throws `unreadable-file`, and `file-too-long` for
 * more than `most` bytes, each one sentence that names the file.
 */
export function readBytes(file: string, most = longestFile, begins?: Begins, note?: NoteRead): Buffer {
  note?.(file);
  const bytes = attempt(file, () => readAtMost(file, most, begins));
  if (bytes === undefined) throw tooLong(file, 'has', most);
  return bytes;
}

/** Returns fewer bytes for a short file. Throws `unreadable-file`. */
export function readBeginning(file: string, count: number, note?: NoteRead): Buffer {
  note?.(file);
  const bytes = Buffer.allocUnsafeSlow(count);
  const filled = attempt(file, () => withOpen(file, 'r', (descriptor) => fill(descriptor, bytes)));
  return bytes.subarray(0, filled);
}

/** Unpacks a file with a name in `.gz`. Throws as `readBytes` does, and for text that is not UTF-8. */
export function readText(file: string, most = longestFile, note?: NoteRead): string {
  const bytes = readBytes(file, most, undefined, note);
  return decodeText(file, file.endsWith('.gz') ? unpack(file, bytes, most) : bytes);
}

/** Throws `unreadable-file` for bytes that are not text. */
export function decodeText(file: string, bytes: Uint8Array): string {
  // The bytes of a small world may be UTF-8 by chance.
  if (isSavedWorld(bytes))
    throw unreadable(file, 'is a saved world, not a text; pass it with --load, together with its scenario');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(file, 'is not text: it is not valid UTF-8; save it as UTF-8');
  }
}

/** Throws for a file that is not gzip, damage, and more than `most` bytes. */
export function unpack(file: string, bytes: Uint8Array, most = longestFile): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLong(file, 'unpacks to', most);
    throw unreadable(file, whyNotUnpacked(error));
  }
}

function whyNotUnpacked(error: unknown): string {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return 'is cut off: its compressed data ends too early; fetch or write it again';
  return code === 'Z_DATA_ERROR'
    ? 'is not a gzip file, or is damaged; fetch it again, or drop the .gz from its name if it is not compressed'
    : `cannot be unpacked (${systemWords(error)})`;
}

function tooLong(file: string, has: string, most: number): EdictError {
  return new EdictError(
    'file-too-long',
    `${file} ${has} more than ${most} bytes, which is the limit; name another file, or split it`,
    file,
  );
}

function attempt<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // Elsewhere it means standard input.
    const isDash = file === '-' && codeOf(error) === 'ENOENT';
    throw unreadable(file, isDash ? 'is not a file; give /dev/stdin to read standard input' : whyUnreadable(error));
  }
}

/** Throws `unreadable-file` if nothing is at the path. */
export function isFolderThere(path: string, note?: NoteRead): boolean {
  note?.(path);
  return attempt(path, () => statSync(path)).isDirectory();
}

function unreadable(file: string, why: string): EdictError {
  return new EdictError('unreadable-file', `${file} ${why}`, file);
}

/** Undefined if nothing is there. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
