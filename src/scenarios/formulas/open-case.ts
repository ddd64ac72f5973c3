import { EdictError } from '../../kernel/errors.js';
import { type CaseChoice, caseNamed, doNamed, firstSteps } from '../case-choice.js';
import { listOf } from '../native/case-content.js';
import { loadCase, problemText } from './load-case.js';
import { readScenario } from './read-scenario.js';
import { doStep, stepName } from './run-step.js';
import { type Stage, openStage } from './stage.js';

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
