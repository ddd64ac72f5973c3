import { realPathOf } from './read-file.js';

export interface PathWatch {
  /** Watches these paths, and those of before no more. */
  watch(paths: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Calls `hint` when something may have happened at a path, also where nothing is yet: much more often than something
 * has changed. Of folders it sees what lies directly in them. `fail`: the system watches no more.
 */
export async function createPathWatch(hint: () => void, fail: (error: unknown) => void): Promise<PathWatch> {
  // Loaded here, because most commands watch nothing.
  const { watch } = await import('chokidar');
  // Without its delays, which are for those who take each event for a change.
  const watcher = watch([], { atomic: false, depth: 0 });
  watcher.on('all', hint);
  // Changes of permissions come only so.
  watcher.on('raw', hint);
  watcher.on('error', fail);
  let watched = new Set<string>();
  return {
    watch(paths) {
      // Where a path is a link, editors replace what it leads to.
      const wanted = new Set(paths.flatMap((path) => [path, realPathOf(path) ?? path]));
      watcher.unwatch([...watched].filter((path) => !wanted.has(path)));
      watcher.add([...wanted].filter((path) => !watched.has(path)));
      watched = wanted;
    },
    close: () => watcher.close(),
  };
}
