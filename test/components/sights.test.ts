import { describe, expect, test } from 'vitest';
import { captureState, checkState, growState, restoreState } from '../../src/state/world-state.js';
import { destroy } from '../../src/state/object-life.js';
import { isSighted, setSighted } from '../../src/components/sights.js';
import { fact } from '../../src/model/stamps.js';
import { hashState } from '../../src/state/state-hash.js';
import { factionSees, setSeen } from '../../src/components/visibility.js';
import { type WorldState } from '../../src/components/state.js';
import { refusal, refusedWith } from '../support/errors.js';
import { galaxyModel, make, stateOf } from '../support/hand-model.js';

const model = { ...galaxyModel, sights: ['mapped', 'supplied'] };
const [mapped, supplied] = [0, 1];

/** So many factions and ships, by id. */
function scene(
  factions = 2,
  room = factions,
): { readonly state: WorldState; readonly factions: readonly number[]; readonly ships: readonly number[] } {
  const state = stateOf(model, { factions: room, capacity: factions + 8 });
  return {
    state,
    factions: Array.from({ length: factions }, () => make(state, 'empire')),
    ships: [make(state, 'ship'), make(state, 'ship')],
  };
}

/** Who has a sight of what, as `faction>ship`. */
function pairs({ state, factions, ships }: ReturnType<typeof scene>, sight: number): readonly string[] {
  return factions.flatMap((faction) =>
    ships.filter((ship) => isSighted(state, sight, faction, ship) === true).map((ship) => `${faction}>${ship}`),
  );
}

