import { dirname, isAbsolute, join } from 'node:path';
import { loadContent } from '../../content/native/load-content.js';
import type { ContentFile } from '../../content/native/source-tree.js';
import type { Program } from '../../ir/rule.js';
import type { Diagnostic } from '../../content/text/diagnostic.js';
import type { Path, SourceDocument } from '../../content/native/source-document.js';
import { EdictError } from '../../kernel/errors.js';
import { type Limits, defaultLimits } from '../../kernel/world-limits.js';
import { bytesOf, readText } from '../../files/read-file.js';
import { rewording } from '../catching.js';
import type { ReadScenario } from '../scenario-format.js';
import type { CaseDefinition, Scenario } from './read-native-scenario.js';

/** The file's, then the case's own. Throws when a named file cannot be read. */
export function contentFiles(
  scenario: Scenario,
  definition: CaseDefinition,
  limits: Partial<Limits> = {},
): readonly ContentFile[] {
  return partsIn(scenario, definition).map((each) => fileOf(scenario, each, limits));
}

interface Part {
  readonly part: unknown;
  readonly path: Path;
}

function partsIn(scenario: Scenario, { data, path }: CaseDefinition): readonly Part[] {
  return [...partsOf(scenario.data.content, ['content']), ...partsOf(data.content, [...path, 'content'])];
}

function partsOf(content: unknown, path: Path): readonly Part[] {
  if (content === undefined) return [];
  return Array.isArray(content)
    ? content.map((part: unknown, i) => ({ part, path: [...path, i] }))
    : [{ part: content, path }];
}

function fileOf({ document, note }: Scenario, { part, path }: Part, limits: Partial<Limits>): ContentFile {
  if (typeof part !== 'string') return partAt(document, path);
  if (isAbsolute(part) || !/\.(?:ya?ml|json)$/.test(part)) {
    throw new EdictError(
      'content-file',
      `content names the file ${JSON.stringify(part)}; give the path of a .yaml or .json file, relative to the scenario`,
    );
  }
  const file = join(dirname(document.file), part);
  return { file, text: readText(file, bytesOf(limits.fileLength ?? defaultLimits.fileLength), note) };
}

/** Content in place, without what stands before it in the file. */
function partAt(document: SourceDocument, path: Path): ContentFile {
  const { file, text } = document;
  const part = text.slice(...(document.range(path) ?? [0, 0]));
  const at = document.position(path);
  // The other lines of a map without brackets are indented like the first.
  return part.startsWith('{')
    ? { file, text: part, at }
    : { file, text: ' '.repeat(at.column - 1) + part, at: { line: at.line, column: 1 } };
}

/** A sentence each, with their places. */
export function listOf(diagnostics: readonly Diagnostic[]): string {
  const told = diagnostics.map(({ file, line, column, message, suggestion }) => {
    const advice = suggestion === undefined ? '' : ` (${suggestion})`;
    return `${file}:${line}:${column}: ${message}${advice}`;
  });
  return told.join('\n');
}

/** Throws where content does not load. */
export function programOf(file: string, content: readonly ContentFile[], limits: Partial<Limits> = {}): Program {
  const loaded = loadContent(content, { limits });
  if (loaded.ok) return loaded.program;
  throw new EdictError('bad-content', `the content of ${file} does not load:\n${listOf(loaded.errors)}`, file);
}

/** Throws where a file does not fit its format. */
export function fitting<Scenario>(file: string, read: ReadScenario<Scenario>, what?: string): Scenario {
  if (read.ok) return read.scenario;
  throw misfit(file, read.errors, what);
}

export function misfit(file: string, errors: readonly Diagnostic[], what = 'the scenario file'): EdictError {
  return new EdictError('bad-scenario', `${what} does not fit its format:\n${listOf(errors)}`, file);
}

/** Errors begin with the place of a part of the document, as problems of content do. */
export function placedAt<Result>(
  document: SourceDocument,
  where: (error: EdictError) => Path,
  what: string,
  act: () => Result,
): Result {
  return rewording(act, (sentence, error) => {
    const { line, column } = document.position(where(error));
    return `${document.file}:${line}:${column}: ${what}${sentence}`;
  });
}

/** Where a file cannot be read, the error has the place of its name. */
export function contentOf(
  scenario: Scenario,
  definition: CaseDefinition,
  limits?: Partial<Limits>,
): readonly ContentFile[] {
  return placedAt(
    scenario.document,
    (error) => contentPath(scenario, definition, error),
    '',
    () => contentFiles(scenario, definition, limits),
  );
}

/** Of the name of the content file that an error is about, or else of the content. */
export function contentPath(scenario: Scenario, definition: CaseDefinition, error: EdictError): Path {
  const folder = dirname(scenario.document.file);
  const named = partsIn(scenario, definition).find(
    ({ part }) =>
      typeof part === 'string' &&
      (error.culprit === join(folder, part) || error.message.includes(JSON.stringify(part))),
  );
  const { data, path } = definition;
  return named?.path ?? (data.content === undefined ? ['content'] : [...path, 'content']);
}
