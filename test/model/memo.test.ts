import { describe, expect, test } from 'vitest';
import { byNumber, createStamps, fact, freshness, memo, touch, touchAll, touchBack } from '../../src/model/stamps.js';

test('what is noted is fresh until one of its stamps changes', () => {
  const stamps = createStamps(0);
  const found = freshness(stamps, [fact.owner, fact.place]);
  expect(found.isFresh()).toBe(false);
  found.note();
  expect(found.isFresh()).toBe(true);
  touch(stamps, fact.sight);
  expect(found.isFresh()).toBe(true);
  touch(stamps, fact.place);
  expect(found.isFresh()).toBe(false);
  expect(found.isFresh()).toBe(false);
  found.note();
  expect(found.isFresh()).toBe(true);
  touchAll(stamps);
  expect(found.isFresh()).toBe(false);
});

test('it is fresh again when a stamp is what it was, and not after it was dropped', () => {
  const stamps = createStamps(0);
  const found = freshness(stamps, [fact.owner]);
  found.note();
  const before = stamps.values[fact.owner];
  touch(stamps, fact.owner);
  expect(found.isFresh()).toBe(false);
  touchBack(stamps, fact.owner, before);
  expect(found.isFresh()).toBe(true);
  found.drop();
  expect(found.isFresh()).toBe(false);
});

test('it is fresh for the version that it was noted with, and never where it follows from an occurrence', () => {
  const stamps = createStamps(0);
  const found = freshness(stamps, [fact.owner]);
  found.note(3);
  expect([found.isFresh(3), found.isFresh(4), found.isFresh()]).toEqual([true, false, false]);
  const fleeting = freshness(stamps, [fact.occurrence]);
  fleeting.note();
  expect(fleeting.isFresh()).toBe(false);
});

describe('a memo', () => {
  test('makes its value when it is asked for and out of date, of the one before', () => {
    const stamps = createStamps(0);
    const made: (readonly [before: number | undefined, version: number])[] = [];
    const value = memo<number>(stamps, [fact.owner], (before, version) => made.push([before, version]));
    expect(value.isFresh()).toBe(false);
    expect([value.get(), value.get()]).toEqual([1, 1]);
    expect(value.isFresh()).toBe(true);
    touch(stamps, fact.owner);
    expect(value.isFresh()).toBe(false);
    expect([value.get(), value.get(7), value.get(7)]).toEqual([2, 3, 3]);
    expect(made).toEqual([
      [undefined, 0],
      [1, 0],
      [2, 7],
    ]);
  });

  test('whose make has thrown keeps nothing, even if all is as it was', () => {
    const stamps = createStamps(0);
    let fails = false;
    const before: unknown[] = [];
    const value = memo<number[]>(stamps, [fact.owner], (known = []) => {
      before.push([...known]);
      known.push(1);
      if (fails) throw new Error('half way');
      return known;
    });
    expect(value.get()).toEqual([1]);
    const stamp = stamps.values[fact.owner];
    fails = true;
    touch(stamps, fact.owner);
    expect(() => value.get()).toThrow('half way');
    fails = false;
    touchBack(stamps, fact.owner, stamp);
    expect(value.isFresh()).toBe(false);
    expect(value.get()).toEqual([1]);
    expect(before).toEqual([[], [1], []]);
  });
});

test('memos by number are made as they are asked for, once each', () => {
  const made: number[] = [];
  const of = byNumber((number) => ({ number, place: made.push(number) }));
  expect(of(4)).toBe(of(4));
  expect(of(2).number).toBe(2);
  expect(made).toEqual([4, 2]);
});
