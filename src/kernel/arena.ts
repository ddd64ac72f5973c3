import { EdictError } from './errors.js';

/** One buffer with a header and every column of a world, aligned to 64 bytes. */

interface ArrayTypes {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly u8: Uint8Array;
}

export type ElementType = keyof ArrayTypes;
export type ArrayOf<Type extends ElementType> = ArrayTypes[Type];
export type ColumnArray = ArrayOf<ElementType>;

/** `width` values for every row of a dimension. Row 0 means "none" and is never written. */
export interface ColumnSpec {
  readonly name: string;
  readonly type: ElementType;
  readonly dimension: string;
  readonly width: number;
}

export interface Layout {
  readonly columns: readonly ColumnSpec[];
  readonly dimensions: readonly string[];
  /** 32-bit hash of all above: equal layouts can exchange snapshots. */
  readonly hash: number;
  /** By column: the index of its dimension, and bytes per row. */
  readonly dimensionOf: Int32Array;
  readonly rowBytes: Int32Array;
}

export type Sizes = readonly number[];

export interface Arena {
  readonly layout: Layout;
  readonly sizes: Sizes;
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
  readonly header: Uint32Array;
  readonly columns: readonly ColumnArray[];
  readonly bytes: readonly Uint8Array[];
  readonly token: object;
}

/** Words of the header: four identify the buffer, the rest are scalars of the state. */
export const header = {
  magic: 0,
  version: 1,
  layoutHash: 2,
  dimensions: 3,
  turn: 4,
  /** One more than the last row ever used of the first dimension. */
  highWater: 5,
  live: 6,
  seedLow: 7,
  seedHigh: 8,
  lanes: 9,
  streams: 10,
  /** One more than the last used row of dimension `cell`. */
  cells: 11,
  /** First grants so far. */
  grants: 12,
  /** One more than the last used row of dimension `word`. */
  words: 13,
  /** The last used row of dimension `link`. */
  links: 14,
  /** The clock: bits of a 32-bit integer. */
  time: 15,
  /** Used rows of dimensions `frame`, `parked` and `delay`. */
  frames: 16,
  parked: 17,
  delays: 18,
  /** Rows at the start of `delay` that are no longer used. */
  delaysGone: 19,
  /** Actions in the present tick. */
  acted: 20,
  /** Sweeps requested by the host. */
  polls: 21,
  /** Used rows of dimensions `occurrence`, `use`, `memory`, `copy`, `past` and `answer`. */
  occurrences: 22,
  uses: 23,
  memories: 24,
  copies: 25,
  past: 26,
  answers: 27,
  /** Created abilities so far. */
  copyNumber: 28,
  /** Occurrences so far, in two words. */
  occurredLow: 29,
  occurredHigh: 30,
  /** The current step of play, as a word of its enumeration; 0: none. */
  step: 31,
  /** Occurrences since something last began. */
  raised: 32,
  /** 1: the next turn waits for a decision. */
  turnPending: 33,
  /** The last used row of dimension `edge`. */
  edges: 34,
} as const;

export const headerLength = 40;
export const arenaMagic = 0x54434445; // "EDCT", little endian
export const arenaVersion = 1;

const alignment = 64;
const elementSize: Record<ElementType, number> = { f64: 8, f32: 4, i32: 4, u32: 4, u8: 1 };

/** Throws when two columns have one name. `meaning`: of the values, part of the hash. */
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

/** Offset of each column, and the total, in bytes. */
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

/** Zeroed. `shared`: in shared memory, which fills faster and copies slower. */
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
  if (shared && typeof SharedArrayBuffer === 'undefined')
    throw new EdictError(
      'bad-option',
      'shared is true and there is no shared memory here: a browser has it only in pages that are cross-origin isolated; leave out shared, or isolate the page',
      'shared',
    );
  try {
    return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EdictError(
      'memory',
      `${bytes} bytes for ${rows - 1} objects in ${columns} columns cannot be allocated; reserve fewer objects`,
    );
  }
}

/** Without padding and header. */
export function columnBytes(arena: Arena): number {
  return arena.columns.reduce((sum, column) => sum + column.byteLength, 0);
}

/** Throws for none or another type. */
export function columnOf<T extends ElementType>(arena: Arena, name: string, type: T): ArrayOf<T> {
  const index = arena.layout.columns.findIndex((column) => column.name === name);
  if (index < 0 || arena.layout.columns[index].type !== type) {
    throw new EdictError('layout', `the arena has no column ${name} of type ${type}`);
  }
  return arena.columns[index] as ArrayOf<T>;
}

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

/** 32-bit FNV-1a over UTF-16 units, to tell layouts apart. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Up to so many bytes a loop is faster than a view and its copy. */
const fewBytes = 32;

export function copyBytes(from: Uint8Array, start: number, into: Uint8Array, at: number, count: number): void {
  if (count > fewBytes) {
    into.set(from.subarray(start, start + count), at);
    return;
  }
  for (let i = 0; i < count; i++) into[at + i] = from[start + i];
}
