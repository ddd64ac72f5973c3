import { EdictError } from '../../kernel/errors.js';
import { type CaseChoice, type WorldOverrides, caseNamed, doNamed, firstSteps } from '../case-choice.js';
import { given } from '../../content/native/load-context.js';
import { formatOf } from '../format-of.js';
import { type KnownFormats, knownFormats } from '../known-formats.js';
import { bytesOf, readText } from '../../files/read-file.js';
import type { NoteRead } from '../../files/read-log.js';
import { contentOf, programOf } from './case-content.js';
import { scenarioFrom } from './content-scenario.js';
import { type CaseDefinition, type Scenario, longestScenario } from './read-native-scenario.js';
import { runFailingStep, runStep, stepName } from './run-step.js';
import { type StepData, formatName } from './scenario-schema.js';
import { setUpStage } from './set-up-world.js';
import type { Stage } from './stage.js';

/**
 * The first case where none is named, after none or some of its steps. Throws when the file, its content or its world
 * is not right.
 */
export function openScenario(
  file: string,
  options: CaseChoice & WorldOverrides = {},
  known: KnownFormats = knownFormats([]),
  note?: NoteRead,
) {
  const scenario = scenarioIn(file, known, note);
  const { cases, data: shared } = scenario;
  const { seed, parameters, limits } = options;
  const definition = options.case === undefined ? cases[0] : caseNamed(file, cases, options.case);
  const { name, data } = definition;
  const program = programOf(file, contentOf(scenario, definition, limits), limits);
  const steps = firstSteps(name, data.steps ?? [], options.step ?? 0);
  const stage = setUpStage(program, scenario, definition, given({ seed, parameters, limits }));
  doSteps(stage, scenario, definition, steps);
  return {
    world: stage.world,
    title: shared.cases === undefined || name === shared.name ? name : `${shared.name ?? file}: ${name}`,
    steps: data.steps?.length ?? 0,
    seed: seed ?? String(data.world?.seed ?? shared.world?.seed ?? '1'),
  };
}

function scenarioIn(file: string, known: KnownFormats, note: NoteRead | undefined): Scenario {
  const text = readText(file, bytesOf(longestScenario), note);
  const format = formatOf(text);
  if (format !== formatName) {
    const other = known.otherCommand(file, format);
    if (other !== undefined) throw new EdictError('no-scenario', `${file} ${other}`, file);
    if (format !== undefined) {
      const found = `has the format ${JSON.stringify(format)}`;
      const advice = `give a scenario file (format: ${formatName}), or content, which has no format field`;
      throw new EdictError('no-scenario', `${file} ${found}; ${advice}`, file);
    }
  }
  return scenarioFrom(file, text, note, file);
}

/** Without expectations. */
function doSteps(stage: Stage, scenario: Scenario, { path, name }: CaseDefinition, steps: readonly StepData[]): void {
  const { document, cases } = scenario;
  const where = cases.length === 1 ? '' : `case ${name}, `;
  for (const [i, step] of steps.entries())
    doNamed(
      `${where}${stepName(step, i)}`,
      () => `${document.file}:${document.line([...path, 'steps', i])}`,
      () => {
        if (step.fails === undefined) runStep(stage, step);
        else runFailingStep(stage, step, step.fails);
      },
    );
}
