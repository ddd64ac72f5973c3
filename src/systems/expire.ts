import { type Model, classAt } from '../model/model.js';
import { destroy } from '../state/object-life.js';
import { type Follower, createFollower, fact } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { System } from './schedule.js';

/** Objects whose class has a duration go at the end of the last of that many whole turns after the turn of creation. */
export function expireSystem(model: Model): System {
  const mortal = model.classes.some(({ duration }) => duration > 0);
  let follower: Follower | undefined;
  /** No object goes before this turn. */
  let first = -Infinity;
  return {
    name: 'expire',
    phase: 'expire',
    run({ state, frame: { turn } }) {
      if (!mortal) return;
      follower ??= createFollower(state.stamps, [fact.population]);
      const limit = idLimit(state.identity);
      const changed = follower.changed(limit >>> 3);
      if (changed === undefined) first = -Infinity;
      else for (const id of changed) first = Math.min(first, lastTurn(state, id));
      if (turn < first) return;
      first = Infinity;
      for (let id = 1; id < limit; id++) {
        const last = lastTurn(state, id);
        if (turn >= last) destroy(state, id);
        else first = Math.min(first, last);
      }
    },
  };
}

/** The turn at whose end an object goes; Infinity where it stays or does not exist. */
function lastTurn(state: WorldState, id: number): number {
  if (state.class[id] === 0 || !isLive(state.identity, id)) return Infinity;
  const { duration } = classAt(state.model, state.class[id]);
  return duration > 0 ? state.created[id] + duration : Infinity;
}
