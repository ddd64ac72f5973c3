import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { RunOptions } from '../events/event-machine.js';
import { numberOccurrence } from '../components/occurrences.js';
import { captureState, restoreState } from '../state/world-state.js';
import type { WorldState } from '../components/state.js';
import type { Snapshot } from '../kernel/snapshot.js';

/**
 * Takes back what a failed call has done. A copy before every call would cost more than most calls: there is one of
 * some calls ago, and those since are repeated. Any other change makes it stale.
 */
export interface Undo {
  /** Something else has changed the world since the copy. */
  isStale: boolean;
  /** The same since the last call: what has to be decided may be something else. */
  isChanged: boolean;
  snapshot: Snapshot | undefined;
  readonly calls: Call[];
  /** For repeated calls, of which nobody is told. */
  readonly quietly: () => TurnContext;
  /** How often in a row something unheeded has occurred; undefined after another call. */
  silence: { count: number } | undefined;
}

export function noteChange(undo: Undo): void {
  undo.isStale = undo.isChanged = true;
}

/** A call that may be made again. */
export type Call = (context: TurnContext, options: RunOptions) => boolean;

export function createUndo(quietly: () => TurnContext): Undo {
  return { isStale: true, isChanged: true, snapshot: undefined, calls: [], quietly, silence: undefined };
}

/** Few enough for nobody to wait, and many compared with a copy of a small world. */
const mostCalls = 512;

/** What it throws leaves the world as it was. */
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

/** Where it fails, what it has done stays done; others after it can be taken back. */
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

/** Before something that nobody looks at occurs. */
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
