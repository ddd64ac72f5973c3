import { damaged } from '../../kernel/errors.js';
import { delayCount, delayRow } from '../../components/delays.js';
import { type FrameColumns, frameCount } from '../../components/frames.js';
import type { WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { type TimingBook, noTiming } from '../../ir/occurrence.js';
import { checkTimingFrame } from '../timing/check-timing-frame.js';
import { checkTimingState } from '../timing/check-timing-state.js';
import type { TriggerBook } from '../../ir/trigger.js';
import { frameSort } from './frame-sort.js';

/**
 * Throws when a state that came from a file has frames, delays or occurrences that no run of its triggers and abilities
 * could have left.
 */
export function checkFrames(state: WorldState, book: TriggerBook, timing: TimingBook = noTiming): void {
  const {
    arena: { header: words },
    frames,
    parked,
    delays,
  } = state;
  checkTimingState(state, timing);
  const last = timing.types.length > 0 ? frameSort.changes : frameSort.part;
  for (let row = 1; row <= frameCount(state); row++) {
    checkFrame(frames, row, book, last);
    checkTimingFrame(state, timing, row);
    if (frames.does[row] === frameSort.part && !isList(frames.does[row - 1]))
      throw damaged('a part of a list runs by itself');
  }
  if (words[header.delaysGone] > words[header.delays]) throw damaged('more delays have gone than there were');
  const taken = new Uint8Array(words[header.parked] + 1);
  for (let position = 0; position < delayCount(state); position++) {
    const row = delayRow(state, position);
    const [start, count] = [delays.start[row], delays.count[row]];
    if (!(start >= 1 && count >= 1 && start + count - 1 <= words[header.parked]) || delays.stuck[row] > 1)
      throw damaged(`delay ${position} parks no frames`);
    for (let at = start; at < start + count; at++) {
      if (taken[at] === 1) throw damaged(`two delays park frame ${at}`);
      taken[at] = 1;
      checkFrame(parked, at, book, frameSort.part);
      if ((parked.does[at] === frameSort.run) !== (at === start) || !isList(parked.does[at]))
        throw damaged(`delay ${position} parks what is no list`);
      // What waits outlives what it answered.
      if (parked.occurrence[at] !== 0 || parked.memo[at] < 0 || Math.abs(parked.mark[at]) > timing.abilities.length)
        throw damaged(`delay ${position} answers an occurrence`);
    }
  }
}

function isList(does: number): boolean {
  return does === frameSort.run || does === frameSort.part;
}

function checkFrame(columns: FrameColumns, row: number, { lists, triggers }: TriggerBook, last: number): void {
  const does = columns.does[row];
  const isKnown = does >= frameSort.clock && does <= last && columns.stage[row] >= 0 && columns.at[row] >= 0;
  if (!isKnown || (does === frameSort.clock && columns.list[row] < 0) || columns.depth[row] < 0)
    throw damaged(`frame ${row} does nothing that is known`);
  if (columns.trigger[row] < -1 || columns.trigger[row] >= triggers.length)
    throw damaged(`frame ${row} is of an unknown trigger`);
  if (isList(does) && !(columns.list[row] >= 0 && columns.list[row] < lists.length))
    throw damaged(`frame ${row} runs an unknown list`);
  if (isList(does) || does <= frameSort.rise)
    checkRoles(row, [columns.subject, columns.direct, columns.actSubject, columns.actDirect, columns.controller]);
  // Points of time keep a number of copies in the last of them, payments a sum in the second.
  else {
    checkRoles(row, [columns.subject, columns.controller]);
    // An answer from 1 on, or that one is waited for.
    if (!Number.isSafeInteger(columns.actSubject[row]) || columns.actSubject[row] < -1)
      throw damaged(`frame ${row} holds an answer that is none`);
  }
}

function checkRoles(row: number, roles: readonly Float64Array[]): void {
  for (const handles of roles)
    if (!Number.isSafeInteger(handles[row]) || handles[row] < 0)
      throw damaged(`frame ${row} has a role that is no object`);
}
