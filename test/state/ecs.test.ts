import { hasComponent, query } from 'bitecs';
import { describe, expect, test } from 'vitest';
import type { EcsView } from '../../src/world/ecs-api.js';
import { createView } from '../../src/world/ecs-view.js';
import { readCell, writeCell } from '../../src/components/cells.js';
import { destroy } from '../../src/state/object-life.js';
import { liveIds } from '../../src/components/live-objects.js';
import { captureState, growState, restoreState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { at, columnNamed, galaxyModel, inside, make, stateOf } from '../support/hand-model.js';

function viewOf(state: WorldState): EcsView {
  return createView(state, () => undefined);
}

function kindOf(view: EcsView, name: string): object {
  const component = view.kinds.get(name);
  if (component === undefined) throw new Error(`no kind ${name}`);
  return component;
}

/** Checks that bitECS has the same objects with the same components as the state. */
function expectInStep(state: WorldState, view: EcsView): void {
  const ids = [...liveIds(state)];
  for (const kind of galaxyModel.kinds) {
    expect([...query(view.world, [kindOf(view, kind.name)])].sort((a, b) => a - b)).toEqual(
      ids.filter((id) => state.identity.kind[id] === kind.index),
    );
  }
  for (const column of galaxyModel.columns) {
    const component = view.columns.get(column.name);
    expect(component?.value).toBe(state.cells[column.index]);
    const having = component === undefined ? [] : [...query(view.world, [component])].sort((a, b) => a - b);
    expect(having).toEqual(ids.filter((id) => column.kinds[state.identity.kind[id]] === 1));
  }
}

describe('the bitECS view', () => {
  test('shows every object with its kind and columns', () => {
    const state = stateOf();
    const system = make(state, 'system', { place: at(0) });
    make(state, 'planet', { place: inside(system) });
    make(state, 'ship', { place: inside(system) });
    make(state, 'ghost');
    expectInStep(state, viewOf(state));
  });

  test('is live: both sides write to one array', () => {
    const state = stateOf();
    const planet = make(state, 'planet');
    const view = viewOf(state);
    const population = columnNamed(galaxyModel, 'population');
    const component = view.columns.get('population');
    if (component === undefined) throw new Error('no population');
    component.value[planet] = 9;
    expect(readCell(state, population, planet)).toBe(9);
    writeCell(state, population, planet, 4);
    expect(component.value[planet]).toBe(4);
  });

  test('follows births, deaths, new tenants, growth and restores', () => {
    const state = stateOf(galaxyModel, { capacity: 4 });
    const view = viewOf(state);
    const sync = (): void => {
      expectInStep(state, view);
    };
    sync();
    const planet = make(state, 'planet');
    make(state, 'planet');
    sync();
    const snapshot = captureState(state);
    destroy(state, planet);
    sync();
    expect(make(state, 'ship')).toBe(planet);
    sync();
    growState(state, 20, 16);
    for (let i = 0; i < 10; i++) make(state, i % 2 === 0 ? 'ship' : 'ghost');
    sync();
    restoreState(state, snapshot);
    sync();
    for (let i = 0; i < 5; i++) make(state, 'box');
    sync();
  });

  test('has each object once and no others', () => {
    const state = stateOf();
    const view = viewOf(state);
    const ghost = make(state, 'ghost');
    expect(hasComponent(view.world, ghost, kindOf(view, 'ghost'))).toBe(true);
    expect(hasComponent(view.world, ghost, kindOf(view, 'ship'))).toBe(false);
  });
});
