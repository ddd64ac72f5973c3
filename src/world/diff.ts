import { turnOf } from '../components/clock.js';
import { header } from '../kernel/arena.js';
import { EdictError, messageOf } from '../kernel/errors.js';
import { asHandle, handleOf, resolve } from '../kernel/identity.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { hashesByPart, hashState } from '../state/state-hash.js';
import type { World } from './api.js';
import type { CellHistory } from './histories-api.js';
import { objectFactNames } from './past-facts.js';
import { compareWorlds, differencesOf, isOneContent, pairObjects } from './compare-worlds.js';
import { type WorldCore, insideOf } from './core.js';
import { type PastTurn, divergentWrites, pairedHandles } from './divergence.js';
import type { TurnAgent } from './events-api.js';
import { mistaken, optionsGiven } from './host-arguments.js';
import type { Difference, DifferenceCount, DivergentWrite } from './questions-api.js';
import { stepOnce } from './turns.js';

/** Options of `diff`. */
export interface DiffOptions {
  /** Most turns to run. Default 0: the worlds are compared as they are. */
  readonly turns?: number;
  /** Most differences listed, by ascending id. Default 100. */
  readonly most?: number;
  /**
   * Compares after each turn. By default the worlds are compared at intervals of 1, 2, 4, 8… turns, and the turn is
   * found by bisection, which misses worlds that differ for some turns and are equal again.
   */
  readonly everyTurn?: boolean;
  /**
   * Returns the agent that decides within a turn, by the number of the turn. It must decide the same if a turn runs
   * again. Default: the agents of the worlds.
   */
  readonly agent?: (turn: number) => TurnAgent;
  /** Called with the number of turns that have run. */
  readonly progress?: (turns: number) => void;
}

/** The differences between two worlds, and how they began. */
export interface WorldDiff extends ComparedRuns {
  /** True if nothing differs, except for seeds, random streams and parameters, which may lead to differences later. */
  readonly isSame: boolean;
  /** The turn after which the worlds first differ, and are compared; the last one if they do not. */
  readonly turn: number;
  /** True if they differ before any turn has run. */
  readonly isAtStart: boolean;
}

/** The differences between two worlds after a turn, and how they began. */
export interface ComparedRuns {
  /**
   * Parts of the state that differ, by name, such as `contents` (meters and properties), `lanes` or `random streams`.
   * Empty for worlds of two contents, which have different states.
   */
  readonly parts: readonly string[];
  readonly differences: readonly Difference[];
  readonly totals: readonly DifferenceCount[];
  /** The first write of each world that the other does not make. Undefined if there is none, or no turn has run. */
  readonly first: DivergentWrite | undefined;
  readonly second: DivergentWrite | undefined;
  /** The history of the cell that differs, in each world. Undefined if no turn has run, or no cell differs. */
  readonly histories: DiffHistories | undefined;
}

/** The writes of one cell in the turn after which two worlds differ, in each of them. */
export interface DiffHistories {
  readonly object: Difference['object'];
  readonly column: string;
  /** Undefined if the world does not have the cell. */
  readonly first: CellHistory | undefined;
  readonly second: CellHistory | undefined;
}

const usualMost = 100;

/** Parts of the state that are no facts of the world: worlds of different seeds or parameters can be equal at first. */
const courseParts: ReadonlySet<string> = new Set(['seed', 'random streams', 'parameters']);

interface Pair {
  readonly first: WorldCore;
  readonly second: WorldCore;
  readonly agent: DiffOptions['agent'];
  readonly progress: NonNullable<DiffOptions['progress']>;
}

type Snapshots = readonly [first: Snapshot, second: Snapshot];
type PastTurns = readonly [first: PastTurn, second: PastTurn];

