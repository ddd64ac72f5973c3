import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { asStored } from '../../src/components/cells.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { Handle, ObjectView, World } from '../../src/world/api.js';
import { type RandomCase, choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';
import { heavy } from '../support/heavy.js';

function worldOf({ seed, groups, objects }: RandomCase): World {
  return randomWorld(choicesOf(seed), defineContent(randomContent(choicesOf(seed), groups).source), objects, {
    reserve: { factions: 40 },
  });
}

/** Runs turns until one is refused; calls back after each. */
function eachTurn(world: World, turns: number, check: (before: readonly Handle[]) => void): void {
  for (let i = 0; i < turns; i++) {
    const before = world.query();
    try {
      world.step();
    } catch (error) {
      if (error instanceof EdictError) return;
      throw error;
    }
    check(before);
  }
}

function expectChain({ initial, current, steps }: ReturnType<World['explain']>): void {
  const values = [...(initial === null ? [] : [initial]), ...steps.map(({ after }) => after)];
  const before = [...steps.map((step) => step.before), current];
  if (values.length > 0) expect(before.slice(-values.length)).toEqual(values);
}

describe('after every turn of random content', () => {
  test('who is there is consistent: handles, attachments, owners, references', () => {
    fc.assert(
      fc.property(randomCases(), (given) => {
        const world = worldOf(given);
        const { model } = world.program;
        eachTurn(world, given.turns, (before) => {
          const handles = world.query();
          const views = new Map<number, ObjectView>(handles.map((handle) => [handle, world.describe(handle)]));
          const ids = [...views.values()].map((view) => view.id);
          expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
          expect(world.size).toBe(ids.length);
          for (const gone of before.filter((handle) => !views.has(handle))) {
            expect(world.isLive(gone)).toBe(false);
            expect(() => world.get(gone, 'm0')).toThrow(EdictError);
          }
          for (const [handle, view] of views) {
            const kind = model.kindByName.get(view.kind);
            for (const owner of view.owners) expect(views.get(owner)?.kind).toBe('empire');
            if (view.parent !== null) {
              const parent = views.get(view.parent);
              expect(kind?.attachesTo).toContain(model.kindByName.get(parent?.kind ?? '')?.index);
            }
            const goal = view.values.goal;
            if (typeof goal === 'number') expect(views.has(goal)).toBe(true);
            expect(Object.keys(view.values)).toEqual(kind?.columns.map((index) => model.columns[index].name));
            for (const value of Object.values(view.values))
              if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
            let steps = 0;
            for (
              let at: number | null | undefined = handle;
              at !== null && at !== undefined;
              at = views.get(at)?.parent
            )
              expect(++steps).toBeLessThan(33);
          }
        });
      }),
      propertyRuns(20, 6),
    );
  });

  test('meters are within their bounds and caps once they are clamped', () => {
    let checked = 0;
    fc.assert(
      fc.property(randomCases(), (given) => {
        const world = worldOf(given);
        const { model } = world.program;
        const meters = model.columns.filter((column) => column.role === 'meter');
        world.addPhase('check', 'clamp');
        world.addSystem({
          name: 'checker',
          phase: 'check',
          run(w) {
            for (const handle of w.query()) {
              for (const column of meters) {
                const value = w.get(handle, column.name);
                if (typeof value !== 'number') continue;
                checked++;
                expect(value).toBeGreaterThanOrEqual(column.minimum);
                expect(value).toBeLessThanOrEqual(column.maximum);
                const cap = column.cap < 0 ? undefined : w.get(handle, model.columns[column.cap].name);
                // The cap as the column can store it: 2.5 is 2 for whole numbers.
                if (typeof cap === 'number')
                  expect(value).toBeLessThanOrEqual(asStored(column, Math.max(cap, column.minimum)));
              }
            }
          },
        });
        eachTurn(world, given.turns, () => {});
      }),
      propertyRuns(25, 6),
    );
    expect(checked).toBeGreaterThan(0);
  });

  test('what explain tells chains from the first value to the present one, and numbers that keep the first count once', () => {
    let steps = 0;
    fc.assert(
      fc.property(randomCases({ groups: 14, objects: 14, turns: 3 }), (given) => {
        const world = worldOf(given);
        const { model } = world.program;
        eachTurn(world, given.turns, () => {
          const before = world.hash();
          for (const handle of world.query().slice(-3)) {
            const once = new Map<string, number>();
            for (const name of Object.keys(world.describe(handle).values)) {
              const history = world.explain(handle, name);
              expect(history.current).toEqual(world.get(handle, name));
              // What a reference points to may go between two writes.
              if (model.columnByName.get(name)?.type.name !== 'entity') expectChain(history);
              steps += history.steps.length;
              // One step along an order writes what it brings along, too.
              if (name === 'environment' || name === 'former') continue;
              for (const { label } of history.steps)
                if (label.startsWith('once')) once.set(label, (once.get(label) ?? 0) + 1);
            }
            for (const count of once.values()) expect(count).toBe(1);
          }
          expect(world.hash()).toBe(before);
        });
      }),
      propertyRuns(15, 6),
    );
    expect(steps).toBeGreaterThan(heavy(10, 50));
  });
});
