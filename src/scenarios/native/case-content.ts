import { dirname, isAbsolute, join } from 'node:path';
import type { ContentFile } from '../../content/native/content-file.js';
import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { EdictError } from '../../kernel/errors.js';
import { defaultLimits } from '../../kernel/limits.js';
import { bytesOf, readText } from '../../files/read-file.js';
import type { CaseDefinition, Scenario } from './read-scenario.js';
import type { ContentData } from './scenario-schema.js';
import type { Path } from '../../content/native/source-document.js';

/** The content of a case: what the file gives, then its own. Throws when a file that it names cannot be read. */
export function contentFiles(scenario: Scenario, definition: CaseDefinition): readonly ContentFile[] {
  const own = definition.path.length === 0 ? [] : parts(scenario, definition.data.content, [...definition.path, 'content']);
  return [...parts(scenario, scenario.data.content, ['content']), ...own];
}

function parts(scenario: Scenario, content: ContentData | undefined, path: Path): readonly ContentFile[] {
  if (content === undefined) return [];
  if (Array.isArray(content)) return content.flatMap((_part, i) => partOf(scenario, content[i], [...path, i]));
  return partOf(scenario, content, path);
}

function partOf(scenario: Scenario, part: unknown, path: Path): readonly ContentFile[] {
  const { document } = scenario;
  if (typeof part !== 'string') return [{ file: document.file, text: only(document.text, document.range(path) ?? [0, 0]) }];
  if (isAbsolute(part) || !/\.(?:ya?ml|json)$/.test(part)) {
    throw new EdictError('content-file', `content names the file ${JSON.stringify(part)}; give the path of a .yaml or .json file, relative to the scenario`);
  }
  const file = join(dirname(document.file), part);
  return [{ file, text: readText(file, bytesOf(defaultLimits.fileLength)) }];
}

/** The text with all but a stretch blanked, so that the loader reads only that and still gives lines and columns of the whole file. */
function only(text: string, [start, end]: readonly [number, number]): string {
  return text.slice(0, start).replace(/[^\r\n]/g, ' ') + text.slice(start, end);
}

/** Errors of a load, a sentence each, with their places. */
export function listOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((each) => `${each.file}:${each.line}:${each.column}: ${each.message}${each.suggestion === undefined ? '' : ` (${each.suggestion})`}`).join('\n');
}
