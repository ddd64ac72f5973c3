import {
  type Arena,
  type Layout,
  type Sizes,
  arenaMagic,
  arenaVersion,
  copyBytes,
  createArena,
  header,
  headerLength,
} from './arena.js';
import { EdictError, damaged } from './errors.js';
import { reading, refused } from './given.js';
import { hashBytes } from './hash.js';
import { type StringPool, createStringPool } from './strings.js';
import { mostComponents } from './world-limits.js';

/** The used part of every column of an arena, in one reusable buffer, without rows of objects that were never used. */
export interface Snapshot {
  readonly layoutHash: number;
  /** Sizes of its arena. An arena of other sizes can restore it if the used rows fit. */
  readonly sizes: Sizes;
  readonly header: Uint32Array;
  bytes: Uint8Array;
  /** Used length of `bytes`. */
  used: number;
  /** The pool of its texts. `texts` is the number of texts at the time of the snapshot; a pool only grows. */
  strings: StringPool;
  texts: number;
  /** By column, in place of `bytes`: see `captureParts`. */
  parts?: Part[] | undefined;
  /** The origin of its parts, if known. */
  taken?: Taken | undefined;
}

interface Taken {
  /** Of the arena: a kept snapshot must not keep the arena. */
  readonly token: object;
  /** Rows by dimension. */
  readonly rows: readonly number[];
  readonly marks: Float64Array;
}

/** The used rows of a column; empty: all zero. */
export interface Part {
  readonly bytes: Uint8Array;
  /** Snapshots that hold it. More than there are where one is gone: then it is not written again. */
  users: number;
}

/** Those that `captureParts` has made. */
const inParts = new WeakSet<object>();

/** To be filled. */
export function partsOf(snapshot: Snapshot): Part[] {
  inParts.add(snapshot);
  return (snapshot.parts ??= []);
}

export function demandSnapshot(given: unknown): void {
  if (!reading('the snapshot', () => isSnapshot(given)))
    throw refused('the snapshot', given, 'what snapshot() of a world returned');
}

function isSnapshot(given: unknown): given is Snapshot {
  if (typeof given !== 'object' || given === null) return false;
  const { layoutHash, sizes, header: words, bytes, parts, used, strings, texts } = given as Partial<Snapshot>;
  return (
    Number.isInteger(layoutHash) &&
    Array.isArray(sizes) &&
    sizes.every((size) => Number.isSafeInteger(size) && Number(size) >= 0) &&
    words instanceof Uint32Array &&
    words.length === headerLength &&
    bytes instanceof Uint8Array &&
    (parts === undefined ? isCount(used, bytes.length) : inParts.has(given)) &&
    Array.isArray(strings?.texts) &&
    strings.handles instanceof Map &&
    isCount(texts, strings.texts.length)
  );
}

function isCount(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
}

/** `into` is reused. */
export function capture(arena: Arena, strings: StringPool, into?: Snapshot): Snapshot {
  const snapshot = fitting(into, arena, strings);
  snapshot.parts = snapshot.taken = undefined;
  const { layout, bytes } = arena;
  const rows = usedRows(layout, arena.header, arena.sizes);
  const needed = bytesIn(layout, rows);
  if (snapshot.bytes.length < needed) snapshot.bytes = new Uint8Array(needed);
  let at = 0;
  for (let i = 0; i < bytes.length; i++) {
    const count = rows[layout.dimensionOf[i]] * layout.rowBytes[i];
    copyBytes(bytes[i], 0, snapshot.bytes, at, count);
    at += count;
  }
  return noted(snapshot, arena, strings, at);
}

/** `into`, where it is of such an arena. */
export function fitting(into: Snapshot | undefined, { layout, sizes }: Arena, strings: StringPool): Snapshot {
  if (into?.layoutHash === layout.hash && sameSizes(into.sizes, sizes)) return into;
  return {
    layoutHash: layout.hash,
    sizes,
    header: new Uint32Array(headerLength),
    bytes: new Uint8Array(0),
    used: 0,
    strings,
    texts: 0,
  };
}

