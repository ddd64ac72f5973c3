import { isBytes, refused, textGiven } from '../../../kernel/given.js';
import { readJson } from './json/read-json.js';
import { readProcyon } from './procyon/read-procyon.js';
import type { ReadResult } from './value.js';

/**
 * Reads a document in the language that it is in: JSON where its name ends in `.json`, Procyon where it ends in `.pn`;
 * with another name, JSON where the first byte that is no blank is `{` or `[`, else Procyon.
 *
 * @param file only its ending matters
 * @returns the value, or the first thing that is wrong with the document
 * @throws {EdictError} `bad-option` for what is no name and what are no bytes
 */
export function readDocument(file: string, bytes: Uint8Array): ReadResult {
  textGiven('the name of the document', file);
  if (!isBytes(bytes)) throw refused('the document', bytes, 'its bytes, as a Uint8Array');
  return isJson(file.toLowerCase(), bytes) ? readJson(bytes) : readProcyon(bytes);
}

function isJson(file: string, bytes: Uint8Array): boolean {
  if (file.endsWith('.json')) return true;
  if (file.endsWith('.pn')) return false;
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  return first === 0x7b || first === 0x5b;
}
