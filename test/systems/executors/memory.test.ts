import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';
import { refusal } from '../../support/errors.js';
import { longTest } from '../../support/heavy.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of arrays of this thread that somebody still holds. */
function arrays(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

longTest('a turn that is refused again and again takes no more memory each time', () => {
  const program = defineContent({
    meters: { m: { default: 1 }, n: { default: 1 } },
    kinds: { thing: { meters: ['m', 'n'] } },
    classes: {
      one: {
        kind: 'thing',
        groups: [
          {
            scope: { include: 'target.kind == thing && target.n < 0 || target == source' },
            effects: [{ meter: 'm', set: 'source.n * 1e308 * 1e308' }],
          },
        ],
      },
    },
  });
  const world = createWorld(program, { executor: 'compiled', reserve: { objects: 3_000 } });
  for (let i = 0; i < 2_000; i++) world.spawn({ class: 'one' });
  refusal(() => {
    world.step();
  });
  const before = arrays();
  for (let i = 0; i < 400; i++)
    refusal(() => {
      world.step();
    });
  expect(arrays() - before).toBeLessThan(4_000_000);
});
