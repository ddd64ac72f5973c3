import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { EdictError } from '../kernel/errors.js';
import { whyUnreadable, whyUnwritable } from '../scenarios/read-input.js';

/** What every saved world begins with. */
const mark = 'EDICT1';

/** Throws when a file stands there that is no saved world: a scenario or a text must not be lost to a slip of the hand. */
export function refuseToReplace(file: string): void {
  if (!isFile(file) || beginning(file) === mark) return;
  throw new EdictError('file-exists', `${file} is there already and is no saved world, so --save leaves it as it is; name another file, or remove it first`, file);
}

/** Writes the bytes of a world. Throws a sentence that names the file when it cannot. */
export function writeSave(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes);
  } catch (error) {
    throw new EdictError('unwritable-file', `${file} ${whyUnwritable(error)}`, file);
  }
}

/** Devices such as /dev/null lose nothing; what else is amiss shows when it is written. */
function isFile(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

function beginning(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(mark.length);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new EdictError('unreadable-file', `${file} ${whyUnreadable(error)}`, file);
  }
}
