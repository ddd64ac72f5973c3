import { damaged } from '../../components/damage.js';
import { delayCount, delayRow } from '../../components/delays.js';
import type { FrameColumns } from '../../components/frame-columns.js';
import { frameCount } from '../../components/frames.js';
import type { WorldState } from '../../components/world-state.js';
import { header } from '../../kernel/arena.js';
import type { TriggerBook } from '../trigger.js';
import { frameSort } from './frame-sort.js';

/** Throws when a state that came from a file has frames or delays that no run of its triggers could have left. */
export function checkFrames(state: WorldState, book: TriggerBook): void {
  const { arena: { header: words }, frames, parked, delays } = state;
  for (let row = 1; row <= frameCount(state); row++) {
    checkFrame(frames, row, book);
    if (frames.does[row] === frameSort.part && frames.does[row - 1] < frameSort.run) throw damaged('a part of a list runs by itself');
  }
  if (words[header.delaysGone] > words[header.delays]) throw damaged('more delays have gone than there were');
  const taken = new Uint8Array(words[header.parked] + 1);
  for (let position = 0; position < delayCount(state); position++) {
    const row = delayRow(state, position);
    const [start, count] = [delays.start[row], delays.count[row]];
    if (!(start >= 1 && count >= 1 && start + count - 1 <= words[header.parked]) || delays.stuck[row] > 1) throw damaged(`delay ${position} parks no frames`);
    for (let at = start; at < start + count; at++) {
      if (taken[at] === 1) throw damaged(`two delays park frame ${at}`);
      taken[at] = 1;
      checkFrame(parked, at, book);
      if ((parked.does[at] === frameSort.run) !== (at === start) || parked.does[at] < frameSort.run) throw damaged(`delay ${position} parks what is no list`);
    }
  }
}

function checkFrame(columns: FrameColumns, row: number, { lists, triggers }: TriggerBook): void {
  const does = columns.does[row];
  const isList = does === frameSort.run || does === frameSort.part;
  const isKnown = does >= frameSort.clock && does <= frameSort.part && columns.stage[row] >= 0 && columns.stage[row] <= 3 && columns.at[row] >= 0;
  if (!isKnown || (does === frameSort.clock && columns.list[row] < 0) || columns.depth[row] < 0) throw damaged(`frame ${row} does nothing that is known`);
  if (columns.trigger[row] < -1 || columns.trigger[row] >= triggers.length) throw damaged(`frame ${row} is of an unknown trigger`);
  if (isList && !(columns.list[row] >= 0 && columns.list[row] < lists.length)) throw damaged(`frame ${row} runs an unknown list`);
  for (const handles of [columns.subject, columns.direct, columns.actSubject, columns.actDirect]) {
    if (!Number.isSafeInteger(handles[row]) || handles[row] < 0) throw damaged(`frame ${row} has a role that is no object`);
  }
}
