import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EdictError } from '../kernel/errors.js';

/** Koffi is not there unless somebody installed it. */
interface Foreign {
  load(library: null): { func(declaration: string): (...given: readonly unknown[]) => unknown };
  view(pointer: unknown, length: number): ArrayBuffer;
}

/** PROT_READ, PROT_WRITE and MAP_SHARED are the same on Linux and macOS. */
const readAndWrite = 3;
const shared = 1;

/** The file is at least that long, and stays mapped until the process ends. Throws `no-koffi` without that package. */
export function mapFile(file: number, bytes: number): ArrayBuffer {
  const foreign = loadForeign();
  const address = mapIn(foreign, bytes)(null, bytes, readAndWrite, shared, file, 0);
  // MAP_FAILED is the largest address there is; koffi 2 gives an object where koffi 3 gives a number.
  if (address === null || address === -1n || address === 0xffff_ffff_ffff_ffffn) {
    throw cannotMap(bytes);
  }
  return foreign.view(address, bytes);
}

/** There are systems without mmap. */
function mapIn(foreign: Foreign, bytes: number): (...given: readonly unknown[]) => unknown {
  try {
    return foreign
      .load(null)
      .func('void *mmap(void *address, size_t length, int protection, int flags, int file, int64_t offset)');
  } catch (error) {
    if (error instanceof Error) throw cannotMap(bytes, ` (${error.message.split('\n', 1)[0]})`);
    throw error;
  }
}

function cannotMap(bytes: number, why = ''): EdictError {
  return new EdictError(
    'cannot-map',
    `the shared file of ${bytes} bytes cannot be mapped in Node${why}; leave mapped out, so that it is read and written`,
  );
}

/** The same; undefined where it cannot be. */
export function mappedIfPossible(file: number, bytes: number): ArrayBuffer | undefined {
  try {
    return mapFile(file, bytes);
  } catch (error) {
    if (error instanceof EdictError) return undefined;
    throw error;
  }
}

/** Next to the bridge, then to the working folder; both also look where NODE_PATH points. */
function loadForeign(): Foreign {
  const reasons: string[] = [];
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(place)('koffi') as Foreign;
    } catch (error) {
      reasons.push((error instanceof Error ? error.message : String(error)).split('\n', 1)[0]);
    }
  }
  throw new EdictError(
    'no-koffi',
    `mapping in Node needs its package koffi, which cannot be loaded (${reasons[0]}); run \`npm install koffi\` in the folder that you start from, let NODE_PATH point to where it is, or leave mapped out`,
    'koffi',
  );
}
