import { describe, expect, test } from 'vitest';
import { type Arena, createArena, createLayout, header } from '../../src/kernel/arena.js';
import { capture, restoreInto } from '../../src/kernel/snapshot.js';
import {
  type Streams,
  bindStreams,
  flushStreams,
  nextOfStream,
  reloadStreams,
  streamWidth,
} from '../../src/kernel/streams.js';
import { createStringPool } from '../../src/kernel/strings.js';
import { refusal } from '../support/errors.js';

function streamsOf(
  places = 3,
  seed = 1,
): { readonly arena: Arena; readonly streams: Streams; next(name: string): number } {
  const layout = createLayout(
    ['entity', 'stream'],
    [
      { name: 'kind', type: 'u8', dimension: 'entity', width: 1 },
      { name: 'stream.name', type: 'i32', dimension: 'stream', width: 1 },
      { name: 'stream.state', type: 'f64', dimension: 'stream', width: streamWidth },
    ],
  );
  const arena = createArena(layout, [2, places + 1]);
  arena.header[header.seedLow] = seed;
  const streams = bindStreams(arena);
  const strings = createStringPool();
  return { arena, streams, next: (name) => nextOfStream(streams, strings, name) };
}

describe('a stream', () => {
  test('has its own sequence, whatever other streams do', () => {
    const alone = streamsOf();
    const sequence = [1, 2, 3, 4].map(() => alone.next('combat'));
    const mixed = streamsOf();
    const seen = [1, 2, 3, 4].map(() => {
      mixed.next('trade');
      return mixed.next('combat');
    });
    expect(seen).toEqual(sequence);
    expect(new Set(sequence).size).toBe(4);
    expect(sequence.every((value) => value >= 0 && value < 1)).toBe(true);
  });

  test('follows the seed', () => {
    expect(streamsOf(3, 1).next('a')).not.toBe(streamsOf(3, 2).next('a'));
  });

  test('goes on where a snapshot was taken, once, twice, and into another arena', () => {
    const { arena, streams, next } = streamsOf();
    next('a');
    next('b');
    flushStreams(streams);
    const snapshot = capture(arena, createStringPool());
    const after = ['a', 'b', 'a', 'c'].map(next);
    for (let i = 0; i < 2; i++) {
      restoreInto(arena, snapshot);
      reloadStreams(streams);
      expect(['a', 'b', 'a', 'c'].map(next)).toEqual(after);
    }
  });

  test('that was opened after a snapshot is gone with it', () => {
    const { arena, streams, next } = streamsOf(1);
    flushStreams(streams);
    const empty = capture(arena, createStringPool());
    next('a');
    restoreInto(arena, empty);
    reloadStreams(streams);
    expect(arena.header[header.streams]).toBe(0);
    expect(() => next('b')).not.toThrow();
  });

  test('can have any name, also none', () => {
    const { next } = streamsOf(4);
    const values = ['', '__proto__', 'constructor', '💫'].map(next);
    expect(new Set(values).size).toBe(4);
  });

  test('is refused by name when all places are taken, and nothing has changed', () => {
    const { next } = streamsOf(2);
    next('a');
    next('b');
    const error = refusal(() => next('c'));
    expect(error.code).toBe('streams');
    expect(error.message).toContain('stream c');
    expect(error.message).toContain('all 2');
    const reference = streamsOf(2);
    reference.next('a');
    expect(next('a')).toBe(reference.next('a'));
  });
});
