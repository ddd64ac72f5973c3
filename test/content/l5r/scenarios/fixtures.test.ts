import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { runScenarios } from '../../../../src/scenarios/run-scenarios.js';
import { formats } from '../../../support/formats.js';

/** Scenarios that lie beside a checkout and are no part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/fixtures/timing/', import.meta.url));
const has = existsSync(folder);

describe.runIf(has)('scenarios of timing', () => {
  it.each(['compiled', 'reference'])('pass, all of them, with the executor %s', (executor) => {
    vi.stubEnv('EDICT_EXECUTOR', executor);
    const outcomes = [...runScenarios([folder], formats)];
    vi.unstubAllEnvs();
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    expect(outcomes.reduce((sum, { passed }) => sum + passed, 0)).toBeGreaterThanOrEqual(31);
  });
});

it.skipIf(has)('scenarios of timing are skipped: ../shared/fixtures/timing is not there', () => {
  expect(has).toBe(false);
});
