import { describe, expect, test } from 'vitest';
import { applyEvent } from '../../../../src/content/civ/world/fill-world.js';
import { askCiv, civWorldOf } from '../../../support/civ-world.js';
import { refusedWith } from '../../../support/errors.js';
import { civ, smallCiv } from '../../../support/small-civ.js';

describe('an event', () => {
  const made = civWorldOf(smallCiv);
  const { world, objects } = made;

  test('sets a property and an attribute', () => {
    applyEvent(world, objects, { object: 'city:1', property: 'PROPERTY_DUST', value: 31 });
    applyEvent(world, objects, { object: 'city:1', attribute: 'POPULATION', value: 8 });
    expect(
      askCiv(made, civ.plus(civ.property('PROPERTY_DUST'), civ.attribute('ATTRIBUTE_POPULATION')), ['city:1']),
    ).toEqual([39]);
  });

  test('adds and takes what is stored', () => {
    applyEvent(world, objects, { object: 'team:1', gom: 'TECH', id: 'TECH_SAIL', has: true });
    applyEvent(world, objects, { object: 'team:1', gom: 'TECH', id: 'TECH_WHEEL', has: false });
    expect(askCiv(made, civ.has('TECH', 'TECH_SAIL'), ['city:1'])).toEqual([true]);
    expect(askCiv(made, civ.has('TECH', 'TECH_WHEEL'), ['city:1'])).toEqual([false]);
  });

  test('sets an option to 1, whatever is declared', () => {
    expect(askCiv(made, civ.option('GAME', 'OPTION_ERA', 'number'), ['unit:1'])).toEqual([4]);
    applyEvent(world, objects, { object: 'game', gom: 'OPTION', id: 'OPTION_WIND', has: true });
    applyEvent(world, objects, { object: 'game', gom: 'OPTION', id: 'OPTION_ERA', has: false });
    expect(askCiv(made, civ.option('GAME', 'OPTION_WIND', 'number'), ['unit:1'])).toEqual([1]);
    expect(askCiv(made, civ.option('GAME', 'OPTION_ERA', 'number'), ['unit:1'])).toEqual([0]);
    applyEvent(world, objects, { object: 'game', gom: 'OPTION', id: 'OPTION_ERA', has: true });
    expect(askCiv(made, civ.option('GAME', 'OPTION_ERA', 'number'), ['unit:1'])).toEqual([1]);
    expect(askCiv(made, civ.option('GAME', 'OPTION_ERA', 'boolean'), ['unit:1'])).toEqual([true]);
  });

  test('that sets an option which is set makes it 1 too', () => {
    const other = civWorldOf(smallCiv);
    applyEvent(other.world, other.objects, { object: 'game', gom: 'OPTION', id: 'OPTION_ERA', has: true });
    expect(askCiv(other, civ.option('GAME', 'OPTION_ERA', 'number'), ['unit:1'])).toEqual([1]);
  });

  test('is refused for an object that there is not', () => {
    expect(
      refusedWith(() => {
        applyEvent(world, objects, { object: 'city:2', property: 'PROPERTY_DUST', value: 1 });
      }),
    ).toBe('bad-event');
  });
});
