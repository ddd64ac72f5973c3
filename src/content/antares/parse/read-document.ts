import { isBytes, refused, textGiven } from '../../../kernel/given.js';
import { readJson } from './json/read-json.js';
import { readProcyon } from './procyon/read-procyon.js';
import type { ReadResult } from './value.js';

/**
 * Reads a document as JSON if the file name ends in `.json`, and as Procyon if it ends in `.pn`. With any other name, a
 * document is JSON if its first byte that is not blank is `{` or `[`, else Procyon.
 *
 * Returns the value, or the first error of the document. Throws `bad-option` if `file` is not a text or `bytes` are not
 * bytes.
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
