import { type Model, classAt } from '../components/model.js';
import { destroy } from '../components/objects.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { System } from './schedule.js';

/** Objects whose class has a duration go at the end of the last of that many whole turns after the turn of their creation. */
export function expireSystem(model: Model): System {
  const mortal = model.classes.some(({ duration }) => duration > 0);
  return {
    name: 'expire', phase: 'expire', reads: [], writes: mortal ? 'all' : [],
    run({ state, frame }) {
      if (!mortal) return;
      const limit = idLimit(state.identity);
      for (let id = 1; id < limit; id++) {
        if (state.class[id] === 0 || !isLive(state.identity, id)) continue;
        const { duration } = classAt(model, state.class[id]);
        if (duration > 0 && frame.turn >= state.created[id] + duration) destroy(state, id);
      }
    },
  };
}
