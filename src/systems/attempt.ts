import { type Room, WorldFullError } from '../kernel/errors.js';
import { StrictTurnNeeded } from '../meaning/executor.js';

export type Undo = () => void;

/**
 * Runs something wholly or not at all. What strict order would have refused runs again in strict order, which names the
 * culprit. Where the world is full, `grow` makes room and all runs again, unless it returns false. `begin` is called
 * before each try.
 */
export function attempt<T>(
  begin: () => Undo,
  grow: (what: Room) => boolean,
  act: (strict: boolean) => T,
  isStrict = false,
): T {
  for (let strict = isStrict; ; ) {
    const undo = begin();
    try {
      return act(strict);
    } catch (error) {
      undo();
      if (error instanceof StrictTurnNeeded && !strict) strict = true;
      else if (!(error instanceof WorldFullError) || !grow(error.what)) throw error;
    }
  }
}
