import { describe, expect, it } from 'vitest';
import { createStamps, fact, touch } from '../../../src/model/stamps.js';
import { createKindUnions } from '../../../src/match/sets/own-sets.js';
import { choicesOf } from '../../support/choices.js';

describe('unions of kinds', () => {
  it('name all objects of the kinds by ascending id, again when somebody comes or goes', () => {
    const choices = choicesOf(5);
    const stamps = createStamps(0);
    let byKind: readonly (readonly number[])[] = [];
    const unions = createKindUnions(
      { stamps },
      { ofKind: (kind) => ({ ids: Int32Array.from(byKind[kind]), length: byKind[kind].length }) },
    );
    for (let round = 0; round < 200; round++) {
      const kindOf = Array.from({ length: choices.below(60) }, () => choices.below(4));
      byKind = [0, 1, 2, 3].map((kind) => [...kindOf.keys()].filter((id) => kindOf[id] === kind));
      touch(stamps, fact.population);
      for (const kinds of [[1, 2], [2, 3, 1], [3]]) {
        const { ids, length } = unions.of(kinds);
        expect([...ids.subarray(0, length)]).toEqual([...kindOf.keys()].filter((id) => kinds.includes(kindOf[id])));
      }
    }
  });

  it('stay while nobody does', () => {
    let asked = 0;
    const unions = createKindUnions(
      { stamps: createStamps(0) },
      {
        ofKind: () => {
          asked++;
          return { ids: Int32Array.of(asked), length: 1 };
        },
      },
    );
    expect(unions.of([1, 2])).toBe(unions.of([1, 2]));
    expect(asked).toBe(2);
  });
});
