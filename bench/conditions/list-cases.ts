import type { Action, Level } from '../../src/content/antares/syntax.js';
import { EdictError } from '../../src/kernel/errors.js';
import { createDice } from '../expressions/dice.js';
import { type Timing, measure, measureParts } from '../measure.js';
import {
  bodyAt,
  check,
  conditionOf,
  counterCount,
  delay,
  enable,
  levelOf,
  lookAt,
  pay,
  playerCount,
  score,
} from './syntax.js';
import { type WatchedWorld, openWatched } from './watched-world.js';

/** What fires in sweeps that have nothing else to do: lists that wait, sweeps in one another, many actions. */
export interface ListCase {
  readonly case: 'queue' | 'check' | 'actions';
  /** Delays; sweeps in one another; actions. */
  readonly size: number;
  readonly milliseconds: number;
}

export interface QueueTimes {
  /** A sweep in which all delays are queued. */
  readonly queue: Timing;
  /** The ticks in which they run out one after the other, and the rest of their lists is done. */
  readonly drain: Timing;
}

/** All of a size in one sweep. */
export interface FiringTime {
  readonly sweep: Timing;
}

/** Ticks that delays take at most. */
const longest = 600;

/** Throws where not every delayed list was done. */
export function runQueueCase({ size, milliseconds }: ListCase): QueueTimes {
  const dice = createDice('1');
  const watched = open(
    Array.from({ length: size }, () => [delay(1 + dice.below(longest)), score({ player: 0, which: 0 }, 1)]),
    true,
  );
  const { world } = watched;
  const round = (): { readonly queue: number; readonly drain: number } => {
    const start = performance.now();
    world.triggers.poll();
    const queued = performance.now();
    world.triggers.advance(longest + 3, { sweeps: false });
    return { queue: queued - start, drain: performance.now() - queued };
  };
  const before = watched.counters()[0];
  round();
  assertCounted('delayed lists that were done', watched.counters()[0] - before, size);
  const times = measureParts(round, { milliseconds, rounds: 5, warmups: 3 });
  assertCounted('lists that wait', world.triggers.delayed, 0);
  return times;
}

/** Each condition asks for a sweep, in which the next fires. Throws where not each fired once. */
export function runCheckCase({ size, milliseconds }: ListCase): FiringTime {
  const watched = open(
    Array.from({ length: size }, () => [check(), score({ player: 0, which: 0 }, 1)]),
    false,
  );
  const { world, counters } = watched;
  const rearm = (): void => {
    for (let i = 0; i < size; i++) world.triggers.arm(i);
  };
  return { sweep: timeCounted({ watched, milliseconds, each: size, before: rearm, count: () => counters()[0] }) };
}

/** Ten persistent conditions share the actions, of which one in ten is done to a counter of the first player. */
export function runActionsCase({ size, milliseconds }: ListCase): FiringTime {
  const [lists, each] = [10, Math.floor(size / 10)];
  const watched = open(
    Array.from({ length: lists }, (_, list) => Array.from({ length: each }, (_, i) => actionOf(list, i))),
    true,
  );
  const counted = lists * Math.ceil(each / 10);
  return {
    sweep: timeCounted({ watched, milliseconds, each: counted, before: () => {}, count: () => watched.counters()[0] }),
  };
}

function actionOf(list: number, i: number): Action {
  switch (i % 10) {
    case 0:
      return score({ player: 0, which: 0 }, 1);
    case 1:
    case 2:
    case 3:
      return pay(i % playerCount, i % 2 === 0 ? 51_200 : -51_200);
    case 4:
      return enable(list);
    default:
      return score({ player: 1 + (i % (playerCount - 1)), which: i % counterCount }, i % 2 === 0 ? 1 : -1);
  }
}

/** A level of conditions that are true, one for each list. */
function open(lists: readonly (readonly Action[])[], persistent: boolean): WatchedWorld {
  const when = lookAt({ type: 'time', op: 'ge', duration: 0, legacyStartTime: false });
  const level: Level = levelOf(
    [bodyAt(0, 0, 0, 1_000)],
    lists.map((list, i) => conditionOf(i, when, list, { persistent, subject: 0 })),
  );
  return openWatched(level, 'compiled');
}

interface Counted {
  readonly watched: WatchedWorld;
  readonly milliseconds: number;
  /** What is counted in a sweep. */
  readonly each: number;
  before(): void;
  count(): number;
}

function timeCounted({ watched: { world }, milliseconds, each, before, count }: Counted): Timing {
  const first = count();
  let sweeps = 0;
  const time = measure(
    () => {
      sweeps++;
      world.triggers.poll();
    },
    { milliseconds, rounds: 20, warmups: 20 },
    before,
  );
  assertCounted('actions that were done', count() - first, sweeps * each);
  return time;
}

function assertCounted(what: string, found: number, expected: number): void {
  if (found !== expected)
    throw new EdictError('disagreement', `${what}: ${String(found)}, expected ${String(expected)}`);
}
