import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { EdictError } from '../../../kernel/errors.js';
import { printable } from '../../diagnostics/quote.js';
import { danglingReference } from './references.js';
import { type GalaxyState, stateSchema } from './schema.js';

export { type GalaxyState, type StateDesign, type StateEmpire, type StateObject, type StateObjectOf, objectsOfType } from './schema.js';

/** No state is longer; a file of zeros compressed a thousandfold stops here. */
const longestText = 256_000_000;

const gzipMagic = [0x1f, 0x8b];

/**
 * Reads a `freeorion-state/1` file, `.json` or compressed. Throws one EdictError that names the file and what is wrong: unreadable, cut off, not JSON, of
 * another format, a key that is missing or of a wrong type, an id that names nothing.
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
  if (!result.success) throw refuse('bad-state', file, whatIsWrong(result.error.issues[0], result.error.issues.length));
  const dangling = danglingReference(result.data);
  if (dangling !== undefined) throw refuse('bad-state', file, `is inconsistent: ${dangling}; export it again`);
  return result.data;
}

function textOf(file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw refuse('unreadable-file', file, `cannot be read (${messageOf(error)}); check the path`);
  }
  if (gzipMagic.every((byte, i) => bytes[i] === byte)) bytes = unpack(file, bytes);
  else if (file.endsWith('.gz')) throw refuse('unreadable-file', file, 'is no gzip file, though its name ends in .gz; rename it or fetch it again');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('unreadable-file', file, 'is not valid UTF-8; fetch it again');
  }
}

function unpack(file: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: longestText });
  } catch (error) {
    const cutOff = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
    throw refuse('unreadable-file', file, cutOff
      ? 'is cut off: its compressed data ends too early; fetch it again'
      : `cannot be unpacked (${messageOf(error)}); fetch it again`);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse('bad-json', file, `is not valid JSON (${messageOf(error)}); is it cut off?`);
  }
}

function whatIsWrong(issue: z.core.$ZodIssue, count: number): string {
  const where = issue.path.length === 0 ? 'the whole' : issue.path.map(String).join('.');
  return `is no sound state: ${where}: ${issue.message}${count > 1 ? ` (and ${count - 1} more)` : ''}; export it again`;
}

/** Parts of the message are quoted from the file, line ends and all; a message is one line. */
function refuse(code: string, file: string, message: string): EdictError {
  return new EdictError(code, printable(`${file} ${message}`), file);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : String(error);
}
