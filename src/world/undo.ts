import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { RunOptions } from '../events/event-machine.js';
import { numberOccurrence } from '../components/occurrence-stack.js';
import { captureState, restoreState } from '../state/world-state.js';
import type { WorldState } from '../components/state.js';
import type { Snapshot } from '../kernel/snapshot.js';

/**
 * Undoes failed calls. A copy before each call would cost more than most calls, so it keeps one older copy and repeats
 * later calls. Other changes make the copy stale.
 */
export interface Undo {
  isStale: boolean;
  /** Something else has changed the world since the last call: the decision may differ. */
  isChanged: boolean;
  snapshot: Snapshot | undefined;
  readonly calls: Call[];
  readonly quietly: () => TurnContext;
  /** Occurrences in a row without listeners; undefined after another call. */
  silence: { count: number } | undefined;
}

export function noteChange(undo: Undo): void {
  undo.isStale = undo.isChanged = true;
}

export type Call = (context: TurnContext, options: RunOptions) => boolean;

export function createUndo(quietly: () => TurnContext): Undo {
  return { isStale: true, isChanged: true, snapshot: undefined, calls: [], quietly, silence: undefined };
}

/** Repeated quickly, and many compared with a copy of a small world. */
const mostCalls = 512;

/** A failure changes nothing. */
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
    // Listeners may have changed the world.
    noteChange(undo);
    throw error;
  }
}

/** A failed call keeps its effects; later calls can be undone. */
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

/** Before an occurrence without listeners. */
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
