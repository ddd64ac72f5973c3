import { inspect } from '../world/inspect.js';
import type { Program } from '../ir/rule.js';
import { clearAnswers, isTurnPending, setTurnPending } from '../components/decided.js';
import { setSeed } from '../components/clock.js';
import { captureState, createState, roomOf } from '../state/world-state.js';
import { EdictError } from '../kernel/errors.js';
import { seedWords } from '../kernel/random.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { ExecutorName, World } from '../world/api.js';
import { insideOf } from '../world/core.js';
import { settle } from '../world/variables.js';
import { type Instances, createReader, noTurn, snapshotOf, takenFrom } from './instances-and-seats.js';

const wordBits = 32;

/**
 * One instance in a world of its own; instances that share a world must behave the same. It begins as a copy of the
 * given world with its host systems, with room for at least `capacity` objects. Throws without an environment.
 */
export function singleInstance(
  program: Program,
  given: World,
  more: { readonly capacity?: number; readonly executor?: ExecutorName } = {},
): Instances {
  const { environment } = program;
  if (environment === undefined)
    throw new EdictError('no-environment', 'this content declares no environment; give it a section `environment`');
  const { world, core } = insideOf(given).copy({ ...more, fixed: true });
  const { state } = core;
  core.reportBook.isMuted = true;
  let nothing: Snapshot | undefined;
  let started: Snapshot | undefined;
  let before: Snapshot | undefined;
  const reader = createReader(program, inspect(world).capacity);
  return {
    count: 1,
    stride: Math.ceil((inspect(world).capacity + 1) / wordBits) * wordBits,
    state,
    environment,
    put(_instance, start, seed) {
      started = start.snapshot(started);
      world.restore(started);
      setSeed(state, seedWords(seed));
    },
    // There is no other to copy to.
    copy: () => undefined,
    clear() {
      nothing ??= captureState(createState(state.model, state.limits, roomOf(state), '', false));
      world.restore(nothing);
    },
    settle: () => {
      settle(core);
    },
    run() {
      world.step();
      if (!isTurnPending(state)) {
        // The world forgets it when it gets another state.
        before = core.beforeTurn;
        return;
      }
      clearAnswers(state);
      setTurnPending(state, false);
      throw new EdictError(
        'decision-needed',
        `a decision is needed in turn ${world.turn + 1}, and nobody in an environment takes decisions within turns; let rules read orders instead`,
      );
    },
    undo() {
      if (before === undefined) throw noTurn();
      world.restore(before);
      before = undefined;
    },
    turnOf: () => world.turn,
    hash: () => world.hash(),
    world: () => world.fork(),
    snapshot: (into) => takenFrom(world, into),
    restore(snapshot) {
      before = undefined;
      world.restore(snapshotOf(snapshot));
    },
    take: (_instance, into) => takenFrom(world, into),
    give: (_instance, snapshot) => {
      world.restore(snapshotOf(snapshot));
    },
    save: () => world.save(),
    read: (saved) => takenFrom(reader(saved), undefined),
  };
}
