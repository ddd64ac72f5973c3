import { EdictError } from '../../kernel/errors.js';
import { didYouMean } from '../did-you-mean.js';
import { listOf } from '../native/case-content.js';
import { loadCase, problemText } from './load-case.js';
import { readScenario } from './read-scenario.js';
import { doStep } from './run-step.js';
import { type Stage, openStage } from './stage.js';

/** The character of a case of a file, after all its steps; of the first that loads where none is named. What the steps expect is not looked at. */
export function openCase(file: string, text: string, name?: string): Stage {
  const read = readScenario(file, text);
  if (!read.ok) throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
  const { cases } = read.scenario;
  const found = name === undefined ? cases.find(({ loadError }) => loadError === undefined) ?? cases[0] : cases.find((each) => each.name === name);
  if (found === undefined) {
    throw new EdictError('unknown-case', `${file} has no case ${JSON.stringify(name)}${didYouMean(name ?? '', cases.map((each) => each.name))}`, file);
  }
  const loaded = loadCase(file, found);
  if (!loaded.ok) throw new EdictError('bad-content', `the campaign of ${found.name} does not load:\n${loaded.problems.map(problemText).join('\n')}`, file);
  const stage = openStage(loaded.campaign);
  for (const step of found.steps ?? []) doStep(stage, step);
  return stage;
}
