import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ExecutorName } from '../../src/world/api.js';
import { propertyRuns } from '../support/choices.js';
import { type Entry, type Game, playGame, randomGames, tightLimits } from '../support/random-timing.js';
import { timingProgram, timingStage } from '../support/timing-world.js';
import { heavy } from '../support/heavy.js';

function outcomes(
  { given, ...game }: Game,
  executor: ExecutorName,
): readonly Pick<Entry, 'call' | 'is' | 'events' | 'hash'>[] {
  // What is continuous begins at other steps where there are frames for all that occurs.
  const { world } = timingStage(timingProgram({ ...given, continuous: [] }), { executor, limits: tightLimits });
  return playGame(world, { given, ...game }).map(({ call, is, events, hash }) => ({ call, is, events, hash }));
}

test('random worlds in which things occur are the same for the interpreter and where functions are made of all that is asked', () => {
  // Read once in a process: a file of its own.
  vi.stubEnv('EDICT_GENERATE', 'always');
  const make = globalThis.Function;
  let made = 0;
  vi.stubGlobal('Function', function count(...parts: readonly string[]) {
    made++;
    return make(...parts);
  });
  fc.assert(
    fc.property(randomGames, (game) => {
      const [compiled, reference] = [outcomes(game, 'compiled'), outcomes(game, 'reference')];
      // The interpreter comes to the end of the depth sooner.
      const until =
        [...compiled.keys()].find((i) => compiled[i].is === 'nesting' || reference[i]?.is === 'nesting') ??
        compiled.length;
      expect(reference.slice(0, until)).toEqual(compiled.slice(0, until));
    }),
    propertyRuns(30),
  );
  vi.unstubAllGlobals();
  expect(made).toBeGreaterThan(heavy(20, 200));
});
