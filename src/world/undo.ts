import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { RunOptions } from '../events/trigger/machine.js';
import { numberOccurrence } from '../components/occurrences.js';
import { captureState, restoreState } from '../state/world-state.js';
import { type WorldState } from '../components/state.js';
import type { Snapshot } from '../kernel/snapshot.js';

/**
 * Taking back what a call has done that failed in the midst of it. A copy of the state before every call would be
 * dearer than most calls: there is one of some calls ago, and the calls since, which are made again, for the same state
 * and the same calls give the same. Whatever else changes the world makes the copy stale.
 */
export interface Undo {
  /** Something but the calls has changed the world since the copy was taken. */
  isStale: boolean;
  /** The same since the last call: what that found to be decided may be something else by now. */
  isChanged: boolean;
  snapshot: Snapshot | undefined;
  readonly calls: Call[];
  /** Gives what calls are made again in, when nobody is told. */
  readonly quietly: () => TurnContext;
  /**
   * How often in a row, up to now, something has occurred that nobody looks at; undefined where the last call was
   * another.
   */
  silence: { count: number } | undefined;
}

/** Notes that something but a call has changed the world. */
export function noteChange(undo: Undo): void {
  undo.isStale = undo.isChanged = true;
}

/** A call that may be made again. */
export type Call = (context: TurnContext, options: RunOptions) => boolean;

export function createUndo(quietly: () => TurnContext): Undo {
  return { isStale: true, isChanged: true, snapshot: undefined, calls: [], quietly, silence: undefined };
}

/**
 * So many calls at most are made again: few enough for nobody to wait, and so many that a copy of a small world is no
 * part of what they take.
 */
const mostCalls = 512;

/** Makes a call; what it throws leaves the world as it was before. */
export function undoable(
  undo: Undo,
  state: WorldState,
  call: Call,
  context: TurnContext,
  options: RunOptions,
): boolean {
  undo.silence = undefined;
  if (undo.isStale || undo.calls.length >= mostCalls) {
    undo.snapshot = captureState(state, undo.snapshot);
    undo.calls.length = 0;
    undo.isStale = false;
  }
  try {
    const isDone = call(context, options);
    undo.calls.push(call);
    undo.isChanged = false;
    return isDone;
  } catch (error) {
    if (undo.snapshot !== undefined) {
      restoreState(state, undo.snapshot);
      for (const earlier of undo.calls) earlier(undo.quietly(), { settle: options.settle });
    }
    // What listened may have changed the world meanwhile.
    noteChange(undo);
    throw error;
  }
}

/**
 * Makes a call of which, where it fails, what it has done by then stays done; those behind it can be taken back all the
 * same.
 */
export function repeatable(undo: Undo, call: Call, context: TurnContext, options: RunOptions): boolean {
  undo.silence = undefined;
  try {
    const isDone = call(context, options);
    if (!undo.isStale) undo.calls.push(call);
    undo.isChanged = false;
    return isDone;
  } catch (error) {
    noteChange(undo);
    throw error;
  }
}

/** Notes that something occurs that nobody looks at, before it does. */
export function undoSilence(undo: Undo, state: WorldState): void {
  if (undo.isStale) return;
  if (undo.silence !== undefined) {
    undo.silence.count++;
    return;
  }
  const silence = { count: 1 };
  undo.silence = silence;
  undo.calls.push(() => {
    for (let i = 0; i < silence.count; i++) numberOccurrence(state);
    return true;
  });
}
