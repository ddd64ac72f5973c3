import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashState } from '../../../../src/state/state-hash.js';
import { columnStamp } from '../../../../src/model/stamps.js';
import { greatestMeter, meterRules } from '../../../../src/content/focs/model/game-model.js';
import { compareMeters } from '../../../../src/content/focs/state/compare-meters.js';
import type { ImportedGame } from '../../../../src/content/focs/state/imported-game.js';
import { clampMeters, resetMeters } from '../../../../src/content/focs/turn/meters.js';
import { importSample } from '../state/sample-state.js';
import { longTest } from '../../../support/heavy.js';

const columns = ({ game }: ImportedGame, meter: string) => game.meters.get(meter) ?? { initial: -1, current: -1 };
const current = (made: ImportedGame, meter: string, id: number): number =>
  made.state.cells[columns(made, meter).current][id];
const write = (made: ImportedGame, meter: string, id: number, value: number): void => {
  made.state.cells[columns(made, meter).current][id] = value;
};
const laserOf = (made: ImportedGame): number => made.parts.get(41)?.get('SR_LASER') ?? 0;

/** Names of the meters whose columns a change touched, initial halves marked. */
function touched(made: ImportedGame, change: () => void): readonly string[] {
  const { stamps, model } = made.state;
  const before = stamps.values.slice();
  change();
  for (let i = 0; i < columnStamp(0); i++) expect(stamps.values[i]).toBe(before[i]);
  return model.columns
    .filter(({ index }) => stamps.values[columnStamp(index)] !== before[columnStamp(index)])
    .map(({ name }) => name)
    .sort();
}

/** Random numbers in all present halves. */
function scatter(made: ImportedGame, numbers: readonly number[]): void {
  const { cells, identity } = made.state;
  let next = 0;
  for (const { meter, kinds } of meterRules) {
    for (const kind of kinds) {
      for (let id = 1; identity.kind[id] !== 0; id++) {
        if (identity.kind[id] === made.game.kinds[kind])
          cells[columns(made, meter).current][id] = numbers[next++ % numbers.length];
      }
    }
  }
}

describe('reset', () => {
  it('puts targets and maxima to 0, what is on its way to where it began, and fleets out of sight', () => {
    const made = importSample();
    resetMeters(made.state, made.game);
    const { idOf } = made;
    expect(['TARGET_POPULATION', 'MAX_SHIELD', 'STEALTH'].map((meter) => current(made, meter, idOf(30)))).toEqual([
      0, 0, 0,
    ]);
    expect(['POPULATION', 'SHIELD', 'HAPPINESS'].map((meter) => current(made, meter, idOf(30)))).toEqual([11.25, 7, 5]);
    expect([50, 51, 52].map((id) => current(made, 'STEALTH', idOf(id)))).toEqual([2000, 2000, 2000]);
    expect(current(made, 'STEALTH', idOf(20))).toBe(0);
    expect([current(made, 'SIZE', idOf(61)), current(made, 'SPEED', idOf(61))]).toEqual([4, 0]);
  });

  it('keeps what a part began with only where it has a maximum', () => {
    const made = importSample();
    resetMeters(made.state, made.game);
    expect(current(made, 'CAPACITY', made.parts.get(41)?.get('CO_POD') ?? 0)).toBe(0);
    expect(
      ['MAX_CAPACITY', 'CAPACITY', 'MAX_SECONDARY_STAT', 'SECONDARY_STAT'].map((meter) =>
        current(made, meter, laserOf(made)),
      ),
    ).toEqual([0, 10, 0, 2]);
  });

  it('touches what it changes, and nothing when there is nothing to change', () => {
    const made = importSample();
    const first = touched(made, () => resetMeters(made.state, made.game));
    expect(first).toEqual([
      'CAPACITY',
      'HAPPINESS',
      'MAX_CAPACITY',
      'MAX_FUEL',
      'MAX_SECONDARY_STAT',
      'MAX_SHIELD',
      'POPULATION',
      'SHIELD',
      'SPEED',
      'STEALTH',
      'TARGET_POPULATION',
    ]);
    expect(touched(made, () => resetMeters(made.state, made.game))).toEqual([]);
  });

  it('ends alike whatever was there, and leaves the initial halves', () => {
    const made = importSample();
    resetMeters(made.state, made.game);
    const wanted = hashState(made.state);
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true }), { minLength: 1, maxLength: 20 }), (numbers) => {
        const size = current(made, 'SIZE', made.idOf(61));
        scatter(made, numbers);
        write(made, 'SIZE', made.idOf(60), 0);
        write(made, 'SIZE', made.idOf(61), size);
        resetMeters(made.state, made.game);
        expect(hashState(made.state)).toBe(wanted);
      }),
      { numRuns: 30 },
    );
  });
});

