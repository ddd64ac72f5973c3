import { listGiven, textGiven } from '../kernel/given.js';
import { defaultLimits } from '../kernel/world-limits.js';
import { findFiles } from './find-files.js';
import { bytesOf, readText } from './read-file.js';

/**
 * Reads content files, for `loadContent`. A folder stands for all `.yaml` and `.yml` files below it, in the order of
 * their paths; files may also have names in `.gz`.
 *
 * @throws EdictError `unreadable-file` if there is nothing at a path or a file is not text, and `file-too-long`
 */
export function readContent(
  paths: string | readonly string[],
): readonly { readonly file: string; readonly text: string }[] {
  const listed = typeof paths === 'string' ? [paths] : listGiven('the paths', paths, 'a path or a list of paths');
  const checked = listed.map((path, place) => textGiven(`path ${place}`, path, 'the path of a file or a folder'));
  return findFiles(checked, ['.yaml', '.yml']).map(({ file }) => ({
    file,
    text: readText(file, bytesOf(defaultLimits.fileLength)),
  }));
}
