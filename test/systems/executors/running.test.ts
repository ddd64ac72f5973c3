import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';
import { turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';

/** Each looks at each for each. */
const things = heavy(24, 40);

const content = (amount: string, extra: object = {}) =>
  defineContent({
    meters: { m: { default: 1 } },
    properties: { n: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'], properties: ['n'] }, other: { properties: ['n'] } },
    classes: {
      probe: {
        kind: 'other',
        groups: [{ scope: { include: 'target.kind == thing' }, effects: [{ meter: 'm', set: amount, ...extra }] }],
      },
    },
  });

test.each([
  [
    'plain',
    {},
    'objects(thing).filter(a, objects(thing).filter(b, b.n > value && distance(a, b) <= 5).count() > 0).count()',
  ],
  [
    'fired',
    { stacking: 1 },
    'objects(thing).filter(a, objects(thing).filter(b, b.n > value && distance(a, b) <= 5).count() > 0).count()',
  ],
])('running value in a nested filter: %s', (_, extra, amount) => {
  const program = content(amount, extra);
  const worlds = twins((options) => {
    const world = createWorld(program, options);
    for (let i = 0; i < things; i++) world.spawn({ kind: 'thing', values: { m: i, n: i }, place: { x: 3 * i, y: 0 } });
    world.spawn({ class: 'probe' });
    return world;
  });
  for (let i = 0; i < 2; i++) expect(turn(worlds)).toBe(true);
});
test('running value in a nested filter: growth', () => {
  const program = defineContent({
    meters: {
      m: {
        default: 1,
        growth:
          'objects(thing).filter(a, objects(thing).filter(b, b.n > value && distance(a, b) <= 5).count() > 0).count()',
      },
    },
    properties: { n: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'], properties: ['n'] } },
  });
  const worlds = twins((options) => {
    const world = createWorld(program, options);
    for (let i = 0; i < things; i++) world.spawn({ kind: 'thing', values: { m: i, n: i }, place: { x: 3 * i, y: 0 } });
    return world;
  });
  for (let i = 0; i < 2; i++) expect(turn(worlds)).toBe(true);
});
