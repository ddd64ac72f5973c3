import type { ReadResult } from '../value.js';
import { reading } from '../document/fault.js';
import { type DocumentLimits, documentLimits } from '../document/limits.js';
import { documentBytes } from '../document/text-bytes.js';
import { readBlock } from './blocks.js';
import { advance } from './lexer.js';
import { withHint } from './hints.js';
import { createReader, refuse } from './reader.js';
import { Token } from './token.js';

/**
 * Reads a document of Procyon: one value, in UTF-8. The place of a value is where it begins; a map or an array without
 * brackets begins with its first key or star. The place of an entry is that of the key whose value it has, the last one
 * of its name.
 * The bytes must not change meanwhile.
 *
 * @returns the value, or the first thing that is wrong with the document, also where it passes a limit; nothing is
 * thrown
 */
export function readProcyon(bytes: Uint8Array, limits: DocumentLimits = documentLimits): ReadResult {
  const result = reading(() => {
    const reader = createReader(documentBytes(bytes, limits), limits);
    if (advance(reader.lexer) !== Token.in) refuse(reader, 'expected value');
    const value = readBlock(reader);
    if (reader.lexer.kind !== Token.end) refuse(reader, 'expected the end of the document');
    return value;
  });
  return result.ok ? result : { ok: false, problem: withHint(result.problem, bytes) };
}
