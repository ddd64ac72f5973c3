import { createStringPool, intern } from '../../src/kernel/strings.js';
import { describe, expect, test } from 'vitest';
import { type Arena, createArena, createLayout, header } from '../../src/kernel/arena.js';
import { hashBytes } from '../../src/kernel/hash.js';
import {
  type FileHead,
  capture,
  decodeSnapshot,
  encodeSnapshot,
  resize,
  restoreInto,
} from '../../src/kernel/snapshot.js';
import { refusal, refusedWith } from '../support/errors.js';

const layout = createLayout(
  ['entity', 'lane'],
  [
    { name: 'kind', type: 'u8', dimension: 'entity', width: 1 },
    { name: 'x', type: 'f64', dimension: 'entity', width: 1 },
    { name: 'bits', type: 'u32', dimension: 'entity', width: 2 },
    { name: 'end', type: 'i32', dimension: 'lane', width: 1 },
  ],
);

/** An arena whose rows hold numbers that follow from their place, up to and with row `rows`. */
function filled(rows: number, capacity = 10, lanes = 4): Arena {
  const arena = createArena(layout, [capacity + 1, lanes + 1]);
  arena.header[header.highWater] = rows + 1;
  arena.header[header.turn] = 7;
  layout.columns.forEach((column, i) => {
    const used = column.dimension === 'lane' ? lanes : rows;
    for (let k = column.width; k < (used + 1) * column.width; k++) arena.columns[i][k] = 100 * (i + 1) + k;
  });
  return arena;
}

const pool = createStringPool();

const contentsOf = (arena: Arena): readonly (readonly number[])[] => arena.columns.map((column) => [...column]);

