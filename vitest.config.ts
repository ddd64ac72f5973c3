import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Tests that mock modules or load them anew, or ask for what is settled once in a process, such as when code is
 * generated: other files of the same worker would notice.
 */
const isolated = [
  'test/world/undo-time.test.ts',
  'test/eval/one-record.test.ts',
  'test/components/one-component.test.ts',
  'test/eval/frames/hot.test.ts',
  'test/eval/emit/generator.test.ts',
  'test/properties/timing-generated.test.ts',
  'test/properties/copies.test.ts',
  // Many times as slow where other files have run the same code over other types, or have used up the functions that
  // worlds generate at most.
  'test/eval/ops/numeric-arithmetic.test.ts',
  'test/world/flocking.test.ts',
];

/** What takes seconds: in the quick project a small case beside it stands for it. */
const long = ['test/**/*.long.test.ts'];

/**
 * What the quick project leaves to the long one: the formats of other games, files for editors and of compiled content,
 * and random worlds of all kinds.
 */
const broad = [
  'test/content/{antares,civ,focs,l5r,lst}/**',
  'test/{batch,compiled,environments,galaxy,package,properties,solve}/**',
  'test/content/native/{editor,schema}.test.ts',
  'test/cli/cached.test.ts',
  'test/eval/columns/{facts,searching}.test.ts',
  'test/eval/emit/{around,ball,equal}.test.ts',
  'test/rules/{read-ahead,run/random,run/shared-loops}.test.ts',
  'test/systems/executors/{becoming,copies,facts,holds,in-turn}.test.ts',
  'test/world/saves/{carry-events,changed-content}.test.ts',
  'test/{flow/random,indexes/followed-changes,state/grid-cells,world/space-worlds}.test.ts',
];

/** Makes counts small: test/support/heavy.ts. */
const quick = { EDICT_TESTS: 'quick' };

const shared = { include: ['test/**/*.test.ts'], isolate: false, setupFiles: ['test/support/clean-start.ts'] };

export default defineConfig({
  test: {
    environment: 'node',
    globals: false,
    // A quarter faster than processes here; the price is that tests cannot call process.chdir.
    pool: 'threads',
    // Vitest would leave one core free, which on two cores means one test file at a time.
    maxWorkers: Math.max(2, availableParallelism()),
    // Property tests over random worlds take seconds, and a busy machine is slower than an idle one.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/check-reads.ts'],
    // What files become for Node is kept between runs.
    experimental: { fsModuleCache: true },
    restoreMocks: true,
    unstubEnvs: true,
    // Files share the modules of their worker, unless they must not: to load the modules for each took half the time.
    // Each of the two sizes has a part that is isolated: `npm test` runs quick*, `npm run test:long` long*.
    // Both have the types tested, by the compiler alone, which takes some seconds.
    projects: [
      { extends: true, test: { ...shared, name: 'quick', exclude: [...long, ...broad, ...isolated], env: quick } },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: 'test/types/tsconfig.json',
          },
        },
      },
      { extends: true, test: { name: 'quick-isolated', include: isolated, env: quick } },
      { extends: true, test: { ...shared, name: 'long', exclude: isolated } },
      { extends: true, test: { name: 'long-isolated', include: isolated } },
    ],
  },
});
