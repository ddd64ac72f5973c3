import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { runScenarios } from '../../../../src/scenarios/run-scenarios.js';
import { formats } from '../../../support/formats.js';
import { heavy, longTest } from '../../../support/heavy.js';

/** Recorded levels, which lie beside a checkout and are no part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/fixtures/conditions/', import.meta.url));
const has = existsSync(folder);

describe.runIf(has)('recorded levels', () => {
  longTest.each(['compiled', 'reference'].slice(0, heavy(1, 2)))(
    'pass, all of them, with the executor %s',
    (executor) => {
      vi.stubEnv('EDICT_EXECUTOR', executor);
      const outcomes = [...runScenarios([folder], formats)];
      vi.unstubAllEnvs();
      expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
      // Levels, faults of loads, traces, and the tests of the text format.
      expect(outcomes.reduce((sum, { passed }) => sum + passed, 0)).toBeGreaterThanOrEqual(90 + 46 + 3 + 109);
    },
  );
});

it.skipIf(has)('recorded levels are skipped: ../shared/fixtures/conditions is not there', () => {
  expect(has).toBe(false);
});
