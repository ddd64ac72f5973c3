import { idLimit, isLive } from '../../kernel/identity.js';
import { countVisits } from '../../ir/frame.js';
import type { Members } from '../../ir/rule.js';
import type { TurnContext } from './turn-context.js';

/** Ids of the members of whom the condition is true, ascending, for the objects in the frame's slots. */
export function membersOf(
  { state, frame, evaluate }: TurnContext,
  { kind, slot, condition }: Members,
): readonly number[] {
  const found: number[] = [];
  const before = frame.slots[slot];
  const limit = idLimit(state.identity);
  countVisits(frame, limit);
  for (let id = 1; id < limit; id++) {
    if (kind === 0 ? !isLive(state.identity, id) : state.identity.kind[id] !== kind) continue;
    frame.slots[slot] = id;
    if (evaluate(condition) === 1) found.push(id);
  }
  frame.slots[slot] = before;
  return found;
}
