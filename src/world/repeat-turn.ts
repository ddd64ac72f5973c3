import { turnOf } from '../components/clock.js';
import { clearAnswers, setTurnPending } from '../components/decided.js';
import { EdictError } from '../kernel/errors.js';
import { resolve } from '../kernel/identity.js';
import { type Snapshot, demandSnapshot } from '../kernel/snapshot.js';
import { hashState } from '../state/state-hash.js';
import { captureState, restoreState } from '../state/world-state.js';
import type { PhaseObserver } from '../systems/schedule.js';
import { type WorldCore, demandNothingRuns, growFor, idOf } from './core.js';
import { cutReports } from './reports.js';
import { stepOnce } from './turns.js';
import { settle } from './variables.js';

interface Repeated {
  /** A copy of the world as it was before its last turn. */
  readonly twin: WorldCore;
  /**
   * Runs that turn again, on the copy. Throws, and restores the world, where a system writes to the world itself.
   * `begin` is called before the turn, and again if it is undone and tried in another way.
   */
  readonly run: (observer?: PhaseObserver, begin?: () => void) => void;
}

/** `purpose`: what the turn is run again for, as an advice. */
export function repeatedTurn(core: WorldCore, purpose: string): Repeated {
  const { beforeTurn } = core;
  if (beforeTurn === undefined)
    throw new EdictError(
      'no-turn',
      `no turn has run since the world was made, restored or given a phase, system or component; run one, then ${purpose}`,
    );
  const { core: twin } = core.fork();
  restoreState(twin.state, beforeTurn);
  clearAnswers(twin.state);
  setTurnPending(twin.state, false);
  return {
    twin,
    run(observer, begin) {
      const [first] = twin.schedule.phases;
      const observed: PhaseObserver = (phase, stage) => {
        if (phase === first && stage === 'begin') begin?.();
        observer?.(phase, stage);
      };
      untouched(core, () => {
        stepOnce(twin, begin === undefined ? observer : observed, core.lastAnswers);
      });
    },
  };
}

/** Throws unless objects existed before the last turn, or exist now: those that it destroyed can be asked about. */
export function demandKnown(core: WorldCore, twin: WorldCore, handles: readonly number[]): void {
  for (const handle of handles)
    if (!Number.isSafeInteger(handle) || handle < 1 || resolve(twin.state.identity, handle) === 0) idOf(core, handle);
}

/**
 * All turns since a snapshot of this world, and not only the last. `run` throws where they do not lead to the present
 * world.
 */
export function repeatedSince(core: WorldCore, since: Snapshot): Repeated {
  demandSnapshot(since);
  const { core: twin } = core.fork();
  growFor(twin, since);
  restoreState(twin.state, since);
  cutReports(twin);
  demandNothingRuns(twin, 'explain since a snapshot');
  const [first, last] = [turnOf(twin.state), turnOf(core.state)];
  if (first >= last)
    throw new EdictError(
      'bad-option',
      `since is a snapshot of turn ${first}, and the world is at turn ${last}; pass one of an earlier turn`,
    );
  return {
    twin,
    run(observer) {
      untouched(core, () => {
        for (let turn = first + 1; turn <= last; turn++) repeat(core, twin, turn, observer);
      });
      settle(core);
      settle(twin);
      if (hashState(twin.state) !== hashState(core.state))
        throw notRepeated(
          `${first + 1 === last ? `turn ${last} leads` : `turns ${first + 1} to ${last} lead`} to a state that ` +
            'differs from the present one',
          'the host changed it between turns, or systems of the host keep state of their own',
        );
    },
  };
}

function repeat(core: WorldCore, twin: WorldCore, turn: number, observer: PhaseObserver | undefined): void {
  let isDone = false;
  try {
    isDone = stepOnce(twin, observer, core.answers.get(turn));
  } catch (error) {
    if (!(error instanceof EdictError) || error.code === 'world-locked') throw error;
    throw notRepeated(`turn ${turn} fails when it runs again`, error.message.replace(/^edict: /, ''));
  }
  if (!isDone)
    throw notRepeated(`turn ${turn} needs another decision when it runs again`, 'the world was changed before it');
}

function notRepeated(what: string, why: string): EdictError {
  return new EdictError('not-repeated', `${what} (${why}); explain the last turn alone, or take snapshots more often`);
}

/** Runs a copy of the world. Throws, and restores the world, where a system wrote to arrays that it kept of it. */
function untouched(core: WorldCore, run: () => void): void {
  const { state } = core;
  const isWatched = core.hostSystems.length > 0;
  const before = isWatched ? captureState(state) : undefined;
  let isWritten = false;
  core.locked = true;
  try {
    run();
  } finally {
    core.locked = false;
    isWritten = before !== undefined && !isSame(before, captureState(state));
    if (before !== undefined && isWritten) {
      // Stamps do not tell what was written past all calls.
      before.taken = undefined;
      restoreState(state, before);
    }
  }
  if (!isWritten) return;
  throw new EdictError(
    'world-locked',
    'a host system wrote to arrays that it kept of this world, while a turn was explained on a copy; the world ' +
      'is unchanged; take arrays from the argument of run',
  );
}

function isSame(a: Snapshot, b: Snapshot): boolean {
  if (a.used !== b.used) return false;
  for (let at = 0; at < a.used; at++) if (a.bytes[at] !== b.bytes[at]) return false;
  return true;
}
