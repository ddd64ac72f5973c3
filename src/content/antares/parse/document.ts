import type { Entry, Place, ReadResult, Value } from './value.js';

export interface DocumentLimits {
  readonly bytes: number;
  /** Nesting depth of arrays and maps. */
  readonly containers: number;
  /** Each takes 100 to 300 bytes of memory, and several times that in a level. */
  readonly values: number;
}

/**
 * The depth is that of the reference reader; the others are many times the needs of levels (30 MB hold about two
 * million values).
 */
export const documentLimits: DocumentLimits = { bytes: 32 * 1024 * 1024, containers: 63, values: 3_000_000 };

/** Ends reading: later faults are mostly consequences. */
export class DocumentFaultError extends Error {
  readonly at: Place;

  constructor(at: Place, message: string) {
    super(message);
    this.name = 'DocumentFaultError';
    this.at = at;
  }
}

export function reading(read: () => Value): ReadResult {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof DocumentFaultError) return { ok: false, problem: { at: error.at, message: error.message } };
    throw error;
  }
}

/** Shared: a document may have millions of empty maps, and an empty Map is large. */
export const noEntries: ReadonlyMap<string, Entry> = new Map();

export function putEntry(entries: Map<string, Entry>, key: string, at: Place, value: Value): void {
  const before = entries.get(key);
  entries.set(key, before === undefined ? { at, value } : { at, value, repeats: before.at });
}

export const tab = 0x09;
export const lineFeed = 0x0a;
export const space = 0x20;
export const quote = 0x22;
export const colon = 0x3a;
export const backslash = 0x5c;
export const letterU = 0x75;
export const capitalU = 0x55;
const zero = 0x30;
export const plus = 0x2b;
export const minus = 0x2d;

/** Throws above the limit. Without a copy; also of a Buffer, whose methods differ, a plain array of bytes. */
export function documentBytes(bytes: Uint8Array, limits: DocumentLimits): Uint8Array {
  const most = limits.bytes;
  if (bytes.length > most)
    throw new DocumentFaultError(
      placeIn(bytes, most),
      `the document is longer than ${most / (1024 * 1024)} MB (${most} bytes), which is the limit; make several of it`,
    );
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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

export function hexDigit(byte: number): number {
  if (isDigit(byte)) return byte - zero;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * For bytes outside of ASCII. Returns 0 if no character begins with this byte, and minus the distance of the first
 * wrong byte.
 */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const head = bytes[at];
  if (head < 0xc2 || head > 0xf4) return 0;
  const length = head < 0xe0 ? 2 : head < 0xf0 ? 3 : 4;
  const least = head === 0xe0 ? 0xa0 : head === 0xf0 ? 0x90 : 0x80;
  const most = head === 0xed ? 0x9f : head === 0xf4 ? 0x8f : 0xbf;
  if (!continues(bytes, at + 1, least, most)) return -1;
  for (let i = 2; i < length; i++) if (!continues(bytes, at + i, 0x80, 0xbf)) return -i;
  return length;
}

function continues(bytes: Uint8Array, at: number, least: number, most: number): boolean {
  return at < bytes.length && bytes[at] >= least && bytes[at] <= most;
}

export function numberForm(bytes: Uint8Array, start: number, end: number): 'int' | 'float' | undefined {
  let at = digitsEnd(bytes, start, end);
  if (at === start || (bytes[start] === zero && at > start + 1)) return undefined;
  if (at === end) return 'int';
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = digitsEnd(bytes, fraction, end);
    if (at === fraction) return undefined;
  }
  if (at < end && (bytes[at] | 0x20) === 0x65) {
    const isSigned = at + 1 < end && (bytes[at + 1] === minus || bytes[at + 1] === plus);
    const exponent = at + (isSigned ? 2 : 1);
    at = digitsEnd(bytes, exponent, end);
    if (at === exponent) return undefined;
  }
  return at === end ? 'float' : undefined;
}

function digitsEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(bytes[at])) at++;
  return at;
}

export function isDigit(byte: number): boolean {
  return byte >= zero && byte <= 0x39;
}

const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;

/** A double holds every number of this many digits. */
const exactDigits = 15;
const mostDigits = 19;

/** Levels are full of small integers; equal ones share an object. */
const smallest = -128;
const small: readonly bigint[] = Array.from({ length: 1280 }, (_, i) => BigInt(i + smallest));

