import { openFrame } from '../../components/frames.js';
import { noteUse, pushOccurrence } from '../../components/occurrences.js';
import { roomAfter } from '../../meaning/effects/structure.js';
import type { Run } from '../trigger/run.js';

/** Rows of what is resolved, with room made for them where there is none. */

/** Of a frame all else is 0. */
export function addFrame(
  run: Pick<Run, 'state' | 'context'>,
  does: number,
  list: number,
  depth: number,
  trigger: number,
): number {
  for (;;) {
    try {
      return openFrame(run.state, does, list, depth, trigger);
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

export function addOccurrence(run: Run, type: number, parent: number, is: number): number {
  for (;;) {
    try {
      return pushOccurrence(run.state, type, parent, is);
    } catch (error) {
      roomAfter(error, run);
    }
  }
}

export function addUse(run: Run, occurrence: number, ability: number, source: number, number: number): void {
  for (;;) {
    try {
      noteUse(run.state, occurrence, ability, source, number);
      return;
    } catch (error) {
      roomAfter(error, run);
    }
  }
}
