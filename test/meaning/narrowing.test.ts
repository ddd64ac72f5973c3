import { heavy } from '../support/heavy.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { narrowed } from '../../src/meaning/rule-sources.js';
import { narrowedPlaces, siftMarked } from '../../src/rules/run/active.js';
import { propertyRuns } from '../support/choices.js';

/** A condition over letters: a test is the letters of whom it is true. */
type Sieve =
  | { readonly by: 'test'; readonly test: string }
  | { readonly by: 'not'; readonly part: Sieve }
  | { readonly by: 'all' | 'any'; readonly parts: readonly Sieve[] };

const those = (letters: string): Sieve => ({ by: 'test', test: letters });
const not = (part: Sieve): Sieve => ({ by: 'not', part });
const all = (...parts: readonly Sieve[]): Sieve => ({ by: 'all', parts });
const any = (...parts: readonly Sieve[]): Sieve => ({ by: 'any', parts });

const isOf = (letters: string, letter: string): boolean => letters.includes(letter);
const left = (sieve: Sieve, list = 'abcdefgh'): string => narrowed(sieve, Array.from(list), isOf).join('');

describe('who passes, in the order in which holes are filled by the last of the list', () => {
  // Each worked out by hand: two lists, one hole after the other.
  test.each<[string, Sieve, string]>([
    ['a test', those('bdfh'), 'hbfd'],
    ['nobody', those(''), ''],
    ['everybody', those('abcdefgh'), 'abcdefgh'],
    ['the last alone', those('h'), 'h'],
    ['a test denied', not(those('bdfh')), 'agce'],
    ['a test denied twice', not(not(those('bdfh'))), 'hbfd'],
    ['one after the other', all(those('bcdefgh'), those('acdefg')), 'gfcde'],
    ['the same, in another order', all(those('acdefg'), those('bcdefgh')), 'fgcde'],
    ['one after the other, holes filled by who goes next', all(those('abcdef'), those('bcdfgh')), 'fbcd'],
    ['three of them', all(those('abcdefg'), those('bcdefgh'), those('adefh')), 'fed'],
    ['either: who passes the first stays, others are taken back', any(those('ce'), those('aeh')), 'ecah'],
    ['either, the other way round', any(those('aeh'), those('ce')), 'ahec'],
    ['any of three', any(those('d'), those('g'), those('ab')), 'dgab'],
    ['neither', not(any(those('ce'), those('ah'))), 'fbgd'],
    ['not both', not(all(those('abcde'), those('bdf'))), 'hgfaec'],
    ['not all of three', not(all(those('abcdef'), those('bcdefg'), those('cdgh'))), 'hgabef'],
    ['either and not both', all(any(those('ce'), those('aeh')), not(all(those('ea'), those('a')))), 'hce'],
    ['both or another', any(all(those('abcd'), those('bd')), those('hc')), 'dbhc'],
    ['neither or another', any(not(any(those('ce'), those('ah'))), those('c')), 'fbgdc'],
    ['one part alone', any(all(those('bdfh'))), 'hbfd'],
    ['all of nothing', all(), 'abcdefgh'],
    ['any of nothing', any(), ''],
    ['not all of nothing', not(all()), ''],
    ['not any of nothing', not(any()), 'abcdefgh'],
  ])('%s', (_, sieve, expected) => {
    expect(left(sieve)).toBe(expected);
  });

  test('of nobody there is nobody', () => {
    expect(left(all(those('a'), not(any(those('b'), those('c')))), '')).toBe('');
  });

  test('somebody who stands there twice is asked twice', () => {
    expect(left(those('ab'), 'aacbba')).toBe('aaabb');
    expect(left(any(those('c'), those('a')), 'aacbba')).toBe('caaa');
  });
});

// --- against the two lists of the specification
// ----------------------------------------------------------------------------

/** Tests by number; the ids of whom one is true are a set of bits. */
type Numbered =
  | { readonly by: 'test'; readonly test: number }
  | { readonly by: 'not'; readonly part: Numbered }
  | { readonly by: 'all' | 'any'; readonly parts: readonly Numbered[] };

const { sieve: sieves } = fc.letrec<{ sieve: Numbered; leaf: Numbered }>((tie) => ({
  leaf: fc.nat({ max: 4 }).map((number) => ({ by: 'test', test: number })),
  sieve: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    tie('sieve').map((part): Numbered => ({ by: 'not', part })),
    fc.record({ by: fc.constantFrom('all', 'any'), parts: fc.array(tie('sieve'), { minLength: 1, maxLength: 3 }) }),
  ),
}));
const lists = fc.array(fc.nat({ max: 30 }), { maxLength: 24 });
const truths = fc.array(fc.nat({ max: 2 ** 31 - 1 }), { minLength: 5, maxLength: 5 });

