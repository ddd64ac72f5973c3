import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentsOf } from '../../src/components/attachment.js';
import { kindAt } from '../../src/model/model.js';
import { liveIds } from '../../src/components/live-objects.js';
import { isOwned, isOwnedBy, ownerOf, ownersOf } from '../../src/components/ownership.js';
import type { WorldState } from '../../src/components/state.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { at, inside, make, modelOf, stateOf } from '../support/hand-model.js';
import { heavy } from '../support/heavy.js';

/** Word for word what belonging is; slow and without doubt. */
function plainOwners(state: WorldState, id: number): readonly number[] {
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.faction) return [id];
  const { ownership } = kind;
  if (ownership.rule === 'none') return state.parent[id] === 0 ? [] : plainOwners(state, state.parent[id]);
  const parts =
    ownership.rule === 'stored'
      ? [id]
      : contentsOf(state, id).filter((part) => state.identity.kind[part] === ownership.kind);
  return [...new Set(parts.map((part) => state.owner[part]))].filter((owner) => owner !== 0).sort((a, b) => a - b);
}

const model = modelOf({
  kinds: {
    empire: { faction: true, ownership: 'none' },
    system: { node: true, ownership: { through: 'planet' } },
    station: { attachesTo: ['system'], ownership: { through: 'ship' } },
    planet: { attachesTo: ['system', 'station'] },
    ship: { attachesTo: ['planet', 'station'] },
    mark: { attachesTo: ['system', 'planet', 'ship', 'mark', 'station'], ownership: 'none' },
  },
});

function randomState(seed: number): WorldState {
  const choices = choicesOf(seed);
  const state = stateOf(model, { capacity: 64 });
  const empires = Array.from({ length: choices.between(1, 4) }, () => make(state, 'empire'));
  for (let i = choices.between(0, 40); i > 0; i--) {
    const kind = choices.pick(['system', 'station', 'planet', 'ship', 'mark']);
    const { attachesTo, ownership } = kindAt(model, model.kindByName.get(kind)?.index ?? 0);
    const holders = [...liveIds(state)].filter((id) => attachesTo.includes(state.identity.kind[id]));
    const free = kind === 'system' ? at(i) : { at: 'nowhere' as const };
    make(state, kind, {
      owner: ownership.rule === 'stored' && !choices.oneIn(3) ? choices.pick(empires) : 0,
      place: holders.length > 0 && !choices.oneIn(5) ? inside(choices.pick(holders)) : free,
    });
  }
  return state;
}

describe('ownership', () => {
  test('is what its definition says, asked in each of its ways', () => {
    let [shared, through] = [0, 0];
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const state = randomState(seed);
        const ids = [...liveIds(state)];
        for (const id of ids) {
          const owners = plainOwners(state, id);
          expect(ownersOf(state, id)).toEqual(owners);
          expect(ownerOf(state, id)).toBe(owners.length === 1 ? owners[0] : 0);
          expect(isOwned(state, id)).toBe(owners.length > 0);
          expect(ids.filter((faction) => isOwnedBy(state, id, faction))).toEqual(owners);
          shared += Number(owners.length > 1);
          through += Number(owners.length === 1 && state.owner[id] === 0 && state.faction[id] === 0);
        }
      }),
      propertyRuns(200),
    );
    expect(Math.min(shared, through)).toBeGreaterThan(heavy(5, 30));
  });

  test('nobody owns nothing', () => {
    const state = stateOf();
    const [ship, free] = [make(state, 'ship'), 9];
    expect(
      [0, free, ship].map((id) => [
        ownersOf(state, id),
        ownerOf(state, id),
        isOwned(state, id),
        isOwnedBy(state, id, 0),
      ]),
    ).toEqual([0, free, ship].map(() => [[], 0, false, false]));
  });
});
