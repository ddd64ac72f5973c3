import { EdictError } from './errors.js';

/**
 * The arena: one buffer with a header and every column of a world, each aligned to 64 bytes. What is in it is the
 * state; everything outside is derived from it or declared by content.
 */

export type ColumnArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;
export type ElementType = 'f64' | 'f32' | 'i32' | 'u32' | 'u8';

/**
 * A column of the arena: `width` values for every row of a dimension. Row 0 of every dimension means "none" and is
 * never written.
 */
export interface ColumnSpec {
  readonly name: string;
  readonly type: ElementType;
  readonly dimension: string;
  readonly width: number;
}

export interface Layout {
  readonly columns: readonly ColumnSpec[];
  readonly dimensions: readonly string[];
  /** 32-bit hash of everything above: equal layouts can exchange snapshots. */
  readonly hash: number;
  /** By column: the place of its dimension, and bytes of a row. */
  readonly dimensionOf: Int32Array;
  readonly rowBytes: Int32Array;
}

/** Rows of each dimension, in the layout's order; each includes row 0. */
export type Sizes = readonly number[];

export interface Arena {
  readonly layout: Layout;
  readonly sizes: Sizes;
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
  /** `headerLength` words; see `header`. */
  readonly header: Uint32Array;
  readonly columns: readonly ColumnArray[];
  /** The bytes of each column. */
  readonly bytes: readonly Uint8Array[];
  /** Tells it apart from all other arenas. */
  readonly token: object;
}

/** Words of the header. The first four identify the buffer; the rest are scalars of the state. */
export const header = {
  magic: 0,
  version: 1,
  layoutHash: 2,
  dimensions: 3,
  turn: 4,
  /** One more than the largest row ever used of the first dimension. */
  highWater: 5,
  live: 6,
  seedLow: 7,
  seedHigh: 8,
  lanes: 9,
  streams: 10,
  /** One more than the largest row in use of a dimension called `cell`. */
  cells: 11,
  /** Numbers given to first grants. */
  grants: 12,
  /** One more than the largest row in use of a dimension called `word`. */
  words: 13,
  /** The largest row in use of a dimension called `link`. */
  links: 14,
  /** The clock, as the bits of a whole number of 32 bits. */
  time: 15,
  /** Rows in use of dimensions called `frame`, `parked` and `delay`. */
  frames: 16,
  parked: 17,
  delays: 18,
  /** Rows at the front of `delay` that are no longer in use. */
  delaysGone: 19,
  /** Actions done in the present tick. */
  acted: 20,
  /** Sweeps that the host has asked for. */
  polls: 21,
  /** Rows in use of dimensions called `occurrence`, `use`, `memory`, `copy`, `past` and `answer`. */
  occurrences: 22,
  uses: 23,
  memories: 24,
  copies: 25,
  past: 26,
  answers: 27,
  /** Numbers given to abilities that were created. */
  copyNumber: 28,
  /** Numbers given to occurrences, in two words. */
  occurredLow: 29,
  occurredHigh: 30,
  /** The step of the sequence of play that is under way, as a word of its enumeration; 0: none. */
  step: 31,
  /** Occurrences since something last began. */
  raised: 32,
  /** 1: the next turn waits for a decision. */
  turnPending: 33,
} as const;

export const headerLength = 40;
export const arenaMagic = 0x54434445; // "EDCT", little endian
export const arenaVersion = 1;

const alignment = 64;
/** Bytes of an element. */
export const elementSize: Record<ElementType, number> = { f64: 8, f32: 4, i32: 4, u32: 4, u8: 1 };

/**
 * Describes a set of columns; throws when two have one name. `meaning` is a text of what the values in them stand for,
 * part of the hash.
 */
