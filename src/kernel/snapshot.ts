import { type Arena, type Layout, type Sizes, arenaMagic, arenaVersion, createArena, elementSize, header, headerLength } from './arena.js';
import { EdictError } from './errors.js';
import { hashBytes } from './hash.js';
import { type StringPool, createStringPool } from './strings.js';

/**
 * A snapshot: the used part of every column of an arena, in one buffer that can be used again. Rows of the entity dimension
 * above the high-water mark have never been used and are left out.
 */
export interface Snapshot {
  readonly layoutHash: number;
  /** Of the arena it was taken from; an arena of other sizes can take it as long as the used rows fit. */
  readonly sizes: Sizes;
  readonly header: Uint32Array;
  bytes: Uint8Array;
  /** Bytes of `bytes` in use. */
  used: number;
  /** The pool that its texts are in, and how many there were: a pool only grows. */
  strings: StringPool;
  texts: number;
}

/** Copies an arena's used part into `into` (its buffer is used again where it is large enough) or into a new snapshot. */
export function capture(arena: Arena, strings: StringPool, into?: Snapshot): Snapshot {
  const fits = into?.layoutHash === arena.layout.hash && sameSizes(into.sizes, arena.sizes);
  const snapshot: Snapshot = fits
    ? into
    : { layoutHash: arena.layout.hash, sizes: arena.sizes, header: new Uint32Array(headerLength), bytes: new Uint8Array(0), used: 0, strings, texts: 0 };
  const needed = usedBytes(arena);
  if (snapshot.bytes.length < needed) snapshot.bytes = new Uint8Array(needed);
  snapshot.header.set(arena.header);
  let at = 0;
  eachUsedPart(arena, arena.header, (part) => {
    snapshot.bytes.set(part, at);
    at += part.length;
  });
  snapshot.used = at;
  snapshot.strings = strings;
  snapshot.texts = strings.texts.length;
  return snapshot;
}

/** Puts a snapshot back. Rows that were used since and not then are zeroed. Throws when the layouts differ or rows do not fit. */
export function restoreInto(arena: Arena, snapshot: Snapshot): void {
  if (snapshot.layoutHash !== arena.layout.hash) {
    throw new EdictError('foreign-snapshot', 'the snapshot is of a world with other content, or with room for another number of factions; restore it into a world like the one it was taken from');
  }
  if (snapshot.header[header.highWater] > arena.sizes[0]) {
    throw new EdictError('foreign-snapshot', `the snapshot needs ${snapshot.header[header.highWater] - 1} places and this world has ${arena.sizes[0] - 1}; create the world with a larger capacity`);
  }
  checkHeader(arena.layout, snapshot);
  arena.layout.dimensions.forEach((dimension, i) => {
    const rows = usedRows(dimension, i, snapshot.header, snapshot.sizes);
    if (i > 0 && rows > arena.sizes[i]) {
      throw new EdictError('foreign-snapshot', `the snapshot has ${rows} rows of ${dimension} and this world ${arena.sizes[i]}; create the world with larger sizes`);
    }
  });
  let at = 0;
  eachUsedPart(arena, snapshot.header, (part, whole, column) => {
    part.set(snapshot.bytes.subarray(at, at + part.length));
    at += part.length;
    const dimension = arena.layout.dimensions.indexOf(arena.layout.columns[column].dimension);
    const rows = usedRows(arena.layout.dimensions[dimension], dimension, arena.header, arena.sizes);
    whole.fill(0, part.length, Math.max(part.length, rows * whole.length / arena.sizes[dimension]));
  }, snapshot.sizes);
  arena.header.set(snapshot.header);
}