/**
 * Compares two worlds, and runs copies of them until they differ. They may have one content or two, and any seeds and
 * parameters. The worlds do not change. If one has run more turns, the copy of the other first runs to the same turn.
 *
 * Objects of one content are the same if their handles are. In two contents they are matched by kind and name, if
 * names are unique, and then by handle. Throws what a turn throws, with the world in which it happened.
 */
export function diff(first: World, second: World, options: DiffOptions = {}): WorldDiff {
  const given = optionsGiven('diff', options, ['turns', 'most', 'everyTurn', 'agent', 'progress']);
  const { turns = 0, most = usualMost, everyTurn = false, agent, progress = () => {} } = given;
  if (!Number.isInteger(turns) || turns < 0) throw mistaken('diff', 'a whole number of turns', turns);
  if (!Number.isInteger(most) || most < 0) throw mistaken('diff', 'a whole number of differences at most', most);
  const pair: Pair = { first: copyOf(first), second: copyOf(second), agent, progress };
  catchUp(pair);
  const isAtStart = doDiffer(pair);
  const runs = isAtStart ? undefined : runUntilDifferent(pair, turns, everyTurn);
  const found = comparedRuns(pair.first, pair.second, most, runs);
  return { isSame: !isAtStart && runs === undefined, turn: turnOf(pair.first.state), isAtStart, ...found };
}

function copyOf(world: World): WorldCore {
  const { core } = insideOf(world);
  const { core: copy } = core.fork();
  copy.agent = core.agent;
  return copy;
}

function catchUp(pair: Pair): void {
  const { first, second } = pair;
  while (turnOf(first.state) < turnOf(second.state)) stepIn(pair, 'first');
  while (turnOf(second.state) < turnOf(first.state)) stepIn(pair, 'second');
}

function stepIn(pair: Pair, which: 'first' | 'second'): void {
  const core = pair[which];
  const turn = turnOf(core.state) + 1;
  if (pair.agent !== undefined) core.agent = pair.agent(turn);
  try {
    if (stepOnce(core, undefined)) return;
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    throw new EdictError(error.code, `turn ${turn} of the ${which} world: ${messageOf(error)}`, error.culprit);
  }
  throw new EdictError('decision-needed', `a decision is needed in turn ${turn} of the ${which} world; give an agent`);
}

/** Runs both until they differ. Returns the turn in which they begin to differ; undefined if they do not. */
function runUntilDifferent(pair: Pair, turns: number, everyTurn: boolean): PastTurns | undefined {
  let stride = 1;
  for (let done = 0; done < turns; ) {
    const before = captured(pair);
    const count = Math.min(stride, turns - done);
    run(pair, count);
    if (doDiffer(pair)) return pastTurns(pair, narrowed(pair, before, count));
    done += count;
    pair.progress(done);
    if (!everyTurn) stride *= 2;
  }
  return undefined;
}

/** Bisects between equal snapshots and different worlds `turns` later. Leaves the worlds after the turn found. */
function narrowed(pair: Pair, equal: Snapshots, turns: number): Snapshots {
  let before = equal;
  let left = turns;
  while (left > 1) {
    const half = left >> 1;
    restored(pair, before);
    run(pair, half);
    if (doDiffer(pair)) left = half;
    else {
      before = captured(pair);
      left -= half;
    }
  }
  restored(pair, before);
  run(pair, 1);
  return before;
}

function run(pair: Pair, turns: number): void {
  for (let turn = 0; turn < turns; turn++) {
    stepIn(pair, 'first');
    stepIn(pair, 'second');
  }
}

function captured({ first, second }: Pair): Snapshots {
  return [first.world().snapshot(), second.world().snapshot()];
}

function restored({ first, second }: Pair, [one, other]: Snapshots): void {
  first.world().restore(one);
  second.world().restore(other);
}

function doDiffer({ first, second }: Pair): boolean {
  if (!isOneContent(first, second)) return differencesOf(first, second).next().done !== true;
  return partsApart(first, second).some((name) => !courseParts.has(name));
}

