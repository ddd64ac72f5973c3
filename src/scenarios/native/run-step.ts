import { EdictError } from '../../kernel/errors.js';
import { loadWorld } from '../../world.js';
import type { Handle } from '../../world/api.js';
import { builtInPhases } from '../../systems/schedule.js';
import type { PhaseObserver } from '../../systems/turn.js';
import { didYouMean } from '../did-you-mean.js';
import type { TurnWatch } from '../scenario-format.js';
import { decide, raise } from './occur.js';
import { type StepData, stepActions } from './scenario-schema.js';
import { allow, bindRoles, link, refer, show, spawn } from './set-up-world.js';
import { type Stage, handleOf, handleOrNone, placeOf, queryOf, remember, setValue } from './stage.js';

type Actions = {
  readonly [Key in Exclude<keyof StepData, 'fails' | 'expect'>]-?: (
    stage: Stage,
    value: NonNullable<StepData[Key]>,
  ) => void;
};

const actions: Actions = {
  run(stage, turns) {
    // Copies of a world have nobody who listens.
    stage.world.hear((event) => {
      stage.events.push(event);
    });
    stage.world.run(turns, stage.watch && countingTurns(stage.watch, turns));
  },
  set(stage, { object, values }) {
    for (const [column, value] of Object.entries(values)) setValue(stage, handleOf(stage, object), column, value);
  },
  spawn(stage, objects) {
    const list = Array.isArray(objects) ? objects : [objects];
    const handles = list.map((object) => spawn(stage, object));
    list.forEach((object, i) => refer(stage, object, handles[i]));
  },
  destroy: (stage, name) => stage.world.destroy(handleOf(stage, name)),
  move: (stage, move) => stage.world.move(handleOf(stage, move.object), placeOf(stage, move) ?? null),
  give: (stage, { object, owner }) => stage.world.setOwner(handleOf(stage, object), handleOrNone(stage, owner)),
  grant: (stage, names) => changeEach(stage, names, (object) => stage.world.grant(object)),
  revoke: (stage, names) => changeEach(stage, names, (object) => stage.world.revoke(object)),
  link: (stage, lanes) => link(stage, lanes, true),
  unlink: (stage, lanes) => link(stage, lanes, false),
  show: (stage, objects) => show(stage, objects, true),
  hide: (stage, objects) => show(stage, objects, false),
  allow: (stage, classes) => allow(stage, classes, true),
  forbid: (stage, classes) => allow(stage, classes, false),
  roles: bindRoles,
  name(stage, names) {
    for (const [name, { at = 1, ...query }] of Object.entries(names)) {
      const found = queryOf(stage, query);
      if (found.length < at)
        throw new EdictError(
          'unknown-object',
          `${JSON.stringify(name)} is to be object ${at} of ${found.length} that fit; there are not so many`,
        );
      remember(stage, name, found[at - 1]);
    }
  },
  poll: (stage) =>
    void stage.world.poll({
      listen: (event) => {
        stage.events.push(event);
      },
    }),
  arm: (stage, names) => {
    for (const name of [names].flat()) stage.world.arm(name);
  },
  disarm: (stage, names) => {
    for (const name of [names].flat()) stage.world.arm(name, false);
  },
  raise,
  decide,
  mark: (stage, label) => void stage.marks.set(label, stage.world.hash()),
  snapshot(stage, label) {
    stage.marks.set(label, stage.world.hash());
    stage.snapshots.set(label, stage.world.snapshot());
  },
  restore(stage, label) {
    const snapshot = stage.snapshots.get(label);
    if (snapshot === undefined)
      throw new EdictError(
        'unknown-mark',
        `there is no snapshot ${JSON.stringify(label)} so far${didYouMean(label, [...stage.snapshots.keys()])}`,
      );
    stage.world.restore(snapshot);
  },
  reload(stage) {
    stage.world = loadWorld(stage.program, stage.world.save());
  },
  fork(stage) {
    stage.world = stage.world.fork();
  },
};

/** Several at once are one change. */
function changeEach(stage: Stage, names: string | readonly string[], act: (object: Handle) => void): void {
  const objects = [names].flat().map((name) => handleOf(stage, name));
  stage.world.change(() => objects.forEach(act));
}

/**
 * Turns that are run again for another order of effects are counted once more, so it may be told early that all are
 * done.
 */
function countingTurns(watch: TurnWatch, turns: number): PhaseObserver {
  let begun = 0;
  return (phase, what) => {
    if (phase === builtInPhases[0] && what === 'begin') watch(Math.min(begun++, turns), turns);
  };
}

/** `step 1 (run)` */
export function stepName(step: StepData, index: number): string {
  return `step ${index + 1} (${stepActions.find((key) => Object.hasOwn(step, key)) ?? ''})`;
}

/** Does what a step other than an expectation says. Throws what the world throws. */
export function runStep(stage: Stage, step: StepData): void {
  stage.events.length = 0;
  for (const key of Object.keys(actions) as (keyof Actions)[]) {
    const value = step[key];
    // Key and value belong together, which the compiler cannot follow through a loop over keys.
    if (value !== undefined) (actions[key] as (stage: Stage, value: unknown) => void)(stage, value);
  }
}

/** Runs a step that must fail. Returns why it did not fail as it should have. */
export function runFailingStep(
  stage: Stage,
  step: StepData,
  expected: NonNullable<StepData['fails']>,
): string | undefined {
  const before = stage.world.hash();
  let error: EdictError | undefined;
  try {
    runStep(stage, step);
  } catch (thrown) {
    if (!(thrown instanceof EdictError)) throw thrown;
    error = thrown;
  }
  if (error === undefined) return 'it succeeded, expected it to fail';
  if (expected.code !== undefined && error.code !== expected.code)
    return `it failed with ${error.code} (${error.message}), expected ${expected.code}`;
  if (expected.message !== undefined && !error.message.includes(expected.message)) {
    return `it failed with ${JSON.stringify(error.message)}, expected a message with ${JSON.stringify(expected.message)}`;
  }
  return stage.world.hash() === before ? undefined : 'it failed and changed the world, expected the world as it was';
}
