import { hexDigit, lineFeed } from '../document/text-bytes.js';

/** Where an escape ends, or what is wrong with it and where. */
export interface EscapeEnd {
  readonly at: number;
  readonly fault: string | undefined;
}

/** `b f n r t " \ /` */
const shortEscapes = new Set([0x62, 0x66, 0x6e, 0x72, 0x74, 0x22, 0x5c, 0x2f]);

const highestCharacter = 0x10ffff;

/** Looks at the escape whose backslash is given. */
export function escapeEnd(bytes: Uint8Array, backslash: number): EscapeEnd {
  const at = backslash + 1;
  const letter = bytes[at];
  if (at < bytes.length && shortEscapes.has(letter)) return { at: at + 1, fault: undefined };
  if (isLineEnd(bytes, at)) return { at, fault: 'eol while scanning string' };
  if (letter === 0x75) return characterEnd(bytes, backslash, 4);
  if (letter === 0x55) return characterEnd(bytes, backslash, 8);
  return { at: backslash, fault: 'invalid escape' };
}

/** A line that ends inside of digits is the fault only where they could still have become those of a character. */
function characterEnd(bytes: Uint8Array, backslash: number, digits: number): EscapeEnd {
  const first = backslash + 2;
  let code = 0;
  for (let i = 0; i < digits; i++) {
    if (isLineEnd(bytes, first + i)) return { at: first + i, fault: 'eol while scanning string' };
    const digit = hexDigit(bytes[first + i]);
    code = code * 16 + digit;
    if (digit < 0 || !mayBecomeCharacter(code, 1 << (4 * (digits - i - 1))))
      return { at: backslash, fault: 'invalid \\uXXXX escape' };
  }
  return { at: first + digits, fault: undefined };
}

/** Whether one of the codes that begin with these digits is a character. */
function mayBecomeCharacter(code: number, factor: number): boolean {
  const lowest = code * factor;
  return lowest <= highestCharacter && !(lowest >= 0xd800 && lowest + factor - 1 <= 0xdfff);
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return at >= bytes.length || bytes[at] === lineFeed;
}
