import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contentTypes } from '../../../scripts/content-types.mjs';
import { contentShape } from '../../../src/content/native/schema.js';
import { editing } from '../../support/editing.js';
import { longTest } from '../../support/heavy.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('an editor', () => {
  test('shows the documentation of keys of content', () => {
    const { shownOver } = editing(`
      import { defineContent } from 'edict';
      defineContent({
        meters: { food: { bounds: [0, null], reset: true } },
        properties: { size: { of: 'tech' } },
        kinds: { planet: { orphan: 'detach', variables: [] } },
        classes: { farm: { kind: 'planet', groups: [{ effects: [{ meter: 'food', label: 'Farm', stacking: 3 }] }] } },
        triggers: [{ name: 'alarm', when: 'true', disarmed: true, do: [] }],
      });
    `);
    for (const [word, about] of [
      ['meters:', 'Numbers that rules raise and lower.'],
      ['bounds:', 'The least and the greatest value, enforced in the clamp phase; null for no bound.'],
      ['reset:', 'Set to its default at the start of each turn. Default false.'],
      ['of:', 'Of a set the enumeration of its words, of a list the kind of its objects. For example `tech`.'],
      ['orphan:', 'What becomes of its objects when what they are attached to is destroyed. Default destroy.'],
      ['groups:', 'Groups of effects that its objects carry.'],
      ['label:', 'What explain prints. Default: the label of the group.'],
      ['stacking:', 'Of all effects with this number only one counts on an object in a turn; 0: always. Default 0.'],
      ['disarmed:', 'Not armed at first. Default false.'],
    ])
      expect([word, shownOver(word)]).toEqual([word, about]);
  });

  test('offers the keys of content and the names in it', () => {
    const { offeredAt } = editing(`
      import { createWorld, defineContent } from 'edict';
      const world = createWorld(defineContent({ meters: { food: {} }, kinds: { planet: { /*key*/ } } }));
      world.spawn({ kind: '/*kind*/' });
    `);
    expect(offeredAt('/*key*/')).toContain('ownership');
    expect(offeredAt('/*kind*/')).toContain('planet');
  });

  test('marks what is wrong where it stands, with the name that was meant', () => {
    const { errors } = editing(`
      import { createWorld, defineContent } from 'edict';
      const world = createWorld(defineContent({ meters: { food: { type: 'integer' } }, kinds: { planet: {} } }));
      const planet = world.spawn({ kind: 'plannet' });
      world.get(planet, 'foood');
      defineContent({ meters: { food: { type: 'intger' } } });
      defineContent({ kinds: { planet: { metters: ['food'] } } });
    `);
    expect(errors().map(({ at, message }) => ({ at, message }))).toEqual([
      { at: 'kind', message: `Type '"plannet"' is not assignable to type '"planet"'.` },
      { at: '', message: `Argument of type '"foood"' is not assignable to parameter of type '"food" | Variable'.` },
      {
        at: 'type',
        message: `Type '"intger"' is not assignable to type '"number" | "integer" | "float32" | undefined'. Did you mean '"integer"'?`,
      },
      {
        at: 'metters',
        message: `Object literal may only specify known properties, but 'metters' does not exist in type 'KindSource'. Did you mean to write 'meters'?`,
      },
    ]);
  });
});

test('the page about types shows code of which just those lines do not compile that say so', () => {
  const page = readFileSync(`${root}docs/types.md`, 'utf8');
  const code = [...page.matchAll(/```ts\n([^]+?)```/g)].map(([, block]) => block).join('');
  const refused = code.split('\n').flatMap((line, i) => (line.endsWith('// does not compile') ? [i + 1] : []));
  expect(refused).toHaveLength(4);
  expect(
    editing(code)
      .errors()
      .map(({ line }) => line),
  ).toEqual(refused);
});

longTest('the work of the compiler grows no faster than the content', () => {
  const work = (count: number): number => {
    const classes = Array.from(
      { length: count },
      (_, i) => `class${i}: { kind: 'building', groups: [{
        activation: 'source.planet.population >= ${i}', scope: { include: 'target == source.planet' },
        effects: [{ meter: 'food', add: '${i} * target.fertility', label: 'Class ${i}' }, { property: 'gold', add: 1 }],
      }] },`,
    );
    const { errors, instantiations } = editing(`
      import { createWorld, defineContent } from 'edict';
      const world = createWorld(defineContent({
        meters: { food: {} }, properties: { gold: {} }, kinds: { planet: {}, building: {} },
        classes: { ${classes.join('\n')} },
      }));
      export const farm = world.spawn({ class: 'class0' });
      export const food: number = world.get(farm, 'food');
    `);
    expect(errors()).toEqual([]);
    return instantiations();
  };
  const [few, many] = [work(30), work(300)];
  expect(many).toBeLessThan(12 * few);
});

test('the interfaces of content are written from its tables', () => {
  // The formatter breaks lines, and then adds bars and commas.
  const bare = (text: string): string => text.replaceAll(/[\s|(),]/g, '');
  const written = readFileSync(`${root}src/content/native/content-source.ts`, 'utf8');
  const isFresh = bare(written) === bare(contentTypes(contentShape));
  expect(isFresh, 'run node scripts/write-content-types.mjs').toBe(true);
});
