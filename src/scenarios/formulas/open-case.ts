import { EdictError } from '../../kernel/errors.js';
import { type CaseChoice, caseNamed, doNamed, firstSteps } from '../case-choice.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { loadCase, loadFault, problemText } from './load-case.js';
import { type Scenario, readScenario } from './read-scenario.js';
import { doStep, runStep, stepName } from './run-step.js';
import { type StepData, formatName } from './scenario-schema.js';
import { type Stage, openStage } from './stage.js';

/**
 * The character of a case of a file after all its steps, or the first of them; of the first case that loads where none
 * is named. What the steps expect is not looked at.
 */
export function openCase(file: string, text: string, { case: name, step: count }: CaseChoice = {}): Stage {
  const scenario = scenarioOf(file, text);
  const { cases } = scenario;
  const data =
    name === undefined
      ? (cases.find(({ loadError }) => loadError === undefined) ?? cases[0])
      : caseNamed(file, cases, name);
  const loaded = loadCase(file, data);
  if (!loaded.ok) {
    const problems = loaded.problems.map(problemText).join('\n');
    throw new EdictError('bad-content', `the campaign of ${data.name} does not load:\n${problems}`, file);
  }
  const stage = openStage(loaded.campaign);
  const { steps = [] } = data;
  for (const [i, step] of firstSteps(data.name, steps, count ?? steps.length).entries()) {
    doNamed(
      stepName(step, i),
      () => scenario.line(['cases', cases.indexOf(data), 'steps', i]),
      () => {
        doStep(stage, step);
      },
    );
  }
  return stage;
}

/** Cases of campaigns with variables, modifiers and formulas: docs/formulas.md. */
export const formulasFormat: ScenarioFormat = {
  format: formatName,
  load({ file, text }) {
    const scenario = scenarioOf(file, text);
    return scenario.cases.map(({ name }, index) => ({ name, run: () => runCase(scenario, index) }));
  },
};

function scenarioOf(file: string, text: string): Scenario {
  const read = readScenario(file, text);
  if (read.ok) return read.scenario;
  throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
}

/** Runs a case of a file. Returns why it failed; undefined when it passed. */
export function runCase(scenario: Scenario, index: number): string | undefined {
  const { file, cases } = scenario;
  const { steps = [], loadError, ...data } = cases[index];
  const loaded = loadCase(file, data);
  if (loadError !== undefined) return loadFault(loadError, loaded);
  if (!loaded.ok) return `the campaign does not load: ${loaded.problems.map(problemText).join('\n')}`;
  const stage = openStage(loaded.campaign);
  for (const [i, step] of steps.entries()) {
    const fault = faultOf(stage, step);
    if (fault !== undefined)
      return `${stepName(step, i)}: ${fault} (line ${scenario.line(['cases', index, 'steps', i])})`;
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
