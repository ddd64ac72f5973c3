import { describe, expect, test } from 'vitest';
import { createOwn } from '../../src/components/own.js';
import { bear, destroyMany } from '../../src/state/object-life.js';
import { hashState } from '../../src/state/state-hash.js';
import { addOwn } from '../../src/state/world-state.js';
import { giveOwn } from '../../src/components/own-components.js';
import { galaxyModel, stateOf } from '../support/hand-model.js';

const ship = galaxyModel.kinds.findIndex(({ name }) => name === 'ship') + 1;

/** Thirty ships with a host component. */
function fleet() {
  const state = stateOf();
  const own = createOwn('mark', 0, { wide: 'f64', small: 'u8' });
  addOwn(state, own);
  const ids = Array.from({ length: 30 }, (_, i) => {
    const id = bear(state, {
      kind: ship,
      class: 0,
      name: '',
      owner: 0,
      place: { at: 'point', x: i + 0.5, y: -0 },
      created: i,
    });
    giveOwn(state, own, id);
    own.columns.wide[id] = -0.25;
    own.columns.small[id] = i + 1;
    return id;
  });
  return { state, own, ids };
}

describe('many deaths at once', () => {
  test('leave the same whatever their order, also if objects are named twice', () => {
    const hashes = [
      (ids: readonly number[]) => ids,
      (ids: readonly number[]) => [...ids].reverse(),
      (ids: readonly number[]) => [...ids, ...ids],
      (ids: readonly number[]) => Uint32Array.from(ids),
    ].map((order) => {
      const { state, own, ids } = fleet();
      const doomed = ids.filter((_, i) => i % 3 !== 0);
      expect(destroyMany(state, order(doomed))).toBe(doomed.length);
      for (const id of doomed) {
        expect([state.x[id], state.y[id], state.created[id], own.present[id]]).toEqual([0, 0, 0, 0]);
        expect([own.columns.wide[id], own.columns.small[id]]).toEqual([0, 0]);
      }
      expect([own.columns.wide[ids[0]], own.columns.small[ids[27]]]).toEqual([-0.25, 28]);
      return hashState(state);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  test('and births do not pile up in what is noted for a view', () => {
    const { state, own } = fleet();
    own.changed = [];
    const [id] = fleet().ids;
    for (let i = 0; i < own.present.length; i++) {
      own.present[id] = 0;
      giveOwn(state, own, id);
    }
    expect(own.changed).toHaveLength(own.present.length);
    own.present[id] = 0;
    giveOwn(state, own, id);
    expect(own.changed).toBeUndefined();
  });
});