function partsApart(first: WorldCore, second: WorldCore): readonly string[] {
  if (!isOneContent(first, second) || hashState(first.state) === hashState(second.state)) return [];
  const others = hashesByPart(second.state);
  return [...hashesByPart(first.state)].flatMap(([name, hash]) => (others.get(name) === hash ? [] : [name]));
}

function pastTurns({ first, second, agent }: Pair, [one, other]: Snapshots): PastTurns {
  const past = (core: WorldCore, before: Snapshot): PastTurn => ({
    core,
    before,
    run(twin, observer) {
      if (agent !== undefined) twin.agent = agent(turnOf(twin.state) + 1);
      stepOnce(twin, observer);
    },
  });
  return [past(first, one), past(second, other)];
}

/** `runs`: the turn in which they began to differ, if it is known. */
export function comparedRuns(first: WorldCore, second: WorldCore, most: number, runs?: PastTurns): ComparedRuns {
  const parts = partsApart(first, second);
  const { differences, counts: totals } = compareWorlds(first, second, most);
  if (runs === undefined) return { parts, differences, totals, ...nothingWritten };
  const handles = isOneContent(first, second) ? undefined : pairedHandles(first, second, pairObjects(first, second));
  const writes = divergentWrites(...runs, { handles });
  // Decisions and ticks between turns are no steps of a history.
  const hasTurn = runs.every(({ core, before }) => turnOf(core.state) > turnIn(before));
  const histories = hasTurn ? historiesOf({ first, second }, differences, writes) : undefined;
  return { parts, differences, totals, ...writes, histories };
}

const nothingWritten = { first: undefined, second: undefined, histories: undefined };

/** Histories of the cell whose writes first differed, if it is one cell, or else of the first difference. */
function historiesOf(
  pair: Pick<Pair, 'first' | 'second'>,
  differences: readonly Difference[],
  { first, second }: Pick<WorldDiff, 'first' | 'second'>,
): DiffHistories | undefined {
  const cell = first !== undefined && isOneCell(pair, first, second) ? first : undefined;
  const difference = differences.find(({ first: value, what }) => value !== false || what !== 'exists');
  const write = cell ?? (difference === undefined ? (first ?? second) : undefined);
  const found =
    write === undefined
      ? difference && { object: difference.object, column: difference.what, isSecond: false }
      : { object: write.object, column: write.column, isSecond: first === undefined };
  if (found === undefined) return undefined;
  const { object, column } = found;
  const pairing = pairObjects(pair.first, pair.second);
  const id = resolve(pair.first.state.identity, object);
  const otherId = found.isSecond ? resolve(pair.second.state.identity, object) : pairing.inSecond(id);
  const histories = {
    first: historyOf(pair.first, found.isSecond ? 0 : id, column),
    second: historyOf(pair.second, otherId, column),
  };
  return histories.first === undefined && histories.second === undefined ? undefined : { object, column, ...histories };
}

function isOneCell(pair: Pick<Pair, 'first' | 'second'>, write: DivergentWrite, other: DivergentWrite | undefined) {
  if (other?.column !== write.column) return false;
  const id = resolve(pair.first.state.identity, write.object);
  return pairObjects(pair.first, pair.second).inSecond(id) === resolve(pair.second.state.identity, other.object);
}

function turnIn(snapshot: Snapshot): number {
  return snapshot.header[header.turn];
}

/** Undefined if the world does not have the cell, or if no turn has run that can run again. */
function historyOf(core: WorldCore, id: number, name: string): CellHistory | undefined {
  if (id === 0 || core.beforeTurn === undefined) return undefined;
  const world = core.world();
  const handle = asHandle(handleOf(core.state.identity, id));
  const { values, holdings, lists } = world.describe(handle);
  const hasIt =
    objectFactNames.some((fact) => fact === name) || [values, holdings, lists].some((of) => Object.hasOwn(of, name));
  return hasIt ? world.explain(handle, name) : undefined;
}
