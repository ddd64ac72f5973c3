import { statSync } from 'node:fs';
import { readBeginning, readBytes } from '../files/read-file.js';
import { refuseUnwritable, writeFileWhole } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';
import { isSavedWorld } from '../kernel/snapshot.js';

/** Bytes of a saved world at most: what one array holds. */
const longestSave = 4_000_000_000;

/** Throws when the file could not be written, or is none that may be replaced. */
export function refuseToSave(file: string): void {
  refuseToReplace(file, '--save', 'saved world', isSavedWorld);
}

export function writeSave(file: string, bytes: Uint8Array): void {
  writeFileWhole(file, bytes);
}

/** Of what is no saved world its beginning, which says so. */
export function readSave(file: string): Buffer {
  return readBytes(file, longestSave, isSavedWorld);
}

/** Enough to know what a file is. */
const beginningLength = 64;

/**
 * A scenario or a text must not be lost to a slip of the hand: refuses a file that does not begin as what the option
 * writes.
 */
export function refuseToReplace(
  file: string,
  option: string,
  what: string,
  isOne: (beginning: Buffer) => boolean,
): void {
  refuseUnwritable(file);
  if (!isFile(file) || isOne(readBeginning(file, beginningLength))) return;
  throw new EdictError(
    'file-exists',
    `${file} is there already and is no ${what}, so ${option} leaves it as it is; name another file, or remove it first`,
    file,
  );
}

/** Devices such as /dev/null lose nothing. */
function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
