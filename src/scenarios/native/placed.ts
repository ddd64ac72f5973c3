import { dirname, join } from 'node:path';
import type { ContentFile } from '../../content/native/content-file.js';
import type { Path, SourceDocument } from '../../content/native/source-document.js';
import { EdictError } from '../../kernel/errors.js';
import { contentFiles } from './case-content.js';
import type { CaseDefinition, Scenario } from './read-scenario.js';

/** The sentence of an error without the library's name. */
export function bare(error: EdictError): string {
  return error.message.replace(/^edict: /, '');
}

/** Does what a part of a document says; an error in it begins with the place of that part, as problems of content do. */
export function placedAt<Result>(document: SourceDocument, path: Path | ((error: EdictError) => Path), what: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    const { line, column } = document.position(typeof path === 'function' ? path(error) : path);
    throw new EdictError(error.code, `${document.file}:${String(line)}:${String(column)}: ${what}${bare(error)}`, error.culprit);
  }
}

/** The content of a case. Throws where a file that it names cannot be read, with the place of its name. */
export function contentOf(scenario: Scenario, definition: CaseDefinition): readonly ContentFile[] {
  return placedAt(scenario.document, (error) => contentPath(scenario, definition, error), '', () => contentFiles(scenario, definition));
}

/** Where a case, or its file, names the content file that an error is about; without such a name, its content. */
export function contentPath({ document, data: shared }: Scenario, { data, path }: CaseDefinition, error: EdictError): Path {
  const own: Path = [...path, 'content'];
  const named = [...partsOf(shared.content, ['content']), ...partsOf(data.content, own)];
  const found = named.find(({ part }) => error.culprit === join(dirname(document.file), part) || error.message.includes(JSON.stringify(part)));
  return found?.path ?? (data.content === undefined ? ['content'] : own);
}

/** The files that a content names. */
function partsOf(content: unknown, path: Path): readonly { readonly part: string; readonly path: Path }[] {
  if (typeof content === 'string') return [{ part: content, path }];
  return Array.isArray(content) ? content.flatMap((part, i) => partsOf(part, [...path, i])) : [];
}
