import { EdictError } from '../../kernel/errors.js';
import { header } from '../../kernel/arena.js';
import type { OccurrenceType } from '../../ir/occurrence.js';
import type { Program } from '../../ir/rule.js';
import { loadWorld } from '../../world.js';
import type { Handle } from '../../world/api.js';
import type { OccurrenceOption, TriggerEvent } from '../../world/events-api.js';
import { type PhaseObserver, builtInPhases } from '../../systems/schedule.js';
import { catching } from '../catching.js';
import type { TurnWatch } from '../scenario-format.js';
import { type RaisedData, type StepData, stepActions } from './scenario-schema.js';
import { allow, bindRoles, link, refer, show, spawn } from './set-up-world.js';
import { type Stage, handleOf, handleOrNone, placeOf, queryOf, remember, setValue, unknownMark } from './stage.js';

type Actions = {
  readonly [Key in Exclude<keyof StepData, 'fails' | 'expect'>]-?: (
    stage: Stage,
    value: NonNullable<StepData[Key]>,
  ) => void;
};

const actions: Actions = {
  run(stage, turns) {
    // Copies of a world have nobody who listens.
    stage.world.triggers.hear(listening(stage).listen);
    stage.world.run(turns, stage.watch && countingTurns(stage.watch, turns));
  },
  set(stage, { object, values }) {
    for (const [column, value] of Object.entries(values)) setValue(stage, handleOf(stage, object), column, value);
  },
  spawn(stage, objects) {
    const list = [objects].flat();
    const handles = list.map((object) => spawn(stage, object));
    list.forEach((object, i) => refer(stage, object, handles[i]));
  },
  destroy: (stage, name) => stage.world.destroy(handleOf(stage, name)),
  move: (stage, move) => stage.world.move(handleOf(stage, move.object), placeOf(stage, move) ?? null),
  give: (stage, { object, owner }) => stage.world.setOwner(handleOf(stage, object), handleOrNone(stage, owner)),
  grant: (stage, names) => changeEach(stage, names, (object) => stage.world.variables.grant(object)),
  revoke: (stage, names) => changeEach(stage, names, (object) => stage.world.variables.revoke(object)),
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
  poll: (stage) => void stage.world.triggers.poll(listening(stage)),
  arm: (stage, names) => [names].flat().forEach((name) => stage.world.triggers.arm(name)),
  disarm: (stage, names) => [names].flat().forEach((name) => stage.world.triggers.arm(name, false)),
  raise(stage, occurrences) {
    const raised = [occurrences].flat().map((each) => raisedOf(stage, each));
    stage.world.events.raiseAll(raised, listening(stage));
  },
  /** A waiting turn tells the listener of the world. */
  decide(stage, option) {
    const { world } = stage;
    if (!world.triggers.isPaused || world.snapshot().header[header.turnPending] !== 1) {
      stage.world.events.decide(option, undefined, listening(stage));
      return;
    }
    stage.world.triggers.hear(listening(stage).listen);
    stage.world.events.decide(option);
  },
  mark: (stage, label) => void stage.marks.set(label, stage.world.hash()),
  snapshot(stage, label) {
    stage.marks.set(label, stage.world.hash());
    stage.snapshots.set(label, stage.world.snapshot());
  },
  restore(stage, label) {
    const snapshot = stage.snapshots.get(label);
    if (snapshot === undefined) throw unknownMark('snapshot', label, stage.snapshots.keys());
    stage.world.restore(snapshot);
  },
  reload(stage) {
    stage.world = loadWorld(stage.program, stage.world.save());
  },
  fork(stage) {
    stage.world = stage.world.fork();
  },
};

function changeEach(stage: Stage, names: string | readonly string[], act: (object: Handle) => void): void {
  const objects = [names].flat().map((name) => handleOf(stage, name));
  stage.world.variables.change(() => objects.forEach(act));
}

/** Turns that run again for another order of effects count once more, so all may seem done early. */
function countingTurns(watch: TurnWatch, turns: number): PhaseObserver {
  let begun = 0;
  return (phase, what) => {
    if (phase === builtInPhases[0] && what === 'begin') watch(Math.min(begun++, turns), turns);
  };
}

/** Others are made for abilities. */
export function declaredTypes({ rules: { timing } }: Program): readonly OccurrenceType[] {
  return timing.types.filter(({ origin }) => origin !== undefined);
}

export function isObjectField({ fields }: OccurrenceType, field: string): boolean {
  return fields.some((each) => each?.name === field && each.type.name === 'entity');
}

function raisedOf(stage: Stage, { type, fields = {} }: RaisedData): OccurrenceOption {
  const declared = declaredTypes(stage.program).find(({ name }) => name === type);
  const values = Object.entries(fields).map(([field, value]) => {
    const isObject = typeof value === 'string' && declared !== undefined && isObjectField(declared, field);
    return [field, isObject ? handleOf(stage, value) : value] as const;
  });
  return { type, values: Object.fromEntries(values) };
}

function listening({ events }: Stage) {
  return { listen: (event: TriggerEvent) => void events.push(event) };
}

/** `step 1 (run)` */
export function stepName(step: StepData, index: number): string {
  return `step ${index + 1} (${stepActions.find((key) => Object.hasOwn(step, key)) ?? ''})`;
}

export function runStep(stage: Stage, step: StepData): void {
  stage.events.length = 0;
  for (const key of Object.keys(actions) as (keyof Actions)[]) {
    const value = step[key];
    // The compiler does not see that key and value belong together.
    if (value !== undefined) (actions[key] as (stage: Stage, value: unknown) => void)(stage, value);
  }
}

/** Returns why it did not fail as expected. */
export function runFailingStep(
  stage: Stage,
  step: StepData,
  { code, message }: NonNullable<StepData['fails']>,
): string | undefined {
  const before = stage.world.hash();
  const error = catching<EdictError | undefined>(
    () => {
      runStep(stage, step);
      return undefined;
    },
    (thrown) => thrown,
  );
  if (error === undefined) return 'it succeeded, expected it to fail';
  if (code !== undefined && error.code !== code)
    return `it failed with ${error.code} (${error.message}), expected ${code}`;
  if (message !== undefined && !error.message.includes(message))
    return `it failed with ${JSON.stringify(error.message)}, expected a message with ${JSON.stringify(message)}`;
  return stage.world.hash() === before ? undefined : 'it failed and changed the world, expected the world as it was';
}
