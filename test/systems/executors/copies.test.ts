import { inspect } from '../../../src/world/inspect.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import type { Snapshot } from '../../../src/kernel/snapshot.js';
import type { ExecutorName, World } from '../../../src/world/api.js';
import { loadWorld } from '../../../src/world.js';
import { choicesOf, propertyRuns, randomCases } from '../../support/choices.js';
import { randomChange } from '../../support/random-change.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { randomWorld } from '../../support/random-world.js';
import { type Twins, both, turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';

const acts = fc.array(
  fc.constantFrom('turn', 'turn', 'turn', 'turns', 'change', 'snapshot', 'restore', 'other', 'fork', 'save'),
  { minLength: 4, maxLength: 14 },
);

test('copies of every sort, taken and put back at any time, go on as the reference would', () => {
  let [restored, copied] = [0, 0];
  fc.assert(
    fc.property(randomCases(), fc.constantFrom<Manner>('calm', 'planned', 'mixed'), acts, (given, manner, list) => {
      const program = defineContent(randomContent(choicesOf(given.seed), given.groups, manner).source);
      let worlds = twins((options) => randomWorld(choicesOf(given.seed), program, given.objects, options));
      const choices = choicesOf(given.seed).split('acts');
      let kept: { readonly compiled: Snapshot; readonly reference: Snapshot } | undefined;
      const reopened = (
        { compiled, reference }: Twins,
        open: (world: World, executor: ExecutorName) => World,
      ): Twins => ({ compiled: open(compiled, 'compiled'), reference: open(reference, 'reference') });
      list.forEach((act, i) => {
        switch (act) {
          case 'turn':
            turn(worlds);
            break;
          case 'turns':
            both(worlds, (world) => {
              world.run(3);
            });
            break;
          case 'change':
            both(worlds, (world) => randomChange(world, choices.split(i)));
            break;
          case 'snapshot':
            kept = { compiled: worlds.compiled.snapshot(), reference: worlds.reference.snapshot() };
            break;
          // Each goes back to its own state, or to that of the other, which is the same.
          case 'restore':
          case 'other': {
            if (kept === undefined) break;
            const { compiled, reference } = kept;
            worlds.compiled.restore(act === 'restore' ? compiled : reference);
            worlds.reference.restore(act === 'restore' ? reference : compiled);
            restored++;
            turn(worlds);
            break;
          }
          case 'fork': {
            const forks = reopened(worlds, (world) => world.fork());
            turn(worlds);
            turn(forks);
            expect(forks.compiled.hash()).toBe(worlds.compiled.hash());
            expect(inspect(forks.compiled).executor.name).toBe('compiled');
            worlds = forks;
            copied++;
            break;
          }
          case 'save':
            worlds = reopened(worlds, (world, executor) =>
              loadWorld(program, world.save(), { executor, limits: { visitsPerTurn: 5_000_000_000 } }),
            );
            copied++;
            break;
        }
      });
    }),
    propertyRuns(18, 6),
  );
  expect(restored).toBeGreaterThan(heavy(0, 3));
  expect(copied).toBeGreaterThan(heavy(2, 12));
});
