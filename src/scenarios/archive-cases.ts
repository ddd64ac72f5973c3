import { constants, gunzipSync } from 'node:zlib';
import { readBeginning, readBytes } from '../files/read-file.js';
import { EdictError } from '../kernel/errors.js';
import { scenarioArchives } from './formats.js';
import type { ScenarioArchive, ScenarioCase } from './scenario-format.js';

export const archiveEnding = '.tar.gz';

/** Enough of a compressed archive to know what its first file is called. */
const firstBytes = 4_096;
const longestPeek = 16_000_000;
const nameLength = 100;

/**
 * The cases of an archive. Of one that was not named but found, undefined where it holds something else: others keep
 * archives too, and only the beginning of those is read.
 */
export function archiveCases(
  file: string,
  named: boolean,
  archives: readonly ScenarioArchive[] = scenarioArchives,
): readonly ScenarioCase[] | undefined {
  if (!named && archiveOf(firstName(beginningOf(file)), archives) === undefined) return undefined;
  const bytes = readBytes(file);
  const archive = archiveOf(firstName(bytes.subarray(0, firstBytes)), archives);
  if (archive !== undefined) return archive.load(file, bytes);
  throw new EdictError(
    'no-format',
    `${file} holds no cases that are known; archives that are: ${archives.map(({ what, folder }) => `${what} (${folder})`).join(', ')}`,
    file,
  );
}

function archiveOf(name: string, archives: readonly ScenarioArchive[]): ScenarioArchive | undefined {
  return archives.find(({ folder }) => name.startsWith(folder) || name.startsWith(`./${folder}`));
}

/** What cannot be looked into begins with nothing. */
function beginningOf(file: string): Uint8Array {
  try {
    return readBeginning(file, firstBytes);
  } catch {
    return new Uint8Array(0);
  }
}

/** The name of the first file of an archive, of which only the beginning need be there; empty where it is none. */
function firstName(bytes: Uint8Array): string {
  try {
    // Without this the end of what is there would be taken for damage.
    const unpacked = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: longestPeek });
    return unpacked.toString('latin1', 0, nameLength).split('\0', 1)[0];
  } catch {
    return '';
  }
}
