import { startTexts } from '../../compiled/fingerprint.js';
import type { Program } from '../../ir/rule.js';
import { EdictError } from '../../kernel/errors.js';
import type { World } from '../../world/api.js';
import { type CaseChoice, type WorldOverrides, caseNamed, doNamed, firstSteps } from '../case-choice.js';
import { given } from '../../content/native/load-context.js';
import { formatOf } from '../format-of.js';
import { type KnownFormats, knownFormats } from '../known-formats.js';
import { bytesOf, readText } from '../../files/read-file.js';
import type { NoteRead } from '../../files/read-log.js';
import { type Reading, remembering } from '../../files/read-memo.js';
import { contentOf, programOf } from './case-content.js';
import { scenarioFrom } from './content-scenario.js';
import { type CaseDefinition, type Scenario, longestScenario } from './read-native-scenario.js';
import { runFailingStep, runStep, stepName } from './run-step.js';
import { type StepData, formatName } from './scenario-schema.js';
import { setUpStage } from './set-up-world.js';
import type { Stage } from './stage.js';

export interface ScenarioWorld {
  readonly program: Program;
  /** What a new world begins with, but for the content: equal texts begin equal worlds. Tables do not count. */
  readonly beginning: string;
  /** Makes the world, after none or some of its steps. Throws when it is not right. */
  open(): {
    readonly world: World;
    readonly title: string;
    /** Of the case, done or not. */
    readonly steps: number;
    readonly seed: string;
  };
}

/** Of the first case where none is named. Throws when the file or its content is not right. */
export function readScenarioWorld(
  file: string,
  options: CaseChoice & WorldOverrides = {},
  known: KnownFormats = knownFormats([]),
  reading: Reading = {},
): ScenarioWorld {
  const scenario = scenarioIn(file, known, reading.note);
  const { cases, data: shared } = scenario;
  const { seed, parameters, limits } = options;
  const definition = options.case === undefined ? cases[0] : caseNamed(file, cases, options.case);
  const { name, data } = definition;
  const content = contentOf(scenario, definition, limits);
  const input = [JSON.stringify(limits), ...content.flatMap((each) => [each.file, each.text, JSON.stringify(each.at)])];
  const program = remembering(reading)(`content of ${file}`, input, () => programOf(file, content, limits));
  const steps = firstSteps(name, data.steps ?? [], options.step ?? 0);
  return {
    program,
    beginning: JSON.stringify([name, shared.world, data.world, steps, startTexts(program.rules)]),
    open() {
      const stage = setUpStage(program, scenario, definition, given({ seed, parameters, limits }));
      doSteps(stage, scenario, definition, steps);
      return {
        world: stage.world,
        title: shared.cases === undefined || name === shared.name ? name : `${shared.name ?? file}: ${name}`,
        steps: data.steps?.length ?? 0,
        seed: seed ?? String(data.world?.seed ?? shared.world?.seed ?? '1'),
      };
    },
  };
}

/** The names of its cases, without those whose content is to be rejected. Throws for a file that is no scenario. */
export function caseNames(file: string, known: KnownFormats = knownFormats([])): readonly string[] {
  const { cases } = scenarioIn(file, known, undefined);
  return cases.flatMap(({ name, data }) => (data.rejected === undefined ? [name] : []));
}

/** The same, with the world made at once. */
export function openScenario(...asked: Parameters<typeof readScenarioWorld>): ReturnType<ScenarioWorld['open']> {
  return readScenarioWorld(...asked).open();
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
