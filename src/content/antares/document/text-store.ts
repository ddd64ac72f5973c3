import { backslash, hexDigit } from './text-bytes.js';

/**
 * Makes strings of the bytes of a document. The words of levels are few and come again and again: each is made once.
 */
export interface TextStore {
  readonly bytes: Buffer;
  /** A word by its hash; another with the same one takes its place. */
  readonly words: (string | undefined)[];
  /** Grows; filled from its start for each text that is put together. */
  scratch: Buffer;
  used: number;
}

const slots = 4096;
const longestWord = 32;

export function createTextStore(bytes: Buffer): TextStore {
  return { bytes, words: new Array<string | undefined>(slots).fill(undefined), scratch: Buffer.alloc(256), used: 0 };
}

/** The text of bytes that are all ASCII. */
export function asciiText(store: TextStore, start: number, end: number): string {
  const { bytes, words } = store;
  const length = end - start;
  if (length > longestWord) return bytes.toString('latin1', start, end);
  let hash = length;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]) | 0;
  const slot = (hash ^ (hash >>> 12)) & (slots - 1);
  const known = words[slot];
  if (known?.length === length && isText(known, bytes, start)) return known;
  const text = bytes.toString('latin1', start, end);
  words[slot] = text;
  return text;
}

function isText(word: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

export function appendByte(store: TextStore, byte: number): void {
  reserve(store, 1);
  store.scratch[store.used++] = byte;
}

/** Puts bytes of the document behind what is in the scratch. */
export function appendRange(store: TextStore, start: number, end: number): void {
  reserve(store, end - start);
  store.used += store.bytes.copy(store.scratch, store.used, start, end);
}

/** The text of what was appended, which must be UTF-8. The scratch is empty then. */
export function takeText(store: TextStore): string {
  const text = store.scratch.toString('utf8', 0, store.used);
  store.used = 0;
  return text;
}

/** A copy of what was appended. The scratch is empty then. */
export function takeBytes(store: TextStore): Uint8Array {
  const taken = Uint8Array.from(store.scratch.subarray(0, store.used));
  store.used = 0;
  return taken;
}

function reserve(store: TextStore, more: number): void {
  const needed = store.used + more;
  if (needed <= store.scratch.length) return;
  const larger = Buffer.alloc(Math.max(needed, 2 * store.scratch.length));
  store.scratch.copy(larger, 0, 0, store.used);
  store.scratch = larger;
}

/**
 * The text between the quotes of a string whose escapes and UTF-8 were found right. Two `\u` that make one character
 * are one.
 */
export function unescapedText(store: TextStore, start: number, end: number): string {
  const { bytes } = store;
  let from = start;
  for (let at = bytes.indexOf(backslash, start); at !== -1 && at < end; at = bytes.indexOf(backslash, from)) {
    appendRange(store, from, at);
    const letter = bytes[at + 1];
    const digits = letter === letterU ? 4 : letter === capitalU ? 8 : 0;
    from = at + 2 + digits;
    if (digits === 0) {
      appendByte(store, meaningOf(letter));
      continue;
    }
    let code = hexNumber(bytes, at + 2, digits);
    if (isHighSurrogate(code)) {
      code = 0x10000 + ((code - 0xd800) << 10) + (hexNumber(bytes, from + 2, 4) - 0xdc00);
      from += 6;
    }
    appendCharacter(store, code);
  }
  appendRange(store, from, end);
  return takeText(store);
}

const letterU = 0x75;
const capitalU = 0x55;

export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** The number that so many hexadecimal digits say. */
export function hexNumber(bytes: Uint8Array, start: number, digits: number): number {
  let value = 0;
  for (let i = start; i < start + digits; i++) value = value * 16 + hexDigit(bytes[i]);
  return value;
}

/** The byte that an escape of one letter stands for. */
function meaningOf(letter: number): number {
  switch (letter) {
    case 0x62:
      return 0x08;
    case 0x66:
      return 0x0c;
    case 0x6e:
      return 0x0a;
    case 0x72:
      return 0x0d;
    case 0x74:
      return 0x09;
    default:
      return letter;
  }
}

function appendCharacter(store: TextStore, code: number): void {
  if (code < 0x80) {
    appendByte(store, code);
    return;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  appendByte(store, [0xc0, 0xe0, 0xf0][more - 1] | (code >> (6 * more)));
  for (let i = more - 1; i >= 0; i--) appendByte(store, 0x80 | ((code >> (6 * i)) & 0x3f));
}