describe('clamp', () => {
  function clamped(
    meter: string,
    object: number | 'laser' | 'pod',
    value: number,
    cap?: readonly [string, number],
  ): number {
    const made = importSample();
    const id =
      object === 'laser'
        ? laserOf(made)
        : object === 'pod'
          ? (made.parts.get(41)?.get('CO_POD') ?? 0)
          : made.idOf(object);
    write(made, meter, id, value);
    if (cap !== undefined) write(made, cap[0], id, cap[1]);
    clampMeters(made.state, made.game);
    return current(made, meter, id);
  }

  it('holds meters between 0 and the greatest', () => {
    for (const meter of ['TARGET_INDUSTRY', 'POPULATION', 'REBEL_TROOPS', 'DETECTION', 'MAX_TROOPS', 'STEALTH']) {
      expect([-1, 0, 7.5, 70_000].map((value) => clamped(meter, 30, value))).toEqual([0, 0, 7.5, greatestMeter]);
    }
    expect([
      clamped('STEALTH', 10, -3),
      clamped('STEALTH', 32, -3),
      clamped('STEALTH', 50, 1e30),
      clamped('SIZE', 61, -1),
      clamped('SPEED', 40, -1),
    ]).toEqual([0, 0, greatestMeter, 0, 0]);
  });

  it('but not what may be negative', () => {
    expect([
      clamped('TARGET_POPULATION', 30, -7),
      clamped('TARGET_HAPPINESS', 30, -8),
      clamped('HAPPINESS', 30, -9),
      clamped('SPEED', 61, -10),
    ]).toEqual([-7, -8, -9, -10]);
    expect([clamped('HAPPINESS', 30, 1e9), clamped('CAPACITY', 'pod', -1)]).toEqual([1e9, -1]);
  });

  it('holds meters below their maximum, which is clamped first', () => {
    expect([-1, 3, 9].map((value) => clamped('SHIELD', 30, value, ['MAX_SHIELD', 5]))).toEqual([0, 3, 5]);
    expect(clamped('SHIELD', 30, 3, ['MAX_SHIELD', -4])).toBe(0);
    expect(clamped('STRUCTURE', 40, 1e6, ['MAX_STRUCTURE', 1e6])).toBe(greatestMeter);
    expect(clamped('CAPACITY', 'laser', 99, ['MAX_CAPACITY', 15])).toBe(15);
    expect(clamped('SECONDARY_STAT', 'laser', 99, ['MAX_SECONDARY_STAT', 2])).toBe(2);
    expect(clamped('POPULATION', 30, 99, ['TARGET_POPULATION', 3])).toBe(99);
  });

  it('touches what it changes', () => {
    const made = importSample();
    clampMeters(made.state, made.game);
    write(made, 'DETECTION', made.idOf(30), -1);
    write(made, 'SHIELD', made.idOf(30), 6);
    expect(touched(made, () => clampMeters(made.state, made.game))).toEqual(['DETECTION', 'SHIELD']);
    expect(touched(made, () => clampMeters(made.state, made.game))).toEqual([]);
  });

  longTest('finds nothing more to do after it has been done', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true }), { minLength: 1, maxLength: 20 }), (numbers) => {
        const made = importSample();
        scatter(made, numbers);
        clampMeters(made.state, made.game);
        expect(touched(made, () => clampMeters(made.state, made.game))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a comparison with what the state records', () => {
  it('finds nothing in a world that has just been imported', () => {
    const made = importSample();
    expect(compareMeters(made)).toEqual({ byMeter: [], meters: 19, equal: 19, different: 0, excluded: 1, worst: [] });
  });

  it('lists the greatest differences first, with the part that a meter is of', () => {
    const made = importSample();
    write(made, 'POPULATION', made.idOf(30), 15.5);
    write(made, 'STEALTH', made.idOf(10), 6);
    write(made, 'STEALTH', made.idOf(20), 4);
    write(made, 'CAPACITY', laserOf(made), -90);
    write(made, 'SIZE', made.idOf(61), 1000);
    const { different, equal, worst } = compareMeters(made);
    expect([different, equal]).toEqual([4, 15]);
    expect(worst).toEqual([
      { object: 41, meter: 'SR_LASER/CAPACITY', expected: 12, found: -90 },
      { object: 10, meter: 'STEALTH', expected: 5, found: 6 },
      { object: 20, meter: 'STEALTH', expected: 5, found: 4 },
      { object: 30, meter: 'POPULATION', expected: 16, found: 15.5 },
    ]);
    expect(compareMeters(made, 1).worst).toEqual(worst.slice(0, 1));
  });

  it('is exact to the last bit of 32', () => {
    const made = importSample({
      objects: importSample().source.objects.map(({ meters, specials: _, ...rest }) => ({
        ...rest,
        specials: {},
        meters: Object.fromEntries([...meters].map(([name, { initial }]) => [name, { initial, current: 0.1 }])),
      })),
    });
    expect(compareMeters(made).different).toBe(0);
    write(made, 'STEALTH', made.idOf(10), 0.10000000894069672);
    expect(compareMeters(made).worst).toEqual([
      { object: 10, meter: 'STEALTH', expected: Math.fround(0.1), found: 0.10000000894069672 },
    ]);
  });
});
