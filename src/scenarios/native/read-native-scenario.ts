import { mostKept } from '../../content/text/collector.js';
import { createNameBudget } from '../../content/text/nearest-name.js';
import type { Problem } from '../../content/text/problem.js';
import type { NoteRead } from '../../files/read-log.js';
import type { ReadScenario } from '../scenario-format.js';
import { uncounted } from '../../content/native/load-context.js';
import { checkShape, pathOf } from '../../content/native/shape-check.js';
import { type SourceMap, type SourceValue, createMap, isMap } from '../../content/native/source-tree.js';
import { describeValue } from '../../content/native/written-form.js';
import { type CaseData, type ScenarioFileData, scenarioShape } from './scenario-schema.js';
import { type Path, type SourceDocument, diagnoseAll, readDocument } from '../../content/native/source-document.js';
import { structureProblems } from './structure-problems.js';

export interface CaseDefinition {
  readonly name: string;
  readonly data: Omit<CaseData, 'name'>;
  /** Empty when the file is its only case. */
  readonly path: Path;
}

export interface Scenario {
  readonly document: SourceDocument;
  readonly data: ScenarioFileData;
  readonly cases: readonly CaseDefinition[];
  /** The file is content alone. */
  readonly isContent?: true;
  /** Of the files that it names. */
  readonly note: NoteRead | undefined;
}

export const longestScenario = 12_000_000;

/** Its content is not loaded yet. */
export function readScenario(file: string, text: string, note?: NoteRead): ReadScenario<Scenario> {
  if (text.length > longestScenario) {
    const message = `the file is ${text.length} characters long, the limit for scenario files is ${longestScenario}`;
    const suggestion = 'split it into several files';
    const code = 'file-too-long';
    return { ok: false, errors: [{ severity: 'error', file, line: 1, column: 1, code, message, suggestion }] };
  }
  const read = readDocument(file, text);
  if (!read.ok) return read;
  const { document } = read;
  const { data, problems } = checkedData(document.value);
  const all = problems.length > 0 ? problems : structureProblems(data);
  return all.length === 0
    ? { ok: true, scenario: { document, data, cases: casesOf(data, file), note } }
    : { ok: false, errors: diagnoseAll(file, text, all, ({ path, key }) => document.offset(path, key)) };
}

function checkedData(value: SourceValue) {
  const problems: Problem[] = [];
  if (!isMap(value)) {
    const message = `the scenario is ${describeValue(value)}, expected ${scenarioShape.expected}`;
    problems.push({ path: [], code: 'wrong-type', message, suggestion: 'begin with `format`' });
  }
  const data: SourceMap = isMap(value) ? value : createMap();
  const torn = new Set<object>();
  const budget = createNameBudget();
  if (isMap(value))
    checkShape(scenarioShape, {
      whole: 'the scenario',
      data,
      budget,
      report(way, isKey, fault) {
        const path = pathOf(way);
        const last = path.at(-1);
        const key = isKey && typeof last === 'string' ? last : undefined;
        problems.push({
          path: key === undefined ? path : path.slice(0, -1),
          key,
          ...(problems.length < mostKept ? fault() : uncounted),
        });
      },
      isTorn: (container) => torn.has(container),
      lose: ({ container }) => void torn.add(container),
      dropElements: () => undefined,
    });
  return { data: data as unknown as ScenarioFileData, problems };
}

export function casesOf(data: ScenarioFileData, file: string): readonly CaseDefinition[] {
  if (data.cases !== undefined)
    return data.cases.map((each, i) => ({ name: each.name, data: each, path: ['cases', i] }));
  const { about: _about, content: _content, world: _world, ...own } = data;
  return [{ name: data.name ?? baseName(file), data: own, path: [] }];
}

function baseName(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.(?:json|yaml|yml)(?:\.gz)?$/, '');
}
