import type { Handle, World, WorldOptions } from '../../../world/api.js';
import type { TriggerEvent } from '../../../world/events-api.js';
import { lowerLevel } from '../lower/lower-level.js';
import { policies, type Level, type Policy } from '../syntax.js';
import { applyFact, checkFact } from '../world/level-facts.js';
import { createLevelModel, type LevelModel } from '../world/level-model.js';
import { fillLevel, levelReserve } from '../world/open-level.js';
import { TriggerError } from '../../../events/frames/stack.js';
import type { Fields } from '../../../ir/trigger.js';
import { EdictError } from '../../../kernel/errors.js';
import { describe, functionGiven, reading, refused, truthGiven, wordGiven } from '../../../kernel/given.js';
import { kept } from '../../../kernel/maps.js';
import type { Snapshot } from '../../../kernel/snapshot.js';
import { createWorld } from '../../../world.js';
import { optionsGiven } from '../../../world/host-arguments.js';
import {
  factsGiven,
  hostEntriesGiven,
  stepEntriesGiven,
  type Facts,
  type HostEntry,
  type StepEntry,
  checkPhases,
  nextStep,
  partsOf,
  saidIn,
  startTick,
  type NextStep,
  type Part,
} from './step-plan.js';
import { levelEvent, readResult, type LevelEvent, type LevelResult, stopOf, type LevelStop } from './level-result.js';

const removing: ReadonlySet<string> = new Set(['destroy', 'remove', 'heal']);

type FreedBodies = ReturnType<typeof createFreedBodies>;

interface FreedState {
  readonly suspects: readonly Handle[];
  readonly numbers: ReadonlyMap<Handle, number>;
  readonly all: boolean;
}

/** Frees bodies that are out of use when the next step begins. Examines only those that may have been removed. */
function createFreedBodies(world: World) {
  let suspects = new Set<Handle>();
  let numbers = new Map<Handle, number>();
  let all = false;
  return {
    note(event: TriggerEvent): void {
      if (event.kind === 'act' && event.direct !== null && removing.has(event.action)) suspects.add(event.direct);
    },
    noteAll(): void {
      all = true;
    },
    free(): void {
      // Between steps, without delays, nothing refers to a freed body.
      const areNamed = world.triggers.delayed > 0;
      if (!areNamed) numbers.clear();
      if (!all && suspects.size === 0) return;
      for (const body of all ? world.query({ kind: 'body' }) : suspects) {
        if (!world.isLive(body) || world.get(body, 'inUse') !== false) continue;
        // Delayed events may still refer to it.
        if (areNamed) numbers.set(body, numberOf(body));
        world.destroy(body);
      }
      suspects.clear();
      all = false;
    },
    numberOf,
    capture: (): FreedState => ({ suspects: [...suspects], numbers: new Map(numbers), all }),
    restore(state: FreedState): void {
      suspects = new Set(state.suspects);
      numbers = new Map(state.numbers);
      ({ all } = state);
    },
  };

  /** The initial of a body, even of a removed one; -1: none. */
  function numberOf(body: Handle): number {
    const value = world.isLive(body) ? world.get(body, 'initial') : undefined;
    return typeof value === 'number' ? value - 1 : (numbers.get(body) ?? -1);
  }
}

export interface LevelOptions extends Pick<WorldOptions, 'executor' | 'limits' | 'seed'> {
  /**
   * A function that the session calls with each event when it happens, with the handles of its roles and the fields of
   * the action. `told` is the same event as in `result().events`; undefined if it is not listed there.
   */
  readonly listen?: ((event: TriggerEvent, told: LevelEvent | undefined) => void) | undefined;
  /** Keeps all events for `result`. Default true. False saves memory. */
  readonly record?: boolean;
}

