import { describe, expect, test } from 'vitest';
import { createFollower, createStamps, fact, touch, touchAll, touchBack, touchKind } from '../../src/model/stamps.js';

const { population, place } = fact;

describe('a follower', () => {
  test('is told of which objects facts have changed since it asked before', () => {
    const stamps = createStamps(0);
    const follower = createFollower(stamps, [population, place]);
    touchKind(stamps, population, 3, 1);
    expect(follower.changed(8)).toBeUndefined();
    expect(follower.changed(8)).toEqual([]);
    touchKind(stamps, place, 7, 1);
    touchKind(stamps, population, 5, 2);
    touchKind(stamps, population, 5, 2);
    touchKind(stamps, fact.owner, 9, 2);
    expect(follower.changed(8)).toEqual([5, 5, 7]);
    expect(follower.changed(8)).toEqual([]);
  });

  test('goes its own way beside others', () => {
    const stamps = createStamps(0);
    const [one, other] = [createFollower(stamps, [place]), createFollower(stamps, [place])];
    for (const each of [one, other]) each.changed(8);
    touchKind(stamps, place, 1, 1);
    expect(one.changed(8)).toEqual([1]);
    touchKind(stamps, place, 2, 1);
    expect(one.changed(8)).toEqual([2]);
    expect(other.changed(8)).toEqual([1, 2]);
  });

  test.each([
    [
      'a change that names nobody',
      (stamps: ReturnType<typeof createStamps>) => {
        touch(stamps, place);
      },
    ],
    [
      'a change of everything',
      (stamps: ReturnType<typeof createStamps>) => {
        touchAll(stamps);
      },
    ],
    [
      'a stamp that was put back',
      (stamps: ReturnType<typeof createStamps>) => {
        touchBack(stamps, place, 1);
      },
    ],
  ])('knows that it does not know all after %s', (_what, act) => {
    const stamps = createStamps(0);
    const [early, late] = [createFollower(stamps, [place]), createFollower(stamps, [place])];
    touchKind(stamps, place, 1, 1);
    for (const each of [early, late]) each.changed(8);
    touchKind(stamps, place, 2, 1);
    act(stamps);
    expect(early.changed(8)).toBeUndefined();
    touchKind(stamps, place, 3, 1);
    expect(early.changed(8)).toEqual([3]);
    expect(late.changed(8)).toBeUndefined();
    expect(late.changed(8)).toEqual([]);
  });

  test('is told of as many changes as it wants to know, and no more', () => {
    const stamps = createStamps(0);
    const follower = createFollower(stamps, [place]);
    follower.changed(100);
    const all = Array.from({ length: 100 }, (_, i) => i + 1);
    for (const id of all) touchKind(stamps, place, id, 1);
    expect(follower.changed(100)).toEqual(all);
    for (const id of all) touchKind(stamps, place, id, 1);
    expect(follower.changed(99)).toBeUndefined();
    for (const id of all) touchKind(stamps, place, id, 1);
    // More than there is room for: what was noted first is lost.
    for (const id of all) touchKind(stamps, place, id, 1);
    expect(follower.changed(1_000)).toBeUndefined();
    touchKind(stamps, place, 4, 1);
    expect(follower.changed(1)).toEqual([4]);
  });
});