type Holds = (number: number, id: number) => boolean;
const holdsBy =
  (truth: readonly number[]): Holds =>
  (number, id) =>
    ((truth[number] >>> id) & 1) === 1;

/**
 * The specification's machine: `wanted` says which of two lists is searched, and who fails or passes there moves to the
 * other.
 */
function search(
  sieve: Numbered,
  matches: number[],
  others: number[],
  domain: 'matches' | 'others',
  holds: Holds,
): void {
  const searched = domain === 'matches' ? matches : others;
  const other = domain === 'matches' ? others : matches;
  const opposite = domain === 'matches' ? 'others' : 'matches';
  if (sieve.by === 'test') {
    let i = 0;
    while (i < searched.length) {
      if (holds(sieve.test, searched[i]) === (domain === 'matches')) {
        i++;
      } else {
        other.push(searched[i]);
        searched[i] = searched[searched.length - 1];
        searched.length--;
      }
    }
  } else if (sieve.by === 'not') {
    search(sieve.part, others, matches, opposite, holds);
  } else if ((sieve.by === 'all') === (domain === 'matches')) {
    for (const part of sieve.parts) search(part, matches, others, domain, holds);
  } else {
    const partly: number[] = [];
    sieve.parts.forEach((part, i) => {
      search(
        part,
        domain === 'matches' ? matches : partly,
        domain === 'matches' ? partly : others,
        i === 0 ? domain : opposite,
        holds,
      );
    });
    other.push(...partly);
  }
}

function isTrue(sieve: Numbered, id: number, holds: Holds): boolean {
  switch (sieve.by) {
    case 'test':
      return holds(sieve.test, id);
    case 'not':
      return !isTrue(sieve.part, id, holds);
    case 'all':
      return sieve.parts.every((part) => isTrue(part, id, holds));
    case 'any':
      return sieve.parts.some((part) => isTrue(part, id, holds));
  }
}

test('any tree leaves whom it is true of, in the order of the specification, and asks each test once of a whole list', () => {
  let turned = 0;
  fc.assert(
    fc.property(sieves, lists, truths, (sieve, list, truth) => {
      const holds = holdsBy(truth);
      const kept = narrowed(sieve, list, holds);
      const [matches, others]: [number[], number[]] = [[...list], []];
      search(sieve, matches, others, 'matches', holds);
      expect(kept).toEqual(matches);
      const expected = list.filter((id) => isTrue(sieve, id, holds));
      const ascending = (ids: readonly number[]): readonly number[] => [...ids].sort((a, b) => a - b);
      expect(ascending(kept)).toEqual(ascending(expected));
      turned += Number(kept.join() !== expected.join());
      const asked: number[] = [];
      const places = narrowedPlaces(sieve, list.length, (number) => {
        asked.push(number);
        return Uint8Array.from(list, (id) => Number(holds(number, id)));
      });
      expect(places.map((place) => list[place])).toEqual(kept);
      expect(new Set(places).size).toBe(places.length);
      expect(new Set(asked).size).toBe(asked.length);
    }),
    propertyRuns(400),
  );
  expect(turned).toBeGreaterThan(heavy(6, 100));
});

test('a stretch of two arrays is narrowed as a list is, and nothing beside it is touched', () => {
  fc.assert(
    fc.property(
      lists,
      lists,
      lists,
      fc.nat({ max: 2 ** 31 - 1 }),
      fc.nat({ max: 5 }),
      fc.constantFrom(0, 1),
      (before, list, after, bits, marksAt, wanted) => {
        const ids = Int32Array.from([...before, ...list, ...after]);
        const ranks = Int32Array.from(ids, (id, i) => 100 * i + id);
        const [from, to] = [before.length, before.length + list.length];
        const marks = Uint8Array.from([...new Array<number>(marksAt).fill(7), ...list.map((id) => (bits >>> id) & 1)]);
        const untouched = [
          ids.slice(0, from),
          ids.slice(to),
          ranks.slice(0, from),
          ranks.slice(to),
          marks.slice(0, marksAt),
        ];
        const expected = narrowed(
          wanted === 1 ? { by: 'test', test: 0 } : { by: 'not', part: { by: 'test', test: 0 } },
          list.map((id, i) => ({ id, rank: 100 * (from + i) + id })),
          (_test, { id }) => ((bits >>> id) & 1) === 1,
        );
        const end = siftMarked(ids, ranks, marks, marksAt, from, to, wanted);
        expect([...ids.subarray(from, end)]).toEqual(expected.map(({ id }) => id));
        expect([...ranks.subarray(from, end)]).toEqual(expected.map(({ rank }) => rank));
        expect([
          ids.slice(0, from),
          ids.slice(to),
          ranks.slice(0, from),
          ranks.slice(to),
          marks.slice(0, marksAt),
        ]).toEqual(untouched);
      },
    ),
    propertyRuns(200),
  );
});
