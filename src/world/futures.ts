import { turnOf } from '../components/clock.js';
import { EdictError } from '../kernel/errors.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { captureState } from '../state/world-state.js';
import { compareWorlds } from './compare-worlds.js';
import { type WorldCore, betweenTurns, demandNothingRuns } from './core.js';
import { demandList, mistaken, optionsGiven } from './host-arguments.js';
import { resolveOverrides } from './overrides.js';
import { type PastTurn, divergentWrites, objectColumn } from './divergence.js';
import type { Divergence, Future, FutureOptions, Override } from './questions-api.js';
import { stepOnce } from './turns.js';
import { prepare } from './variables.js';

const usualMost = 100;

interface Running {
  readonly core: WorldCore;
  readonly counts: number[];
  diverges: Divergence | undefined;
  /** Differences so far are the assumed facts. */
  readonly assumed: ReadonlySet<string>;
}

/** All futures run turn by turn, so that the turn in which one diverges can be looked at. */
export function futures(core: WorldCore, options: FutureOptions): readonly Future[] {
  betweenTurns(core, 'futures');
  const given = optionsGiven('futures', options, ['suppose', 'turns', 'most']);
  const { turns, most = usualMost } = given;
  if (!Number.isInteger(turns) || turns < 0) throw mistaken('futures', 'a whole number of turns', turns);
  if (!Number.isInteger(most) || most < 0) throw mistaken('futures', 'a whole number of differences at most', most);
  if (turns > 0) demandNothingRuns(core, 'a turn');
  const base = core.fork().core;
  base.agent = core.agent;
  const running = demandList('futures', 'suppositions', given.suppose).map((overrides) => begin(core, base, overrides));
  const before: Snapshot[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const all = [base, ...running.map((each) => each.core)];
    const isWatched = running.some(({ diverges }) => diverges === undefined);
    if (isWatched) all.forEach((each, i) => (before[i] = captureState(each.state, before[i])));
    for (const each of all) step(each);
    running.forEach((each, i) => {
      const { differences } = compareWorlds(base, each.core, Infinity);
      each.counts.push(differences.length);
      const difference = differences.find((found) => !each.assumed.has(objectColumn(found.object, found.what)));
      if (each.diverges !== undefined || difference === undefined) return;
      const [first, second] = [base, each.core].map((run, place) => pastTurn(run, before[place === 0 ? 0 : i + 1]));
      const writes = divergentWrites(first, second, { assumed: each.assumed });
      each.diverges = { difference, turn: turnOf(base.state), ...writes };
    });
  }
  return running.map(({ core: other, counts, diverges }) => {
    const { differences, counts: totals } = compareWorlds(base, other, most);
    return { counts, diverges, differences, totals };
  });
}

function begin(core: WorldCore, base: WorldCore, overrides: readonly Override[]): Running {
  const { core: twin } = core.fork();
  twin.agent = core.agent;
  const resolved = resolveOverrides(twin, overrides);
  for (const { write, answer } of resolved) {
    if (answer !== undefined)
      throw new EdictError(
        'bad-option',
        'a flag follows from other facts in each turn, so it cannot be otherwise in a future; assume the facts that it follows from',
      );
    write?.();
  }
  prepare(twin);
  const { differences } = compareWorlds(base, twin, Infinity);
  return {
    core: twin,
    counts: [differences.length],
    diverges: undefined,
    assumed: new Set(differences.map(({ object, what }) => objectColumn(object, what))),
  };
}

function pastTurn(core: WorldCore, before: Snapshot): PastTurn {
  return { core, before, run: (twin, observer) => void stepOnce(twin, observer) };
}

function step(core: WorldCore): void {
  if (stepOnce(core, undefined)) return;
  throw new EdictError(
    'decision-needed',
    `a decision is needed in turn ${turnOf(core.state) + 1} of a future; take decisions by events.answerWith`,
  );
}
