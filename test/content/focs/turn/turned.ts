import { population } from '../../../../src/state/object-life.js';
import type { ExecutorName } from '../../../../src/world/api.js';
import { type GameSession, createSession } from '../../../../src/content/focs/turn/game-session.js';
import { stockGame, stockState } from '../../../support/focs-games.js';

/** A game after a turn, and how many objects there were before. */
export function turned(
  name: string,
  executor: ExecutorName,
): { readonly session: GameSession; readonly before: number } {
  const session = createSession(stockGame(), stockState(name), { executor });
  const before = population(session.state);
  session.runTurn();
  return { session, before };
}
