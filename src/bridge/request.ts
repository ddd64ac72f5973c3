import type { BatchLog, BatchOptions } from '../batch/api.js';
import type { Transport } from './protocol.js';

/** The frame of a call. */
export type Request =
  /** What can be opened without a file. */
  | { readonly do: 'names' }
  /** Finds an environment and says how large it is. */
  | { readonly do: 'open'; readonly environment: string; readonly options: BatchOptions }
  /**
   * Makes the batch of the environment that is open. `file` is an open file at least as long as `open` said. A log is
   * replayed.
   */
  | { readonly do: 'create'; readonly transport: Transport; readonly file: number; readonly log: BatchLog | null }
  | {
      readonly do: 'reset';
      readonly seed: number | readonly (number | null)[] | null;
      readonly mask: readonly number[] | null;
    }
  /** All views, as they are. */
  | { readonly do: 'look' }
  | { readonly do: 'snapshot' }
  | { readonly do: 'restore'; readonly snapshot: number }
  | { readonly do: 'release'; readonly snapshot: number }
  /** The batch as bytes; `load`: such bytes, so many of them behind the frame. */
  | { readonly do: 'save' }
  | { readonly do: 'load'; readonly bytes: number }
  | { readonly do: 'fork'; readonly from: number; readonly to: readonly number[] }
  | { readonly do: 'hash'; readonly instance: number }
  | { readonly do: 'log' };