export function createLayout(dimensions: readonly string[], columns: readonly ColumnSpec[], meaning = ''): Layout {
  const names = new Set<string>();
  for (const column of columns) {
    if (names.has(column.name)) throw new EdictError('layout', `two columns are named ${column.name}`);
    if (!dimensions.includes(column.dimension))
      throw new EdictError('layout', `column ${column.name} is over an unknown dimension`);
    names.add(column.name);
  }
  const text = JSON.stringify([dimensions, columns.map((c) => [c.name, c.type, c.dimension, c.width]), meaning]);
  return {
    columns,
    dimensions,
    hash: hashText(text),
    dimensionOf: Int32Array.from(columns, ({ dimension }) => dimensions.indexOf(dimension)),
    rowBytes: Int32Array.from(columns, ({ type, width }) => width * elementSize[type]),
  };
}

/** Bytes from the start of the buffer to each column, and in all. */
export function arenaBytes(
  layout: Layout,
  sizes: Sizes,
): { readonly offsets: readonly number[]; readonly total: number } {
  let total = align(headerLength * 4);
  const offsets = layout.columns.map((column) => {
    const offset = total;
    total = align(total + rowsOf(layout, sizes, column) * column.width * elementSize[column.type]);
    return offset;
  });
  return { offsets, total };
}

/** A zeroed arena. `shared` puts it into shared memory, which fills faster and copies slower. */
export function createArena(layout: Layout, sizes: Sizes, shared = false): Arena {
  const { offsets, total } = arenaBytes(layout, sizes);
  const buffer = reserve(total, sizes[0], layout.columns.length, shared);
  const words = new Uint32Array(buffer, 0, headerLength);
  words[header.magic] = arenaMagic;
  words[header.version] = arenaVersion;
  words[header.layoutHash] = layout.hash;
  words[header.dimensions] = layout.dimensions.length;
  words[header.highWater] = 1;
  const columns = layout.columns.map((column, i) =>
    viewOf(column.type, buffer, offsets[i], rowsOf(layout, sizes, column) * column.width),
  );
  const bytes = columns.map((column) => new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  return { layout, sizes, buffer, header: words, columns, bytes, token: {} };
}

function reserve(bytes: number, rows: number, columns: number, shared: boolean): ArrayBuffer | SharedArrayBuffer {
  try {
    return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EdictError(
      'memory',
      `${bytes} bytes for ${rows - 1} objects in ${columns} columns cannot be had here; give createWorld a smaller capacity`,
    );
  }
}

/** Bytes that the columns hold, without padding and header. */
export function columnBytes(arena: Arena): number {
  return arena.columns.reduce((sum, column) => sum + column.byteLength, 0);
}

/** The array of a named column; throws when there is none or it has another type. */
export function columnOf<T extends ElementType>(arena: Arena, name: string, type: T): ArrayOf<T> {
  const index = arena.layout.columns.findIndex((column) => column.name === name);
  if (index < 0 || arena.layout.columns[index].type !== type) {
    throw new EdictError('layout', `the arena has no column ${name} of type ${type}`);
  }
  return arena.columns[index] as ArrayOf<T>;
}

export type ArrayOf<T extends ElementType> = T extends 'f64'
  ? Float64Array
  : T extends 'f32'
    ? Float32Array
    : T extends 'i32'
      ? Int32Array
      : T extends 'u32'
        ? Uint32Array
        : Uint8Array;

/** A column without rows. */
export function emptyColumn(type: ElementType): ColumnArray {
  return viewOf(type, new ArrayBuffer(0), 0, 0);
}

function rowsOf(layout: Layout, sizes: Sizes, column: ColumnSpec): number {
  return sizes[layout.dimensions.indexOf(column.dimension)];
}

function viewOf(
  type: ElementType,
  buffer: ArrayBuffer | SharedArrayBuffer,
  offset: number,
  length: number,
): ColumnArray {
  switch (type) {
    case 'f64':
      return new Float64Array(buffer, offset, length);
    case 'f32':
      return new Float32Array(buffer, offset, length);
    case 'i32':
      return new Int32Array(buffer, offset, length);
    case 'u32':
      return new Uint32Array(buffer, offset, length);
    case 'u8':
      return new Uint8Array(buffer, offset, length);
  }
}

function align(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/** 32-bit FNV-1a over UTF-16 units: only tells layouts apart. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
