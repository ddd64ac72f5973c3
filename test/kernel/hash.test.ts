import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import xxhash from 'xxhash-wasm';
import { createHasher, hashBytes, hashString } from '../../src/kernel/hash.js';

function hashOf(...values: readonly (number | string)[]): string {
  const hasher = createHasher();
  for (const value of values) {
    if (typeof value === 'number') hasher.number(value);
    else hasher.text(value);
  }
  return hasher.digest();
}

test('is sixteen hexadecimal digits', () => {
  for (let i = 0; i < 300; i++) expect(hashOf(i)).toMatch(/^[0-9a-f]{16}$/);
  expect(hashOf()).toMatch(/^[0-9a-f]{16}$/);
});

test('every not-a-number is one, and −0 is 0', () => {
  const bits = new DataView(new ArrayBuffer(8));
  const strange = [0x7ff80000, 0xfff80000, 0x7ff80001, 0x7ff00001].map((word) => {
    bits.setUint32(0, word);
    bits.setUint32(4, 0xdeadbeef);
    return bits.getFloat64(0);
  });
  expect(strange.every(Number.isNaN)).toBe(true);
  for (const value of [...strange, 0 * Infinity, Infinity - Infinity])
    expect(hashOf(1, value, 2)).toBe(hashOf(1, NaN, 2));
  expect(hashOf(-0)).toBe(hashOf(0));
  expect(hashOf(NaN)).not.toBe(hashOf(0));
});

test('sees order, count and the borders between texts', () => {
  const all = [
    hashOf(1, 2),
    hashOf(2, 1),
    hashOf(1),
    hashOf(1, 2, 0),
    hashOf('ab', 'c'),
    hashOf('a', 'bc'),
    hashOf('abc'),
    hashOf('', 'abc'),
    hashOf('a', 1),
    hashOf(1, 'a'),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('does not depend on how long the input is against its own buffer', () => {
  const numbers = Array.from({ length: 10_000 }, (_, i) => i * 1.5);
  expect(hashOf(...numbers)).toBe(hashOf(...numbers));
  for (const length of [4095, 4096, 4097, 8192]) {
    const part = numbers.slice(0, length);
    const changed = [...part.slice(0, -1), -1];
    expect(hashOf(...part)).not.toBe(hashOf(...changed));
  }
});

test('of bytes and texts has sixteen digits and tells them apart', () => {
  expect(hashBytes(new Uint8Array([1, 2]))).toMatch(/^[0-9a-f]{16}$/);
  expect(hashBytes(new Uint8Array([1, 2]))).not.toBe(hashBytes(new Uint8Array([2, 1])));
  expect(hashString('a')).not.toBe(hashString('b'));
  expect(hashString('a')).toBe(hashString('a'));
});

test('of what is long is that of all of it at once, wherever pairs of surrogates stand', async () => {
  const { h64ToString, h64Raw } = await xxhash();
  const texts = [1_022, 1_023, 1_024, 1_025, 2_047].map(
    (before) => `${'x'.repeat(before)}${'\u{1f680}'.repeat(3)}\ud800${'é'.repeat(20_000)}\udc00`,
  );
  for (const text of texts) expect(hashString(text)).toBe(h64ToString(text));
  for (const length of [0, 1, 4_095, 4_096, 4_097, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 7);
    expect(hashBytes(bytes)).toBe(h64Raw(bytes).toString(16).padStart(16, '0'));
  }
});

// Memory of WebAssembly that grows detaches a buffer, and V8 makes slower code for typed arrays from then on.
test('leaves what is hashed where V8 can rely on its buffers', () => {
  const hash = join(import.meta.dirname, '../../dist/kernel/hash.js');
  const invalidated = (act: string): boolean => {
    const program = `import(${JSON.stringify(hash)}).then(({ createHasher, hashBytes, hashString }) => { ${act} })`;
    const { stdout, status } = spawnSync(process.execPath, ['--trace-protector-invalidation', '-e', program], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return stdout.includes('ArrayBufferDetaching');
  };
  expect(invalidated('structuredClone(new ArrayBuffer(8), { transfer: [new ArrayBuffer(8)] })')).toBe(true);
  expect(
    invalidated(
      "const text = 'é'.repeat(1e6); createHasher().text(text); hashString(text); hashBytes(new Uint8Array(1e7));",
    ),
  ).toBe(false);
});
