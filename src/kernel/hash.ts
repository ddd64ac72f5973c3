import xxhash, { type XXHash } from 'xxhash-wasm';

/** 64-bit xxHash over logical values: numbers in canonical form, so that equal states have equal hashes on every machine. */
export interface Hasher {
  /** NaN has one form and −0 is 0. */
  number(value: number): void;
  text(value: string): void;
  /** 16 hexadecimal digits. */
  digest(): string;
}

// Compiling the WebAssembly module is asynchronous; waiting here once keeps every hash synchronous.
const api = await xxhash();

const chunkLength = 4096;

export function createHasher(): Hasher {
  const state: XXHash<bigint> = api.create64();
  const chunk = new Float64Array(chunkLength);
  const bytes = new Uint8Array(chunk.buffer);
  let used = 0;
  const flush = (): void => {
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
      state.update(`${value.length}:${value}`);
    },
    digest() {
      flush();
      return state.digest().toString(16).padStart(16, '0');
    },
  };
}

/** Hash of raw bytes, 16 hexadecimal digits: the check sum of saved files. */
export function hashBytes(bytes: Uint8Array): string {
  return api.h64Raw(bytes).toString(16).padStart(16, '0');
}

/** Hash of a text, 16 hexadecimal digits. */
export function hashString(text: string): string {
  return api.h64ToString(text).padStart(16, '0');
}