export function noted(snapshot: Snapshot, { header: words }: Arena, strings: StringPool, used: number): Snapshot {
  snapshot.header.set(words);
  snapshot.used = used;
  snapshot.strings = strings;
  snapshot.texts = strings.texts.length;
  strings.kept = snapshot.texts;
  return snapshot;
}

/** Zeroes rows used only since. Throws when layouts differ or rows do not fit. */
export function restoreInto(arena: Arena, snapshot: Snapshot): void {
  if (snapshot.layoutHash !== arena.layout.hash) {
    throw new EdictError(
      'foreign-snapshot',
      'the snapshot is of a world with other content, other host components, or room for another number of factions; restore it into a world like the one it was taken from',
    );
  }
  if (snapshot.header[header.highWater] > arena.sizes[0]) {
    throw new EdictError(
      'foreign-snapshot',
      `the snapshot needs ${snapshot.header[header.highWater] - 1} places and this world has ${arena.sizes[0] - 1}; reserve more objects for the world`,
    );
  }
  checkHeader(arena.layout, snapshot);
  const { layout, bytes } = arena;
  const rows = usedRows(layout, snapshot.header, snapshot.sizes);
  const before = usedRows(layout, arena.header, arena.sizes);
  for (let i = 1; i < rows.length; i++) {
    if (rows[i] > arena.sizes[i]) {
      throw new EdictError(
        'foreign-snapshot',
        `the snapshot has ${rows[i]} rows of ${layout.dimensions[i]} and this world ${arena.sizes[i]}; create the world with larger sizes`,
      );
    }
  }
  let at = 0;
  for (let i = 0; i < bytes.length; i++) {
    const dimension = layout.dimensionOf[i];
    const count = rows[dimension] * layout.rowBytes[i];
    const part = snapshot.parts?.[i].bytes;
    if (part?.length === 0) bytes[i].fill(0, 0, count);
    else if (part !== undefined) copyBytes(part, 0, bytes[i], 0, count);
    else copyBytes(snapshot.bytes, at, bytes[i], 0, count);
    at += count;
    if (before[dimension] > rows[dimension]) bytes[i].fill(0, count, before[dimension] * layout.rowBytes[i]);
  }
  arena.header.set(snapshot.header);
}

/** Throws when header, sizes and bytes disagree, before anything is allocated by them. */
export function checkHeader(layout: Layout, { header: words, sizes, used }: Snapshot): void {
  if (words[header.magic] !== arenaMagic) throw damaged('its header cannot be read');
  if (words[header.version] !== arenaVersion)
    throw otherBuild(`version ${words[header.version]}`, `version ${arenaVersion}`);
  if (words[header.layoutHash] !== layout.hash)
    throw otherBuild(`layout ${hex(words[header.layoutHash])}`, `layout ${hex(layout.hash)}`);
  const { length } = layout.dimensions;
  if (words[header.dimensions] !== length || sizes.length !== length)
    throw damaged(`it has ${sizes.length} sizes where its layout asks for ${length}`);
  if (words[header.highWater] < 1 || words[header.highWater] > sizes[0]) throw damaged('it uses more rows than it has');
  for (let i = 1; i < sizes.length; i++) {
    const counter = counters.get(layout.dimensions[i]);
    if (counter === undefined) continue;
    const { word, least, what } = counter;
    if (words[word] < least || words[word] >= sizes[i] + least) throw damaged(`it counts more ${what} than it has`);
  }
  const expected = bytesIn(layout, usedRows(layout, words, sizes));
  if (expected !== used) throw damaged(`it holds ${used} bytes where its sizes ask for ${expected}`);
}

export function otherBuild(saved: string, own: string): EdictError {
  return new EdictError(
    'foreign-file',
    `the saved world is of ${saved}, and this build of edict reads ${own}; load it with the build that saved it`,
  );
}

