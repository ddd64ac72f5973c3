import { EdictError } from '../../kernel/errors.js';
import { type CaseChoice, caseNamed, doNamed, firstSteps } from '../case-choice.js';
import { listOf } from '../native/case-content.js';
import { loadCase, problemText, loadFault } from './load-case.js';
import { readScenario, type Scenario } from './read-scenario.js';
import { doStep, stepName, runStep } from './run-step.js';
import { type Stage, openStage } from './stage.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { formatName, type StepData } from './scenario-schema.js';

/**
 * The character of a case of a file after all its steps, or the first of them; of the first case that loads where none
 * is named. What the steps expect is not looked at.
 */
export function openCase(file: string, text: string, { case: name, step: count }: CaseChoice = {}): Stage {
  const read = readScenario(file, text);
  if (!read.ok)
    throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
  const { scenario } = read;
  const { cases } = scenario;
  const data =
    name === undefined
      ? (cases.find(({ loadError }) => loadError === undefined) ?? cases[0])
      : caseNamed(file, cases, name);
  const loaded = loadCase(file, data);
  if (!loaded.ok)
    throw new EdictError(
      'bad-content',
      `the campaign of ${data.name} does not load:\n${loaded.problems.map(problemText).join('\n')}`,
      file,
    );
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
