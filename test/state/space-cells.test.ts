import fc from 'fast-check';
import { expect, test } from 'vitest';
import { put } from '../../src/components/place.js';
import type { WorldState } from '../../src/components/state.js';
import type { Model } from '../../src/model/model.js';
import { destroy } from '../../src/state/object-life.js';
import { noDerived } from '../../src/state/no-derived.js';
import { type SpaceCells, spaceCells } from '../../src/state/space-cells.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { at, make, modelOf, stateOf } from '../support/hand-model.js';

/** The objects of a space by cells, kept up to date while they move one by one. */

const kinds = modelOf({ kinds: { bird: { ownership: 'none' }, stone: { ownership: 'none' } } });

const modelWith = (wraps: boolean): Model => ({
  ...kinds,
  spaces: [{ index: 0, name: 'air', kinds: [1], width: 12, height: 9, wrapX: wraps, wrapY: false }],
});

/** One asks after each change: a bird moves near or far, leaves the space, comes back, dies or is born. */
function change(state: WorldState, choices: Choices, birds: number[]): void {
  const bird = choices.pick(birds);
  switch (choices.below(8)) {
    case 0:
      if (birds.length > 2) destroy(state, birds.splice(birds.indexOf(bird), 1)[0]);
      return;
    case 1:
      if (birds.length < 60) birds.push(make(state, 'bird', { place: at(choices.below(12), choices.below(9)) }));
      return;
    case 2:
      put(state, bird, choices.oneIn(2) ? { at: 'nowhere' } : at(-5, choices.below(30)));
      return;
    case 3:
      make(state, 'stone', { place: at(3, 3) });
      return;
    case 4:
      put(state, bird, at(choices.below(1200) / 100, choices.below(900) / 100));
      return;
    default: {
      const step = (length: number, from: number) =>
        Math.min(length - 0.01, Math.max(0, from + choices.below(100) / 100 - 0.5));
      put(state, bird, at(step(12, state.x[bird]), step(9, state.y[bird])));
    }
  }
}

function listed({ start, ids, x, y, cellOf }: SpaceCells): unknown {
  const all = [...ids.subarray(0, start.at(-1))];
  return {
    start: [...start],
    ids: all,
    places: all.map((_, i) => [x[i], y[i]]),
    cells: all.map((id) => cellOf[id]),
  };
}

test('cells that follow single changes are those that are made anew', () => {
  let patched = 0;
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 - 1 }), (seed) => {
      const choices = choicesOf(seed);
      const state = stateOf(modelWith(choices.oneIn(2)), { capacity: 400 });
      const birds = Array.from({ length: 30 }, () =>
        make(state, 'bird', { place: at(choices.below(12), choices.below(9)) }),
      );
      const [across, down] = choices.pick([
        [1, 1],
        [4, 3],
        [6, 9],
      ]);
      const by = { sorted: 0 };
      for (let i = 0; i < 60; i++) {
        for (let changes = choices.between(1, 2); changes > 0; changes--)
          change(state, choices.split(`${i} ${changes}`), birds);
        const { sorted } = by;
        const found = listed(spaceCells(state, 0, across, down, by));
        patched += by.sorted - sorted < 20 && i > 0 ? 1 : 0;
        const { derived } = state;
        state.derived = noDerived();
        expect(found).toEqual(listed(spaceCells(state, 0, across, down, { sorted: 0 })));
        state.derived = derived;
      }
    }),
    propertyRuns(120, 10),
  );
  expect(patched).toBeGreaterThan(150);
});
