import xxhash, { type XXHash } from 'xxhash-wasm';

/** 64-bit xxHash over canonical numbers, so that equal states have equal hashes on every machine. */
export interface Hasher {
  /** NaN has one form and −0 is 0. */
  number(value: number): void;
  text(value: string): void;
  /** 16 hexadecimal digits. */
  digest(): string;
}

// Compiling WebAssembly is asynchronous; waiting here once keeps every hash synchronous.
const api = await xxhash();

const chunkLength = 4096;

export function createHasher(): Hasher {
  const state: XXHash<bigint> = api.create64();
  const chunk = new Float64Array(chunkLength);
  const bytes = new Uint8Array(chunk.buffer);
  let used = 0;
  const flush = () => {
    if (used > 0) state.update(bytes.subarray(0, used * 8));
    used = 0;
  };
  return {
    number(value) {
      chunk[used++] = value !== value ? NaN : value + 0;
      if (used === chunkLength) flush();
    },
    text(value) {
      flush();
      updateText(state, `${value.length}:${value}`);
    },
    digest() {
      flush();
      return digestOf(state);
    },
  };
}

/** The check sum of saved files. */
export function hashBytes(bytes: Uint8Array): string {
  const state = api.create64();
  for (let at = 0; at < bytes.length; at += mostBytes) state.update(bytes.subarray(at, at + mostBytes));
  return digestOf(state);
}

export function hashString(text: string): string {
  const state = api.create64();
  updateText(state, text);
  return digestOf(state);
}

function digestOf(state: XXHash<bigint>): string {
  return state.digest().toString(16).padStart(16, '0');
}

/**
 * A chunk of this size fits into the initial memory of WebAssembly. If that grew, V8 would no longer assume that
 * buffers stay attached, and all code over typed arrays would run up to a third slower.
 */
const mostBytes = 32_768;
/** A UTF-16 unit takes three bytes at most. */
const mostUnits = 8_192;

function updateText(state: XXHash<bigint>, text: string): void {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + mostUnits, text.length);
    // Never splits a surrogate pair.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    state.update(text.slice(at, end));
    at = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
