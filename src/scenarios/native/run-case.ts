import type { Program } from '../../ir/program.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { loadContent } from '../../content/native/load.js';
import { EdictError } from '../../kernel/errors.js';
import type { TurnWatch } from '../scenario-format.js';
import { listOf } from './case-content.js';
import { checkExpectation } from './check-expectation.js';
import { bare, contentOf } from './placed.js';
import type { CaseDefinition, Scenario } from './read-scenario.js';
import { runFailingStep, runStep, stepName } from './run-step.js';
import type { DiagnosticData, StepData } from './scenario-schema.js';
import { setUpStage } from './set-up-world.js';
import type { Stage } from './stage.js';

/** Runs a case of a scenario. Returns why it failed; undefined when it passed. */
export function runCase(scenario: Scenario, definition: CaseDefinition, watch?: TurnWatch): string | undefined {
  const { rejected, warned, steps = [] } = definition.data;
  const loaded = loadContent(contentOf(scenario, definition));
  const diagnosed = compareAll('warning', warned, loaded.warnings);
  if (rejected !== undefined) {
    if (loaded.ok) return 'the content loads, expected it to be rejected';
    return compareAll('error', rejected, loaded.errors) ?? diagnosed;
  }
  if (!loaded.ok) return `the content does not load:\n${listOf(loaded.errors)}`;
  if (diagnosed !== undefined) return diagnosed;
  const stage = attemptStage(loaded.program, scenario, definition);
  if (typeof stage === 'string') return stage;
  stage.watch = watch;
  for (let i = 0; i < steps.length; i++) {
    const fault = faultOf(stage, steps, i);
    if (fault !== undefined) return `${fault} (line ${scenario.document.line([...definition.path, 'steps', i])})`;
  }
  return undefined;
}

function attemptStage(program: Program, scenario: Scenario, definition: CaseDefinition): Stage | string {
  try {
    return setUpStage(program, scenario, definition);
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    return `the world cannot be made:\n${bare(error)}`;
  }
}

function faultOf(stage: Stage, steps: readonly StepData[], index: number): string | undefined {
  const step = steps[index];
  const label = stepName(step, index);
  try {
    if (step.expect !== undefined) {
      const faults = [step.expect].flat().flatMap((expectation) => checkExpectation(stage, expectation));
      return faults.length === 0 ? undefined : `${moment(steps, index)} ${faults.join('; ')}`;
    }
    if (step.fails === undefined) runStep(stage, step);
    else {
      const fault = runFailingStep(stage, step, step.fails);
      return fault === undefined ? undefined : `${label}: ${fault}`;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    return `${label}: ${bare(error)}`;
  }
}

/** `after step 3`: the last step before an expectation that did something. */
function moment(steps: readonly StepData[], index: number): string {
  for (let i = index - 1; i >= 0; i--) if (steps[i].expect === undefined) return `after step ${i + 1}`;
  return 'before the first step';
}

/** Whether a load said what was expected: each diagnostic expected is among those found, and none is left. */
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
  const parts = [
    ...(missed.length > 0 ? [`no ${what} is ${missed.join(' or ')}`] : []),
    ...(left.length > 0
      ? [`not expected: ${left.map((each) => `${what} ${each.code}, line ${each.line}: ${each.message}`).join('; ')}`]
      : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

function matches(wanted: DiagnosticData, found: Diagnostic): boolean {
  return (
    (wanted.code === undefined || wanted.code === found.code) &&
    (wanted.line === undefined || wanted.line === found.line) &&
    (wanted.message === undefined || found.message.includes(wanted.message)) &&
    (wanted.suggestion === undefined || (found.suggestion ?? '').includes(wanted.suggestion))
  );
}
