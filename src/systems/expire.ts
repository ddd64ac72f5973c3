import { classAt } from '../components/model.js';
import { destroy, liveIds } from '../components/objects.js';
import { isLive } from '../kernel/identity.js';
import type { System } from './schedule.js';

/** Objects whose class has a duration go at the end of the last of that many whole turns after the turn of their creation. */
export const expireSystem: System = {
  name: 'expire', phase: 'expire', reads: [], writes: 'all',
  run({ state, frame }) {
    for (const id of [...liveIds(state)]) {
      if (!isLive(state.identity, id) || state.class[id] === 0) continue;
      const { duration } = classAt(state.model, state.class[id]);
      if (duration > 0 && frame.turn >= state.created[id] + duration) destroy(state, id);
    }
  },
};
