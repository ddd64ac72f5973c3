import type { Place } from '../value.js';
import { DocumentFaultError } from '../document/fault.js';
import type { DocumentLimits } from '../document/limits.js';
import { createTextStore, type TextStore } from '../document/text-store.js';
import { lineFeed, space, tab } from '../document/text-bytes.js';

/** Where reading is in the bytes of a document. */
export interface JsonReader {
  readonly bytes: Buffer;
  readonly store: TextStore;
  readonly limits: DocumentLimits;
  offset: number;
  line: number;
  lineStart: number;
  /** Arrays and objects that are open. */
  containers: number;
  values: number;
}

export function createJsonReader(bytes: Buffer, limits: DocumentLimits): JsonReader {
  return { bytes, store: createTextStore(bytes), limits, offset: 0, line: 1, lineStart: 0, containers: 0, values: 0 };
}

const carriageReturn = 0x0d;

/** Past blanks. Returns the byte there; -1 at the end. */
export function skipBlanks(reader: JsonReader): number {
  const { bytes } = reader;
  for (let at = reader.offset; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === lineFeed) {
      reader.line++;
      reader.lineStart = at + 1;
    } else if (byte !== space && byte !== tab && byte !== carriageReturn) {
      reader.offset = at;
      return byte;
    }
  }
  reader.offset = bytes.length;
  return -1;
}

export function placeAt(reader: JsonReader, offset = reader.offset): Place {
  return { line: reader.line, column: offset - reader.lineStart + 1 };
}

export function refuse(reader: JsonReader, message: string, offset = reader.offset): never {
  throw new DocumentFaultError(placeAt(reader, offset), message);
}

/** Refuses what stands where something else was expected, and says what it is. */
export function refuseFound(reader: JsonReader, expected: string): never {
  return refuse(reader, `expected ${expected}, not ${whatStands(reader)}`);
}

function whatStands({ bytes, offset }: JsonReader): string {
  if (offset >= bytes.length) return 'the end of the document';
  const byte = bytes[offset];
  if (offset === 0 && byte === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return 'a byte order mark; save the file without one';
  if (byte > space && byte < 0x7f) return `\`${String.fromCharCode(byte)}\``;
  return `a byte ${byte.toString(16).padStart(2, '0')}`;
}

/** Counts a value that begins here. Returns its place. */
export function beginValue(reader: JsonReader): Place {
  if (reader.values++ >= reader.limits.values) {
    refuse(
      reader,
      `the document has more than ${String(reader.limits.values)} values, which is the limit; make several of it`,
    );
  }
  return placeAt(reader);
}

/** Begins an array or an object, whose bracket is here. */
export function openContainer(reader: JsonReader): Place {
  if (reader.containers >= reader.limits.containers) {
    refuse(
      reader,
      `more than ${String(reader.limits.containers)} arrays and objects inside one another, which is the limit`,
    );
  }
  reader.containers++;
  const at = beginValue(reader);
  reader.offset++;
  return at;
}
