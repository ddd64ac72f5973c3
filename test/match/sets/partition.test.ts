import { describe, expect, it } from 'vitest';
import { type Partition, sortByCode } from '../../../src/match/sets/value-index.js';
import { choicesOf } from '../../support/choices.js';

describe('partitions by code', () => {
  it('list the positions of each code and none of others, whatever the memory that is used again held before', () => {
    const choices = choicesOf(3);
    let before: Partition | undefined;
    for (let round = 0; round < 300; round++) {
      const most = choices.pick([1, 5, 40, 3_000]);
      const length = choices.below(choices.pick([3, 70]));
      const codes = Int32Array.from({ length }, () => choices.below(most + 1) - 1);
      const made: Partition = sortByCode(codes, length, before);
      expect(Math.max(-1, ...codes)).toBeLessThan(made.start.length);
      const expected = new Map<number, number[]>();
      codes.forEach((code, position) => {
        if (code >= 0) expected.set(code, [...(expected.get(code) ?? []), position]);
      });
      const listed = [...made.start.keys()].filter((code) => made.end[code] !== made.start[code]);
      expect(listed).toEqual([...expected.keys()].sort((a, b) => a - b));
      for (const [code, positions] of expected)
        expect([...made.positions.subarray(made.start[code], made.end[code])]).toEqual(positions);
      expect([...made.codes.subarray(0, made.count)]).toEqual([...expected.keys()]);
      before = choices.oneIn(10) ? undefined : made;
    }
  });
});
