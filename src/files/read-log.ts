import { readdirSync, statSync } from 'node:fs';

/**
 * Called with each path before it is read, also where nothing is. `endings`: a folder, whose folders and files with
 * these endings are listed.
 */
export type NoteRead = (path: string, endings?: readonly string[]) => void;

/** What has been read, to find out later what has changed since. */
export interface ReadLog {
  readonly note: NoteRead;
  /** Each once, in the order of reading. */
  paths(): readonly string[];
  /**
   * Those that are other files by now, or have another content, and folders with another list of files; with the state
   * in which they are.
   */
  changed(): readonly Changed[];
  /** Adds what another log has, in the states that it had there. */
  include(other: ReadLog): void;
  noted(): Iterable<readonly [key: string, noted: Noted]>;
}

export interface Changed {
  readonly path: string;
  readonly state: string;
}

interface Noted extends Changed {
  readonly endings: readonly string[] | undefined;
}

/** What is read again keeps its first state: what changed in between has changed. */
export function createReadLog(): ReadLog {
  const noted = new Map<string, Noted>();
  return {
    note(path, endings) {
      const key = JSON.stringify([path, endings]);
      if (!noted.has(key)) noted.set(key, { path, endings, state: stateOf(path, endings) });
    },
    paths: () => [...new Set([...noted.values()].map(({ path }) => path))],
    changed: () =>
      [...noted.values()].flatMap(({ path, endings, state: before }) => {
        const state = stateOf(path, endings);
        return state === before ? [] : [{ path, state }];
      }),
    include(other) {
      for (const [key, each] of other.noted()) if (!noted.has(key)) noted.set(key, each);
    },
    noted: () => noted,
  };
}

function stateOf(path: string, endings: readonly string[] | undefined): string {
  try {
    return endings === undefined ? stateAt(path) : listOf(path, endings);
  } catch (error) {
    // What is wrong with it is for its reader to say.
    return `unread ${String(error)}`;
  }
}

/** The number tells a file that has taken the place of another; the second time is that of its permissions, too. */
function stateAt(path: string): string {
  const status = statSync(path, { bigint: true });
  if (status.isDirectory()) return 'folder';
  const { ino, size, mtimeNs, ctimeNs } = status;
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

function listOf(folder: string, endings: readonly string[]): string {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || endings.some((ending) => entry.name.endsWith(ending)))
    .map(({ name }) => name);
  return JSON.stringify(entries.sort());
}
