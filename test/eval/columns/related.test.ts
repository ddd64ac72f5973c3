import { expect, test } from 'vitest';
import { rowsOver } from '../../../src/eval/columns/rows.js';
import { makeNode } from '../../../src/eval/make-node.js';
import { related } from '../../../src/eval/ops/affiliations.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { setRelated } from '../../../src/components/relations.js';
import { at, inside, make, stateOf } from '../../support/hand-model.js';
import { source, target } from '../../support/nodes.js';
import { comparerOf, expectSame } from './compared.js';

test.each([31, 40])(
  'an object of several factions is related by any of them, with room for %d factions',
  (factions) => {
    const state = stateOf(undefined, { factions });
    const empires = Array.from({ length: 4 }, () => make(state, 'empire'));
    const systems = [0, 1].map((i) => make(state, 'system', { place: at(i) }));
    for (const [i, owner] of empires.slice(0, 3).entries())
      make(state, 'planet', { place: inside(systems[i >> 1]), owner });
    make(state, 'ghost');
    // One-sided, from the first system's second owner to the second system's, and from an empire to one owner of the
    // first system.
    setRelated(state, 1, empires[1], empires[2], true);
    setRelated(state, 1, empires[3], empires[0], true);
    const comparer = comparerOf(state);
    const ids = Int32Array.from(liveIds(state));
    const rows = rowsOver(1, ids, ids.length);
    const answers = [...ids].map((id) => {
      comparer.frame.slots[0] = id;
      return [
        expectSame(comparer, makeNode(related, { relation: 1 }, source, target), rows),
        expectSame(comparer, makeNode(related, { relation: 1 }, target, source), rows),
      ];
    });
    const both = { ...rows, slots: [Int32Array.from(ids, () => systems[0]), ids], varying: 3 };
    const fromFirst = expectSame(comparer, makeNode(related, { relation: 1 }, source, target), both);
    const toFirst = expectSame(comparer, makeNode(related, { relation: 1 }, target, source), both);
    const first = [...ids].indexOf(systems[0]);
    expect(answers[first]).toEqual([fromFirst, toFirst]);
    expect(fromFirst[[...ids].indexOf(systems[1])]).toBe(1);
    expect(toFirst[[...ids].indexOf(systems[1])]).toBe(0);
    expect(toFirst[[...ids].indexOf(empires[3])]).toBe(1);
  },
);
