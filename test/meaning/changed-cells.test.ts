import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { createChangedCells } from '../../src/meaning/changed-cells.js';
import { createWorld } from '../../src/world.js';
import { insideOf } from '../../src/world/core.js';

const content = defineContent({
  meters: { food: { default: 5 } },
  properties: { rank: { default: 1 }, wet: { type: 'boolean' }, size: { type: 'integer' } },
  kinds: {
    farm: { meters: ['food'], properties: ['rank', 'wet'] },
    ruin: { properties: ['rank', 'size'] },
  },
});

type Name = 'food' | 'rank' | 'wet' | 'size';
const names: readonly Name[] = ['food', 'rank', 'wet', 'size'];
const namesOf = { farm: ['food', 'rank', 'wet'], ruin: ['rank', 'size'] } as const;

interface Change {
  readonly act: string;
  readonly at: number;
  readonly value: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  act: fc.constantFrom('spawn', 'spawn', 'destroy', 'set', 'set', 'set'),
  at: fc.nat(40),
  value: fc.nat(3),
});
/** Changes outside of a count, those within, and which columns are counted. */
const steps = fc.array(
  fc.record({
    isRestored: fc.nat(5).map((number) => number === 0),
    outside: fc.array(change, { maxLength: 3 }),
    within: fc.array(change, { maxLength: 8 }),
    counted: fc.subarray([...names], { minLength: 1 }),
  }),
  { minLength: 1, maxLength: 12 },
);

test('counts the cells that differ, of objects that stay, whatever comes and goes', () => {
  let [counted, ended] = [0, 0];
  fc.assert(
    fc.property(steps, (all) => {
      const world = createWorld(content, { reserve: { objects: 8 } });
      const { core } = insideOf(world);
      const cells = createChangedCells(core.state);
      const begin = world.snapshot();
      const columns = new Map(core.program.model.columns.map(({ name, index }) => [name, index]));
      const act = ({ act: what, at, value }: Change) => {
        const objects = world.query();
        const object = objects.at(at % Math.max(objects.length, 1));
        if (what === 'spawn') world.spawn({ kind: value % 2 === 0 ? 'farm' : 'ruin' });
        if (object === undefined) return;
        const own = namesOf[world.kindOf(object)];
        const name = own[value % own.length];
        if (what === 'destroy') world.destroy(object);
        if (what === 'set') world.set(object, name, name === 'wet' ? at % 2 === 0 : at % 4);
      };
      const seen = (of: readonly Name[]) =>
        new Map(
          world
            .query()
            .flatMap((object) =>
              namesOf[world.kindOf(object)]
                .filter((name) => of.includes(name))
                .map((name) => [`${object} ${name}`, world.get(object, name)]),
            ),
        );
      for (const { isRestored, outside, within, counted: of } of all) {
        if (isRestored) world.restore(begin);
        outside.forEach(act);
        const before = seen(of);
        const count = cells.since(of.map((name) => columns.get(name) ?? -1));
        within.forEach(act);
        const after = seen(of);
        const differ = [...after].filter(([key, value]) => before.has(key) && before.get(key) !== value).length;
        expect(count()).toBe(differ);
        counted += differ;
        ended += [...before.keys()].filter((key) => !after.has(key)).length;
      }
    }),
    { numRuns: 200 },
  );
  expect(counted).toBeGreaterThan(200);
  expect(ended).toBeGreaterThan(100);
});
