import { describe, expect, test } from 'vitest';
import { captureState, checkState, growState, restoreState } from '../../src/state/world-state.js';
import { destroy } from '../../src/state/object-life.js';
import { isRelated, setRelated } from '../../src/components/relations.js';
import { fact } from '../../src/model/stamps.js';
import { hashState } from '../../src/state/state-hash.js';
import { type WorldState } from '../../src/components/state.js';
import { refusal, refusedWith } from '../support/errors.js';
import { galaxyModel, make, modelOf, stateOf } from '../support/hand-model.js';

const [war, alliance] = galaxyModel.relations.map((_, index) => index);

/** A state with so many factions, by id. */
function nations(count: number, factions = count): { readonly state: WorldState; readonly ids: readonly number[] } {
  const state = stateOf(galaxyModel, { factions, capacity: count + 10 });
  return { state, ids: Array.from({ length: count }, () => make(state, 'empire')) };
}

/** All pairs that are related, as `a>b`. */
function pairs(state: WorldState, relation: number, ids: readonly number[]): readonly string[] {
  return ids.flatMap((a) => ids.filter((b) => isRelated(state, relation, a, b)).map((b) => `${a}>${b}`));
}

describe('relations', () => {
  test('hold at first between nobody', () => {
    const { state, ids } = nations(4);
    expect([pairs(state, war, ids), pairs(state, alliance, ids)]).toEqual([[], []]);
  });

  test('hold both ways where they are symmetric, else one way, each by itself', () => {
    const {
      state,
      ids: [a, b, c],
    } = nations(3);
    setRelated(state, war, a, b, true);
    setRelated(state, alliance, b, c, true);
    expect(pairs(state, war, [a, b, c])).toEqual([`${a}>${b}`, `${b}>${a}`]);
    expect(pairs(state, alliance, [a, b, c])).toEqual([`${b}>${c}`]);
    setRelated(state, alliance, c, b, false);
    setRelated(state, war, b, a, false);
    expect(pairs(state, war, [a, b, c])).toEqual([]);
    expect(pairs(state, alliance, [a, b, c])).toEqual([`${b}>${c}`]);
  });

  test.each([31, 32, 33, 64, 255])('are kept apart among %i factions', (count) => {
    const { state, ids } = nations(count);
    const chosen = ids.filter((_, i) => i % 31 === 30 || i % 32 === 31 || i === count - 1);
    const [first] = ids;
    for (const other of chosen) if (other !== first) setRelated(state, alliance, first, other, true);
    expect(pairs(state, alliance, ids)).toEqual(
      chosen.filter((other) => other !== first).map((other) => `${first}>${other}`),
    );
    expect(pairs(state, war, ids)).toEqual([]);
    checkState(state);
  });

  test('are for two factions', () => {
    const {
      state,
      ids: [a, b],
    } = nations(2);
    const ship = make(state, 'ship', { owner: a });
    const before = hashState(state);
    for (const related of [true, false]) {
      for (const [from, to] of [
        [a, ship],
        [ship, b],
        [a, 0],
        [0, b],
      ])
        expect(
          refusedWith(() => {
            setRelated(state, war, from, to, related);
          }),
        ).toBe('no-faction');
      const error = refusal(() => {
        setRelated(state, war, b, b, related);
      });
      expect([error.code, error.message]).toEqual([
        'relation',
        `edict: faction ${b} cannot be related to itself by war; name two factions`,
      ]);
    }
    expect(hashState(state)).toBe(before);
    setRelated(state, war, a, b, true);
    for (const [from, to] of [
      [a, ship],
      [ship, b],
      [a, 0],
      [0, b],
      [ship, ship],
      [0, 0],
      [a, a],
    ])
      expect(isRelated(state, war, from, to)).toBe(false);
  });

  test('end with a faction, from it and to it, and are not those of the next with its slot', () => {
    for (const room of [3, 40]) {
      const {
        state,
        ids: [a, b, c],
      } = nations(3, room);
      setRelated(state, war, a, b, true);
      setRelated(state, war, a, c, true);
      for (const [from, to] of [
        [a, b],
        [b, a],
        [b, c],
        [c, b],
      ])
        setRelated(state, alliance, from, to, true);
      const slot = state.faction[b];
      destroy(state, b);
      checkState(state);
      const next = make(state, 'empire');
      expect(state.faction[next]).toBe(slot);
      expect([pairs(state, war, [a, c, next]), pairs(state, alliance, [a, c, next])]).toEqual([
        [`${a}>${c}`, `${c}>${a}`],
        [],
      ]);
    }
  });

  test('of which content declares none leave a layout that works', () => {
    const state = stateOf(modelOf({ kinds: { empire: { faction: true } } }), { factions: 200 });
    const empire = make(state, 'empire');
    expect([state.relatedWords, state.related.length]).toEqual([1, 201]);
    destroy(state, empire);
    checkState(state);
  });

  test('note a change, and only a change', () => {
    const {
      state,
      ids: [a, b],
    } = nations(2);
    const changes = (run: () => void): boolean => {
      const before = state.stamps.values[fact.relation];
      run();
      return state.stamps.values[fact.relation] !== before;
    };
    const seen = [true, true, false, false].map((related) =>
      changes(() => {
        setRelated(state, war, a, b, related);
      }),
    );
    expect(seen).toEqual([true, false, true, false]);
    setRelated(state, war, a, b, true);
    expect(
      changes(() => {
        isRelated(state, war, a, b);
      }),
    ).toBe(false);
    expect(
      changes(() => {
        destroy(state, b);
      }),
    ).toBe(true);
  });

  test('stay when the world grows, and come back with a snapshot', () => {
    const { state, ids } = nations(40);
    const [a, b] = [ids[3], ids[38]];
    setRelated(state, alliance, a, b, true);
    const snapshot = captureState(state);
    const before = hashState(state);
    growState(state, 200, 40);
    expect([pairs(state, alliance, ids), hashState(state)]).toEqual([[`${a}>${b}`], before]);
    setRelated(state, alliance, a, b, false);
    setRelated(state, war, a, b, true);
    restoreState(state, snapshot);
    expect([pairs(state, alliance, ids), pairs(state, war, ids), hashState(state)]).toEqual([
      [`${a}>${b}`],
      [],
      before,
    ]);
  });

  test('hash the same in any room for factions', () => {
    const hashes = [40, 63, 64, 95, 255].map((room) => {
      const { state, ids } = nations(40, room);
      setRelated(state, war, ids[0], ids[39], true);
      setRelated(state, alliance, ids[35], ids[1], true);
      return hashState(state);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  test('are not in the snapshot of content where they mean something else', () => {
    const of = (relations: Readonly<Record<string, { readonly symmetric?: boolean }>>): WorldState =>
      stateOf(modelOf({ kinds: { empire: { faction: true } }, relations }));
    const snapshot = captureState(of({ war: {} }));
    for (const other of [{ peace: {} }, { war: { symmetric: false } }])
      expect(
        refusedWith(() => {
          restoreState(of(other), snapshot);
        }),
      ).toBe('foreign-snapshot');
    restoreState(of({ war: {} }), snapshot);
  });
});

describe('a state from a file is refused', () => {
  /** Two factions in slots 1 and 2 of four: a row of `related` is one word of war and one of alliance. */
  const forgedWith = (row: number, relation: number, bits: number): string => {
    const {
      state,
      ids: [a, b],
    } = nations(2, 4);
    setRelated(state, war, a, b, true);
    setRelated(state, alliance, a, b, true);
    checkState(state);
    expect([...state.related]).toEqual([0, 0, 4, 4, 2, 0, 0, 0, 0, 0]);
    state.related[row * state.relatedWords + relation] = bits;
    return refusal(() => {
      checkState(state);
    }).message;
  };

  test.each([
    ['of a free slot', 3, alliance, 2],
    ['of a slot of no faction, both ways', 4, war, 2],
    ['to none', 1, alliance, 1],
    ['to a free slot', 1, alliance, 8],
    ['to a slot that there is no room for', 1, alliance, 32],
    ['in the last bit', 2, alliance, 2 ** 31],
    ['of a faction to itself', 1, alliance, 2],
  ])('with a relation %s', (_, row, relation, bits) => {
    expect(forgedWith(row, relation, bits)).toBe(
      `edict: the saved world is damaged: faction slot ${row} has an unknown relation, or one to no other faction; save it again`,
    );
  });

  test('with anything in the row of none', () => {
    expect(forgedWith(0, alliance, 2)).toBe(
      'edict: the saved world is damaged: row 0 of faction.related, which is none, holds something; save it again',
    );
  });

  test('with a generation of which no handle can be made, of an object or of a free row', () => {
    for (const row of [1, 2, 3]) {
      const { state, ids } = nations(3);
      destroy(state, ids[1]);
      checkState(state);
      state.identity.generation[row] = 2 ** 29;
      expect(
        refusal(() => {
          checkState(state);
        }).message,
      ).toContain(`row ${row} has had more tenants than a row can have`);
    }
  });

  test.each([
    ['first', 1],
    ['second', 2],
  ])('with a symmetric relation that the %s side lacks', (_, row) => {
    expect(forgedWith(row, war, 0)).toBe(
      'edict: the saved world is damaged: war holds between two faction slots only one way; save it again',
    );
  });

  test('with a relation that content does not declare', () => {
    const state = stateOf(modelOf({ kinds: { empire: { faction: true } } }));
    for (let i = 0; i < 2; i++) make(state, 'empire');
    state.related[1] = 4;
    expect(
      refusedWith(() => {
        checkState(state);
      }),
    ).toBe('damaged-file');
  });

  test('with a relation to a faction whose row is free', () => {
    const {
      state,
      ids: [a, b],
    } = nations(2, 4);
    setRelated(state, alliance, a, b, true);
    const words = state.related.slice();
    const slot = state.faction[b];
    destroy(state, b);
    checkState(state);
    state.related.set(words);
    state.faction[b] = slot;
    state.factionEntity[slot] = b;
    expect(
      refusedWith(() => {
        checkState(state);
      }),
    ).toBe('damaged-file');
  });
});
