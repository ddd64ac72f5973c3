import { EdictError } from '../../src/kernel/errors.js';
import type { ExecutorName } from '../../src/world/api.js';
import { type Change, createChanges } from './changes.js';
import type { WatchedLevel } from './level.js';
import { period } from './mix.js';
import { createPeer } from './peer.js';
import { type WatchedWorld, openWatched } from './watched-world.js';

/** Something that watches a level, and is disturbed before each sweep like all others that do. */
export interface Sweeper {
  readonly name: string;
  /** Sweeps until now. */
  readonly sweeps: number;
  /** Draws what is written before the next sweep; gives how much. */
  draw(): number;
  write(): void;
  /** Lets the time of a sweep pass, and sweeps. */
  sweep(): void;
  /** The same, and gives the conditions that fired. */
  listen(): readonly number[];
  /** Counters, cash, and what is armed. */
  outcome(): readonly number[];
}

const seed = 'changes';

export function createLoop(made: WatchedLevel, change: Change): Sweeper {
  const { state, fired, write, sweep } = createPeer(made.level);
  const changes = createChanges(made, change, seed);
  let sweeps = 0;
  const next = (): number => {
    state.time = ++sweeps * period;
    return sweep();
  };
  return {
    name: 'handwritten',
    get sweeps() {
      return sweeps;
    },
    draw: () => {
      changes.draw();
      return changes.writes.count;
    },
    write: () => {
      write(changes.writes);
    },
    sweep: () => {
      next();
    },
    listen: () => [...fired.subarray(0, next())],
    outcome: () => [...state.counters, ...state.cash, ...state.enabled],
  };
}

export function createEdict(
  made: WatchedLevel,
  change: Change,
  executor: ExecutorName,
): Sweeper & { readonly watched: WatchedWorld } {
  const watched = openWatched(made.level, executor);
  const { world, write, counters, cash, armed } = watched;
  const changes = createChanges(made, change, seed);
  const start = world.triggers.time;
  let sweeps = 0;
  const pass = (): void => {
    world.triggers.setTime(start + ++sweeps * period);
  };
  return {
    watched,
    name: executor,
    get sweeps() {
      return sweeps;
    },
    draw: () => {
      changes.draw();
      return changes.writes.count;
    },
    write: () => {
      write(changes.writes);
    },
    sweep() {
      pass();
      world.triggers.poll();
    },
    listen() {
      const fired: number[] = [];
      pass();
      world.triggers.poll({
        listen: (event) => {
          if (event.kind === 'fire') fired.push(event.trigger);
        },
      });
      return fired;
    },
    outcome: () => [...counters(), ...cash(), ...armed().map(Number)],
  };
}

/**
 * Sweeps all so many times and gives how many conditions fired. Throws where not all fired the same in the same order,
 * or come to something else.
 */
export function assertSameSweeps(sweepers: readonly Sweeper[], sweeps: number): number {
  let many = 0;
  for (let i = 0; i < sweeps; i++) {
    const [first, ...others] = sweepers.map((sweeper) => {
      sweeper.draw();
      sweeper.write();
      return { name: sweeper.name, fired: sweeper.listen() };
    });
    many += first.fired.length;
    for (const { name, fired } of others) assertSame(`sweep ${String(i)}: fired by ${name}`, fired, first.fired);
  }
  assertSameOutcome(sweepers);
  return many;
}

/** Lets those that have swept less catch up with the others. Throws where they come to something else. */
export function assertSameInTheEnd(sweepers: readonly Sweeper[]): void {
  const most = Math.max(...sweepers.map(({ sweeps }) => sweeps));
  for (const sweeper of sweepers) {
    while (sweeper.sweeps < most) {
      sweeper.draw();
      sweeper.write();
      sweeper.sweep();
    }
  }
  assertSameOutcome(sweepers);
}

function assertSameOutcome([first, ...others]: readonly Sweeper[]): void {
  const expected = first.outcome();
  for (const other of others) assertSame(`outcome of ${other.name}`, other.outcome(), expected);
}

function assertSame(what: string, found: readonly number[], expected: readonly number[]): void {
  if (found.length === expected.length && found.every((value, i) => value === expected[i])) return;
  const at = found.findIndex((value, i) => value !== expected[i]);
  const where = at < 0 ? found.length : at;
  throw new EdictError(
    'disagreement',
    `${what}: number ${String(where)} is ${String(found[where])}, expected ${String(expected[where])}`,
  );
}
