import { randomUUID } from 'node:crypto';
import {
  type Stats,
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EdictError } from '../kernel/errors.js';
import { isBytes, refused, textGiven } from '../kernel/given.js';
import { codeOf, whyUnwritable } from './file-failure.js';
import { mostAtOnce, withOpen } from './read-file.js';

/**
 * Writes a file completely or not at all: first beside it, synced to disk, then in its place, so that a failure leaves
 * the old content. Follows links and keeps permissions. Writes directly to what is not a regular file, such as
 * /dev/stdout or a pipe. Throws `unwritable-file`, one sentence that names the file.
 */
export function writeFileWhole(file: string, content: Uint8Array | string): void {
  textGiven('the file', file, 'the path of a file');
  if (typeof content !== 'string' && !isBytes(content)) throw refused('the content', content, 'a text or bytes');
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  attempt(file, () => {
    const target = targetOf(file);
    if (target.status?.isFile() === false) withOpen(target.path, 'w', (descriptor) => writeAll(descriptor, bytes));
    else withoutInterruption(() => replace(file, target, bytes));
  });
}

/**
 * Throws `unwritable-file` for a file that could not be written, as far as can be seen without a change; a full disk
 * cannot.
 */
export function refuseUnwritable(file: string): void {
  attempt(file, () => {
    const { path, status } = targetOf(file);
    if (status !== undefined) accessSync(path, constants.W_OK);
    if (status?.isFile() !== false) checkFolder(file, path);
  });
}

interface Target {
  readonly path: string;
  readonly status: Stats | undefined;
}

/** As in Linux. */
const mostLinks = 40;

function targetOf(file: string): Target {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status?.isDirectory() === true || /[\\/]$/.test(file)) throw systemError('EISDIR');
  // Devices and pipes have no real path: the target of /dev/stdout is none.
  if (status !== undefined) return { path: status.isFile() ? realpathSync(file) : file, status };
  // Writing to a dangling link makes its target.
  let path = resolve(file);
  for (let left = mostLinks; left > 0; left--) {
    const link = linkAt(path);
    if (link === undefined) return { path, status: undefined };
    path = resolve(dirname(path), link);
  }
  throw systemError('ELOOP');
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    // Not a link, or nothing at all.
    if (['EINVAL', 'ENOENT', 'UNKNOWN'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

function checkFolder(file: string, path: string): void {
  const folder = dirname(path);
  if (!statSync(folder).isDirectory()) throw systemError('ENOTDIR');
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    throw unwritable(
      file,
      "cannot be written: permission denied in its folder; change the folder's permissions, or name another place",
    );
  }
}

function replace(file: string, { path, status }: Target, bytes: Uint8Array): void {
  // A folder may permit replacing a file that is not writable.
  if (status !== undefined) accessSync(path, constants.W_OK);
  const temporary = join(dirname(path), `.edict-${randomUUID()}.tmp`);
  const descriptor = openBeside(file, temporary, status?.mode);
  try {
    try {
      if (status !== undefined) keepOwnership(descriptor, status);
      writeAll(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Folders such as /proc take no new files. */
function openBeside(file: string, temporary: string, mode: number | undefined): number {
  try {
    return openSync(temporary, 'wx', mode);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || statSync(dirname(temporary), { throwIfNoEntry: false }) === undefined)
      throw error;
    throw unwritable(file, 'cannot be written: no files can be made in its folder; name another place');
  }
}

/** Only the superuser may give a file away. */
function keepOwnership(descriptor: number, { mode, uid, gid }: Stats): void {
  if (process.geteuid?.() === 0) fchownSync(descriptor, uid, gid);
  // Reverts the effects of the mask and of the change of the owner.
  fchmodSync(descriptor, mode);
}

/** Some systems cannot open folders, or cannot sync them. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (error) {
    // The file is in its place.
    if (!['EINVAL', 'EACCES', 'EPERM'].includes(codeOf(error))) throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** On a full disk the system writes less, and fails only the next time. */
export function writeAll(descriptor: number, bytes: Uint8Array, from?: number): void {
  for (let at = 0; at < bytes.length; ) {
    const position = from === undefined ? null : from + at;
    at += writeSync(descriptor, bytes, at, Math.min(bytes.length - at, mostAtOnce), position);
  }
}

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Delays signals that would end the process until the act is done. */
function withoutInterruption(act: () => void): void {
  const end = (signal: NodeJS.Signals) => {
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    for (const signal of interruptions) process.removeListener(signal, end);
  };
  for (const signal of interruptions) process.on(signal, end);
  try {
    act();
  } finally {
    // Node hands signals over after one turn of the loop, sometimes two. Removed listeners lose them.
    setImmediate(() => setImmediate(release));
  }
}

function attempt(file: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (error instanceof EdictError) throw error;
    throw unwritable(file, whyUnwritable(error));
  }
}

function unwritable(file: string, why: string): EdictError {
  return new EdictError('unwritable-file', `${file} ${why}`, file);
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
