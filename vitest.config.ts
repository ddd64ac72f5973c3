import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    globals: false,
    // A quarter faster than processes here; the price is that tests cannot call process.chdir.
    pool: 'threads',
    // Vitest would leave one core free, which on two cores means one test file at a time.
    maxWorkers: Math.max(2, availableParallelism()),
    // Property tests over random worlds take seconds, and a busy machine is slower than an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['test/support/check-reads.ts'],
    restoreMocks: true,
    unstubEnvs: true,
  },
});
