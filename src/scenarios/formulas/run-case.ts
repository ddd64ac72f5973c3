import { EdictError } from '../../kernel/errors.js';
import { loadCase, loadFault, problemText } from './load-case.js';
import type { Scenario } from './read-scenario.js';
import { runStep } from './run-step.js';
import { type StepData, stepActions } from './scenario-schema.js';
import { type Stage, openStage } from './stage.js';

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
    if (fault !== undefined) return `step ${String(i + 1)} (${labelOf(step)}): ${fault} (line ${String(scenario.line(['cases', index, 'steps', i]))})`;
  }
  return undefined;
}

/** `grant SKILL|Tough` */
function labelOf(step: StepData): string {
  const action = stepActions.find((key) => key in step) ?? '';
  const of = 'of' in step && step.of !== undefined ? ` of ${step.of}` : '';
  return `${action} ${String((step as unknown as Readonly<Record<string, unknown>>)[action])}${of}`;
}

function faultOf(stage: Stage, step: StepData): string | undefined {
  try {
    return runStep(stage, step);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    return error.message.replace(/^edict: /, '');
  }
}
