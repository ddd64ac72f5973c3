import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that mock modules or load them anew, which other files of the same worker would notice. */
const isolated = ['test/world/undo-time.test.ts', 'test/eval/frames/hot.test.ts'];

/** What takes seconds: in the quick project a small case beside it stands for it. */
const long = ['test/**/*.long.test.ts'];

export default defineConfig({
  test: {
    environment: 'node',
    globals: false,
    // A quarter faster than processes here; the price is that tests cannot call process.chdir.
    pool: 'threads',
    // Vitest would leave one core free, which on two cores means one test file at a time.
    maxWorkers: Math.max(2, availableParallelism()),
    // Property tests over random worlds take seconds, and a busy machine is slower than an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/clean-start.ts', 'test/support/check-reads.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    // Files share the modules of their worker, unless they must not: to load the modules for each took half the time.
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [...long, ...isolated],
          isolate: false,
          env: { EDICT_TESTS: 'quick' },
        },
      },
      {
        extends: true,
        test: { name: 'long', include: ['test/**/*.test.ts'], exclude: isolated, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
