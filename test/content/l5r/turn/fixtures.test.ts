import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../src/content/text/problem.js';
import { readScenarios } from '../../../../src/content/l5r/parse/read-scenarios.js';
import type { Scenario } from '../../../../src/content/l5r/syntax.js';
import { playScenario } from '../../../../src/content/l5r/turn/play-scenario.js';

/** Scenarios with their logs, which lie beside a checkout and are no part of it. */
const file = fileURLToPath(new URL('../../../../../shared/fixtures/timing/scenarios.json', import.meta.url));
const has = existsSync(file);

function fail(problems: readonly Problem[]): never {
  throw new Error(problems.map(({ message }) => message).join('\n'));
}

function scenarios(): readonly Scenario[] {
  if (!has) return [];
  const read = readScenarios(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.ok) return fail(read.problems);
  return read.scenarios.map(({ scenario, problems }) => scenario ?? fail(problems));
}

describe.runIf(has)('scenarios with logs', () => {
  it.each(scenarios().map((scenario): [string, Scenario] => [scenario.id, scenario]))(
    '%s goes line by line as it is written',
    (_id, scenario) => {
      for (const executor of ['compiled', 'reference'] as const)
        expect(playScenario(scenario, { executor }).log).toEqual(scenario.log);
    },
  );
});

it.skipIf(has)('scenarios with logs are skipped: ../shared/fixtures/timing is not there', () => {
  expect(has).toBe(false);
});
