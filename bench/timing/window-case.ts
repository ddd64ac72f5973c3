import { EdictError } from '../../src/kernel/errors.js';
import { randomAgent } from '../../src/world/play-out.js';
import { type Timing, measure } from '../measure.js';
import { openDuel, play, playIntoWindow } from './duel.js';

/** Copies of a game that stands in the middle of a window. */
export interface WindowCase {
  readonly case: 'snapshot-in-window';
  /** Copies of a round. */
  readonly size: number;
  readonly milliseconds: number;
}

/** Milliseconds of a round. */
export interface WindowTimes {
  readonly capture: Timing;
  readonly restore: Timing;
  /** As many bytes, plainly. */
  readonly copy: Timing;
  readonly bytes: number;
  readonly objects: number;
}

/** Throws where a game that was put back does not go on as the one that was not interrupted. */
export function runWindowCase({ size, milliseconds }: WindowCase): WindowTimes {
  const duel = openDuel('compiled', 1);
  const { world } = duel;
  playIntoWindow(duel);
  const snapshot = world.snapshot();
  const end = endOf();
  world.restore(snapshot);
  const again = endOf();
  if (end !== again)
    throw new EdictError(
      'disagreement',
      `the duel ends in state ${end}, and after it was put back into a window in ${again}; they must be the same`,
    );
  world.restore(snapshot);
  const [source, target] = [new Uint8Array(snapshot.used).fill(1), new Uint8Array(snapshot.used)];
  const effort = { milliseconds, rounds: 20, warmups: 20 };
  const times = (run: () => void): Timing =>
    measure(() => {
      for (let i = 0; i < size; i++) run();
    }, effort);
  return {
    capture: times(() => {
      world.snapshot(snapshot);
    }),
    restore: times(() => {
      world.restore(snapshot);
    }),
    copy: times(() => {
      target.set(source);
    }),
    bytes: snapshot.used,
    objects: world.size,
  };

  function endOf(): string {
    play(world, randomAgent('window'));
    return world.hash();
  }
}
