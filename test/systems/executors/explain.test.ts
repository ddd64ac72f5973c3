import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { withHolds } from '../../support/random-holds.js';
import { randomWorld } from '../../support/random-world.js';
import { type Twins, both, turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';
import { objectFactNames } from '../../../src/world/past-facts.js';
import type { CellHistory, Handle, World } from '../../../src/world/api.js';
import type { PastValue } from '../../../src/world/histories-api.js';

test('explain tells the same steps', () => {
  let steps = 0;
  fc.assert(
    fc.property(randomCases({ turns: 3 }), fc.constantFrom<Manner>('calm', 'planned', 'wild'), (given, manner) => {
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, manner).source);
      const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options));
      const choices = choicesOf(given.seed).split('explained');
      for (let i = 0; i < given.turns; i++) if (!turn(worlds)) return;
      const objects = worlds.reference.query();
      if (objects.length === 0) return;
      for (let i = 0; i < 6; i++) {
        const object = choices.pick(objects);
        // Now and then one that the object lacks.
        const column = choices.oneIn(8)
          ? 'gold'
          : choices.pick(['m0', 'm1', 'n0', ...Object.keys(worlds.reference.describe(object).values)]);
        both(worlds, (world) => world.explain(object, column));
        if (worlds.reference.get(object, column) !== undefined)
          steps += worlds.compiled.explain(object, column).steps.length;
      }
      // Explaining has changed nothing.
      turn(worlds);
    }),
    propertyRuns(18, 12),
  );
  expect(steps).toBeGreaterThan(heavy(5, 20));
});

/** What a world says of a fact now, by other calls than explain. */
function factNow(world: World, object: Handle, name: string): PastValue | undefined {
  if (!world.isLive(object)) return null;
  const view = world.describe(object);
  const facts: Readonly<Record<string, PastValue>> = {
    exists: true,
    class: view.class,
    owner: view.owners,
    place: view.parent,
    x: view.position?.x ?? null,
    y: view.position?.y ?? null,
    ...view.lists,
    ...view.holdings,
    ...view.values,
  };
  return facts[name];
}

/** The value that the steps lead to, each of which must begin where the one before it has ended. */
function followed({ initial, steps }: CellHistory): PastValue | undefined {
  let value = initial;
  for (const { item, before, after } of steps) {
    if (item === undefined) {
      expect(before).toEqual(value);
      value = after;
    } else {
      const items = value as readonly unknown[];
      expect([before, after]).toEqual([items.includes(item), !items.includes(item)]);
      value = (after === true ? [...items, item] : items.filter((each) => each !== item)) as PastValue;
    }
  }
  return value;
}

function sorted(value: PastValue | undefined): unknown {
  return Array.isArray(value) ? [...(value as readonly unknown[])].map(String).sort() : value;
}

function explainRandomly(
  worlds: Twins,
  objects: readonly Handle[],
  choices: ReturnType<typeof choicesOf>,
  given: object,
) {
  const { compiled } = worlds;
  const asked = Array.from({ length: 12 }, () => {
    const object = choices.pick(objects);
    const view = compiled.isLive(object) ? compiled.describe(object) : undefined;
    const own = [view?.values, view?.holdings, view?.lists].flatMap((part) => Object.keys(part ?? {}));
    return { object, name: choices.oneIn(2) && own.length > 0 ? choices.pick(own) : choices.pick(objectFactNames) };
  });
  const refused = both(worlds, (world) => world.explainAll(asked, given));
  if (typeof refused === 'string') throw new Error(refused);
  const histories = compiled.explainAll(asked, given);
  histories.forEach((history, i) => {
    const now = factNow(compiled, asked[i].object, asked[i].name);
    expect(sorted(history.current)).toEqual(sorted(now));
    expect(sorted(followed(history))).toEqual(sorted(now));
  });
  return histories;
}

test('both executors tell the same steps of all facts, and these lead from the first value to the present one', () => {
  const changed = new Map<string, number>();
  fc.assert(
    fc.property(randomCases({ turns: 4 }), fc.constantFrom<Manner>('calm', 'planned', 'wild'), (given, manner) => {
      const content = randomContent(choicesOf(given.seed), given.groups, manner);
      const program = defineContent(withHolds(content, choicesOf(given.seed).split('holds'), 3));
      const worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options));
      const choices = choicesOf(given.seed).split('facts');
      const before = worlds.reference.query();
      const snapshots = { compiled: worlds.compiled.snapshot(), reference: worlds.reference.snapshot() };
      for (let i = 0; i < given.turns; i++) {
        const then = worlds.reference.query();
        if (!turn(worlds)) return;
        const objects = [...new Set([...then, ...worlds.reference.query()])];
        if (objects.length === 0) return;
        for (const history of explainRandomly(worlds, objects, choices, {}))
          for (const { label } of history.steps) changed.set(label, 1);
      }
      const objects = [...new Set([...before, ...worlds.reference.query()])];
      if (objects.length === 0 || given.turns === 0) return;
      const histories = explainRandomly(worlds, objects, choices, { since: snapshots.compiled });
      for (const { steps } of histories)
        for (const { turn: number } of steps) expect(number).toBeLessThanOrEqual(given.turns);
      // Explaining has changed nothing.
      turn(worlds);
    }),
    propertyRuns(24, 3),
  );
  expect(changed.size).toBeGreaterThan(heavy(1, 12));
});
