import { header } from '../../kernel/arena.js';
import { resolve } from '../../kernel/identity.js';
import type { Ability } from '../../ir/ability.js';
import type { Frame } from '../../ir/frame.js';
import { targetSlot } from '../../ir/node.js';
import type { TimingBook } from '../../ir/occurrence.js';
import { subjectOf } from '../../meaning/answering.js';
import type { Search } from '../../meaning/finder.js';
import { status } from '../../state/occurrences.js';
import type { WorldState } from '../../state/world-state.js';

/**
 * Nothing that the ability listens to has applied earlier in this turn, or stands before the occurrence in its batch.
 */
export function isFirst(frame: Frame, book: TimingBook, ability: Ability, { first }: Search, row: number): boolean {
  const { state } = frame;
  const { past, occurrences } = state;
  const matches = (type: number, at: number): boolean => {
    const listening = ability.on.find((each) => each.type === type);
    if (listening === undefined) return false;
    frame.occurrence = at;
    frame.slots[targetSlot] = resolve(state.identity, handleOfField(state, at, book.types[type].subject));
    return listening.where === undefined || frame.evaluate(listening.where) === 1;
  };
  try {
    for (let other = first; other < row; other++)
      if (occurrences.status[other] === status.live && matches(occurrences.type[other], other)) return false;
    // What has come later than an occurrence that has applied is not before it.
    const own = occurrences.id[row];
    for (let at = 1; at <= state.arena.header[header.past] && past.id[at] !== own; at++)
      if (matches(past.type[at], -at)) return false;
    return true;
  } finally {
    frame.occurrence = row;
    frame.slots[targetSlot] = subjectOf(state, book.types[occurrences.type[row]], row);
  }
}

function handleOfField({ occurrences, past, fieldCount }: WorldState, row: number, field: number): number {
  if (field < 0) return 0;
  const value = row > 0 ? occurrences.values[row * fieldCount + field] : past.values[-row * fieldCount + field];
  return value > 0 ? value : 0;
}
