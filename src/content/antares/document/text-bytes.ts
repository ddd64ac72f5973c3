import type { Place } from '../value.js';
import { DocumentFaultError } from './fault.js';
import type { DocumentLimits } from './limits.js';

export const tab = 0x09;
export const lineFeed = 0x0a;
export const space = 0x20;
export const quote = 0x22;
export const backslash = 0x5c;
export const zero = 0x30;

/**
 * Bytes as a Buffer, which can turn a part of itself into text; nothing is copied. Throws where there are more than a
 * document may have.
 */
export function documentBytes(bytes: Uint8Array, limits: DocumentLimits): Buffer {
  if (bytes.length > limits.bytes) {
    const limit = `${String(limits.bytes / (1024 * 1024))} MB (${String(limits.bytes)} bytes)`;
    throw new DocumentFaultError(
      placeIn(bytes, limits.bytes),
      `the document is longer than ${limit}, which is the limit; make several of it`,
    );
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function placeIn(bytes: Uint8Array, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (let next = bytes.indexOf(lineFeed); next !== -1 && next < offset; next = bytes.indexOf(lineFeed, lineStart)) {
    line++;
    lineStart = next + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * Looks at a character of UTF-8 outside of ASCII, as Unicode defines it: no overlong form, no surrogate, nothing above
 * 10FFFF.
 *
 * @returns how many bytes it has; 0 where none begins with this byte; minus the distance of the first byte that does
 * not continue it
 */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const head = bytes[at];
  if (head < 0xc2 || head > 0xf4) return 0;
  const length = head < 0xe0 ? 2 : head < 0xf0 ? 3 : 4;
  if (!continues(bytes, at + 1, lowestSecond(head), highestSecond(head))) return -1;
  for (let i = 2; i < length; i++) if (!continues(bytes, at + i, 0x80, 0xbf)) return -i;
  return length;
}

function continues(bytes: Uint8Array, at: number, lowest: number, highest: number): boolean {
  return at < bytes.length && bytes[at] >= lowest && bytes[at] <= highest;
}

function lowestSecond(head: number): number {
  return head === 0xe0 ? 0xa0 : head === 0xf0 ? 0x90 : 0x80;
}

function highestSecond(head: number): number {
  return head === 0xed ? 0x9f : head === 0xf4 ? 0x8f : 0xbf;
}
