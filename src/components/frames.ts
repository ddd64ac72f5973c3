import { header } from '../kernel/arena.js';
import { WorldFullError } from '../kernel/errors.js';
import type { Hasher } from '../kernel/hash.js';
import { runsActions } from '../model/model.js';
import { type Arrays, component } from './component.js';
import type { WorldState } from './state.js';

/** The stack of running frames: sweeps, lists of actions, checks of delays, passing time. The top row runs. */

declare module './state.js' {
  interface WorldState {
    frames: Readonly<Arrays<typeof frameColumns>>;
    parked: Readonly<Arrays<typeof frameColumns>>;
  }
}

const frameColumns = {
  /** The kind of frame; 0: unused. */
  does: 'i32',
  /** A list of actions, or a number by kind. */
  list: 'i32',
  /** Where it continues. */
  at: 'i32',
  /** Progress within what `at` names. */
  stage: 'i32',
  /** Enclosing sweeps. */
  depth: 'i32',
  /** Its trigger, from 0, or -1. */
  trigger: 'i32',
  /** Row of its occurrence; 0: none. */
  occurrence: 'i32',
  /** Numbers by kind. */
  mark: 'i32',
  memo: 'i32',
  /** Roles of the list, as handles; 0: nobody. */
  subject: 'f64',
  direct: 'f64',
  /** Roles of the current action, valid once the stage says so. */
  actSubject: 'f64',
  actDirect: 'f64',
  /** The deciding controller, as a handle. */
  controller: 'f64',
} as const;

export type FrameColumns = Readonly<Arrays<typeof frameColumns>>;
type FrameColumn = keyof FrameColumns;

export const frameColumnNames = Object.keys(frameColumns) as readonly FrameColumn[];

export const frames = component({
  name: 'frames',
  rows: 'frame',
  group: 'frames',
  columns: frameColumns,
  when: runsActions,
});

/** Frames of delays: see delays.ts. */
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

/** Running frames, and the row of the top one; 0: none. */
export function frameCount({ arena }: WorldState): number {
  return arena.header[header.frames];
}

/** Other columns stay 0. Throws WorldFullError, with nothing changed. */
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

export function popFrame(state: WorldState): void {
  clearFrame(state.frames, state.arena.header[header.frames]--);
}

export function clearFrames(state: WorldState): void {
  while (frameCount(state) > 0) popFrame(state);
}

/** Throws WorldFullError. */
export function demandFrames(state: WorldState, more: number): void {
  demandRows(state.frames.does, frameCount(state) + more);
}

/** Row 0 not counted. Throws WorldFullError. */
export function demandRows({ length }: Int32Array, rows: number): void {
  if (rows >= length) throw new WorldFullError(length - 1, undefined, 'frames');
}

export function copyFrame(from: FrameColumns, row: number, to: FrameColumns, into: number): void {
  for (const name of frameColumnNames) to[name][into] = from[name][row];
}

export function clearFrame(columns: FrameColumns, row: number): void {
  // By name: nothing is more frequent.
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
