import { expect, test } from 'vitest';
import { beginsLike, createStringPool, dropUnkept, intern, textOf } from '../../src/kernel/strings.js';
import { refusal } from '../support/errors.js';

test('equal texts have one handle, the empty text has 0', () => {
  const pool = createStringPool();
  expect(intern(pool, '')).toBe(0);
  const handle = intern(pool, 'Sol');
  expect(handle).toBe(1);
  expect(intern(pool, 'Sol')).toBe(1);
  expect(textOf(pool, handle)).toBe('Sol');
});

test('names of the language itself are texts like others', () => {
  const pool = createStringPool();
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\u0000', '\ud800', '💫'];
  expect(names.map((name) => textOf(pool, intern(pool, name)))).toEqual(names);
  expect(pool.texts.length).toBe(names.length + 1);
});

test('an unknown handle is no text', () => {
  expect(textOf(createStringPool(), 7)).toBe('');
  expect(textOf(createStringPool(), -1)).toBe('');
});

test('a pool that is made of texts keeps their handles and copies them', () => {
  const texts = ['', 'a', 'b'];
  const pool = createStringPool(texts);
  expect(intern(pool, 'b')).toBe(2);
  intern(pool, 'c');
  expect(texts).toEqual(['', 'a', 'b']);
});

test('a pool begins like another where the first texts of both are the same, in their order', () => {
  const pool = createStringPool(['', 'Sol', 'Vega']);
  const other = createStringPool(['', 'Sol', 'Deneb', 'Vega']);
  expect(beginsLike(pool, other, 2)).toBe(true);
  expect(beginsLike(pool, other, 3)).toBe(false);
  expect(beginsLike(pool, createStringPool(['', 'Sol', 'Vega', 'Deneb']), 4)).toBe(false);
  expect(beginsLike(pool, pool, 3)).toBe(true);
});

test('texts are counted before they are added, with what each takes in addition', () => {
  const pool = createStringPool([''], 64 + 64 + 10);
  expect(intern(pool, 'x'.repeat(10))).toBe(1);
  expect(refusal(() => intern(pool, 'y'))).toMatchObject({ code: 'limit-texts' });
  expect(pool.texts).toHaveLength(2);
  expect(intern(pool, 'x'.repeat(10))).toBe(1);
});

test('what no snapshot refers to can be dropped, and makes room', () => {
  const pool = createStringPool(['', 'a']);
  const before = pool.size;
  intern(pool, 'b');
  dropUnkept(pool);
  expect([pool.texts, pool.size, pool.handles.get('b')]).toEqual([['', 'a'], before, undefined]);
  expect(intern(pool, 'c')).toBe(2);
});
