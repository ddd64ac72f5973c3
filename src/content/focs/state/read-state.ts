import { decodeText, readBytes, unpack } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/quote.js';
import { schemaProblems } from '../../diagnostics/schema-problems.js';
import { diagnosed, readJsonValue } from '../../native/source-value.js';
import { danglingReference } from './references.js';
import { type GalaxyState, stateSchema } from './schema.js';

export {
  type GalaxyState,
  type StateDesign,
  type StateEmpire,
  type StateObject,
  type StateObjectOf,
  objectsOfType,
} from './schema.js';

/** Bytes of a state, packed or not; those of large games have a few tens of millions. */
const longestState = 256_000_000;

const gzipMagic = [0x1f, 0x8b];

/**
 * Reads a `freeorion-state/1` file, `.json` or compressed. Throws one EdictError that names the file and what is wrong:
 * unreadable, cut off, not JSON, of another format, a key that is missing or of a wrong type, an id that names nothing.
 */
export function readState(file: string): GalaxyState {
  return parseState(file, textOf(file));
}

/** Reads the text of such a file; `file` is for messages. */
export function parseState(file: string, text: string): GalaxyState {
  const data = parseJson(file, text);
  const format = typeof data === 'object' && data !== null && 'format' in data ? data.format : undefined;
  if (format !== 'freeorion-state/1') {
    const found = format === undefined ? 'has no "format"' : `is of format ${JSON.stringify(format).slice(0, 80)}`;
    throw refuse('wrong-format', file, `${found}; a state of a game says "format": "freeorion-state/1"`);
  }
  const result = stateSchema.safeParse(data);
  if (!result.success)
    throw refuse('bad-state', file, whatIsWrong(diagnosed(file, text, schemaProblems(stateSchema, data))));
  const dangling = danglingReference(result.data);
  if (dangling !== undefined) throw refuse('bad-state', file, `is inconsistent: ${dangling}; export it again`);
  return result.data;
}

function textOf(file: string): string {
  const bytes = readBytes(file, longestState);
  if (gzipMagic.every((byte, i) => bytes[i] === byte)) return decodeText(file, unpack(file, bytes, longestState));
  if (file.endsWith('.gz'))
    throw refuse('unreadable-file', file, 'is no gzip file, though its name ends in .gz; rename it or fetch it again');
  return decodeText(file, bytes);
}

function parseJson(file: string, text: string): unknown {
  const read = readJsonValue(file, text);
  if (read.ok) return read.value;
  const [{ line, column, message }] = read.errors;
  throw refuse('bad-json', file, `is not valid JSON at line ${line}, column ${column}: ${message}; is it cut off?`);
}

function whatIsWrong(found: readonly Diagnostic[]): string {
  const [{ line, column, message }] = found;
  return `is no sound state: line ${line}, column ${column}: ${message}${found.length > 1 ? ` (and ${found.length - 1} more)` : ''}; export it again`;
}

/** Parts of the message are quoted from the file, line ends and all; a message is one line. */
function refuse(code: string, file: string, message: string): EdictError {
  return new EdictError(code, printable(`${file} ${message}`), file);
}
