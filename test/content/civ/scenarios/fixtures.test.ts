import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openCaseStages } from '../../../../src/content/civ/scenarios/declared-world.js';
import { readScenario, runTurns } from '../../../../src/content/civ/scenarios/civ-format.js';
import { runCase } from '../../../../src/content/civ/scenarios/run-case.js';
import { runScenarios } from '../../../../src/scenarios/run-scenarios.js';
import { formats } from '../../../support/formats.js';
import { longTest } from '../../../support/heavy.js';

/** Recorded cases, which lie beside a checkout and are no part of it. */
const folder = fileURLToPath(new URL('../../../../../shared/fixtures/expressions/', import.meta.url));
const has = existsSync(folder);
const files = has
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, file: `${folder}${name}` }))
  : [];

describe.runIf(has)('recorded cases', () => {
  describe.each(files)('$name', ({ file }) => {
    const read = readScenario(file, readFileSync(file, 'utf8'));
    const { world, cases, turns } = read.ok ? read.scenario : { world: undefined, cases: [], turns: [] };

    it('fits the format', () => {
      expect(read.ok ? [] : read.errors).toEqual([]);
    });

    const stages = world === undefined ? undefined : openCaseStages(world);

    it.each(cases.map((each) => ({ name: each.name, each })))('$name', ({ each }) => {
      expect(stages === undefined ? 'unread' : runCase(stages, each)).toBeUndefined();
    });

    it.each(turns.map((each) => ({ name: each.name, each })))('$name', ({ each }) => {
      expect(world === undefined ? 'unread' : runTurns(world, each)).toBeUndefined();
    });
  });

  longTest('all of them are run by name of the folder', () => {
    const outcomes = [...runScenarios([folder], formats)];
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    expect(outcomes.reduce((sum, { passed }) => sum + passed, 0)).toBeGreaterThanOrEqual(328);
  });
});

it.skipIf(has)('recorded cases are skipped: ../shared/fixtures/expressions is not there', () => {
  expect(files).toEqual([]);
});
