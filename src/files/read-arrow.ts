import { createRequire } from 'node:module';
import { EdictError } from '../kernel/errors.js';
import { codeOf } from './file-failure.js';

/** What is needed of @uwdata/flechette. */
interface ArrowReader {
  readonly tableFromIPC: (bytes: Uint8Array) => {
    readonly names: readonly string[];
    getChild(name: string): { toArray(): ArrayLike<unknown> };
  };
}

const reader = '@uwdata/flechette';

/**
 * The given columns of an Arrow file or stream; those that it lacks are left out. The library is loaded here alone,
 * because only content with such a step needs it.
 *
 * @throws EdictError `table` where the library is not installed, or the file is damaged
 */
export function readArrow(
  file: string,
  bytes: Uint8Array,
  columns: readonly string[],
): Readonly<Record<string, ArrayLike<unknown>>> {
  const { tableFromIPC } = arrowReader(file);
  try {
    const table = tableFromIPC(bytes);
    const found = columns.filter((name) => table.names.includes(name));
    return Object.fromEntries(found.map((name) => [name, table.getChild(name).toArray()]));
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : '';
    throw new EdictError('table', `${file} is no Arrow file, or is damaged${reason}; write it again`, file);
  }
}

function arrowReader(file: string): ArrowReader {
  try {
    return createRequire(import.meta.url)(reader) as ArrowReader;
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new EdictError(
      'table',
      `${file} is an Arrow file, which the package ${reader} reads, and that is not installed; install it, or give createWorld the columns under \`tables\``,
      file,
    );
  }
}