/** Throws when a snapshot's header, sizes and bytes do not belong together: before anything is made as large as they say. */
export function checkHeader(layout: Layout, { header: words, sizes, used }: Snapshot): void {
  if (words[header.magic] !== arenaMagic || words[header.version] !== arenaVersion || words[header.layoutHash] !== layout.hash
    || words[header.dimensions] !== layout.dimensions.length || sizes.length !== layout.dimensions.length) throw damaged('its header is of another layout');
  if (words[header.highWater] < 1 || words[header.highWater] > sizes[0]) throw damaged('it uses more rows than it has');
  layout.dimensions.forEach((dimension, i) => {
    const counter = counters.find((each) => each.dimension === dimension);
    if (counter === undefined) return;
    const { word, least, what } = counter;
    if (words[word] < least || words[word] >= sizes[i] + least) throw damaged(`it counts more ${what} than it has`);
  });
  const expected = layout.columns.reduce((sum, column) => {
    const dimension = layout.dimensions.indexOf(column.dimension);
    const count = usedRows(column.dimension, dimension, words, sizes);
    return sum + count * column.width * elementSize[column.type];
  }, 0);
  if (expected !== used) throw damaged(`it holds ${used} bytes where its sizes ask for ${expected}`);
}

/** Words of the header that count rows of a dimension: from 1 where it says the first row that is not in use, from 0 where it says the last that is. */
const counters = [
  { dimension: 'lane', word: header.lanes, least: 0, what: 'lanes' },
  { dimension: 'stream', word: header.streams, least: 0, what: 'random streams' },
  { dimension: 'cell', word: header.cells, least: 1, what: 'cells' },
  { dimension: 'word', word: header.words, least: 1, what: 'words of sets' },
  { dimension: 'link', word: header.links, least: 0, what: 'entries of lists' },
  { dimension: 'frame', word: header.frames, least: 0, what: 'frames' },
  { dimension: 'parked', word: header.parked, least: 0, what: 'parked frames' },
  { dimension: 'delay', word: header.delays, least: 0, what: 'delays' },
  { dimension: 'occurrence', word: header.occurrences, least: 0, what: 'occurrences' },
  { dimension: 'use', word: header.uses, least: 0, what: 'uses' },
  { dimension: 'memory', word: header.memories, least: 0, what: 'memories' },
  { dimension: 'copy', word: header.copies, least: 0, what: 'copies of abilities' },
  { dimension: 'past', word: header.past, least: 0, what: 'past occurrences' },
  { dimension: 'answer', word: header.answers, least: 0, what: 'answers' },
] as const;

function damaged(what: string): EdictError {
  return new EdictError('damaged-file', `the saved world is damaged: ${what}; save it again`);
}

/** An arena of other sizes with the same state. */
export function resize(arena: Arena, strings: StringPool, sizes: Sizes, shared: boolean): Arena {
  const larger = createArena(arena.layout, sizes, shared);
  restoreInto(larger, capture(arena, strings));
  return larger;
}

/** Bytes that a capture of the arena copies now. */
export function usedBytes(arena: Arena): number {
  let sum = 0;
  eachUsedPart(arena, arena.header, (part) => { sum += part.length; });
  return sum;
}

const fileMagic = 'EDICT1\n';

/** What a saved file says of itself, beside the columns. */
export interface FileHead {
  readonly content: string;
  readonly layoutHash: number;
  readonly sizes: readonly number[];
  readonly header: readonly number[];
  readonly texts: readonly string[];
  readonly bytes: number;
  readonly check: string;
}

/** A snapshot as a file: magic, one line of JSON, the bytes. */
export function encodeSnapshot(snapshot: Snapshot, content: string): Uint8Array {
  const bytes = snapshot.bytes.subarray(0, snapshot.used);
  const head: FileHead = {
    content,
    layoutHash: snapshot.layoutHash,
    sizes: [...snapshot.sizes],
    header: [...snapshot.header],
    texts: snapshot.strings.texts.slice(0, snapshot.texts),
    bytes: snapshot.used,
    check: '',
  };
  const check = hashBytes(Buffer.concat([Buffer.from(JSON.stringify(head)), bytes]));
  // A plain array: slices of a Buffer would share its memory.
  return Uint8Array.from(Buffer.concat([Buffer.from(`${fileMagic}${JSON.stringify({ ...head, check })}\n`), bytes]));
}

