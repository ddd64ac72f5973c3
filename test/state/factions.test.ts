import { describe, expect, test } from 'vitest';
import { isAvailable, setAvailable } from '../../src/components/availability.js';
import { destroy } from '../../src/state/object-life.js';
import { factionSees, sees, setSeen } from '../../src/components/visibility.js';
import { refusedWith } from '../support/errors.js';
import { at, inside, make, modelOf, stateOf } from '../support/hand-model.js';

describe('visibility', () => {
  test('is a bit for each faction and object; a faction sees what it owns anyway', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'empire'), make(state, 'empire')];
    const [mine, wild] = [make(state, 'ship', { owner: a }), make(state, 'ship')];
    setSeen(state, a, wild, true);
    const seenBy = (id: number): readonly boolean[] => [a, b].map((faction) => factionSees(state, faction, id));
    expect([mine, wild, a, b].map(seenBy)).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
    setSeen(state, a, wild, false);
    setSeen(state, a, mine, false);
    expect([mine, wild].map(seenBy)).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  test('of an object is that of its factions; without one there is no answer', () => {
    const state = stateOf();
    const [a, b] = [make(state, 'empire'), make(state, 'empire')];
    const system = make(state, 'system', { place: at(0) });
    make(state, 'planet', { owner: a, place: inside(system) });
    make(state, 'planet', { owner: b, place: inside(system) });
    const wild = make(state, 'ship');
    expect(sees(state, system, wild)).toBe(false);
    setSeen(state, b, wild, true);
    expect(sees(state, system, wild)).toBe(true);
    expect(sees(state, a, wild)).toBe(false);
    expect(sees(state, wild, a)).toBeUndefined();
    expect(sees(state, 0, a)).toBeUndefined();
  });

  test('works for as many factions as there can be', () => {
    const state = stateOf(undefined, { factions: 255, capacity: 300 });
    const factions = Array.from({ length: 255 }, () => make(state, 'empire'));
    const ship = make(state, 'ship');
    const chosen = factions.filter((_, i) => i % 31 === 30 || i % 32 === 31 || i === 254);
    for (const faction of chosen) setSeen(state, faction, ship, true);
    expect(factions.filter((faction) => factionSees(state, faction, ship))).toEqual(chosen);
  });

  test('is only for factions', () => {
    const state = stateOf();
    const ship = make(state, 'ship');
    expect(
      refusedWith(() => {
        setSeen(state, ship, ship, true);
      }),
    ).toBe('no-faction');
  });
});

describe('availability', () => {
  const model = modelOf({
    kinds: { empire: { faction: true }, tech: {} },
    classes: Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`tech${i + 1}`, { kind: 'tech' }])),
  });

  test('is a bit for each faction and class, more than a word of them', () => {
    const state = stateOf(model);
    const [a, b] = [make(state, 'empire'), make(state, 'empire')];
    for (const index of [1, 31, 32, 33, 63, 64, 70]) setAvailable(state, a, index, true);
    setAvailable(state, a, 33, false);
    const available = (faction: number): readonly number[] =>
      model.classes.map((c) => c.index).filter((index) => isAvailable(state, faction, index) === true);
    expect([available(a), available(b)]).toEqual([[1, 31, 32, 63, 64, 70], []]);
    destroy(state, a);
    expect(available(make(state, 'empire'))).toEqual([]);
  });

  test('has no answer for what is no faction', () => {
    const state = stateOf(model);
    const tech = make(state, 'tech');
    expect(isAvailable(state, tech, 1)).toBeUndefined();
    expect(isAvailable(state, 0, 1)).toBeUndefined();
    expect(
      refusedWith(() => {
        setAvailable(state, tech, 1, true);
      }),
    ).toBe('no-faction');
  });
});
