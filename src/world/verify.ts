import { turnOf } from '../components/clock.js';
import { EdictError } from '../kernel/errors.js';
import { wordGiven } from '../kernel/given.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { hashState } from '../state/state-hash.js';
import type { PhaseObserver } from '../systems/schedule.js';
import type { World } from './api.js';
import { type Inside, type WorldCore, type inside, insideOf } from './core.js';
import { type ComparedRuns, comparedRuns } from './diff.js';
import type { PastTurn } from './divergence.js';
import { demandList, mistaken, optionsGiven } from './host-arguments.js';
import { reloadWorld } from './make-world.js';

/**
 * One way to run a turn, which must lead to the same state:
 *
 * - `fork`: on a new copy of the world, without anything that the world has cached.
 * - `repeat`: on a second new copy. Only host systems that keep state outside the world, or read a clock, differ here.
 * - `restore`: on a copy that has run all turns before, after `restore` of a snapshot.
 * - `save`: on a copy that is loaded from saved bytes.
 * - `executor`: on a copy with the other executor.
 * - `writes`: on a copy that checks that host systems write only what they declare.
 */
export type VerifyWay = (typeof verifyWays)[number];

export const verifyWays = ['fork', 'repeat', 'writes', 'restore', 'save', 'executor'] as const;

/** Runs a move of a world; `number` counts from 1. */
export type Move = (world: World, number: number, observer: PhaseObserver | undefined) => void;

/** Options of `verify`. */
export interface VerifyOptions {
  /** Moves to run. Default 10. */
  readonly turns?: number;
  /**
   * Runs a move, by its number from 1, in place of `step`, to which it can pass the observer. It must do the same in
   * worlds of the same state: agents that decide at random need a generator that is seeded again for each move.
   */
  readonly move?: Move;
  /** Ways to run each move. Default: all; `repeat` and `writes` only run for worlds with host systems. */
  readonly ways?: readonly VerifyWay[];
  /** Most differences listed, by ascending id. Default 100. */
  readonly most?: number;
  /** Called with the number of moves that are verified. */
  readonly progress?: (moves: number) => void;
}

/** The result of `verify`. */
export interface Verification {
  /** Moves that have run, the failing one included. */
  readonly moves: number;
  /** Turn of the world after the last move. */
  readonly turn: number;
  /** State hash of the world after the last move. */
  readonly hash: string;
  /** Undefined if all ways led to the same states. */
  readonly failure: VerifyFailure | undefined;
}

/** The first difference between two ways to run a move. `first` is the world as it runs, `second` the other way. */
export interface VerifyFailure extends ComparedRuns {
  readonly way: VerifyWay;
  readonly move: number;
  /** The states differ before the move: a save, a copy or a snapshot is not the same. */
  readonly isBefore: boolean;
  /** What the other way threw. */
  readonly error: EdictError | undefined;
}

/**
 * Runs each move of a copy of the world in all ways that must lead to the same state. Stops at the first difference.
 * The given world does not change. Takes about ten times as long as the moves alone; the reference interpreter takes
 * far longer.
 *
 * Throws what a move throws in the world itself.
 */
export function verify(world: World, options: VerifyOptions = {}): Verification {
  const given = optionsGiven('verify', options, ['turns', 'move', 'ways', 'most', 'progress']);
  const { turns = 10, most = 100, progress = () => {} } = given;
  if (!Number.isInteger(turns) || turns < 0) throw mistaken('verify', 'a whole number of turns', turns);
  if (!Number.isInteger(most) || most < 0) throw mistaken('verify', 'a whole number of differences at most', most);
  const main = opened(insideOf(world).copy());
  const restored = opened(main.copy());
  const wanted = demandList('verify', 'ways', given.ways ?? verifyWays);
  for (const way of wanted) wordGiven('a way', way, verifyWays);
  const ways = waysOf(main, restored).filter(({ way }) => wanted.includes(way));
  for (let number = 1; number <= turns; number++) {
    const failure = failureOf(main, ways, { number, move: given.move ?? step, most });
    if (failure !== undefined) return { ...endOf(main, number), failure };
    progress(number);
  }
  return { ...endOf(main, turns), failure: undefined };
}

function step(world: World, _number: number, observer: PhaseObserver | undefined): void {
  const before = world.turn;
  world.step(observer);
  if (world.turn === before)
    throw new EdictError('decision-needed', `a decision is needed in turn ${before + 1}; let events.answerWith decide`);
}

interface Running {
  readonly core: WorldCore;
  readonly copy: Inside[typeof inside]['copy'];
}

function opened({ core, world }: { readonly core: WorldCore; readonly world: World }): Running {
  return { core, copy: insideOf(world).copy };
}

function endOf({ core }: Running, moves: number): Omit<Verification, 'failure'> {
  return { moves, turn: turnOf(core.state), hash: core.world().hash() };
}

interface OtherRun {
  readonly way: VerifyWay;
  /** A world in the state before the move. */
  readonly begin: (before: Snapshot) => WorldCore;
}

function waysOf(main: Running, restored: Running): readonly OtherRun[] {
  const other = main.core.executor.name === 'reference' ? 'compiled' : 'reference';
  const hasHosts = main.core.hostSystems.length > 0;
  const copied = (way: VerifyWay, more: Parameters<Running['copy']>[0] = {}): OtherRun => ({
    way,
    begin: () => main.copy(more).core,
  });
  return [
    copied('fork'),
    ...(hasHosts ? [copied('repeat'), copied('writes', { check: 'writes' })] : []),
    {
      way: 'restore',
      begin(before) {
        restored.core.world().restore(before);
        return restored.core;
      },
    },
    {
      way: 'save',
      begin() {
        const { core, world } = main.core.fork();
        reloadWorld(world, main.core.world().save());
        return core;
      },
    },
    copied('executor', { executor: other }),
  ];
}

interface Moving {
  readonly number: number;
  readonly move: Move;
  readonly most: number;
}

function failureOf(
  main: Running,
  ways: readonly OtherRun[],
  { number, move, most }: Moving,
): VerifyFailure | undefined {
  const world = main.core.world();
  const before = world.snapshot();
  const hash = world.hash();
  const others = ways.map(({ way, begin }) => ({ way, core: withAgent(begin(before), main.core) }));
  const unlike = others.find(({ core }) => hashState(core.state) !== hash);
  if (unlike !== undefined)
    return {
      way: unlike.way,
      move: number,
      isBefore: true,
      error: undefined,
      ...comparedRuns(main.core, unlike.core, most),
    };
  move(world, number, undefined);
  const after = world.hash();
  for (const { way, core } of others) {
    const error = errorOf(() => {
      move(core.world(), number, undefined);
    });
    if (error === undefined && core.world().hash() === after) continue;
    const past = (of: WorldCore): PastTurn => ({
      core: of,
      before,
      run(twin, observer) {
        move(twin.world(), number, observer);
      },
    });
    const runs = error === undefined ? ([past(main.core), past(core)] as const) : undefined;
    return { way, move: number, isBefore: false, error, ...comparedRuns(main.core, core, most, runs) };
  }
  return undefined;
}

function withAgent(core: WorldCore, { agent }: WorldCore): WorldCore {
  core.agent = agent;
  return core;
}

function errorOf(run: () => void): EdictError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EdictError) return error;
    return new EdictError('failed', error instanceof Error ? error.message : String(error));
  }
}
