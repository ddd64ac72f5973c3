import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import xxhash from 'xxhash-wasm';
import { createXxHash64 } from '../../src/kernel/xxhash64.js';
import { propertyRuns } from '../support/choices.js';

const api = await xxhash();

/** Lengths around stripes, and around the buffer. */
const lengths = fc.oneof(fc.nat({ max: 100 }), fc.integer({ min: 4_060, max: 4_130 }), fc.nat({ max: 70_000 }));

const bytesOf = (length: number, seed: number): Uint8Array => {
  let word = seed | 1;
  return Uint8Array.from({ length }, () => (word = Math.imul(word, 1_664_525) + 1_013_904_223) >>> 24);
};

const parts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.double() },
    { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 2, arbitrary: fc.tuple(lengths, fc.integer()).map(([length, seed]) => bytesOf(length, seed)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.string({ unit: 'binary' }), fc.nat({ max: 20_000 }))
        .map(([text, count]) => text.repeat(count)),
    },
  ),
  { maxLength: 20 },
);

test('gives the digits of xxHash64', () => {
  fc.assert(
    fc.property(parts, (given) => {
      const hash = createXxHash64();
      const expected = api.create64();
      for (const part of given) {
        if (typeof part === 'number') {
          hash.number(part);
          expected.update(new Uint8Array(Float64Array.of(part).buffer));
        } else if (typeof part === 'string') {
          hash.text(part);
          expected.update(new TextEncoder().encode(part));
        } else {
          hash.bytes(part);
          expected.update(part);
        }
      }
      const digits = expected.digest().toString(16).padStart(16, '0');
      expect(hash.digest()).toBe(digits);
      // A digest ends nothing.
      expect(hash.digest()).toBe(digits);
    }),
    propertyRuns(300),
  );
});

test('of every short length', () => {
  for (let length = 0; length <= 130; length++) {
    const bytes = bytesOf(length, length);
    const hash = createXxHash64();
    hash.bytes(bytes);
    expect(hash.digest()).toBe(api.h64Raw(bytes).toString(16).padStart(16, '0'));
  }
});

test('takes little memory: most hashes are of short texts', () => {
  const lengths: unknown[] = [];
  const counting = new Proxy(Uint8Array, {
    construct(type, given) {
      lengths.push(given[0]);
      return Reflect.construct(type, given) as Uint8Array;
    },
  });
  try {
    vi.stubGlobal('Uint8Array', counting);
    createXxHash64();
  } finally {
    vi.unstubAllGlobals();
  }
  expect(lengths).toEqual([4_096]);
});
