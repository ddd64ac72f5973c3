import type { WorldState } from '../components/world-state.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { TurnContext } from './effects/turn-context.js';
import type { Rule } from './rule.js';

/** Objects that carry rules in this turn: those that were there before it. By class, ascending. */
export function sourcesByClass({ state, frame }: TurnContext): ReadonlyMap<number, readonly number[]> {
  const byClass = new Map<number, number[]>();
  const limit = idLimit(state.identity);
  for (let id = 1; id < limit; id++) {
    if (!isLive(state.identity, id) || state.class[id] === 0 || state.created[id] >= frame.turn) continue;
    const list = byClass.get(state.class[id]);
    if (list === undefined) byClass.set(state.class[id], [id]);
    else list.push(id);
  }
  return byClass;
}

/** Whether a row still holds the object that it held at the start of the phase: a tenant of this turn is another. */
export function isSource(state: WorldState, turn: number, rule: Rule, id: number): boolean {
  return isLive(state.identity, id) && state.class[id] === rule.carrier && state.created[id] < turn;
}
