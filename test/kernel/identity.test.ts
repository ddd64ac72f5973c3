import { describe, expect, test } from 'vitest';
import { createArena, createLayout, header } from '../../src/kernel/arena.js';
import {
  type Identity,
  allocate,
  allocateMany,
  bindIdentity,
  demand,
  giveBack,
  handleOf,
  idLimit,
  isLive,
  release,
  releaseMany,
  resolve,
} from '../../src/kernel/identity.js';
import { refusal, refusedWith } from '../support/errors.js';

const idRange = 2 ** 24;
const lastGeneration = 2 ** 29 - 1;

function identityOf(capacity: number): Identity {
  const layout = createLayout(
    ['entity'],
    [
      { name: 'kind', type: 'u8', dimension: 'entity', width: 1 },
      { name: 'generation', type: 'u32', dimension: 'entity', width: 1 },
    ],
  );
  return bindIdentity(createArena(layout, [capacity + 1]));
}

function lowestOf(free: ReadonlySet<number>): number {
  let id = 1;
  while (!free.has(id)) id++;
  return id;
}

describe('ids', () => {
  test('are the lowest free ones among many rows, whatever is born, dies and is taken back between', () => {
    const rows = 20_000;
    const identity = identityOf(rows);
    const free = new Set(Array.from({ length: rows }, (_, i) => i + 1));
    const take = (id: number) => {
      expect(id).toBe(lowestOf(free));
      free.delete(id);
    };
    for (const id of allocateMany(identity, 1, 15_000)) free.delete(id);
    let word = 1;
    for (let i = 0; i < 3_000; i++) {
      word = (Math.imul(word, 1_103_515_245) + 12_345) >>> 0;
      const id = 1 + (word % rows);
      const isFree = free.has(id);
      if (isFree || i % 3 === 0) take(allocate(identity, 1));
      else if (i % 3 === 1) release(identity, id);
      else releaseMany(identity, [id]);
      if (!isFree && i % 3 !== 0) free.add(id);
      if (i % 500 === 0) giveBack(identity, allocate(identity, 1));
    }
    expect(identity.header[header.live]).toBe(rows - free.size);
  });

  test('are given out from 1, the lowest free one first', () => {
    const identity = identityOf(8);
    expect([1, 1, 1, 1].map((kind) => allocate(identity, kind))).toEqual([1, 2, 3, 4]);
    release(identity, 3);
    release(identity, 1);
    expect([5, 5, 5].map((kind) => allocate(identity, kind))).toEqual([1, 3, 5]);
    expect(idLimit(identity)).toBe(6);
    expect(identity.header[header.live]).toBe(5);
  });

  test('run out with an error that gives the number of places and the culprit', () => {
    const identity = identityOf(2);
    allocate(identity, 1);
    allocate(identity, 1);
    const error = refusal(() => allocate(identity, 1, 'rule yard/build'));
    expect(error.code).toBe('world-full');
    expect(error.message).toContain('all 2 places');
    expect(error.message).toContain('rule yard/build');
    expect(error.culprit).toBe('rule yard/build');
    expect(identity.header[header.live]).toBe(2);
    release(identity, 2);
    expect(allocate(identity, 1)).toBe(2);
  });

  test('that are given back were never given out', () => {
    const identity = identityOf(4);
    allocate(identity, 1);
    const id = allocate(identity, 1);
    giveBack(identity, id);
    expect(identity.header[header.live]).toBe(1);
    expect(allocate(identity, 1)).toBe(id);
    expect(handleOf(identity, id)).toBe(id);
  });
});

describe('handles', () => {
  test('of first tenants equal their ids; nobody is 0', () => {
    const identity = identityOf(4);
    const id = allocate(identity, 2);
    expect(handleOf(identity, id)).toBe(id);
    expect(handleOf(identity, 0)).toBe(0);
    expect(resolve(identity, 0)).toBe(0);
  });

  test('are stale once their object is gone, also after its row has a new tenant', () => {
    const identity = identityOf(4);
    const id = allocate(identity, 2);
    const first = handleOf(identity, id);
    release(identity, id);
    expect(resolve(identity, first)).toBe(0);
    expect(isLive(identity, id)).toBe(false);
    expect(allocate(identity, 3)).toBe(id);
    const second = handleOf(identity, id);
    expect(second).not.toBe(first);
    expect(resolve(identity, first)).toBe(0);
    expect(resolve(identity, second)).toBe(id);
    expect(demand(identity, second)).toBe(id);
  });

  test('that a host passes in and that are no live object are refused with the reason', () => {
    const identity = identityOf(4);
    const id = allocate(identity, 2);
    release(identity, id);
    expect(refusal(() => demand(identity, id)).message).toContain(`object ${id} is gone`);
    expect(refusal(() => demand(identity, 3)).message).toContain('there is no object 3');
    for (const nonsense of [0, -1, 1.5, NaN, Infinity, 2 ** 53, 5, idRange, idRange + 1, 2 ** 52 + 1]) {
      expect(refusedWith(() => demand(identity, nonsense))).toBe('no-object');
      expect(resolve(identity, nonsense)).toBe(0);
    }
  });

  test('never come true a second time: a row that is worn out is retired', () => {
    const identity = identityOf(2);
    allocate(identity, 1);
    identity.generation[1] = lastGeneration - 1;
    const handle = handleOf(identity, 1);
    expect(Number.isSafeInteger(handle)).toBe(true);
    expect(resolve(identity, handle)).toBe(1);
    release(identity, 1);
    expect(isLive(identity, 1)).toBe(false);
    expect(resolve(identity, handle)).toBe(0);
    expect(resolve(identity, handle + idRange)).toBe(0);
    expect(allocate(identity, 1)).toBe(2);
    expect(refusedWith(() => allocate(identity, 1))).toBe('world-full');
  });

  test('of many rows become stale as those of one', () => {
    const [one, many] = [identityOf(9), identityOf(9)];
    for (const identity of [one, many]) {
      for (let i = 0; i < 9; i++) allocate(identity, 1);
      identity.generation[4] = lastGeneration - 1;
    }
    for (const id of [7, 4, 2]) release(one, id);
    releaseMany(many, [7, 4, 2]);
    expect([...many.kind]).toEqual([...one.kind]);
    expect([...many.generation]).toEqual([...one.generation]);
    expect(many.header).toEqual(one.header);
    expect([1, 1].map((kind) => allocate(many, kind))).toEqual([1, 1].map((kind) => allocate(one, kind)));
    expect(refusedWith(() => allocate(many, 1))).toBe('world-full');
  });

  test('of the largest world stay whole numbers', () => {
    expect(Number.isSafeInteger(lastGeneration * idRange + idRange - 1)).toBe(true);
  });
});