/** Reads what `encodeSnapshot` wrote. Throws one clear error for anything else, a truncated file included. */
export function decodeSnapshot(file: Uint8Array): { readonly snapshot: Snapshot; readonly head: FileHead } {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (buffer.subarray(0, fileMagic.length).toString('latin1') !== fileMagic) {
    throw new EdictError('foreign-file', 'this is no saved world: it does not start with EDICT1; pass a file that save wrote');
  }
  const end = buffer.indexOf(10, fileMagic.length);
  const head = end < 0 ? undefined : parseHead(buffer.subarray(fileMagic.length, end).toString('utf8'));
  if (head === undefined) throw new EdictError('damaged-file', 'the saved world is damaged: its head cannot be read; save it again');
  const bytes = buffer.subarray(end + 1);
  if (bytes.length !== head.bytes) {
    throw new EdictError('damaged-file', `the saved world is cut off: it holds ${bytes.length} of ${head.bytes} bytes; save it again`);
  }
  if (hashBytes(Buffer.concat([Buffer.from(JSON.stringify({ ...head, check: '' })), bytes])) !== head.check) {
    throw new EdictError('damaged-file', 'the saved world is damaged: its check sum is wrong; save it again');
  }
  const snapshot: Snapshot = {
    layoutHash: head.layoutHash,
    sizes: head.sizes,
    header: Uint32Array.from(head.header),
    bytes: new Uint8Array(bytes),
    used: head.bytes,
    strings: createStringPool(head.texts),
    texts: head.texts.length,
  };
  return { snapshot, head };
}

function parseHead(text: string): FileHead | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return isHead(value) ? value : undefined;
}

function isHead(value: unknown): value is FileHead {
  if (typeof value !== 'object' || value === null) return false;
  const head = value as Partial<Record<keyof FileHead, unknown>>;
  const numbers = (list: unknown): boolean => Array.isArray(list) && list.every((n) => Number.isInteger(n) && n >= 0);
  return typeof head.content === 'string' && typeof head.check === 'string' && Number.isInteger(head.layoutHash)
    && Number.isInteger(head.bytes) && numbers(head.sizes) && numbers(head.header)
    && Array.isArray(head.header) && head.header.length === headerLength
    && Array.isArray(head.texts) && head.texts.every((text) => typeof text === 'string');
}

type Visit = (part: Uint8Array, whole: Uint8Array, column: number) => void;

/** Visits the used bytes of each column. `sizes` are those of the state in `words`, where they differ from the arena's. */
function eachUsedPart(arena: Arena, words: Uint32Array, visit: Visit, sizes: Sizes = arena.sizes): void {
  arena.layout.columns.forEach((column, i) => {
    const array = arena.columns[i];
    const whole = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const dimension = arena.layout.dimensions.indexOf(column.dimension);
    const rowBytes = array.byteLength / arena.sizes[dimension];
    const rows = usedRows(column.dimension, dimension, words, sizes);
    visit(whole.subarray(0, rows * rowBytes), whole, i);
  });
}

/** Rows of a dimension that may hold something: of objects, cells, words, links, frames and delays those that were ever used, of the rest all. */
function usedRows(dimension: string, index: number, words: Uint32Array, sizes: Sizes): number {
  if (index === 0) return words[header.highWater];
  switch (dimension) {
    case 'cell': return words[header.cells];
    case 'word': return words[header.words];
    case 'link': return words[header.links] + 1;
    case 'frame': return words[header.frames] + 1;
    case 'parked': return words[header.parked] + 1;
    case 'delay': return words[header.delays] + 1;
    case 'occurrence': return words[header.occurrences] + 1;
    case 'use': return words[header.uses] + 1;
    case 'memory': return words[header.memories] + 1;
    case 'copy': return words[header.copies] + 1;
    case 'past': return words[header.past] + 1;
    case 'answer': return words[header.answers] + 1;
    default: return sizes[index];
  }
}

function sameSizes(a: Sizes, b: Sizes): boolean {
  return a.length === b.length && a.every((size, i) => size === b[i]);
}