export function hex(hash: number): string {
  return hash.toString(16).padStart(8, '0');
}

interface RowCounter {
  /** With `least` 1 the first unused row, with 0 the last used one. */
  readonly word: number;
  readonly least: 0 | 1;
  /** Reads the first bytes only. */
  readonly packed: boolean;
  readonly what: string;
}

function packed(word: number, what: string, least: 0 | 1 = 0): RowCounter {
  return { word, least, packed: true, what };
}

/** Without a counter all rows may hold something. */
const counters: ReadonlyMap<string, RowCounter> = new Map([
  ['lane', { word: header.lanes, least: 0, packed: false, what: 'lanes' }],
  ['stream', { word: header.streams, least: 0, packed: false, what: 'random streams' }],
  ['cell', packed(header.cells, 'cells', 1)],
  ['word', packed(header.words, 'words of sets', 1)],
  ['link', packed(header.links, 'entries of lists')],
  ['frame', packed(header.frames, 'frames')],
  ['parked', packed(header.parked, 'parked frames')],
  ['delay', packed(header.delays, 'delays')],
  ['occurrence', packed(header.occurrences, 'occurrences')],
  ['use', packed(header.uses, 'uses')],
  ['memory', packed(header.memories, 'memories')],
  ['copy', packed(header.copies, 'copies of abilities')],
  ['past', packed(header.past, 'past occurrences')],
  ['answer', packed(header.answers, 'answers')],
  ['edge', packed(header.edges, 'edges')],
]);

export function resize(arena: Arena, strings: StringPool, sizes: Sizes, shared: boolean): Arena {
  const larger = createArena(arena.layout, sizes, shared);
  restoreInto(larger, capture(arena, strings));
  return larger;
}

/** With more columns, of zeros, after its own. `layout`: with those of the arena first. */
export function extended(arena: Arena, layout: Layout, shared: boolean): Arena {
  const larger = createArena(layout, arena.sizes, shared);
  for (const [i, bytes] of arena.bytes.entries()) larger.bytes[i].set(bytes);
  larger.header.set(arena.header);
  larger.header[header.layoutHash] = layout.hash;
  return larger;
}

/** Version 2 says the shape of its content. */
const magics = ['EDICT1\n', 'EDICT2\n'] as const;
const magicLength = magics[0].length;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Looks at the first bytes only. */
export function isSavedWorld(bytes: Uint8Array): boolean {
  const begun = new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, magicLength));
  return magics.some((magic) => begun.length === magicLength && begun.every((byte, i) => byte === magic.charCodeAt(i)));
}

export interface FileHead {
  readonly content: string;
  readonly layoutHash: number;
  readonly sizes: readonly number[];
  readonly header: readonly number[];
  readonly texts: readonly string[];
  readonly bytes: number;
  /** Host components with their fields; left out: none. */
  readonly components?: SavedComponents;
  /** What the numbers in its columns mean, for other content; left out in version 1. */
  readonly shape?: unknown;
  readonly check: string;
}

/** By name: fields by name and type. */
export type SavedComponents = readonly (readonly [string, readonly (readonly [string, string])[]])[];

/** File format: magic, one line of JSON, the bytes. Without a shape it is of version 1. */
export function encodeSnapshot(
  snapshot: Snapshot,
  content: string,
  components: SavedComponents = [],
  shape?: object,
): Uint8Array {
  const bytes = snapshot.bytes.subarray(0, snapshot.used);
  const head: FileHead = {
    content,
    layoutHash: snapshot.layoutHash,
    sizes: [...snapshot.sizes],
    header: [...snapshot.header],
    texts: snapshot.strings.texts.slice(0, snapshot.texts),
    bytes: snapshot.used,
    ...(components.length > 0 && { components }),
    ...(shape !== undefined && { shape }),
    check: '',
  };
  const check = hashBytes(encoder.encode(JSON.stringify(head)), bytes);
  const line = encoder.encode(`${magics[shape === undefined ? 0 : 1]}${JSON.stringify({ ...head, check })}\n`);
  const file = new Uint8Array(line.length + bytes.length);
  file.set(line);
  file.set(bytes, line.length);
  return file;
}

