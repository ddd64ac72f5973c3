import { timeOf } from '../../components/clock.js';
import { writeCell } from '../../components/cells.js';
import { popFrame } from '../../components/frames.js';
import { handleOf } from '../../kernel/identity.js';
import { frameSort } from '../trigger/frame-sort.js';
import type { Run } from '../trigger/run.js';
import { countRaised } from './guards.js';
import { addFrame } from './rows.js';

/**
 * What holds while a condition holds begins or ends, on top of the frame `below` (0: none), where something may have
 * changed.
 */
export function beginChanges(run: Run, below: number): void {
  const {
    state,
    resolver: { watch },
  } = run;
  if (watch?.isDirty !== true) return;
  watch.begin();
  // Mostly something has changed that makes no difference.
  if (!watch.finds(run.context.frame)) {
    watch.settled();
    return;
  }
  const { depth, trigger } = state.frames;
  addFrame(run, frameSort.changes, 0, below === 0 ? 0 : depth[below], below === 0 ? -1 : trigger[below]);
}

/** Goes on with that: the frame on top. One begins or ends wholly before the next. */
export function goOnChanging(run: Run, row: number): void {
  const {
    state,
    resolver: { watch, book },
    context: { frame },
    tell,
  } = run;
  const { frames } = state;
  const index = frames.at[row];
  if (watch === undefined || index >= book.continuous.length) {
    // What an earlier one does may be what a later condition looks at, and the other way round: until none changes.
    if (frames.memo[row] === 0) {
      popFrame(state);
      watch?.settled();
    } else {
      frames.at[row] = frames.memo[row] = frames.occurrence[row] = 0;
      watch?.begin();
    }
    return;
  }
  const id = watch.next(index, frames.occurrence[row] + 1, frame);
  if (id === 0) {
    frames.at[row]++;
    frames.occurrence[row] = 0;
    return;
  }
  frames.occurrence[row] = id;
  frames.memo[row] = 1;
  const { column, name, begins, ends } = book.continuous[index];
  const holds = state.cells[column][id] !== 1;
  writeCell(state, state.model.columns[column], id, holds ? 1 : 0);
  const source = handleOf(state.identity, id);
  tell?.({ kind: holds ? 'begin-continuous' : 'end-continuous', time: timeOf(state), name, source });
  countRaised(run, 1);
  const list = holds ? begins : ends;
  if (list < 0) return;
  const { depth, trigger } = frames;
  const begun = addFrame(run, frameSort.run, list, depth[row], trigger[row]);
  state.frames.subject[begun] = state.frames.direct[begun] = source;
}
