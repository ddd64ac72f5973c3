import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';

test('a world that has run long looks at as much as its fork, though functions were made for it', () => {
  const program = defineContent({
    meters: { m: { reset: true } },
    properties: { n: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'], properties: ['n'] }, other: { properties: ['n'] } },
    classes: {
      probe: {
        kind: 'other',
        groups: [
          {
            scope: { include: 'target.kind == thing' },
            effects: [
              {
                meter: 'm',
                add: 'objects(thing).filter(b, b.n > target.n && distance(b, target) <= 20).count() + attached(target).filter(b, b.n > target.n).count() + turn',
              },
            ],
          },
        ],
      },
    },
  });
  // Near what it needs: a count that rose when it became hot would pass it.
  const world = createWorld(program, { executor: 'compiled', limits: { visitsPerTurn: 3_000 } });
  for (let i = 0; i < 1_500; i++)
    world.spawn({ kind: 'thing', values: { n: i % 1_000 }, place: { x: (i * 13) % 1_000, y: (i * 7) % 1_000 } });
  world.spawn({ class: 'probe' });
  world.run(45);
  const fork = world.fork();
  world.step();
  fork.step();
  expect(fork.hash()).toBe(world.hash());
});
