import type { World } from './api.js';
import { insideOf } from './core.js';
import { type ComparedRuns, comparedRuns } from './diff.js';
import type { PastTurn } from './divergence.js';
import { mistaken, optionsGiven } from './host-arguments.js';
import { type DecisionLog, type LoggedDecision, demandLogOf, demandSame, goOn } from './play-out.js';

/** The first difference between two decision logs, and the worlds to which they lead. */
export interface LogDiff extends ComparedRuns {
  readonly isSame: boolean;
  /** Number of equal decisions at the beginning of both logs. */
  readonly common: number;
  /** The next decision of each log; undefined if it has no more. */
  readonly firstDecision: LoggedDecision | undefined;
  readonly secondDecision: LoggedDecision | undefined;
  /** The clock at that decision. */
  readonly time: number;
  /** Number of further decisions until the worlds differ, or until the logs end. */
  readonly later: number;
}

/**
 * Compares two decision logs of one game, given a world in the state in which both begin. Repeats the decisions that
 * they share on a copy, then further ones of each until the worlds differ. The given world does not change. Throws what
 * `replay` throws. `most`: most differences listed, by default 100.
 */
export function diffLogs(
  world: World,
  first: DecisionLog,
  second: DecisionLog,
  options: { readonly most?: number } = {},
): LogDiff {
  const { most = 100 } = optionsGiven('diffLogs', options, ['most']);
  if (!Number.isInteger(most) || most < 0) throw mistaken('diffLogs', 'a whole number of differences at most', most);
  const copy = insideOf(world).copy().world;
  for (const log of [first, second]) demandLogOf(copy, log);
  const common = commonDecisions(first, second);
  for (let place = 0; place < common; place++) decide(copy, first, place);
  const [firstDecision, secondDecision] = [first, second].map(({ decisions }) => decisions.at(common));
  const isSame = firstDecision === undefined && secondDecision === undefined && first.time === second.time;
  // A log without further decisions may end before the next one of the other.
  if (!isSame) goOn(copy, Math.min(first.time, second.time));
  const before = copy.snapshot();
  const time = copy.triggers.time;
  const [one, other] = [0, 1].map(() => insideOf(copy).copy());
  // The order of two decisions may make no difference in the end.
  let next = common;
  const goes = (world: World, log: DecisionLog, place: number): void => {
    if (place < log.decisions.length) decide(world, log, place);
    goOn(world, log.time);
  };
  do {
    goes(one.world, first, next);
    goes(other.world, second, next);
    next++;
  } while (one.world.hash() === other.world.hash() && next < Math.max(first.decisions.length, second.decisions.length));
  const runs = [first, second].map(
    (log, i): PastTurn => ({
      core: [one, other][i].core,
      before,
      run(twin) {
        for (let place = common; place < next; place++) goes(twin.world(), log, place);
      },
    }),
  );
  return {
    isSame,
    common,
    firstDecision,
    secondDecision,
    time,
    later: next - common - 1,
    ...comparedRuns(one.core, other.core, most, [runs[0], runs[1]]),
  };
}

function commonDecisions({ decisions }: DecisionLog, { decisions: others }: DecisionLog): number {
  let common = 0;
  while (common < decisions.length && common < others.length && isSame(decisions[common], others[common])) common++;
  return common;
}

function isSame(a: LoggedDecision, b: LoggedDecision): boolean {
  return a.index === b.index && a.player === b.player && a.kind === b.kind && a.option === b.option;
}

function decide(world: World, { decisions, time }: DecisionLog, place: number): void {
  goOn(world, time);
  demandSame(world, decisions[place], place);
  world.events.decide(decisions[place].index);
}
