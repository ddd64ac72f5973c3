import { type Alea, createAlea, nextDouble } from './alea.js';
import { type Arena, columnOf, header } from './arena.js';
import { EdictError } from './errors.js';
import { type StringPool, intern } from './strings.js';

/** Random streams for host systems, by name. `flushStreams` writes them into the arena. */
export interface Streams {
  readonly names: Int32Array;
  /** Four numbers per stream: the carry of alea and its three fractions. */
  readonly states: Float64Array;
  readonly header: Uint32Array;
  readonly open: Map<number, Alea>;
}

export const streamWidth = 4;

export function bindStreams(arena: Arena): Streams {
  return {
    names: columnOf(arena, 'stream.name', 'i32'),
    states: columnOf(arena, 'stream.state', 'f64'),
    header: arena.header,
    open: new Map(),
  };
}

/** In [0, 1); creates the stream on first use. Throws without room. */
export function nextOfStream(streams: Streams, strings: StringPool, name: string): number {
  const handle = intern(strings, name);
  let generator = streams.open.get(handle);
  if (generator === undefined) {
    generator = openStream(streams, handle, name);
    streams.open.set(handle, generator);
  }
  return nextDouble(generator);
}

export function flushStreams(streams: Streams): void {
  for (const [handle, { c, s0, s1, s2 }] of streams.open) {
    streams.states.set([c, s0, s1, s2], rowOf(streams, handle) * streamWidth);
  }
}

/** The next use continues from the arena. */
export function reloadStreams(streams: Streams): void {
  streams.open.clear();
}

function openStream(streams: Streams, handle: number, name: string): Alea {
  const row = rowOf(streams, handle);
  if (row > 0) {
    const at = row * streamWidth;
    const [c, s0, s1, s2] = streams.states.subarray(at, at + streamWidth);
    return { c, s0, s1, s2 };
  }
  const next = streams.header[header.streams] + 1;
  if (next >= streams.names.length) {
    throw new EdictError(
      'streams',
      `there is no room for random stream ${name}: all ${streams.names.length - 1} are taken; reserve more streams`,
      name,
    );
  }
  streams.header[header.streams] = next;
  streams.names[next] = handle;
  return createAlea(`${streams.header[header.seedLow]}/${streams.header[header.seedHigh]}/${name}`);
}

function rowOf(streams: Streams, handle: number): number {
  const used = streams.header[header.streams];
  for (let row = 1; row <= used; row++) if (streams.names[row] === handle) return row;
  return 0;
}

/** Hypothetical evaluation draws nothing. */
export function keepingStreams<Result>(streams: Streams, act: () => Result): Result {
  const open = new Map([...streams.open].map(([handle, generator]) => [handle, { ...generator }]));
  const count = streams.header[header.streams];
  try {
    return act();
  } finally {
    streams.names.fill(0, count + 1);
    streams.states.fill(0, (count + 1) * streamWidth);
    streams.header[header.streams] = count;
    for (const handle of [...streams.open.keys()]) if (!open.has(handle)) streams.open.delete(handle);
    for (const [handle, state] of open) streams.open.set(handle, state);
  }
}
