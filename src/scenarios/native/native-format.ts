import type { Diagnostic } from '../../content/text/diagnostic.js';
import { loadContent } from '../../content/native/load-content.js';
import { bare, catching } from '../catching.js';
import type { WorldOverrides } from '../case-choice.js';
import { given } from '../../content/native/load-context.js';
import type { ScenarioFormat, TurnWatch } from '../scenario-format.js';
import { contentOf, listOf } from './case-content.js';
import { checkExpectation } from './check-expectation.js';
import { scenarioFrom } from './content-scenario.js';
import type { CaseDefinition, Scenario } from './read-native-scenario.js';
import { runFailingStep, runStep, stepName } from './run-step.js';
import { type DiagnosticData, type StepData, formatName } from './scenario-schema.js';
import { setUpStage } from './set-up-world.js';
import type { Stage } from './stage.js';

/** The native scenario format: docs/scenarios.md. */
export const nativeFormat: ScenarioFormat = {
  format: formatName,
  hint: ', and ask its world with edict what-if',
  takesOverrides: true,
  load({ file, text, note }, overrides) {
    const scenario = scenarioFrom(file, text, note);
    return scenario.cases.map((definition) => ({
      name: definition.name,
      run: (watch) => runCase(scenario, definition, overrides, watch),
    }));
  },
};

function runCase(
  scenario: Scenario,
  definition: CaseDefinition,
  { limits, parameters }: WorldOverrides = {},
  watch?: TurnWatch,
): string | undefined {
  const { rejected, warned, steps = [] } = definition.data;
  const loaded = loadContent(contentOf(scenario, definition, limits), given({ limits }));
  const diagnosed = compareAll('warning', warned, loaded.warnings);
  if (rejected !== undefined) {
    if (loaded.ok) return 'the content loads, expected it to be rejected';
    return compareAll('error', rejected, loaded.errors) ?? diagnosed;
  }
  if (!loaded.ok) return `the content does not load:\n${listOf(loaded.errors)}`;
  if (diagnosed !== undefined) return diagnosed;
  const { program } = loaded;
  const stage = catching<Stage | string>(
    () => setUpStage(program, scenario, definition, given({ limits, parameters })),
    (error) => `the world cannot be made:\n${bare(error)}`,
  );
  if (typeof stage === 'string') return stage;
  stage.watch = watch;
  for (let i = 0; i < steps.length; i++) {
    const fault = faultOf(stage, steps, i);
    if (fault !== undefined) {
      const { document } = scenario;
      return `${document.file}:${document.line([...definition.path, 'steps', i])}: ${fault}`;
    }
  }
  return undefined;
}

function faultOf(stage: Stage, steps: readonly StepData[], index: number): string | undefined {
  const step = steps[index];
  const label = stepName(step, index);
  return catching(
    () => {
      const { expect, fails } = step;
      if (expect !== undefined) {
        const faults = [expect].flat().flatMap((expectation) => checkExpectation(stage, expectation));
        return faults.length === 0 ? undefined : `${moment(steps, index)} ${faults.join('; ')}`;
      }
      if (fails === undefined) {
        runStep(stage, step);
        return undefined;
      }
      const fault = runFailingStep(stage, step, fails);
      return fault === undefined ? undefined : `${label}: ${fault}`;
    },
    (error) => `${label}: ${bare(error)}`,
  );
}

/** The last step before an expectation that did something. */
function moment(steps: readonly StepData[], index: number): string {
  const last = steps.slice(0, index).findLastIndex(({ expect }) => expect === undefined);
  return last < 0 ? 'before the first step' : `after step ${last + 1}`;
}

function compareAll(
  what: 'error' | 'warning',
  wanted: readonly DiagnosticData[] | undefined,
  found: readonly Diagnostic[],
): string | undefined {
  if (wanted === undefined) return undefined;
  const left = [...found];
  const missed: string[] = [];
  for (const each of wanted) {
    const at = left.findIndex((diagnostic) => matches(each, diagnostic));
    if (at < 0) missed.push(JSON.stringify(each));
    else left.splice(at, 1);
  }
  const surplus = left.map(({ code, line, message }) => `${what} ${code}, line ${line}: ${message}`);
  const faults = [
    ...(missed.length === 0 ? [] : [`no ${what} is ${missed.join(' or ')}`]),
    ...(left.length === 0 ? [] : [`not expected: ${surplus.join('; ')}`]),
  ];
  return faults.length === 0 ? undefined : faults.join('; ');
}

function matches({ code, line, message = '', suggestion = '' }: DiagnosticData, found: Diagnostic): boolean {
  return (
    (code === undefined || code === found.code) &&
    (line === undefined || line === found.line) &&
    found.message.includes(message) &&
    (found.suggestion ?? '').includes(suggestion)
  );
}
