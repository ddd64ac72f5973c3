import { describe, expect } from 'vitest';
import { population } from '../../../../src/state/object-life.js';
import { hashState } from '../../../../src/state/state-hash.js';
import type { WorldState } from '../../../../src/components/state.js';
import type { GameSession } from '../../../../src/content/focs/turn/game-session.js';
import { hasFocsFixtures } from '../../../support/focs-content.js';
import { turned } from './turned.js';
import { longTest } from '../../../support/heavy.js';

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

/** Numbers of the objects of the game, each once. */
function numbersOf(
  { identity, cells }: WorldState,
  { kinds, column }: GameSession['game']['model'],
): readonly number[] {
  const ofGame = new Set([kinds.system, kinds.planet, kinds.building, kinds.fleet, kinds.ship, kinds.field]);
  return [...cells[column('id').index]].filter((_, id) => ofGame.has(identity.kind[id]));
}

describe.skipIf(!hasFocsFixtures)(`whole turns of real games${skipped}`, () => {
  longTest.each(['mid_t118', 'mid_t119', 'large_t75'])(
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
});
