import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { readScenario, type Scenario } from './read-scenario.js';
import { formatName, type StepData } from './scenario-schema.js';
import { loadCase, loadFault, problemText } from './load-case.js';
import { runStep, stepName } from './run-step.js';
import { type Stage, openStage } from './stage.js';

/** Cases of campaigns with variables, modifiers and formulas: docs/formulas.md. */
export const formulasFormat: ScenarioFormat = {
  format: formatName,
  load({ file, text }) {
    const read = readScenario(file, text);
    if (!read.ok)
      throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
    const { scenario } = read;
    return scenario.cases.map(({ name }, index) => ({ name, run: () => runCase(scenario, index) }));
  },
};

/** Runs a case of a file. Returns why it failed; undefined when it passed. */
export function runCase(scenario: Scenario, index: number): string | undefined {
  const data = scenario.cases[index];
  const loaded = loadCase(scenario.file, data);
  if (data.loadError !== undefined) return loadFault(data.loadError, loaded);
  if (!loaded.ok) return `the campaign does not load: ${loaded.problems.map(problemText).join('\n')}`;
  const stage = openStage(loaded.campaign);
  const { steps = [] } = data;
  for (const [i, step] of steps.entries()) {
    const fault = faultOf(stage, step);
    if (fault !== undefined)
      return `${stepName(step, i)}: ${fault} (line ${String(scenario.line(['cases', index, 'steps', i]))})`;
  }
  return undefined;
}

function faultOf(stage: Stage, step: StepData): string | undefined {
  try {
    return runStep(stage, step);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    return error.message.replace(/^edict: /, '');
  }
}
