import { header } from '../kernel/arena.js';
import { WorldFullError } from '../kernel/errors.js';
import type { Hasher } from '../kernel/hash.js';
import { runsActions } from '../model/model.js';
import { type Arrays, component } from './component.js';
import type { WorldState } from './state.js';

/**
 * The stack of what is running: sweeps, lists of actions, looks at the queue of delays, and time that passes. Each is a
 * row of the arena, the one on top goes on first; what the numbers mean is said where frames are run. A snapshot may be
 * taken between any two steps.
 */

declare module './state.js' {
  interface WorldState {
    frames: Readonly<Arrays<typeof frameColumns>>;
    parked: Readonly<Arrays<typeof frameColumns>>;
  }
}

const frameColumns = {
  /** What sort of frame; 0 in rows that are not used. */
  does: 'i32',
  /** Index of a list of actions, or a number by sort. */
  list: 'i32',
  /** Where it goes on. */
  at: 'i32',
  /** How far within what `at` names it is. */
  stage: 'i32',
  /** Sweeps that it stands in. */
  depth: 'i32',
  /** The trigger that began it, from 0, or -1. */
  trigger: 'i32',
  /** The occurrence that it is about, by row; 0: none. */
  occurrence: 'i32',
  /** Numbers by sort. */
  mark: 'i32',
  memo: 'i32',
  /** Roles of the list, by handle; 0: nobody. */
  subject: 'f64',
  direct: 'f64',
  /** Roles of the action that it is at, while the stage says that they are known. */
  actSubject: 'f64',
  actDirect: 'f64',
  /** Who decides in it, by handle. */
  controller: 'f64',
} as const;

/** Columns of frames, also of those that are parked. */
export type FrameColumns = Readonly<Arrays<typeof frameColumns>>;
export type FrameColumn = keyof FrameColumns;

export const frameColumnNames = Object.keys(frameColumns) as readonly FrameColumn[];

export const frames = component({
  name: 'frames',
  rows: 'frame',
  group: 'frames',
  columns: frameColumns,
  when: runsActions,
});

/** Frames of what is delayed: see delays.ts. */
export const parked = component({
  name: 'parked frames',
  rows: 'parked',
  group: 'parked',
  columns: frameColumns,
  when: runsActions,
});

export function hashFrame(columns: FrameColumns, row: number, hasher: Hasher): void {
  for (const name of frameColumnNames) hasher.number(columns[name][row]);
}

/** A frame as it begins. */
export interface NewFrame {
  readonly does: number;
  readonly list?: number;
  readonly at?: number;
  readonly depth?: number;
  readonly trigger?: number;
  readonly occurrence?: number;
  readonly mark?: number;
  readonly memo?: number;
  readonly subject?: number;
  readonly direct?: number;
  readonly controller?: number;
}

/** Frames that are running; the top one is the row of that number. 0: nothing runs. */
export function frameCount({ arena }: WorldState): number {
  return arena.header[header.frames];
}

/** Puts a frame on top. Throws WorldFullError, with nothing changed. */
export function pushFrame(
  state: WorldState,
  {
    does,
    list = 0,
    at = 0,
    depth = 0,
    trigger = -1,
    occurrence = 0,
    mark = 0,
    memo = 0,
    subject = 0,
    direct = 0,
    controller = 0,
  }: NewFrame,
): number {
  const row = openFrame(state, does, list, depth, trigger);
  const { frames } = state;
  frames.at[row] = at;
  frames.occurrence[row] = occurrence;
  frames.mark[row] = mark;
  frames.memo[row] = memo;
  frames.subject[row] = subject;
  frames.direct[row] = direct;
  frames.controller[row] = controller;
  return row;
}

/**
 * The same for those that come and go most often: everything else of it is 0, and its row never holds anything else
 * before.
 */
export function openFrame(state: WorldState, does: number, list: number, depth: number, trigger: number): number {
  demandFrames(state, 1);
  const { frames } = state;
  const row = ++state.arena.header[header.frames];
  frames.does[row] = does;
  frames.list[row] = list;
  frames.depth[row] = depth;
  frames.trigger[row] = trigger;
  return row;
}

/** Takes the top frame off. */
export function popFrame(state: WorldState): void {
  clearFrame(state.frames, state.arena.header[header.frames]--);
}

/** Takes all frames off. */
export function clearFrames(state: WorldState): void {
  while (frameCount(state) > 0) popFrame(state);
}

/** Throws WorldFullError where there is no room for so many more frames. */
export function demandFrames(state: WorldState, more: number): void {
  const room = state.frames.does.length - 1;
  if (frameCount(state) + more > room) throw new WorldFullError(room, undefined, 'frames');
}

/** Copies a frame from one set of rows to another. */
export function copyFrame(from: FrameColumns, row: number, to: FrameColumns, into: number): void {
  for (const name of frameColumnNames) to[name][into] = from[name][row];
}

/** A row that is not used holds zeros. */
export function clearFrame(columns: FrameColumns, row: number): void {
  // By name, because frames come and go more often than anything else.
  columns.does[row] =
    columns.list[row] =
    columns.at[row] =
    columns.stage[row] =
    columns.depth[row] =
    columns.trigger[row] =
      0;
  columns.occurrence[row] = columns.mark[row] = columns.memo[row] = 0;
  columns.subject[row] =
    columns.direct[row] =
    columns.actSubject[row] =
    columns.actDirect[row] =
    columns.controller[row] =
      0;
}
