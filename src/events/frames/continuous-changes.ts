import { writeCell } from '../../components/cells.js';
import { timeOf } from '../../components/clock.js';
import { popFrame } from '../../components/frames.js';
import { handleOf, idLimit } from '../../kernel/identity.js';
import type { Run } from './event-run.js';
import { type FrameKind, frameKind, isWithin } from './frame.js';
import { countRaised } from './run-limits.js';
import { addFrame, addList } from './stack.js';

/** Begins and ends continuous abilities, one wholly before the next. */
export const changes: FrameKind = {
  step,
  lastStage: 0,
  damage(state, { continuous }, row) {
    const { at, occurrence } = state.frames;
    const isKnown =
      isWithin(at[row], 0, continuous.length) && isWithin(occurrence[row], 0, idLimit(state.identity) - 1);
    return isKnown ? undefined : 'changes nothing that lasts';
  },
};

/** Begins and ends continuous abilities above the frame `below` (0: none), where something may have changed. */
export function beginChanges(run: Run, below: number): void {
  const { state, timing, continuous, context } = run;
  if (continuous?.isDirty() !== true) return;
  continuous.begin();
  // Most changes make no difference.
  if (!timing.continuous.some(({ index }) => continuous.next(index, 1, context.frame) !== 0)) {
    continuous.settled();
    return;
  }
  const { depth, trigger } = state.frames;
  addFrame(run, frameKind.changes, 0, below === 0 ? 0 : depth[below], below === 0 ? -1 : trigger[below]);
}

function step(run: Run, row: number): void {
  const { state, timing, continuous, context, report } = run;
  const { frames } = state;
  const index = frames.at[row];
  if (continuous === undefined || index >= timing.continuous.length) {
    // They may depend on one another: repeated until none changes.
    if (frames.memo[row] === 0) {
      popFrame(state);
      continuous?.settled();
    } else {
      frames.at[row] = frames.memo[row] = frames.occurrence[row] = 0;
      continuous?.begin();
    }
    return;
  }
  const id = continuous.next(index, frames.occurrence[row] + 1, context.frame);
  if (id === 0) {
    frames.at[row]++;
    frames.occurrence[row] = 0;
    return;
  }
  frames.occurrence[row] = id;
  frames.memo[row] = 1;
  const { column, name, begins, ends } = timing.continuous[index];
  const holds = state.cells[column][id] !== 1;
  writeCell(state, state.model.columns[column], id, holds ? 1 : 0);
  const source = handleOf(state.identity, id);
  report?.({ kind: holds ? 'begin-continuous' : 'end-continuous', time: timeOf(state), name, source });
  countRaised(run, 1);
  const list = holds ? begins : ends;
  if (list >= 0) addList(run, frameKind.run, list, row, 0, source, source, 0);
}