describe('sights', () => {
  test("are at first nobody's, and each is set by itself", () => {
    const all = scene();
    const {
      state,
      factions: [a, b],
      ships: [ship, other],
    } = all;
    expect([pairs(all, mapped), pairs(all, supplied)]).toEqual([[], []]);
    setSighted(state, mapped, a, ship, true);
    setSighted(state, supplied, b, ship, true);
    setSighted(state, supplied, b, other, true);
    expect([pairs(all, mapped), pairs(all, supplied)]).toEqual([[`${a}>${ship}`], [`${b}>${ship}`, `${b}>${other}`]]);
    setSighted(state, supplied, b, ship, false);
    expect([pairs(all, mapped), pairs(all, supplied)]).toEqual([[`${a}>${ship}`], [`${b}>${other}`]]);
    expect(factionSees(state, a, ship)).toBe(false);
    checkState(state);
  });

  test('do not come with plain sight or with owning', () => {
    const {
      state,
      factions: [a],
    } = scene();
    const own = make(state, 'ship', { owner: a });
    setSeen(state, a, own, true);
    expect([isSighted(state, mapped, a, own), factionSees(state, a, own)]).toEqual([false, true]);
  });

  test.each([31, 32, 33, 64, 255])('are kept apart among %i factions', (count) => {
    const all = scene(count);
    const chosen = all.factions.filter((_, i) => i % 31 === 30 || i % 32 === 31 || i === count - 1);
    for (const faction of chosen) setSighted(all.state, supplied, faction, all.ships[1], true);
    expect(pairs(all, supplied)).toEqual(chosen.map((faction) => `${faction}>${all.ships[1]}`));
    expect(pairs(all, mapped)).toEqual([]);
    checkState(all.state);
  });

  test('are those of factions', () => {
    const {
      state,
      ships: [ship, other],
    } = scene();
    const before = hashState(state);
    for (const nobody of [ship, 0]) {
      expect(isSighted(state, mapped, nobody, other)).toBeUndefined();
      const error = refusal(() => {
        setSighted(state, mapped, nobody, other, true);
      });
      expect([error.code, error.message]).toEqual([
        'no-faction',
        `edict: object ${nobody} is not a faction; only factions have a sight of mapped`,
      ]);
    }
    expect(hashState(state)).toBe(before);
  });

  test('end with a faction and with an object, and are not those of the next in their places', () => {
    for (const room of [3, 40]) {
      const all = scene(3, room);
      const {
        state,
        factions: [a, b, c],
        ships: [ship, other],
      } = all;
      for (const faction of [a, b, c])
        for (const each of [ship, other]) setSighted(state, supplied, faction, each, true);
      destroy(state, b);
      destroy(state, ship);
      checkState(state);
      const [next, newcomer] = [make(state, 'empire'), make(state, 'ship')];
      expect(new Set([next, newcomer])).toEqual(new Set([b, ship]));
      expect(pairs({ state, factions: [a, next, c], ships: [newcomer, other] }, supplied)).toEqual([
        `${a}>${other}`,
        `${c}>${other}`,
      ]);
    }
  });

  test('note a change, and only a change', () => {
    const {
      state,
      factions: [a, b],
      ships: [ship],
    } = scene();
    const changes = (run: () => void): boolean => {
      const before = state.stamps.values[fact.sight];
      run();
      return state.stamps.values[fact.sight] !== before;
    };
    expect(
      [true, true, false, false].map((sighted) =>
        changes(() => {
          setSighted(state, mapped, a, ship, sighted);
        }),
      ),
    ).toEqual([true, false, true, false]);
    expect(
      changes(() => {
        isSighted(state, mapped, a, ship);
      }),
    ).toBe(false);
    expect(
      changes(() => {
        destroy(state, b);
      }),
    ).toBe(true);
  });

  test('stay when the world grows, come back with a snapshot, and tell hashes apart', () => {
    const all = scene(40);
    const { state, factions, ships } = all;
    const hashes = [hashState(state)];
    setSighted(state, mapped, factions[35], ships[0], true);
    const snapshot = captureState(state);
    hashes.push(hashState(state));
    growState(state, 200, 40);
    expect([pairs(all, mapped), hashState(state)]).toEqual([[`${factions[35]}>${ships[0]}`], hashes[1]]);
    setSighted(state, mapped, factions[35], ships[0], false);
    expect(hashState(state)).toBe(hashes[0]);
    setSighted(state, supplied, factions[35], ships[0], true);
    hashes.push(hashState(state));
    setSighted(state, supplied, factions[35], ships[0], false);
    setSighted(state, mapped, factions[36], ships[0], true);
    hashes.push(hashState(state));
    expect(new Set(hashes).size).toBe(4);
    restoreState(state, snapshot);
    expect([pairs(all, mapped), hashState(state)]).toEqual([[`${factions[35]}>${ships[0]}`], hashes[1]]);
  });

  test('hash the same in any room for factions', () => {
    const hashes = [40, 63, 64, 95, 255].map((room) => {
      const { state, factions, ships } = scene(40, room);
      setSighted(state, mapped, factions[39], ships[0], true);
      setSighted(state, supplied, factions[1], ships[1], true);
      return hashState(state);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  test('of which content declares none take no room', () => {
    const state = stateOf(galaxyModel);
    expect([
      state.sightedBy.length,
      state.sightedWords,
      state.arena.layout.columns.some(({ name }) => name === 'sightedBy'),
    ]).toEqual([0, 0, false]);
    destroy(state, make(state, 'empire'));
    checkState(state);
  });

  test('are not in the snapshot of content where they mean something else', () => {
    const snapshot = captureState(scene().state);
    for (const sights of [['supplied', 'mapped'], ['mapped', 'known'], []]) {
      expect(
        refusedWith(() => {
          restoreState(stateOf({ ...model, sights }, { factions: 2, capacity: 10 }), snapshot);
        }),
      ).toBe('foreign-snapshot');
    }
    restoreState(scene().state, snapshot);
  });

  test('of a free slot, of none, or of what is not there are refused in a file', () => {
    const forged = (row: (all: ReturnType<typeof scene>) => number, bits: number): string => {
      const all = scene(2, 4);
      setSighted(all.state, mapped, all.factions[0], all.ships[0], true);
      checkState(all.state);
      all.state.sightedBy[row(all) * all.state.sightedWords] = bits;
      return refusedWith(() => {
        checkState(all.state);
      });
    };
    expect(forged(({ ships }) => ships[0], 1)).toBe('damaged-file');
    expect(forged(({ ships }) => ships[0], 8)).toBe('damaged-file');
    expect(forged(({ ships }) => ships[0], 32)).toBe('damaged-file');
    expect(forged(({ ships }) => ships[0], 2 ** 31)).toBe('damaged-file');
    expect(forged(({ ships }) => ships[1] + 1, 2)).toBe('damaged-file');
    expect(forged(() => 0, 2)).toBe('damaged-file');
  });
});
