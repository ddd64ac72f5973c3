import { expect, test } from 'vitest';
import { copyBytes } from '../../src/kernel/arena.js';

const numbered = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i + 1);

test.each([0, 1, 31, 32, 33, 200])('%i bytes are copied to their place, and nothing beside them', (count) => {
  const from = numbered(220);
  const into = new Uint8Array(220).fill(255);
  copyBytes(from, 7, into, 5, count);
  expect([...into]).toEqual([...into.keys()].map((i) => (i >= 5 && i < 5 + count ? from[i + 2] : 255)));
  expect(from).toEqual(numbered(220));
});
