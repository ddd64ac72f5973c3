import { describe, expect, test } from 'vitest';
import { hashState } from '../../../../src/state/state-hash.js';
import type { ExecutorName } from '../../../../src/world/api.js';
import { createSession } from '../../../../src/content/focs/turn/game-session.js';
import { choicesOf } from '../../../support/choices.js';
import { hasFocsFixtures } from '../../../support/focs-content.js';
import { cutState } from '../../../support/focs-cut.js';
import { stockGame, stockState } from '../../../support/focs-games.js';

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

/** Of 203: the time that the interpreter takes grows with their square. */
const systems = 80;

describe.skipIf(!hasFocsFixtures)(`whole turns of real games${skipped}`, () => {
  test('mid_t119: a turn of a large part by the reference comes to the same', () => {
    const part = cutState(stockState('mid_t119'), choicesOf(119), systems);
    const hashAfterTurn = (executor: ExecutorName): string => {
      const session = createSession(stockGame(), part, { executor });
      session.runTurn();
      return hashState(session.state);
    };
    expect(hashAfterTurn('reference')).toBe(hashAfterTurn('compiled'));
  }, 120_000);
});
