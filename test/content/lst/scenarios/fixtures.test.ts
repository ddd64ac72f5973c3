import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCase } from '../../../../src/content/lst/scenarios/load-case.js';
import { readScenario, runCase } from '../../../../src/content/lst/scenarios/open-case.js';
import { runScenarios } from '../../../../src/scenarios/run-scenarios.js';
import { formats } from '../../../support/formats.js';
import { longTest } from '../../../support/heavy.js';

/** Recorded cases, which lie beside a checkout and are no part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/fixtures/formulas/', import.meta.url));
const has = existsSync(folder);
const files = has
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, file: `${folder}${name}` }))
  : [];

describe.runIf(has)('recorded cases', () => {
  describe.each(files)('$name', ({ file }) => {
    const read = readScenario(file, readFileSync(file, 'utf8'));
    const { cases } = read.ok ? read.scenario : { cases: [] };

    it('fits the format', () => {
      expect(read.ok ? [] : read.errors).toEqual([]);
    });

    it.each(cases.map(({ name }, index) => ({ name, index })))('$name', ({ index }) => {
      expect(read.ok ? runCase(read.scenario, index) : 'unread').toBeUndefined();
    });

    it('has no error beside the one that is expected', () => {
      const more = cases
        .filter(({ loadError }) => loadError !== undefined)
        .flatMap((each) => {
          const loaded = loadCase(file, each);
          return loaded.ok || loaded.problems.length === 1
            ? []
            : [`${each.name}: ${loaded.problems.map(({ code, token }) => `${code} ${token}`).join('; ')}`];
        });
      expect(more).toEqual([]);
    });
  });

  longTest('all of them are run by name of the folder', () => {
    const outcomes = [...runScenarios([folder], formats)];
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    expect(outcomes.reduce((sum, { passed }) => sum + passed, 0)).toBeGreaterThanOrEqual(313);
  });
});

it.skipIf(has)('recorded cases are skipped: ../shared/fixtures/formulas is not there', () => {
  expect(files).toEqual([]);
});
