import type { LoadProblem } from '../../src/content/lst/parse/campaign-problem.js';
import { loadCase, problemText } from '../../src/content/lst/scenarios/load-case.js';
import { readScenario, runCase } from '../../src/content/lst/scenarios/open-case.js';
import { type OracleCase, type OracleProblem, oracle } from './formula-oracle.js';

/**
 * How the product and the oracle differ over a case, as a sentence; undefined where they agree about the load, every
 * value, every change and every count.
 */
export function differenceOver(data: OracleCase): string | undefined {
  const told = oracle(data);
  if (!told.ok) return loadDifference(data, told.problems, told.loop);
  const steps = (data.steps ?? []).flatMap(({ format, ...step }) => {
    const outcome = told.run({ ...step, ...(format === undefined ? {} : { format }) });
    const isRefused = outcome.expectError?.on === 'load';
    // What is not declared cannot be granted at all: the format has no words for that.
    if (isRefused && (step.grant ?? step.revoke) !== undefined) return [];
    return [{ ...step, ...(format !== undefined && isRefused ? { format } : {}), ...outcome }];
  });
  const text = JSON.stringify({ format: 'formulas/1', theme: 'comparison', cases: [{ name: 'case', ...data, steps }] });
  const read = readScenario('comparison.json', text);
  return read.ok
    ? runCase(read.scenario, 0)
    : `the scenario does not fit its format: ${read.errors.map(({ message }) => message).join('; ')}`;
}

function loadDifference(
  { lst = [], objects = [] }: OracleCase,
  told: readonly OracleProblem[],
  isLoop: (cycle: readonly string[]) => boolean,
): string | undefined {
  const loaded = loadCase('comparison.json', {
    name: 'case',
    lst: [...lst],
    objects: objects.map((object) => ({
      ...object,
      groups: [...(object.groups ?? [])],
      tokens: [...(object.tokens ?? [])],
    })),
  });
  const wanted = told.map(({ code, line }) => `${code} ${line ?? ''}`).join('; ');
  if (loaded.ok) return `the campaign loads; the oracle refuses it with ${wanted}`;
  const agrees = (problem: LoadProblem): boolean =>
    told.some(
      ({ code, line, cycle }) =>
        code === problem.code && (cycle === undefined ? line === problem.token : isLoop(problem.cycle ?? [])),
    );
  const found = loaded.problems.map(problemText).join('; ');
  // Where several lines are wrong, one mistake may hide another: the two must share one at least.
  const right = told.length === 1 ? loaded.problems.every(agrees) : loaded.problems.some(agrees);
  return right ? undefined : `the campaign is refused with ${found}; the oracle with ${wanted}`;
}
