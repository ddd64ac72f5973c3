import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { EdictError } from '../kernel/errors.js';

/** No text of ours is longer; a file of zeros compressed a thousandfold stops here. */
const longestText = 256_000_000;

/** The bytes of a file. Throws one sentence that names the file when it cannot be read. */
export function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new EdictError('unreadable-file', `${file} ${whyUnreadable(error)}`, file);
  }
}

/** The text of a file, unpacked when its name ends in `.gz`. Throws one sentence that names the file. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  const unpacked = file.endsWith('.gz') ? unpack(file, bytes) : bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
  } catch {
    throw new EdictError('unreadable-file', `${file} is no text: it is not valid UTF-8; save it as UTF-8`, file);
  }
}

/** What gzip made of a file. Throws one sentence that names the file when it is no such thing, is damaged or is too long. */
export function unpack(file: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: longestText });
  } catch (error) {
    throw new EdictError('unreadable-file', `${file} ${whyNotUnpacked(codeOf(error), error)}`, file);
  }
}

function whyNotUnpacked(code: string, error: unknown): string {
  switch (code) {
    case 'Z_BUF_ERROR': return 'is cut off: its compressed data ends too early; fetch or write it again';
    case 'ERR_BUFFER_TOO_LARGE': return `unpacks to more than ${longestText} bytes; no file of ours is that long`;
    case 'Z_DATA_ERROR': return 'is no gzip file or is damaged; fetch it again, or drop the .gz from its name if it is not compressed';
    default: return `cannot be unpacked (${messageOf(error)})`;
  }
}

/** What a failed look at a file means, to follow its name. */
export function whyUnreadable(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT': return 'does not exist; check the path';
    case 'ENOTDIR': return 'does not exist: a part of its path is a file; check the path';
    case 'EISDIR': return 'is a folder, not a file; name a file in it';
    case 'EACCES':
    case 'EPERM': return 'may not be read by you; change its permissions';
    case 'ENAMETOOLONG': return 'has too long a name for the file system; check the path';
    case 'ERR_INVALID_ARG_VALUE': return 'is not a path: it has a null character in it';
    case 'ERR_FS_FILE_TOO_LARGE': return 'is larger than 2 GB; no file of ours is that long';
    default: return `cannot be read (${messageOf(error)})`;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a failed write means, to follow the file's name. */
export function whyUnwritable(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR': return 'cannot be written: its folder does not exist; make it first';
    case 'EISDIR': return 'cannot be written: it is a folder; name a file';
    case 'ENOSPC': return 'cannot be written: the disk is full; make room';
    case 'EROFS': return 'cannot be written: the disk is read-only; name another place';
    case 'EACCES':
    case 'EPERM': return 'may not be written by you; change its permissions';
    default: return `cannot be written (${messageOf(error)})`;
  }
}
