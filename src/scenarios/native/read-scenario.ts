import { schemaProblems } from '../../content/text/schema-problems.js';
import type { ReadScenario } from '../scenario-format.js';
import { type CaseData, type ScenarioFileData, scenarioSchema } from './scenario-schema.js';
import { type Path, type SourceDocument, diagnoseAll, readDocument } from '../../content/native/source-document.js';
import { structureProblems } from './structure-problems.js';

/** A case, with the parts of its file that it builds on. */
export interface CaseDefinition {
  readonly name: string;
  readonly data: Omit<CaseData, 'name'>;
  /** Where it stands in the document: empty when the file is its only case. */
  readonly path: Path;
}

export interface Scenario {
  readonly document: SourceDocument;
  readonly data: ScenarioFileData;
  readonly cases: readonly CaseDefinition[];
}

/** Characters of a scenario file at most. */
export const longestScenario = 12_000_000;

/** Reads and checks a scenario file; its content is not loaded yet. */
export function readScenario(file: string, text: string): ReadScenario<Scenario> {
  if (text.length > longestScenario) {
    const message = `the file is ${text.length} characters long, the limit for scenario files is ${longestScenario}`;
    const suggestion = 'split it into several files';
    const code = 'file-too-long';
    return { ok: false, errors: [{ severity: 'error', file, line: 1, column: 1, code, message, suggestion }] };
  }
  const read = readDocument(file, text);
  if (!read.ok) return read;
  const { document } = read;
  const value = document.value as ScenarioFileData;
  const problems = schemaProblems(scenarioSchema, value);
  const all = problems.length > 0 ? problems : structureProblems(value);
  return all.length === 0
    ? { ok: true, scenario: { document, data: value, cases: casesOf(value, file) } }
    : { ok: false, errors: diagnoseAll(file, text, all, ({ path, key }) => document.offset(path, key)) };
}

function casesOf(data: ScenarioFileData, file: string): readonly CaseDefinition[] {
  if (data.cases !== undefined)
    return data.cases.map((each, i) => ({ name: each.name, data: each, path: ['cases', i] }));
  const { about: _about, content: _content, world: _world, ...own } = data;
  return [{ name: data.name ?? baseName(file), data: own, path: [] }];
}

function baseName(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.(?:json|yaml|yml)(?:\.gz)?$/, '');
}
