import { writeCell } from '../../../src/components/cells.js';
import type { Model } from '../../../src/model/model.js';
import { destroy } from '../../../src/state/object-life.js';
import { setOwner } from '../../../src/components/ownership.js';
import { liveIds } from '../../../src/components/live-objects.js';
import { put } from '../../../src/components/place.js';
import type { WorldState } from '../../../src/components/state.js';
import { EdictError } from '../../../src/kernel/errors.js';
import type { Choices } from '../../support/choices.js';
import { columnNamed, make, modelOf, stateOf } from '../../support/hand-model.js';
import { relist, withConnections } from './random-connection.js';

/** Random worlds by hand in which most connections lead somewhere. */

export const connectedModel: Model = withConnections(
  modelOf({
    kinds: {
      empire: { faction: true, ownership: 'none' },
      system: { node: true },
      planet: { attachesTo: ['system'] },
      building: { attachesTo: ['planet', 'building'] },
      club: { ownership: { through: 'building' } },
    },
    columns: {
      head: { kinds: ['empire', 'planet', 'building'], role: 'property', type: { name: 'entity' } },
      rival: { kinds: ['empire', 'system'], role: 'property', type: { name: 'entity' } },
      alive: { kinds: ['empire', 'building'], role: 'property', type: { name: 'boolean' }, storage: 'u8' },
      wealth: { kinds: ['system', 'planet', 'building'], role: 'property', integer: true },
    },
  }),
);

export function connectedState(choices: Choices, objects: number, factions = 6): WorldState {
  const state = stateOf(connectedModel, { capacity: 3 * objects + 40, factions });
  for (let i = 0; i < Math.min(factions, 4); i++) make(state, 'empire');
  for (let i = 0; i < objects; i++) add(state, choices.split(`object ${i}`));
  for (let i = 0; i < 3 * objects; i++) alter(state, choices.split(`change ${i}`));
  return state;
}

function add(state: WorldState, choices: Choices): void {
  const kind = choices.pick(['system', 'planet', 'building', 'building']);
  if (kind === 'system') {
    make(state, kind, { place: { at: 'point', x: choices.pick([0, 1, 2, 3, 0.5]), y: choices.between(0, 3) } });
    return;
  }
  const onto = ofKinds(state, kind === 'planet' ? ['system'] : ['planet', 'building']);
  tolerated(() => {
    make(state, kind, onto.length === 0 ? {} : { place: { at: 'object', object: choices.pick(onto) } });
  });
}

function ofKinds(state: WorldState, names: readonly string[]): readonly number[] {
  return [...liveIds(state)].filter((id) => names.includes(state.model.kinds[state.identity.kind[id] - 1].name));
}

/** One random change. */
export function alter(state: WorldState, choices: Choices): void {
  const ids = [...liveIds(state)];
  if (ids.length === 0) return;
  const id = choices.pick(ids);
  const other = choices.pick(ids);
  tolerated(() => {
    switch (choices.below(9)) {
      case 0:
        return relist(state, choices, id);
      case 1:
        return relist(state, choices, id);
      case 2:
        return setOwner(state, id, choices.pick([0, ...ofKinds(state, ['empire'])]));
      case 3:
        return setOwner(state, id, choices.pick([0, ...ofKinds(state, ['empire'])]));
      case 4:
        return put(state, id, { at: 'object', object: other });
      case 5:
        return put(state, id, { at: 'point', x: choices.between(0, 4), y: choices.between(0, 3) });
      case 6:
        if (choices.oneIn(4)) destroy(state, id);
        return;
      case 7:
        return add(state, choices);
      default: {
        const column = choices.pick(state.model.columns);
        if (column.kinds[state.identity.kind[id]] === 1)
          writeCell(
            state,
            columnNamed(state.model, column.name),
            id,
            column.type.name === 'entity'
              ? choices.pick([0, other, id])
              : column.type.name === 'boolean'
                ? choices.below(2)
                : choices.pick([0, 5, -7, 2 ** 31 - 1]),
          );
      }
    }
  });
}

/** Does something that may be refused because it does not fit. */
function tolerated(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
  }
}
