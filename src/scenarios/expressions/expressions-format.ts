import { misfit } from '../native/case-content.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { openCaseStages } from './stage.js';
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
    if (!read.ok) throw misfit(file, read.errors);
    const { data } = read.scenario;
    const stages = openCaseStages(data.world);
    return [
      ...data.cases.map((each) => ({ name: each.name, run: () => runCase(stages, each) })),
      ...data.turns.map((each) => ({ name: each.name, run: () => runTurns(data.world, each) })),
    ];
  },
};

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
  const problems = parsed.success ? structureProblems(parsed.data) : schemaProblems(scenarioSchema, read.value);
  return parsed.success && problems.length === 0
    ? { ok: true, scenario: { file, data: parsed.data } }
    : { ok: false, errors: diagnosed(file, text, problems) };
}
