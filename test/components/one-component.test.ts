import { hasComponent } from 'bitecs';
import { expect, test, vi } from 'vitest';
import { captureState, checkState, createState, growState, restoreState } from '../../src/state/world-state.js';
import { createView } from '../../src/world/ecs-view.js';
import { type Site, copyInstance, relocationsOf } from '../../src/state/copy-instance.js';
import { destroy } from '../../src/state/object-life.js';
import { createStateGuard } from '../../src/state/state-guard.js';
import { hashState } from '../../src/state/state-hash.js';
import type { WorldState } from '../../src/components/state.js';
import { setTurn } from '../../src/components/clock.js';
import { setName } from '../../src/components/birth.js';
import { intern, textOf } from '../../src/kernel/strings.js';
import { fact } from '../../src/model/stamps.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { galaxyModel, make, stateOf } from '../support/hand-model.js';

vi.mock(import('../../src/components/index.js'), async (original) => {
  const real = await original();
  const { allegiance } = await import('./allegiance.js');
  const { contents } = await import('../../src/components/cells.js');
  const place = real.components.indexOf(contents);
  return {
    components: real.components.toSpliced(place, 0, allegiance),
    componentsToHash: [...real.componentsToHash, allegiance],
  };
});

/** A new component: one declaration, added to the list of all components; nothing else knows of it. */
function swornShip(): { readonly state: WorldState; readonly ship: number; readonly lord: number } {
  const state = stateOf();
  const [lord, ship] = [make(state, 'ghost'), make(state, 'ship')];
  state.lord[ship] = lord;
  state.sworn[ship] = 0.5;
  return { state, ship, lord };
}

test('it has its columns in the arena', () => {
  const { state, ship } = swornShip();
  const names = state.arena.layout.columns.map(({ name }) => name);
  const place = names.indexOf('sworn');
  expect(names[place + 1]).toBe('lord');
  expect(state.arena.columns[place]).toBe(state.sworn);
  expect(state.sworn[ship]).toBe(0.5);
});

test('it grows, and is captured and put back', () => {
  const { state, ship, lord } = swornShip();
  const snapshot = captureState(state);
  state.sworn[ship] = 3;
  restoreState(state, snapshot);
  expect([state.sworn[ship], state.lord[ship]]).toEqual([0.5, lord]);
  growState(state, 500, 20);
  expect(state.sworn.length).toBe(501);
  expect([state.sworn[ship], state.lord[ship]]).toEqual([0.5, lord]);
});

test('it is cleared when its object goes', () => {
  const { state, ship } = swornShip();
  destroy(state, ship);
  expect([state.sworn[ship], state.lord[ship]]).toEqual([0, 0]);
});

test('it is part of the hash', () => {
  const { state, ship, lord } = swornShip();
  const before = hashState(state);
  state.sworn[ship] = 0.75;
  expect(hashState(state)).not.toBe(before);
  state.sworn[ship] = 0.5;
  expect(hashState(state)).toBe(before);
  state.lord[ship] = 0;
  expect(hashState(state)).not.toBe(before);
  expect(lord).toBeGreaterThan(0);
});

test('it is checked in what comes from a file', () => {
  const { state, ship } = swornShip();
  expect(() => checkState(state)).not.toThrow();
  state.lord[ship] = 77;
  expect(() => checkState(state)).toThrow('the lord of object 2 does not exist');
  state.lord[ship] = 0;
  state.sworn[ship] = -1;
  expect(() => checkState(state)).toThrow('object 2 follows by less than nothing');
});

test('it is copied between instances, and who it refers to is moved along', () => {
  const { state: alone, ship, lord } = swornShip();
  const rows = 50;
  const sizes = { capacity: 4 * rows - 1, lanes: 10, factions: 8, streams: 1, instances: 4 };
  const state = createState(galaxyModel, defaultLimits, sizes, '1', false);
  const site = (of: WorldState, instance: number): Site => ({ state: of, instance, rows, factions: 2 });
  copyInstance(site(alone, 0), site(state, 2), relocationsOf(state));
  expect([state.sworn[2 * rows + ship], state.lord[2 * rows + ship]]).toEqual([0.5, 2 * rows + lord]);
});

test('its texts and turns are moved along, and those of other components once', () => {
  const { state: alone, ship } = swornShip();
  setName(alone, ship, intern(alone.strings, 'Argo'));
  alone.motto[ship] = intern(alone.strings, 'onward');
  [alone.created[ship], alone.since[ship]] = [1, 3];
  const rows = 50;
  const sizes = { capacity: 4 * rows - 1, lanes: 10, factions: 8, streams: 1, instances: 4 };
  const state = createState(galaxyModel, defaultLimits, sizes, '1', false);
  intern(state.strings, 'takes the first handle');
  setTurn(state, 7);
  const site = (of: WorldState, instance: number): Site => ({ state: of, instance, rows, factions: 2 });
  copyInstance(site(alone, 0), site(state, 2), relocationsOf(state));
  const copy = 2 * rows + ship;
  expect([state.motto[copy], state.name[copy]].map((handle) => textOf(state.strings, handle))).toEqual([
    'onward',
    'Argo',
  ]);
  expect([state.created[copy], state.since[copy]]).toEqual([8, 10]);
});

test('an operation that reads it must declare its facts', () => {
  const { state, ship } = swornShip();
  const guard = createStateGuard(state);
  const reading = (declared: number): (() => number) => {
    guard.declared = { operation: 'fealty', facts: new Set([declared]), columns: new Set() };
    return () => guard.view.lord[ship];
  };
  expect(reading(fact.owner)()).toBe(state.lord[ship]);
  expect(reading(fact.role)).toThrow('operation fealty reads lord and does not declare owner');
});

test('bitECS has it as a component of its kinds', () => {
  const { state, ship, lord } = swornShip();
  const { world, components } = createView(state, () => undefined);
  const shown = components.get('allegiance');
  if (shown === undefined) throw new Error('bitECS has no allegiance');
  expect(shown.sworn).toBe(state.sworn);
  expect([hasComponent(world, ship, shown), hasComponent(world, lord, shown)]).toEqual([true, false]);
});
