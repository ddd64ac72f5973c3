import type { Place } from '../value.js';
import { DocumentFaultError } from '../document/fault.js';
import type { DocumentLimits } from '../document/limits.js';
import { asciiText, createTextStore, type TextStore, unescapedText } from '../document/text-store.js';
import { createLexer } from './lexer.js';
import type { Lexer } from './lexer-state.js';
import { isLineToken, Token } from './token.js';

/** What the grammar reads from and counts. */
export interface Reader {
  readonly lexer: Lexer;
  readonly store: TextStore;
  readonly limits: DocumentLimits;
  /** Arrays and maps that are open. */
  containers: number;
  values: number;
}

export function createReader(bytes: Buffer, limits: DocumentLimits): Reader {
  return { lexer: createLexer(bytes), store: createTextStore(bytes), limits, containers: 0, values: 0 };
}

/** The place of the token; for a line token, where something is missing, the end of the line before. */
export function placeOf({ lexer }: Reader): Place {
  if (isLineToken(lexer.kind)) return { line: Math.max(1, lexer.line - 1), column: lexer.previousColumn };
  const offset = lexer.kind === Token.fault ? lexer.faultAt : lexer.start;
  return { line: lexer.line, column: offset - lexer.lineStart + 1 };
}

/** Refuses the token. One that is no token at all says itself what is wrong with it. */
export function refuse(reader: Reader, message: string): never {
  const { kind, fault } = reader.lexer;
  throw new DocumentFaultError(placeOf(reader), kind === Token.fault ? fault : message);
}

/** Counts a value that begins with the token. Returns its place. */
export function beginValue(reader: Reader): Place {
  if (reader.values++ >= reader.limits.values) {
    refuse(
      reader,
      `the document has more than ${String(reader.limits.values)} values, which is the limit; make several of it`,
    );
  }
  const { lexer } = reader;
  return { line: lexer.line, column: lexer.start - lexer.lineStart + 1 };
}

/** Begins an array or a map with the token. */
export function openContainer(reader: Reader): Place {
  if (reader.containers >= reader.limits.containers) refuse(reader, 'recursion limit exceeded');
  reader.containers++;
  return beginValue(reader);
}

export function closeContainer(reader: Reader): void {
  reader.containers--;
}

/** The text between the quotes of a string or a quoted key. */
export function quotedText({ lexer, store }: Reader): string {
  const start = lexer.start + 1;
  const end = lexer.end - 1;
  if (lexer.hasEscapes) return unescapedText(store, start, end);
  return lexer.isAscii ? asciiText(store, start, end) : lexer.bytes.toString('utf8', start, end);
}

/** The name that a key gives. */
export function keyText(reader: Reader): string {
  const { lexer, store } = reader;
  return lexer.kind === Token.key ? asciiText(store, lexer.start, lexer.end) : quotedText(reader);
}
