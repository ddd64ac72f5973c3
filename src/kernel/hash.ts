import { createXxHash64 } from './xxhash64.js';

/** 64-bit xxHash over canonical numbers, so that equal states have equal hashes on every machine. */
export interface Hasher {
  /** NaN has one form and −0 is 0. */
  number(value: number): void;
  text(value: string): void;
  /** 16 hexadecimal digits. */
  digest(): string;
}

export function createHasher(): Hasher {
  const hash = createXxHash64();
  return {
    number(value) {
      hash.number(value !== value ? NaN : value + 0);
    },
    text(value) {
      hash.text(`${value.length}:`);
      hash.text(value);
    },
    digest: () => hash.digest(),
  };
}

/** The check sum of saved files. */
export function hashBytes(...parts: readonly Uint8Array[]): string {
  const hash = createXxHash64();
  for (const part of parts) hash.bytes(part);
  return hash.digest();
}

export function hashString(text: string): string {
  const hash = createXxHash64();
  hash.text(text);
  return hash.digest();
}
