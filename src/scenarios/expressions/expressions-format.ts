import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { openCaseStages } from './case-stages.js';
import { runCase } from './run-case.js';
import { runTurns } from './run-turns.js';
import { formatName, type ScenarioData, scenarioSchema } from './scenario-schema.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { schemaProblems } from '../../content/diagnostics/schema-problems.js';
import { diagnosed, readValue } from '../../content/native/source-value.js';
import { structureProblems } from './structure-problems.js';

/** Cases of expressions over game objects, and of properties that flow between them. */
export const expressionsFormat: ScenarioFormat = {
  format: formatName,
  load({ file, text }) {
    const read = readScenario(file, text);
    if (!read.ok)
      throw new EdictError('bad-scenario', `the scenario file does not fit its format:\n${listOf(read.errors)}`, file);
    const { data } = read.scenario;
    const stages = openCaseStages(data.world);
    return [
      ...data.cases.map((each) => ({ name: each.name, run: () => runCase(stages, each) })),
      ...data.turns.map((each) => ({ name: each.name, run: () => runTurns(data.world, each) })),
    ];
  },
};

/** A file of cases that fits the format. */
export interface Scenario {
  readonly file: string;
  readonly data: ScenarioData;
}

type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** Reads and checks a file of cases, JSON or YAML; the documents in it are not loaded yet. */
export function readScenario(file: string, text: string): ReadScenario {
  const read = readValue(file, text);
  if (!read.ok) return read;
  const parsed = scenarioSchema.safeParse(read.value);
  if (!parsed.success) return { ok: false, errors: diagnosed(file, text, schemaProblems(scenarioSchema, read.value)) };
  const problems = structureProblems(parsed.data);
  return problems.length > 0
    ? { ok: false, errors: diagnosed(file, text, problems) }
    : { ok: true, scenario: { file, data: parsed.data } };
}
