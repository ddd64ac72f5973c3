import { describe, expect, test } from 'vitest';
import { population } from '../../../src/state/objects.js';
import { hashState } from '../../../src/state/state-hash.js';
import type { WorldState } from '../../../src/state/world-state.js';
import type { ExecutorName } from '../../../src/world/api.js';
import { type GameSession, createSession } from '../../../src/turns/focs/session.js';
import { hasFocsFixtures } from '../../support/focs-content.js';
import { stockGame, stockState } from '../../support/focs-games.js';

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

/** A game after a turn, and how many objects there were before. */
function turned(name: string, executor: ExecutorName): { readonly session: GameSession; readonly before: number } {
  const session = createSession(stockGame(), stockState(name), { executor });
  const before = population(session.state);
  session.runTurn();
  return { session, before };
}

/** Numbers of the objects of the game, each once. */
function numbersOf(
  { identity, cells }: WorldState,
  { kinds, column }: GameSession['game']['model'],
): readonly number[] {
  const ofGame = new Set([kinds.system, kinds.planet, kinds.building, kinds.fleet, kinds.ship, kinds.field]);
  return [...cells[column('id').index]].filter((_, id) => ofGame.has(identity.kind[id]));
}

describe.skipIf(!hasFocsFixtures)(`whole turns of real games${skipped}`, () => {
  test.each(['mid_t118', 'mid_t119', 'large_t75'])(
    '%s: a turn is the same each time, and creates what is like the rest',
    (name) => {
      const { session, before } = turned(name, 'compiled');
      expect(hashState(turned(name, 'compiled').session.state)).toBe(hashState(session.state));
      expect(population(session.state)).toBeGreaterThan(before);
      const numbers = numbersOf(session.state, session.game.model);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.every((number) => number >= 0)).toBe(true);
      // Turns that follow find a world in which they can run.
      session.runTurn();
    },
    60_000,
  );

  test('mid_t119: a turn by the reference comes to the same', () => {
    expect(hashState(turned('mid_t119', 'reference').session.state)).toBe(
      hashState(turned('mid_t119', 'compiled').session.state),
    );
  }, 120_000);
});
