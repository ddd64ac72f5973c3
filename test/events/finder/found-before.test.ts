import { describe, expect, test } from 'vitest';
import { type Candidates, addCandidate, createCandidates, type Search } from '../../../src/meaning/answering.js';
import { createFoundBefore } from '../../../src/events/finder/found-before.js';
import { captureState, restoreState } from '../../../src/state/world-state.js';
import type { WorldState } from '../../../src/components/state.js';
import { header } from '../../../src/kernel/arena.js';
import { midWindow } from '../../support/timing-state.js';

const asked: Search = {
  first: 2,
  count: 1,
  at: 'after',
  step: 'C',
  only: 0,
  usesBefore: 3,
  bornUntil: Infinity,
  most: Infinity,
};

function someCandidates(): Candidates {
  const found = createCandidates([]);
  addCandidate(found, 1, 2, 33, 44, 5);
  addCandidate(found, 6, 2, 77, 0, 0);
  return found;
}

function shown({ count, ability, occurrence, source, controller, number }: Candidates): readonly unknown[] {
  return Array.from({ length: count }, (_, at) => [
    ability[at],
    occurrence[at],
    source[at],
    controller[at],
    number[at],
  ]);
}

/**
 * The answer to a question once something has changed since it was found; undefined where it has to be found again.
 */
function foundAfter(change: (state: WorldState) => void, search: Search = asked): readonly unknown[] | undefined {
  const state = midWindow();
  const before = createFoundBefore(state, []);
  before.note({ ...asked }, someCandidates());
  change(state);
  const into = createCandidates([]);
  addCandidate(into, 9, 9, 9, 9, 9);
  return before.find(search, into) ? shown(into) : undefined;
}

const nothing = (): void => {};

describe('what was found before', () => {
  test('is found again where nothing has changed', () => {
    expect(foundAfter(nothing)).toEqual(shown(someCandidates()));
  });

  test('is nothing at first', () => {
    expect(createFoundBefore(midWindow(), []).find({ ...asked }, createCandidates([]))).toBe(false);
  });

  test('is what was noted last, and a copy: whoever asked may leave out some', () => {
    const before = createFoundBefore(midWindow(), []);
    const [first, second, into] = [someCandidates(), someCandidates(), createCandidates([])];
    second.count = 1;
    before.note({ ...asked }, first);
    before.note({ ...asked, only: 1 }, second);
    second.count = 0;
    expect(before.find({ ...asked }, into)).toBe(false);
    for (let i = 0; i < 2; i++) {
      expect(before.find({ ...asked, only: 1 }, into)).toBe(true);
      expect(shown(into)).toEqual(shown(someCandidates()).slice(0, 1));
      into.count = 0;
    }
  });

  test('is of the question as it was, though that is filled again', () => {
    const before = createFoundBefore(midWindow(), []);
    const search: Search = { ...asked };
    before.note(search, someCandidates());
    search.only = 1;
    expect(before.find(search, createCandidates([]))).toBe(false);
  });
});

/** Each by itself, so that a key without it would not tell. */
const changes: readonly (readonly [string, (state: WorldState) => void])[] = [
  [
    'anything that has a stamp changes',
    ({ stamps }) => {
      stamps.last++;
    },
  ],
  [
    'a value of an occurrence does',
    (state) => {
      state.occurrenceChanges++;
    },
  ],
  [
    'a snapshot is put back',
    (state) => {
      state.restores++;
    },
  ],
  [
    'something occurs',
    ({ arena }) => {
      arena.header[header.occurredLow]++;
    },
  ],
  [
    'so much occurs that the number begins again',
    ({ arena }) => {
      arena.header[header.occurredHigh]++;
    },
  ],
  [
    'there are more occurrences',
    ({ arena }) => {
      arena.header[header.occurrences]++;
    },
  ],
  [
    'there are fewer occurrences',
    ({ arena }) => {
      arena.header[header.occurrences]--;
    },
  ],
  [
    'an ability is used',
    ({ arena }) => {
      arena.header[header.uses]++;
    },
  ],
  [
    'uses are taken off',
    ({ arena }) => {
      arena.header[header.uses]--;
    },
  ],
  [
    'something is past',
    ({ arena }) => {
      arena.header[header.past]++;
    },
  ],
  [
    'what is past is forgotten',
    ({ arena }) => {
      arena.header[header.past] = 0;
    },
  ],
  [
    'a copy is gone',
    ({ arena }) => {
      arena.header[header.copies]--;
    },
  ],
  [
    'a copy has come in the place of another',
    ({ arena }) => {
      arena.header[header.copyNumber]++;
    },
  ],
];

describe('it has to be found again', () => {
  test.each(changes)('where %s', (_what, change) => {
    expect(foundAfter(change)).toBeUndefined();
  });

  test('where the world is as it was, but has been elsewhere', () => {
    expect(
      foundAfter((state) => {
        restoreState(state, captureState(state));
      }),
    ).toBeUndefined();
  });

  const others: readonly Partial<Search>[] = [
    { first: 1 },
    { count: 2 },
    { at: 'before' },
    { step: 'B' },
    { only: 2 },
    { usesBefore: 2 },
    { bornUntil: 7 },
    { most: 1 },
  ];

  test.each(others)('for another question: %o', (other) => {
    expect(foundAfter(nothing, { ...asked, ...other })).toBeUndefined();
  });

  test('for each part of a question', () => {
    expect(others.flatMap((other) => Object.keys(other)).sort()).toEqual(Object.keys(asked).sort());
  });
});
