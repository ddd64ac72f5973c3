/** What the arena holds of frames and of the queue of delays: see frames.ts and delays.ts. */

/** Columns of frames, also of those that are parked. */
export interface FrameColumns {
  /** What sort of frame; 0 in rows that are not used. */
  readonly does: Int32Array;
  /** Index of a list of actions, or a number by sort. */
  readonly list: Int32Array;
  /** Where it goes on. */
  readonly at: Int32Array;
  /** How far within what `at` names it is. */
  readonly stage: Int32Array;
  /** Sweeps that it stands in. */
  readonly depth: Int32Array;
  /** The trigger that began it, from 0, or -1. */
  readonly trigger: Int32Array;
  /** The occurrence that it is about, by row; 0: none. */
  readonly occurrence: Int32Array;
  /** Numbers by sort. */
  readonly mark: Int32Array;
  readonly memo: Int32Array;
  /** Roles of the list, by handle; 0: nobody. */
  readonly subject: Float64Array;
  readonly direct: Float64Array;
  /** Roles of the action that it is at, while the stage says that they are known. */
  readonly actSubject: Float64Array;
  readonly actDirect: Float64Array;
  /** Who decides in it, by handle. */
  readonly controller: Float64Array;
}

export type FrameColumn = keyof FrameColumns;

export const frameColumns: Readonly<Record<FrameColumn, 'i32' | 'f64'>> = {
  does: 'i32',
  list: 'i32',
  at: 'i32',
  stage: 'i32',
  depth: 'i32',
  trigger: 'i32',
  occurrence: 'i32',
  mark: 'i32',
  memo: 'i32',
  subject: 'f64',
  direct: 'f64',
  actSubject: 'f64',
  actDirect: 'f64',
  controller: 'f64',
};

export const frameColumnNames = Object.keys(frameColumns) as readonly FrameColumn[];

/** Columns of the queue. */
export interface DelayColumns {
  /** Ticks. */
  readonly left: Int32Array;
  /** The row of its first frame, and how many there are. */
  readonly start: Int32Array;
  readonly count: Int32Array;
  /** 1: it never counts down and never runs. */
  readonly stuck: Uint8Array;
  /** The place that it takes where places are limited; 0 where they are not. */
  readonly place: Int32Array;
}

export const delayColumns = { left: 'i32', start: 'i32', count: 'i32', stuck: 'u8', place: 'i32' } as const;

export const delayColumnNames = Object.keys(delayColumns) as readonly (keyof DelayColumns)[];
