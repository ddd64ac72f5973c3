import type { BatchLog, BatchOptions } from '../batch/api.js';

/**
 * The messages between the two sides of a bridge. Every command is one byte, every answer begins with one; a frame
 * follows `call`, `result` and `error`: u32 length, little-endian, then JSON in UTF-8.
 * The bytes of `load` come after the frame of the call, those of a result with `bytes` after its frame.
 * Where no memory is shared, views follow as they lie in it: the actions after `step` and after the frame of a call
 * (once there is a batch), the outputs after `done` and `ended`, then after `ended` the final observations, and all
 * views after the frame of a `result` that says that they changed.
 */
export const protocol = {
  version: 2,
  step: 0x73,
  call: 0x63,
  /** Sent back as it is, to measure the bridge. */
  ping: 0x70,
  done: 0x2e,
  /** Done, with final observations: in same-step mode only. */
  ended: 0x2b,
  result: 0x72,
  error: 0x65,
} as const;

export type Transport =
  /** The first of the next two that can be. */
  | 'shared'
  /** Both sides map the same file. */
  | 'mapped'
  /** The other side maps a file, which this one reads and writes. */
  | 'file'
  /** Through the channel that commands take. */
  | 'inline';

export interface Result {
  readonly value: unknown;
  /** The views have changed: the batch was reset, restored or forked. */
  readonly views: boolean;
  /** Follows the views. */
  readonly bytes?: Uint8Array;
}

export function resultFrame({ value, views, bytes }: Result): unknown {
  return { value, views, bytes: bytes?.length };
}

export type Request =
  | { readonly do: 'names' }
  /** Finds an environment and says how large it is. */
  | { readonly do: 'open'; readonly environment: string; readonly options: BatchOptions }
  /** `file` is at least as long as `open` said. A log is replayed. */
  | { readonly do: 'create'; readonly transport: Transport; readonly file: number; readonly log: BatchLog | null }
  | {
      readonly do: 'reset';
      readonly seed: number | readonly (number | null)[] | null;
      readonly mask: readonly number[] | null;
    }
  | { readonly do: 'look' }
  | { readonly do: 'snapshot' }
  | { readonly do: 'restore'; readonly snapshot: number }
  | { readonly do: 'release'; readonly snapshot: number }
  /** `load`: bytes after the frame. */
  | { readonly do: 'save' }
  | { readonly do: 'load'; readonly bytes: number }
  | { readonly do: 'fork'; readonly from: number; readonly to: readonly number[] }
  | { readonly do: 'hash'; readonly instance: number }
  | { readonly do: 'log' };
