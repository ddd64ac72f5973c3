import { describe, expect, test } from 'vitest';
import {
  arenaBytes,
  arenaMagic,
  arenaVersion,
  columnBytes,
  columnOf,
  createArena,
  createLayout,
  header,
  type ColumnSpec,
} from '../../src/kernel/arena.js';
import { refusedWith } from '../support/errors.js';

const columns: readonly ColumnSpec[] = [
  { name: 'kind', type: 'u8', dimension: 'entity', width: 1 },
  { name: 'x', type: 'f64', dimension: 'entity', width: 1 },
  { name: 'bits', type: 'u32', dimension: 'entity', width: 3 },
  { name: 'end', type: 'i32', dimension: 'lane', width: 1 },
  { name: 'small', type: 'f32', dimension: 'lane', width: 1 },
];
const layout = createLayout(['entity', 'lane'], columns);

describe('a layout', () => {
  test('is told apart by everything that shapes the buffer', () => {
    const other = (change: Partial<ColumnSpec>): number =>
      createLayout(['entity', 'lane'], [{ ...columns[0], ...change }, ...columns.slice(1)]).hash;
    const hashes = [
      layout.hash,
      other({ name: 'sort' }),
      other({ type: 'i32' }),
      other({ dimension: 'lane' }),
      other({ width: 2 }),
      createLayout(['lane', 'entity'], columns).hash,
      createLayout(['entity', 'lane'], [...columns].reverse()).hash,
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(createLayout(['entity', 'lane'], columns).hash).toBe(layout.hash);
  });

  test('refuses two columns of one name and unknown dimensions', () => {
    expect(refusedWith(() => createLayout(['entity'], [columns[0], columns[0]]))).toBe('layout');
    expect(refusedWith(() => createLayout(['lane'], columns))).toBe('layout');
  });
});

describe('an arena', () => {
  const arena = createArena(layout, [10, 4]);

  test('starts with magic, version and layout hash, and is else zero', () => {
    expect([...arena.header.slice(0, 4)]).toEqual([arenaMagic, arenaVersion, layout.hash, 2]);
    expect(arena.header[header.highWater]).toBe(1);
    expect(arena.columns.every((column) => column.every((value) => value === 0))).toBe(true);
    expect(Buffer.from(arena.header.buffer, 0, 4).toString('latin1')).toBe('EDCT');
  });

  test('aligns every column to 64 bytes, without overlap', () => {
    const { offsets, total } = arenaBytes(layout, [10, 4]);
    expect(arena.buffer.byteLength).toBe(total);
    arena.columns.forEach((column, i) => {
      expect(column.byteOffset).toBe(offsets[i]);
      expect(column.byteOffset % 64).toBe(0);
      expect(column.byteOffset + column.byteLength).toBeLessThanOrEqual(offsets[i + 1] ?? total);
    });
  });

  test('gives each column a row for each of its dimension, times its width', () => {
    expect(arena.columns.map((column) => column.length)).toEqual([10, 10, 30, 4, 4]);
    expect(columnBytes(arena)).toBe(10 + 80 + 120 + 16 + 16);
  });

  test('can be in shared memory', () => {
    expect(createArena(layout, [10, 4], true).buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(createArena(layout, [10, 4]).buffer).toBeInstanceOf(ArrayBuffer);
  });

  test('gives out columns by name and type only', () => {
    expect(columnOf(arena, 'x', 'f64')).toBe(arena.columns[1]);
    expect(refusedWith(() => columnOf(arena, 'y', 'f64'))).toBe('layout');
    expect(refusedWith(() => columnOf(arena, 'x', 'f32'))).toBe('layout');
    expect(refusedWith(() => columnOf(arena, '__proto__', 'f64'))).toBe('layout');
  });
});
