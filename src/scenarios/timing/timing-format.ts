import { type Problem, type ReadScenario, readScenarios } from '../../content/timing/read/read-scenarios.js';
import type { Scenario } from '../../content/timing/syntax.js';
import { playScenario } from '../../turns/timing/play-scenario.js';
import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFile, ScenarioFormat } from '../scenario-format.js';
import { diagnosed, readValue } from '../../content/native/source-value.js';
import { faultsOf } from './compare-outcome.js';

/** What the `format` field of such files says. */
const formatName = 'timing/1';

/** Occurrences, what answers them, what players decide, and what must come of it. */
export const timingFormat: ScenarioFormat = {
  format: formatName,
  load(file) {
    return scenariosOf(file).map(({ name, scenario, problems }) => ({
      name: scenario?.title === undefined ? name : `${name} ${scenario.title}`,
      run: () =>
        scenario === undefined ? `the scenario does not fit its format:\n${told(file, problems)}` : run(scenario),
    }));
  },
};

function scenariosOf({ file, text }: ScenarioFile): readonly ReadScenario[] {
  const value = readValue(file, text);
  if (!value.ok) throw misfit(file, listOf(value.errors));
  const read = readScenarios(value.value);
  if (read.ok) return read.scenarios;
  throw misfit(file, told({ file, text }, read.problems));
}

function told({ file, text }: ScenarioFile, problems: readonly Problem[]): string {
  return listOf(diagnosed(file, text, problems));
}

function misfit(file: string, problems: string): EdictError {
  return new EdictError('bad-scenario', `the scenario file does not fit its format:\n${problems}`, file);
}

/** Plays a scenario. Returns what is otherwise than expected, with the log; undefined when nothing is. */
function run(scenario: Scenario): string | undefined {
  const played = playScenario(scenario);
  const faults = faultsOf(played, scenario.then ?? {});
  if (faults.length === 0) return undefined;
  const log =
    played.log.length === 0 ? ['  (nothing)'] : played.log.map((line, i) => `  ${String(i + 1).padStart(4)}  ${line}`);
  return [...faults, 'the log:', ...log].join('\n');
}