/** A level in play: its world, and steps of time. */
export interface LevelSession {
  /**
   * The world. Read it, and change it between steps. Use the session to let time pass and to sweep: it does not notice
   * `world.advance` and `world.poll`, so their events are missing, and bodies that they remove are not freed.
   */
  readonly world: World;
  readonly model: LevelModel;
  /** Ticks; negative in setup. */
  readonly time: number;
  /** True after the sweep at the beginning of play. */
  readonly hasBegun: boolean;
  /** True if a rule has stopped the level (see `result().error`). No further steps are possible. */
  readonly isStopped: boolean;
  /**
   * Runs the next step and returns its events. A step is 3 ticks of setup, the beginning of play, or one tick of play.
   *
   * A step frees removed bodies, takes `tick` entries, ends due delays (every third tick), takes `sweep` entries,
   * sweeps (every 90 ticks) and takes `late` entries. The beginning of play takes `front` entries, sweeps and takes
   * `late` entries.
   *
   * Throws `level-stopped` after a level has stopped, `bad-fact` for an invalid fact and `bad-option` for a phase that
   * the step does not have. Nothing is done then.
   */
  step(entries?: readonly StepEntry[]): readonly LevelEvent[];
  /**
   * Runs steps up to a time in whole ticks. Time 0 includes the sweep at the beginning of play, which then takes the
   * `late` entries of time 0. Stops early if a rule stops the level. Throws the errors of `step`; earlier steps remain
   * done.
   */
  run(until: number, host?: readonly HostEntry[]): void;
  /** Replaces facts, between steps or in `listen`. Throws `bad-fact`, and then replaces none. */
  set(facts: Facts): void;
  /** Runs an extra sweep, such as when play continues after a pause. Returns its events. */
  sweep(): readonly LevelEvent[];
  result(): LevelResult;
  /** Copies the level with its events, between two steps or in `listen`. */
  snapshot(): LevelSnapshot;
  /**
   * Restores a snapshot of this level; the level then continues exactly as it would have from there. If the snapshot
   * was taken within a step, the next `step`, `run`, `set` or `sweep` first finishes that step with its entries. A
   * snapshot of the world alone lacks the state of the session.
   */
  restore(snapshot: LevelSnapshot): void;
}

interface Standing {
  hasBegun: boolean;
  stop: LevelStop | undefined;
  /** Parts of the step that remain after the one in which the world is. */
  left: readonly Part[];
  /** Fields of the action reported last. */
  latest: Fields | undefined;
}

export interface LevelSnapshot extends Readonly<Standing> {
  readonly world: Snapshot;
  readonly freed: FreedState;
  readonly others: ReadonlyMap<string, Handle>;
  /** The earlier events are the first `eventCount`. */
  readonly events: readonly LevelEvent[];
  readonly eventCount: number;
}

/** All snapshots: nothing else proves that the parts of one belong together. */
const taken = new WeakSet<LevelSnapshot>();

interface Play extends Standing {
  readonly world: World;
  readonly model: LevelModel;
  readonly freed: FreedBodies;
  readonly start: number;
  readonly hear: { readonly listen: (event: TriggerEvent) => void };
  others: Map<string, Handle>;
  events: LevelEvent[];
  news: LevelEvent[];
  isRunning: boolean;
}

/** Opens a level before its first step. Throws EdictError if its definitions do not fit into a world. */
export function openLevel(level: Level, policy: Policy, given: LevelOptions = {}): LevelSession {
  if (!reading('the level', () => isLevel(level)))
    throw refused('the level', level, 'the level of what loadLevel returned');
  wordGiven('the policy', policy, policies);
  const {
    listen,
    record = true,
    ...options
  } = optionsGiven('openLevel', given, ['executor', 'limits', 'seed', 'listen', 'record']);
  functionGiven('listen', listen, 'a function that takes events, or undefined');
  truthGiven('record', record);
  const model = createLevelModel(level, policy);
  const world = createWorld(lowerLevel(model), { reserve: levelReserve(model), ...options });
  world.triggers.setTime(startTick(level));
  fillLevel(world, model);
  const play: Play = {
    world,
    model,
    freed: createFreedBodies(world),
    start: world.triggers.time,
    hear: {
      listen(event) {
        play.freed.note(event);
        if (event.kind === 'act') play.latest = event.fields;
        const told = levelEvent(event, play.freed.numberOf);
        if (told !== undefined) {
          play.news.push(told);
          if (record) play.events.push(told);
        }
        listen?.(event, told);
      },
    },
    others: new Map(),
    events: [],
    news: [],
    hasBegun: false,
    stop: undefined,
    left: [],
    isRunning: false,
    latest: undefined,
  };
  return sessionOf(play);
}

