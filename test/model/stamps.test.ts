import { describe, expect, test } from 'vitest';
import {
  type Journal,
  type Stamps,
  columnStamp,
  createStamps,
  fact,
  kindStamp,
  touch,
  touchAll,
  touchColumns,
  touchKind,
  touchOne,
} from '../../src/model/stamps.js';

const [watched, other] = [columnStamp(0), columnStamp(1)];

/** Stamps of two columns, of which the first is followed. */
function followed(): { readonly stamps: Stamps; readonly journal: Journal } {
  const stamps = createStamps(2);
  const journal: Journal = {
    watched: new Uint8Array(stamps.values.length),
    noted: Float64Array.from(stamps.values),
    entries: new Int32Array(4),
    length: 0,
  };
  journal.watched[watched] = 1;
  stamps.journal = journal;
  return { stamps, journal };
}

const entriesOf = ({ entries, length }: Journal): readonly number[] => [...entries.subarray(0, length)];
/** Every change is among the entries. */
const isNoted = ({ stamps, journal }: ReturnType<typeof followed>, stamp = watched): boolean =>
  journal.noted[stamp] === stamps.values[stamp];

describe('changes of one object', () => {
  test('are noted of what is watched', () => {
    const both = followed();
    touchOne(both.stamps, watched, 7);
    touchOne(both.stamps, other, 8);
    touchOne(both.stamps, watched, 9);
    expect(entriesOf(both.journal)).toEqual([watched, 7, watched, 9]);
    expect(isNoted(both)).toBe(true);
    expect(isNoted(both, other)).toBe(false);
  });

  test('change the stamp where nobody follows', () => {
    const stamps = createStamps(2);
    touchOne(stamps, watched, 7);
    expect(stamps.values[watched]).toBe(stamps.last);
    expect(stamps.last).toBe(1);
  });

  test.each([
    [
      'the stamp',
      (stamps: Stamps) => {
        touch(stamps, watched);
      },
    ],
    [
      'all columns',
      (stamps: Stamps) => {
        touchColumns(stamps);
      },
    ],
    [
      'everything',
      (stamps: Stamps) => {
        touchAll(stamps);
      },
    ],
  ])('are no longer noted after a change of %s that names nobody', (_what, change) => {
    const both = followed();
    touchOne(both.stamps, watched, 7);
    change(both.stamps);
    expect(isNoted(both)).toBe(false);
    touchOne(both.stamps, watched, 8);
    expect(isNoted(both)).toBe(false);
    expect(entriesOf(both.journal)).toEqual([watched, 7]);
    // Whoever follows has looked.
    both.journal.noted[watched] = both.stamps.values[watched];
    touchOne(both.stamps, watched, 9);
    expect(isNoted(both)).toBe(true);
  });

  test('of other stamps do not disturb', () => {
    const both = followed();
    touchOne(both.stamps, watched, 7);
    touch(both.stamps, fact.clock);
    touchOne(both.stamps, watched, 8);
    expect(isNoted(both)).toBe(true);
  });

  test('are noted up to so many, and then known not to be', () => {
    const both = followed();
    const most = 2 ** 17 / 2;
    for (let id = 0; id < most; id++) touchOne(both.stamps, watched, id);
    expect(isNoted(both)).toBe(true);
    expect(entriesOf(both.journal).slice(-2)).toEqual([watched, most - 1]);
    touchOne(both.stamps, watched, 3);
    expect(isNoted(both)).toBe(false);
    expect([both.journal.length, both.journal.entries.length]).toEqual([2 * most, 2 * most]);
    both.journal.length = 0;
    both.journal.noted[watched] = both.stamps.values[watched];
    touchOne(both.stamps, watched, 5);
    expect(isNoted(both)).toBe(true);
    expect(entriesOf(both.journal)).toEqual([watched, 5]);
  });
});

describe('facts of kinds', () => {
  const kinds = [1, 2, 31, 254];
  const readAll = ({ values }: Stamps): readonly number[] =>
    [fact.population, fact.owner, fact.place].flatMap((index) =>
      [0, ...kinds].map((kind) => values[kindStamp(index, kind)]),
    );
  const none = readAll(createStamps(1)).map(() => 0);

  test('change without those of other kinds and without other facts', () => {
    const stamps = createStamps(1);
    touchKind(stamps, fact.owner, 7, 2);
    const changed = none.slice();
    changed[5] = changed[7] = 1;
    expect(readAll(stamps)).toEqual(changed);
    expect(stamps.values[fact.owner]).toBe(1);
    expect(stamps.values[columnStamp(0)]).toBe(0);
  });

  test('all change where nobody says of which', () => {
    const stamps = createStamps(1);
    touch(stamps, fact.owner);
    expect(readAll(stamps)).toEqual(none.map((_, i) => (i >= 5 && i < 10 ? 1 : 0)));
    touchAll(stamps);
    expect(readAll(stamps)).toEqual(none.map(() => 2));
    touchColumns(stamps);
    expect(readAll(stamps)).toEqual(none.map(() => 2));
    expect(stamps.values[columnStamp(0)]).toBe(3);
  });

  test('are noted for whoever follows the fact', () => {
    const { stamps, journal } = followed();
    journal.watched[fact.place] = 1;
    touchKind(stamps, fact.place, 7, 3);
    expect(entriesOf(journal)).toEqual([fact.place, 7]);
    expect(journal.noted[fact.place]).toBe(stamps.values[fact.place]);
  });
});
