import type { EdictError } from '../kernel/errors.js';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { catching } from '../scenarios/catching.js';
import { type FoundFile, findFiles } from '../files/find-files.js';
import { fileFailure, fileProblem } from './terminal.js';

/**
 * Reads the files of paths, without those that give undefined. Reads all even after failures: `unread` gives a
 * substitute for a file with its error, or for a path without files.
 */
export function readEach<Read>(
  paths: readonly string[],
  endings: readonly string[],
  read: (found: FoundFile) => Read | undefined,
  unread: (problem: Diagnostic, error?: EdictError) => Read,
  wanted = `${endings[0]} file`,
): readonly Read[] {
  return paths.flatMap((path) => {
    const found = findFiles([path], endings).flatMap(
      (each) =>
        catching(
          () => read(each),
          (error) => unread(fileFailure(each.file, error), error),
        ) ?? [],
    );
    return found.length > 0 ? found : unread(fileProblem(path, 'no-content', `${path} has no ${wanted} in it`));
  });
}
