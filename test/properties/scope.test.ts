import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentSource } from '../../src/content/native/schema.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { baseContent, contentWith } from '../support/content.js';
import { randomWorld } from '../support/random-world.js';
import { type Condition, inScope, randomCondition, shadowOf } from '../support/scope-oracle.js';
import { heavy } from '../support/heavy.js';

/** Every kind of the base content with a property `mark`, in which effects leave the order of their firing. */
const marked: Partial<ContentSource> = {
  properties: { ...baseContent.properties, mark: { type: 'number' } },
  kinds: Object.fromEntries(
    Object.entries(structuredClone(baseContent.kinds) as NonNullable<ContentSource['kinds']>).map(([name, kind]) => [
      name,
      { ...kind, properties: [...(kind.properties ?? []), 'mark'] },
    ]),
  ),
};

test('a scope is what its conditions say of each object, by ascending id, each object once', () => {
  let [active, hit, asked] = [0, 0, 0];
  fc.assert(
    fc.property(
      fc.noShrink(fc.nat()),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 3 }),
      (seed, objects, depth) => {
        const choices = choicesOf(seed);
        const list = (least: number, tested: 'source' | 'target', part: string): readonly Condition[] => {
          const own = choices.split(part);
          return Array.from({ length: own.between(least, 3) }, () => randomCondition(own, tested, depth));
        };
        const [activation, include, exclude] = [
          choices.oneIn(2) ? list(0, 'source', 'activation') : [],
          list(1, 'target', 'include'),
          choices.oneIn(2) ? list(0, 'target', 'exclude') : [],
        ];
        const texts = (conditions: readonly Condition[]): string[] => conditions.map(({ text }) => text);
        const group = {
          activation: texts(activation),
          scope: { include: texts(include), exclude: texts(exclude) },
          effects: [{ property: 'mark', set: 'objects().max(o, o.mark) + 1' }],
        };
        const program = contentWith({
          sections: marked,
          classes: {
            warden: { kind: 'law' },
            probe: { kind: choices.pick(['ship', 'planet', 'building', 'law']), groups: [group] },
          },
        });
        const world = randomWorld(choices.split('world'), program, objects, { reserve: { factions: 40 } });
        const probe = world.query({ class: 'probe' }).at(0) ?? world.spawn({ class: 'probe' });
        for (const other of world.query({ class: 'probe' })) if (other !== probe) world.destroy(other);

        // The turn clamps what it grows before the rules act; look at the world as they find it.
        let expected: readonly number[] = [];
        world.addPhase('look', 'clamp');
        world.addSystem({
          name: 'look',
          phase: 'look',
          run(w) {
            const shadow = shadowOf(w);
            const source = w.describe(probe);
            const isActive = activation.every((condition) => condition.holds(shadow, source, source) === true);
            active += Number(isActive);
            expected = isActive
              ? [...shadow.views.values()]
                  .filter((target) => inScope(shadow, source, target, include, exclude))
                  .map(({ handle }) => handle)
              : [];
            for (const handle of w.query()) w.set(handle, 'mark', 0);
          },
        });
        world.step();
        const seen = world
          .query()
          .map((handle) => ({ handle, mark: Number(world.get(handle, 'mark')) }))
          .filter(({ mark }) => mark > 0);
        expect(seen.sort((a, b) => a.mark - b.mark).map(({ handle }) => handle)).toEqual(expected);
        expect(seen.map(({ mark }) => mark)).toEqual(seen.map((_, i) => i + 1));
        asked += world.size;
        hit += expected.length;
      },
    ),
    propertyRuns(125),
  );
  expect(active).toBeGreaterThan(heavy(6, 50));
  expect(hit).toBeGreaterThan(asked / 10);
});