function sessionOf(play: Play): LevelSession {
  const { world, model, freed } = play;
  return {
    world,
    model,
    get time() {
      return world.triggers.time;
    },
    get hasBegun() {
      return play.hasBegun;
    },
    get isStopped() {
      return play.stop !== undefined;
    },
    step(given = []) {
      demandGoing(play, 'step');
      const entries = stepEntriesGiven(given);
      checkEntries(model, entries);
      finish(play);
      if (play.stop !== undefined) return play.news;
      const next = nextStep(world.triggers.time, play.hasBegun);
      checkPhases(next, entries);
      take(play, next, entries);
      return play.news;
    },
    run(until, host = []) {
      demandIdle(play, 'run');
      if (!Number.isSafeInteger(until))
        throw new EdictError('bad-option', `the time to run to is ${describe(until)}; give a whole number of ticks`);
      const byTime = new Map<number, HostEntry[]>();
      for (const entry of hostEntriesGiven(host)) kept(byTime, entry.t, () => []).push(entry);
      finish(play);
      for (;;) {
        const next = nextStep(world.triggers.time, play.hasBegun);
        if (play.stop !== undefined || next.time > until) return;
        const entries = saidIn(next, byTime.get(next.time) ?? []);
        checkEntries(model, entries);
        play.news = [];
        take(play, next, entries);
      }
    },
    set(given) {
      const facts = factsGiven(given);
      checkFacts(model, facts);
      if (!play.isRunning) goOn(play);
      apply(play, facts);
    },
    sweep() {
      demandGoing(play, 'sweep');
      finish(play);
      if (play.stop === undefined) goThrough(play, [{ does: 'sweep' }]);
      return play.news;
    },
    result: () => ({
      ...readResult(world, model),
      events: [...play.events],
      // Hosts see the keys.
      ...(play.stop && { error: play.stop }),
    }),
    snapshot() {
      const { events, hasBegun, stop, left, latest } = play;
      const snapshot: LevelSnapshot = {
        world: world.snapshot(),
        freed: freed.capture(),
        others: new Map(play.others),
        events,
        eventCount: events.length,
        hasBegun,
        stop,
        left,
        latest,
      };
      taken.add(snapshot);
      return snapshot;
    },
    restore(snapshot) {
      if (!taken.has(snapshot)) throw refused('the snapshot', snapshot, 'what snapshot() of a level returned');
      world.restore(snapshot.world);
      freed.restore(snapshot.freed);
      play.others = new Map(snapshot.others);
      play.events = snapshot.events.slice(0, snapshot.eventCount);
      ({ hasBegun: play.hasBegun, stop: play.stop, left: play.left, latest: play.latest } = snapshot);
    },
  };
}

function take(play: Play, next: NextStep, entries: readonly StepEntry[]): void {
  if (next.does === 'beginning') play.hasBegun = true;
  goThrough(play, partsOf(next, play.start, entries));
}

/** Events of a call begin with those of the step that it finishes. */
function finish(play: Play): void {
  play.news = [];
  goOn(play);
}

/** Finishes the step of a restored snapshot. */
function goOn(play: Play): void {
  const { world, left, stop, hear } = play;
  if ((!world.triggers.isPaused && left.length === 0) || stop !== undefined) return;
  goThrough(play, left, () => {
    world.triggers.resume(hear);
  });
}

/** Errors of rules stop the level; others reach the host. */
function goThrough(play: Play, parts: readonly Part[], first?: () => void): void {
  play.isRunning = true;
  play.left = parts;
  try {
    first?.();
    while (play.left.length > 0) {
      const [part, ...left] = play.left;
      play.left = left;
      act(play, part);
    }
  } catch (error) {
    if (!(error instanceof TriggerError)) throw error;
    play.stop = stopOf(error, play.model.level, play.world.triggers.time, play.latest);
  } finally {
    play.isRunning = false;
    play.left = [];
  }
}

function act(play: Play, part: Part): void {
  const { world, freed, hear } = play;
  switch (part.does) {
    case 'free':
      freed.free();
      return;
    case 'say':
      apply(play, part.facts);
      return;
    case 'pass':
      world.triggers.advance(part.ticks, { sweeps: false, ...hear });
      return;
    case 'sweep':
      world.triggers.poll(hear);
  }
}

function checkEntries(model: LevelModel, entries: readonly StepEntry[]): void {
  for (const { set: facts = {} } of entries) checkFacts(model, facts);
}

function checkFacts(model: LevelModel, facts: Facts): void {
  for (const [name, value] of Object.entries(facts)) checkFact(model, name, value);
}

function apply({ world, model, others, freed }: Play, facts: Facts): void {
  for (const [name, value] of Object.entries(facts)) {
    applyFact(world, model, name, value, others);
    if (name.endsWith('.exists')) freed.noteAll();
  }
}

function demandIdle({ isRunning }: Play, what: string): void {
  if (isRunning)
    throw new EdictError('polling', `${what} was called by what listens to the level; call it when the step is done`);
}

function demandGoing(play: Play, what: string): void {
  demandIdle(play, what);
  if (play.stop === undefined) return;
  const message = `the level has stopped: ${play.stop.message}; open it again, or restore a snapshot from before`;
  throw new EdictError('level-stopped', message);
}

function isLevel(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { players, initials, bases, conditions } = given as Partial<Level>;
  return [players, initials, conditions].every(Array.isArray) && typeof bases === 'object';
}