/** Parses an optional sign and digits; undefined beyond 64 bits. Takes less than quadratic time. */
export function integerOf(bytes: Uint8Array, start: number, end: number): bigint | undefined {
  const isNegative = bytes[start] === minus;
  const first = isNegative || bytes[start] === plus ? start + 1 : start;
  const digits = end - first;
  if (digits > mostDigits) return undefined;
  if (digits > exactDigits) {
    const magnitude = BigInt(asciiBetween(bytes, first, end));
    const value = isNegative ? -magnitude : magnitude;
    return value < lowest || value > highest ? undefined : value;
  }
  let magnitude = 0;
  for (let i = first; i < end; i++) magnitude = magnitude * 10 + bytes[i] - zero;
  const value = isNegative ? -magnitude : magnitude;
  const index = value - smallest;
  return index >= 0 && index < small.length ? small[index] : BigInt(value);
}

/** Levels have few words: equal ones share a string. */
interface TextStore {
  readonly bytes: Uint8Array;
  /** A word by its hash; a collision replaces it. */
  readonly words: (string | undefined)[];
  scratch: Uint8Array;
  used: number;
}

const slots = 4096;
const longestWord = 32;

export function createTextStore(bytes: Uint8Array): TextStore {
  return { bytes, words: new Array<string | undefined>(slots).fill(undefined), scratch: new Uint8Array(256), used: 0 };
}

export interface DocumentReader {
  readonly store: TextStore;
  readonly limits: DocumentLimits;
  containers: number;
  values: number;
}

export function countValue(reader: DocumentReader): string | undefined {
  const { values } = reader.limits;
  return reader.values++ < values
    ? undefined
    : `the document has more than ${values} values, which is the limit; make several of it`;
}

export function textBetween(
  store: TextStore,
  start: number,
  end: number,
  isAscii: boolean,
  hasEscapes: boolean,
): string {
  if (hasEscapes) return unescapedText(store, start, end);
  return isAscii ? asciiText(store, start, end) : decoder.decode(store.bytes.subarray(start, end));
}

export function asciiText(store: TextStore, start: number, end: number): string {
  const { bytes, words } = store;
  const length = end - start;
  if (length > longestWord) return asciiBetween(bytes, start, end);
  let hash = length;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]) | 0;
  const slot = (hash ^ (hash >>> 12)) & (slots - 1);
  const known = words[slot];
  if (known?.length === length && isText(known, bytes, start)) return known;
  const text = asciiBetween(bytes, start, end);
  words[slot] = text;
  return text;
}

/** A mark at the beginning is a character like any other. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** For short texts a loop is quicker than the decoder. */
export function asciiBetween(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > longestWord) return decoder.decode(bytes.subarray(start, end));
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isText(word: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

export function appendByte(store: TextStore, byte: number): void {
  reserve(store, 1);
  store.scratch[store.used++] = byte;
}

export function appendRange(store: TextStore, start: number, end: number): void {
  reserve(store, end - start);
  store.scratch.set(store.bytes.subarray(start, end), store.used);
  store.used += end - start;
}

export function takeText(store: TextStore): string {
  const text = decoder.decode(store.scratch.subarray(0, store.used));
  store.used = 0;
  return text;
}

export function takeBytes(store: TextStore): Uint8Array {
  const taken = Uint8Array.from(store.scratch.subarray(0, store.used));
  store.used = 0;
  return taken;
}

function reserve(store: TextStore, more: number): void {
  const needed = store.used + more;
  if (needed <= store.scratch.length) return;
  const larger = new Uint8Array(Math.max(needed, 2 * store.scratch.length));
  larger.set(store.scratch.subarray(0, store.used));
  store.scratch = larger;
}

/** Assumes valid escapes and UTF-8. Two `\u` escapes may make one character. */
function unescapedText(store: TextStore, start: number, end: number): string {
  const { bytes } = store;
  let from = start;
  for (let at = bytes.indexOf(backslash, start); at !== -1 && at < end; at = bytes.indexOf(backslash, from)) {
    appendRange(store, from, at);
    const letter = bytes[at + 1];
    const digits = letter === letterU ? 4 : letter === capitalU ? 8 : 0;
    from = at + 2 + digits;
    if (digits === 0) {
      appendByte(store, shortEscapes.get(letter) ?? letter);
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

export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

export function hexNumber(bytes: Uint8Array, start: number, digits: number): number {
  let value = 0;
  for (let i = start; i < start + digits; i++) value = value * 16 + hexDigit(bytes[i]);
  return value;
}

export const shortEscapes: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [quote, quote],
  [backslash, backslash],
  [0x2f, 0x2f],
]);

function appendCharacter(store: TextStore, code: number): void {
  if (code < 0x80) {
    appendByte(store, code);
    return;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  appendByte(store, [0xc0, 0xe0, 0xf0][more - 1] | (code >> (6 * more)));
  for (let i = more - 1; i >= 0; i--) appendByte(store, 0x80 | ((code >> (6 * i)) & 0x3f));
}