describe('capture and restore', () => {
  test('put everything back, header included', () => {
    const arena = filled(5);
    const before = contentsOf(arena);
    const words = [...arena.header];
    const snapshot = capture(arena, createStringPool(['', 'a', 'b']));
    expect(snapshot.texts).toBe(3);
    for (const column of arena.columns) column.fill(99);
    arena.header[header.turn] = 8;
    arena.header[header.highWater] = 11;
    restoreInto(arena, snapshot);
    expect(contentsOf(arena).map((column) => column.slice(0, 6))).toEqual(before.map((column) => column.slice(0, 6)));
    expect([...arena.header]).toEqual(words);
  });

  test('zero the rows that were used since', () => {
    const arena = filled(3);
    const snapshot = capture(arena, pool);
    arena.header[header.highWater] = 8;
    arena.columns[1].fill(5, 4, 8);
    arena.columns[2].fill(5, 8, 16);
    restoreInto(arena, snapshot);
    expect(contentsOf(arena)).toEqual(contentsOf(filled(3)));
  });

  test('copy only rows below the high-water mark', () => {
    expect(capture(filled(3), pool).used).toBe(4 * (1 + 8 + 8) + 5 * 4);
  });

  test('use the memory of an older snapshot again, for fewer rows too, and otherwise take new', () => {
    const arena = filled(9);
    const first = capture(arena, pool);
    const { bytes } = first;
    arena.header[header.highWater] = 4;
    const second = capture(arena, pool, first);
    expect(second).toBe(first);
    expect(second.bytes).toBe(bytes);
    const target = createArena(layout, [11, 5]);
    restoreInto(target, second);
    expect(contentsOf(target)).toEqual(contentsOf(filled(3)));
    expect(capture(filled(9, 12), pool, first)).not.toBe(first);
  });

  test('a snapshot is a copy: what happens later does not reach it', () => {
    const arena = filled(4);
    const snapshot = capture(arena, pool);
    arena.columns[1].fill(0);
    const copy = createArena(layout, [11, 5]);
    restoreInto(copy, snapshot);
    expect(contentsOf(copy)).toEqual(contentsOf(filled(4)));
  });

  test('a snapshot fits a larger arena, and a smaller one as long as its rows fit', () => {
    for (const capacity of [5, 10, 40]) {
      const target = createArena(layout, [capacity + 1, 9]);
      restoreInto(target, capture(filled(5), pool));
      expect(contentsOf(target).map((column) => column.slice(0, 5))).toEqual(
        contentsOf(filled(5)).map((column) => column.slice(0, 5)),
      );
      expect(target.columns[1][5]).toBe(205);
      expect(target.columns[1].length).toBe(capacity + 1);
    }
  });

  test.each([
    ['rows that do not fit', createArena(layout, [4, 5]), 'reserve more objects'],
    ['lanes that do not fit', createArena(layout, [11, 3]), 'larger sizes'],
    [
      'another layout',
      createArena(createLayout(['entity', 'lane'], layout.columns.slice(0, 3)), [11, 5]),
      'other content',
    ],
  ])('refuse %s with nothing changed', (_, target, hint) => {
    const error = refusal(() => restoreInto(target, capture(filled(5), pool)));
    expect(error.code).toBe('foreign-snapshot');
    expect(error.message).toContain(hint);
    expect(target.columns.every((column) => column.every((value) => value === 0))).toBe(true);
  });

  test('refuse a snapshot whose bytes are too few, with nothing changed', () => {
    const snapshot = capture(filled(5), pool);
    const target = createArena(layout, [11, 5]);
    expect(refusedWith(() => restoreInto(target, { ...snapshot, used: snapshot.used - 1 }))).toBe('damaged-file');
    expect(target.columns.every((column) => column.every((value) => value === 0))).toBe(true);
  });

  test('resize keeps the state and leaves the old arena alone', () => {
    const arena = filled(5);
    const larger = resize(arena, pool, [33, 17], true);
    expect(larger.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect([...larger.header]).toEqual([...arena.header]);
    expect([...larger.columns[1].slice(0, 11)]).toEqual([...arena.columns[1]]);
    expect(contentsOf(arena)).toEqual(contentsOf(filled(5)));
  });
});

describe('a saved file', () => {
  const texts = ['', 'Sol', 'a\nb', '\ud800', '__proto__', '"}'];
  const file = encodeSnapshot(capture(filled(5), createStringPool(texts)), 'content-1');

  test('reads back as it was written', () => {
    const { snapshot, head } = decodeSnapshot(file);
    expect(head.content).toBe('content-1');
    expect(head.texts).toEqual(texts);
    const arena = createArena(layout, [11, 5]);
    restoreInto(arena, snapshot);
    expect(contentsOf(arena)).toEqual(contentsOf(filled(5)));
  });

  test('holds only the texts that the snapshot knew', () => {
    const pool = createStringPool(['', 'Sol']);
    const snapshot = capture(filled(1), pool);
    intern(pool, 'later');
    expect(decodeSnapshot(encodeSnapshot(snapshot, 'c')).head.texts).toEqual(['', 'Sol']);
  });

  test('reads from the middle of a larger buffer', () => {
    const padded = new Uint8Array(file.length + 20);
    padded.set(file, 11);
    expect(decodeSnapshot(padded.subarray(11, 11 + file.length)).head.content).toBe('content-1');
  });

  test('is refused when it is cut off anywhere', () => {
    for (let length = 0; length < file.length; length++) {
      expect(['foreign-file', 'damaged-file']).toContain(refusedWith(() => decodeSnapshot(file.subarray(0, length))));
    }
  });

  test('is refused when anything is added', () => {
    const longer = Buffer.concat([file, Buffer.from([0])]);
    expect(refusedWith(() => decodeSnapshot(longer))).toBe('damaged-file');
    expect(() => decodeSnapshot(longer)).toThrow(
      /^edict: the saved world is damaged: it goes on after its end, with \d+ bytes where \d+ are expected; /,
    );
  });

  test('is refused when any one byte is another', () => {
    for (let i = 0; i < file.length; i++) {
      for (const bit of [1, 0x20, 0x80]) {
        const flipped = Uint8Array.from(file);
        flipped[i] ^= bit;
        // A hexadecimal digit of an escape in the head may change its case: that says the same.
        if (sameText(flipped, file)) continue;
        expect(['foreign-file', 'damaged-file']).toContain(refusedWith(() => decodeSnapshot(flipped)));
      }
    }
  });

  test.each([
    ['nothing', ''],
    ['a picture', '\x89PNG\r\n\x1a\n'],
    ['an older format', 'EDICT0\n{}\n'],
    ['a magic alone', 'EDICT1\n'],
    ['a head that is no object', 'EDICT1\n[]\n'],
    ['a head that is null', 'EDICT1\nnull\n'],
    ['a head without its entries', 'EDICT1\n{}\n'],
    ['a head of deep brackets', `EDICT1\n${'['.repeat(100_000)}\n`],
  ])('is refused when it is %s', (_, text) => {
    expect(['foreign-file', 'damaged-file']).toContain(refusedWith(() => decodeSnapshot(Buffer.from(text, 'latin1'))));
  });

  test.each([
    ['content', 3],
    ['layoutHash', 'x'],
    ['layoutHash', 1.5],
    ['sizes', [1, -1]],
    ['sizes', 'x'],
    ['sizes', [1.5]],
    ['header', [1, 2]],
    ['header', new Array<number>(16).fill(-1)],
    ['header', new Array<number>(16).fill(2 ** 32)],
    ['texts', [1]],
    ['texts', {}],
    ['bytes', -1],
    ['bytes', null],
    ['sizes', []],
    ['sizes', [1e300, 1e300]],
  ])('whose head has been forged is refused: %s = %j', (key, value) => {
    const forged = forge(file, (head) => ({ ...head, [key]: value }));
    expect(['foreign-snapshot', 'foreign-file', 'damaged-file']).toContain(
      refusedWith(() => {
        const { snapshot } = decodeSnapshot(forged);
        restoreInto(createArena(layout, [11, 5]), snapshot);
      }),
    );
  });
});

/** Whether two files differ at most in the case of hexadecimal digits of the escape that the texts above hold. */
function sameText(one: Uint8Array, other: Uint8Array): boolean {
  const plain = (file: Uint8Array): string => Buffer.from(file).toString('latin1').replace('\\uD800', '\\ud800');
  return plain(one) === plain(other);
}

/** The file with another head and a check sum that is right for it. */
function forge(file: Uint8Array, change: (head: FileHead) => object): Uint8Array {
  const buffer = Buffer.from(file);
  const end = buffer.indexOf(10, 7);
  const bytes = buffer.subarray(end + 1);
  const head = { ...change(JSON.parse(buffer.subarray(7, end).toString('utf8')) as FileHead), check: '' };
  const check = hashBytes(Buffer.concat([Buffer.from(JSON.stringify(head)), bytes]));
  return Buffer.concat([Buffer.from(`EDICT1\n${JSON.stringify({ ...head, check })}\n`), bytes]);
}
