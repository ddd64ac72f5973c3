import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fact } from '../../src/model/stamps.js';
import { setSeenBy } from '../../src/components/visibility.js';
import type { Handle } from '../../src/world/api.js';
import { propertyRuns } from '../support/choices.js';
import { sceneWith } from '../support/content.js';
import { refusal } from '../support/errors.js';
import { make, stateOf } from '../support/hand-model.js';

describe('setVisibleTo', () => {
  test('is setVisible for every faction at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.array(fc.array(fc.nat({ max: 69 }), { maxLength: 12 }), { maxLength: 6 }),
        (count, steps) => {
          const { world, add } = sceneWith({}, { reserve: { factions: 70 } });
          const factions = Array.from({ length: count }, () => add('empire'));
          const [one, other] = [add('ship', { name: 'Ship' }), add('ship', { name: 'Ship' })];
          world.relations.setVisible(factions[0], one, true);
          world.relations.setVisible(factions[0], other, true);
          for (const step of steps) {
            const seeing = step.map((number) => factions[number % count]);
            world.relations.setVisibleTo(one, seeing);
            for (const faction of factions) world.relations.setVisible(faction, other, seeing.includes(faction));
            const seers = (object: Handle): readonly Handle[] =>
              factions.filter((faction) => world.relations.isVisible(faction, object));
            expect(seers(one)).toEqual(seers(other));
            expect(seers(one)).toEqual(factions.filter((faction) => seeing.includes(faction)));
          }
        },
      ),
      propertyRuns(60),
    );
  });

  test('takes nothing from owners', () => {
    const { world, add } = sceneWith({});
    const [a, b] = [add('empire'), add('empire')];
    const ship = add('ship', { owner: a });
    world.relations.setVisibleTo(ship, [b]);
    world.relations.setVisibleTo(ship, []);
    expect([world.relations.isVisible(a, ship), world.relations.isVisible(b, ship)]).toEqual([true, false]);
  });

  test('is refused for what is no faction, gone, or no list, with nothing changed', () => {
    const { world, add } = sceneWith({});
    const [a, b] = [add('empire'), add('empire')];
    const [ship, gone] = [add('ship'), add('ship')];
    world.destroy(gone);
    world.relations.setVisible(b, ship, true);
    const before = world.hash();
    const refused = [
      () => {
        world.relations.setVisibleTo(ship, [a, ship]);
      },
      () => {
        world.relations.setVisibleTo(ship, [a, gone]);
      },
      () => {
        world.relations.setVisibleTo(gone, [a]);
      },
      () => {
        world.relations.setVisibleTo(ship, a as never);
      },
    ].map((call) => refusal(call).code);
    expect(refused).toEqual(['no-faction', 'no-object', 'no-object', 'bad-option']);
    expect(world.hash()).toBe(before);
  });

  test('is no change where everything stays as it was', () => {
    const state = stateOf(undefined, { factions: 40, capacity: 60 });
    const factions = Array.from({ length: 35 }, () => make(state, 'empire'));
    const ship = make(state, 'ship');
    const stampAfter = (seeing: readonly number[]): number => {
      setSeenBy(state, ship, seeing);
      return state.stamps.values[fact.sight];
    };
    const first = stampAfter([factions[30], factions[34], factions[31]]);
    expect(stampAfter([factions[31], factions[34], factions[30]])).toBe(first);
    expect(stampAfter([factions[31], factions[34]])).not.toBe(first);
  });
});
