import type { Terminal } from './terminal.js';

/** What a command gets from `main`: where to print, and whom to tell its exit code. */
export interface Context {
  readonly terminal: Terminal;
  readonly finish: (exitCode: 0 | 1) => void;
  /** Does something when the command is through, where Ctrl+C no longer ends it in its midst: what writes files. */
  readonly afterwards: (act: () => void) => void;
}