/** Throws for all but a file of `encodeSnapshot`. */
export function decodeSnapshot(given: Uint8Array): { readonly snapshot: Snapshot; readonly head: FileHead } {
  const file = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  if (!isSavedWorld(file)) {
    throw new EdictError(
      'foreign-file',
      'this is not a saved world: it does not start with EDICT1 or EDICT2; pass a file that save wrote',
    );
  }
  const { head, body: bytes } = headIn(file, magics[0]);
  if (!isHead(head)) throw damaged('its header cannot be read');
  const { length: declared } = head.components ?? [];
  if (declared > mostComponents)
    throw damaged(`it has ${declared} host components, and a world has ${mostComponents} at most`);
  if (bytes.length < head.bytes) {
    throw new EdictError(
      'damaged-file',
      `the saved world is cut off: it holds ${bytes.length} of ${head.bytes} bytes; save it again`,
    );
  }
  if (bytes.length > head.bytes) {
    throw damaged(`it goes on after its end, with ${bytes.length} bytes where ${head.bytes} are expected`);
  }
  if (hashBytes(encoder.encode(JSON.stringify({ ...head, check: '' })), bytes) !== head.check) {
    throw damaged('its checksum is wrong');
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

/** The line of JSON after the magic of a saved file, and what follows; no head where that is none. */
export function headIn(file: Uint8Array, { length }: string): { readonly head: unknown; readonly body: Uint8Array } {
  const end = file.indexOf(10, length);
  return {
    head: end < 0 ? undefined : parsed(decoder.decode(file.slice(length, end))),
    body: file.subarray(end + 1),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isHead(value: unknown): value is FileHead {
  if (typeof value !== 'object' || value === null) return false;
  const head = value as Partial<Record<keyof FileHead, unknown>>;
  const numbers = (list: unknown) => Array.isArray(list) && list.every((n) => Number.isInteger(n) && n >= 0);
  return (
    typeof head.content === 'string' &&
    typeof head.check === 'string' &&
    Number.isInteger(head.layoutHash) &&
    Number.isInteger(head.bytes) &&
    numbers(head.sizes) &&
    numbers(head.header) &&
    Array.isArray(head.header) &&
    head.header.length === headerLength &&
    Array.isArray(head.texts) &&
    head.texts.every((text) => typeof text === 'string') &&
    (head.components === undefined || areComponents(head.components))
  );
}

function areComponents(value: unknown): value is SavedComponents {
  const isPair = (pair: unknown): pair is readonly [unknown, unknown] => Array.isArray(pair) && pair.length === 2;
  const isField = (field: unknown) => isPair(field) && typeof field[0] === 'string' && typeof field[1] === 'string';
  return (
    Array.isArray(value) &&
    new Set(value.map((each: unknown) => (isPair(each) ? each[0] : each))).size === value.length &&
    value.every(
      (each) => isPair(each) && typeof each[0] === 'string' && Array.isArray(each[1]) && each[1].every(isField),
    )
  );
}

/** Rows by dimension: packed ones up to the last used row, else all. */
export function usedRows({ dimensions }: Layout, words: Uint32Array, sizes: Sizes): readonly number[] {
  const rows = [words[header.highWater]];
  for (let i = 1; i < dimensions.length; i++) {
    const counter = counters.get(dimensions[i]);
    rows.push(counter?.packed === true ? words[counter.word] + 1 - counter.least : sizes[i]);
  }
  return rows;
}

export function bytesIn({ dimensionOf, rowBytes }: Layout, rows: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < rowBytes.length; i++) sum += rows[dimensionOf[i]] * rowBytes[i];
  return sum;
}

function sameSizes(a: Sizes, b: Sizes): boolean {
  return a.length === b.length && a.every((size, i) => size === b[i]);
}
