import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginTurn } from '../../src/meaning/effects/turn-context.js';
import { bear, destroy } from '../../src/state/object-life.js';
import { liveIds } from '../../src/components/live-objects.js';
import { fact, touchKind } from '../../src/model/stamps.js';
import { captureState, restoreState } from '../../src/state/world-state.js';
import type { WorldState } from '../../src/components/state.js';
import { idLimit } from '../../src/kernel/identity.js';
import { expireSystem } from '../../src/systems/standard.js';
import { type Choices, choicesOf, propertyRuns } from '../support/choices.js';
import { modelOf, stateOf } from '../support/hand-model.js';
import { heavy } from '../support/heavy.js';

const [ship, crate] = [2, 3];
const model = modelOf({
  kinds: { empire: { faction: true }, ship: {}, crate: { attachesTo: ['ship'] } },
  classes: {
    mayfly: { kind: 'ship', duration: 1 },
    frigate: { kind: 'ship', duration: 7 },
    hulk: { kind: 'ship' },
    milk: { kind: 'crate', duration: 3 },
  },
});

function shipsOf(state: WorldState): readonly number[] {
  return [...liveIds(state)].filter((id) => state.identity.kind[id] === ship);
}

function change(state: WorldState, choices: Choices, turn: number): void {
  const ships = shipsOf(state);
  for (let i = choices.below(choices.oneIn(9) ? 60 : 4); i > 0 && ships.length < 200; i--) {
    const { index, kind } = choices.pick(model.classes);
    const place =
      kind === crate && ships.length > 0
        ? ({ at: 'object', object: choices.pick(ships) } as const)
        : ({ at: 'nowhere' } as const);
    bear(state, { kind, class: choices.oneIn(5) ? 0 : index, name: '', owner: 0, place, created: turn });
  }
  if (ships.length > 0 && choices.oneIn(3)) destroy(state, choices.pick(ships));
  const id = shipsOf(state).at(0);
  if (id === undefined || !choices.oneIn(3)) return;
  // As effects do that make an object one of another class.
  state.class[id] = choices.between(1, 3);
  touchKind(state.stamps, fact.population, id, ship);
}

/** The same with a look at everybody. Returns how many have gone. */
function expireAll(state: WorldState, turn: number): number {
  let gone = 0;
  for (let id = 1; id < idLimit(state.identity); id++) {
    const { duration = 0 } = state.class[id] === 0 ? {} : model.classes[state.class[id] - 1];
    if (duration > 0 && turn >= state.created[id] + duration) gone += destroy(state, id);
  }
  return gone;
}

test('everybody goes when the time has come, whoever came, went or became something else meanwhile', () => {
  let gone = 0;
  fc.assert(
    fc.property(fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })), (seed) => {
      const choices = choicesOf(seed);
      const [state, other] = [stateOf(model, { capacity: 2_000 }), stateOf(model, { capacity: 2_000 })];
      const system = expireSystem(model);
      let saved = captureState(state);
      for (let turn = 1; turn < 30; turn++) {
        const own = choices.split(turn);
        if (own.oneIn(12)) restoreState(state, saved);
        if (own.oneIn(9)) saved = captureState(state);
        change(state, own, turn);
        restoreState(other, captureState(state));
        gone += expireAll(other, turn);
        system.run(beginTurn(state, turn));
        expect([...liveIds(state)]).toEqual([...liveIds(other)]);
      }
    }),
    propertyRuns(40),
  );
  expect(gone).toBeGreaterThan(heavy(200, 1_000));
});
