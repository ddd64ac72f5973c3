import { realPathOf } from './read-file.js';

/**
 * Calls `hint` when something may have happened at one of the paths, also where nothing is: much more often than
 * something has changed, and at first for each of them. Of folders it sees what lies directly in them. `fail`: the
 * system watches no more. Returns what ends the watch; a path that has been removed is not seen again before that.
 */
export async function watchPaths(
  paths: readonly string[],
  { hint, fail }: { readonly hint: () => void; readonly fail: (error: unknown) => void },
): Promise<() => Promise<void>> {
  // Loaded here, because most commands watch nothing.
  const { watch } = await import('chokidar');
  // Where a path is a link, editors replace what it leads to.
  const wanted = new Set(paths.flatMap((path) => [path, realPathOf(path) ?? path]));
  // Without its delays, which are for those who take each event for a change.
  const watcher = watch([...wanted], { atomic: false, depth: 0 });
  watcher.on('all', hint);
  // Changes of permissions come only so.
  watcher.on('raw', hint);
  watcher.on('error', fail);
  return () => watcher.close();
}
