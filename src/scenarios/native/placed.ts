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

/** A place, or where an error has one. */
type Where = Path | ((error: EdictError) => Path);

/**
 * Does what a part of a document says; an error in it begins with the place of that part, as problems of content do.
 */
export function placedAt<Result>(document: SourceDocument, where: Where, what: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    const { line, column } = document.position(typeof where === 'function' ? where(error) : where);
    const place = `${document.file}:${String(line)}:${String(column)}`;
    throw new EdictError(error.code, `${place}: ${what}${bare(error)}`, error.culprit);
  }
}

/** The content of a case. Throws where a file that it names cannot be read, with the place of its name. */
export function contentOf(scenario: Scenario, definition: CaseDefinition): readonly ContentFile[] {
  const where = (error: EdictError): Path => contentPath(scenario, definition, error);
  return placedAt(scenario.document, where, '', () => contentFiles(scenario, definition));
}

/** Where a case, or its file, names the content file that an error is about; without such a name, its content. */
export function contentPath(
  { document, data: shared }: Scenario,
  { data, path }: CaseDefinition,
  error: EdictError,
): Path {
  const own: Path = [...path, 'content'];
  const named = [...partsOf(shared.content, ['content']), ...partsOf(data.content, own)];
  const isMeant = (part: string): boolean =>
    error.culprit === join(dirname(document.file), part) || error.message.includes(JSON.stringify(part));
  return named.find(({ part }) => isMeant(part))?.path ?? (data.content === undefined ? ['content'] : own);
}

interface NamedPart {
  readonly part: string;
  readonly path: Path;
}

/** The files that a content names. */
function partsOf(content: unknown, path: Path): readonly NamedPart[] {
  if (typeof content === 'string') return [{ part: content, path }];
  return Array.isArray(content) ? content.flatMap((part, i) => partsOf(part, [...path, i])) : [];
}
