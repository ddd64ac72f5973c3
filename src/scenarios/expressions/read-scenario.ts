import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { schemaProblems } from '../../content/diagnostics/schema-problems.js';
import { diagnosed, readValue } from '../../content/native/source-value.js';
import { type ScenarioData, scenarioSchema } from './scenario-schema.js';
import { structureProblems } from './structure-problems.js';

/** A file of cases that fits the format. */
export interface Scenario {
  readonly file: string;
  readonly data: ScenarioData;
}

export type ReadScenario =
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
