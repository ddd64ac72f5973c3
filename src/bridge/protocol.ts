/**
 * What the two sides of a bridge say to each other. Every command is one byte, every answer begins with one; behind `call`, `result` and `error` comes a frame: u32 length, little-endian, then JSON in UTF-8.
 * Where no memory is shared, views follow as they lie in it: the actions behind `step` and behind the frame of a call (once there is a batch), the outputs behind `done` and `ended`, then behind `ended`
 * the final observations, and all views behind the frame of a `result` that says that they changed.
 */
export const protocol = {
  /** Changes whenever one side would no longer understand the other. */
  version: 1,
  step: 0x73,
  call: 0x63,
  done: 0x2e,
  /** Done, and episodes ended whose final observations are there: in same-step mode only. */
  ended: 0x2b,
  result: 0x72,
  error: 0x65,
} as const;

/** How the views get across. */
export type Transport =
  /** Both sides map the same file. */
  | 'mapped'
  /** The other side maps a file, which this one reads and writes. */
  | 'file'
  /** Through the channel that commands take. */
  | 'inline';

/** The frame of a result. */
export interface Result {
  readonly value: unknown;
  /** Whether views have changed: the batch has been reset, restored or forked. */
  readonly views: boolean;
}
