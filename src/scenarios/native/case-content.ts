import { dirname, isAbsolute, join } from 'node:path';
import type { ContentFile } from '../../content/native/content-file.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { EdictError } from '../../kernel/errors.js';
import { defaultLimits } from '../../kernel/limits.js';
import { bytesOf, readText } from '../../files/read-file.js';
import type { CaseDefinition, Scenario } from './read-scenario.js';
import type { ContentData } from './scenario-schema.js';
import type { Path, SourceDocument } from '../../content/native/source-document.js';

/** The content of a case: what the file gives, then its own. Throws when a file that it names cannot be read. */
export function contentFiles(scenario: Scenario, definition: CaseDefinition): readonly ContentFile[] {
  const own =
    definition.path.length === 0 ? [] : parts(scenario, definition.data.content, [...definition.path, 'content']);
  return [...parts(scenario, scenario.data.content, ['content']), ...own];
}

function parts(scenario: Scenario, content: ContentData | undefined, path: Path): readonly ContentFile[] {
  if (content === undefined) return [];
  if (Array.isArray(content)) return content.flatMap((_part, i) => partOf(scenario, content[i], [...path, i]));
  return partOf(scenario, content, path);
}

function partOf(scenario: Scenario, part: unknown, path: Path): readonly ContentFile[] {
  const { document } = scenario;
  if (typeof part !== 'string') return [partAt(document, path)];
  if (isAbsolute(part) || !/\.(?:ya?ml|json)$/.test(part)) {
    throw new EdictError(
      'content-file',
      `content names the file ${JSON.stringify(part)}; give the path of a .yaml or .json file, relative to the scenario`,
    );
  }
  const file = join(dirname(document.file), part);
  return [{ file, text: readText(file, bytesOf(defaultLimits.fileLength)) }];
}

/**
 * The stretch of a document that is content, with the place where it begins: what stands before it is not copied for
 * each case.
 */
function partAt(document: SourceDocument, path: Path): ContentFile {
  const { file, text } = document;
  const part = text.slice(...(document.range(path) ?? [0, 0]));
  const at = document.position(path);
  // The other lines of a map without brackets are indented like the first.
  return part.startsWith('{')
    ? { file, text: part, at }
    : { file, text: ' '.repeat(at.column - 1) + part, at: { line: at.line, column: 1 } };
}

/** Errors of a load, a sentence each, with their places. */
export function listOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(
      (each) =>
        `${each.file}:${each.line}:${each.column}: ${each.message}${each.suggestion === undefined ? '' : ` (${each.suggestion})`}`,
    )
    .join('\n');
}
