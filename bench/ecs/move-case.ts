import { EdictError } from '../../src/kernel/errors.js';
import type { Timing } from '../measure.js';
import { makeBodies } from './bodies.js';
import { measureInTurn } from './measure-in-turn.js';
import { type Mover, edictMovers, moverPeers } from './movers.js';

/** All bodies move, by Edict and by peers. */
export interface MoveCase {
  readonly case: 'move';
  readonly count: number;
  readonly milliseconds: number;
}

/** Of one turn, by peer; `edict` is the host phase, `edict turn` the whole. */
export interface PeerTimes {
  readonly times: Readonly<Record<string, Timing>>;
}

/** Turns before positions are compared for the first time. */
const compared = 20;

/** Throws where positions differ, before it times and afterwards. */
export function runMoveCase({ count, milliseconds }: MoveCase): PeerTimes {
  const bodies = makeBodies(count);
  const movers = [...edictMovers(bodies), ...moverPeers.map((create) => create(bodies))];
  for (let turn = 0; turn < compared; turn++) for (const { turn: move } of movers) move();
  assertSamePositions(movers);
  // Small worlds are optimised after many turns, large ones after a few.
  const warmups = Math.min(500, Math.ceil(5_000_000 / count));
  const times = measureInTurn(
    movers.map(({ turn }) => turn),
    { milliseconds, rounds: 30, warmups },
  );
  assertSamePositions(movers);
  return { times };
}

export function assertSamePositions([first, ...others]: readonly Mover[]): void {
  const expected = first.positions();
  for (const { name, positions } of others) {
    const found = positions();
    const at = expected.findIndex((x, i) => found[i] !== x);
    if (at >= 0 || found.length !== expected.length)
      throw new EdictError(
        'disagreement',
        `body ${String(at)} of ${String(expected.length)} is at ${String(expected[at])} by ${first.name} and at ${String(found[at])} of ${String(found.length)} by ${name}; they must be the same`,
      );
  }
}
