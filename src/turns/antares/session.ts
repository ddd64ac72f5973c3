import type { Fields } from '../../ir/trigger.js';
import { TriggerError } from '../../events/trigger/trigger-error.js';
import { lowerLevel } from '../../content/antares/lower/lower-level.js';
import { type Policy, policies, type Level } from '../../content/antares/syntax.js';
import { createLevelModel, type LevelModel } from '../../content/antares/world/level-model.js';
import { applyFact, checkFact } from '../../content/antares/world/level-facts.js';
import { fillLevel, levelSizes } from '../../content/antares/world/open-level.js';
import { EdictError } from '../../kernel/errors.js';
import { describe, functionGiven, reading, refused, truthGiven, wordGiven } from '../../kernel/given.js';
import type { Snapshot } from '../../kernel/snapshot.js';
import type { Handle, World, WorldOptions } from '../../world/api.js';
import { optionsGiven } from '../../world/options.js';
import type { TriggerEvent } from '../../world/trigger-api.js';
import { createWorld } from '../../world.js';
import { type FreedState, createFreedBodies } from './freed-bodies.js';
import {
  factsGiven,
  hostEntriesGiven,
  stepEntriesGiven,
  type Facts,
  type HostEntry,
  type StepEntry,
} from './host-entry.js';
import { type LevelEvent, levelEvent, type LevelResult, readResult } from './level-result.js';
import { type LevelStop, stopOf } from './level-stop.js';
import { type NextStep, type Part, checkPhases, nextStep, partsOf, saidIn } from './step-plan.js';

export { ticksAStepOfSetup, ticksASweep } from './step-plan.js';

/** Ticks in a second. */
export const ticksASecond = 60;

export interface LevelOptions extends Pick<WorldOptions, 'executor' | 'limits' | 'seed'> {
  /**
   * Told of every event as it comes, with the handles of its roles and what the action says; `told`: as it stands among
   * the events of the result, where it does.
   */
  readonly listen?: ((event: TriggerEvent, told: LevelEvent | undefined) => void) | undefined;
  /** Keep all events for `result`. Default true; a host that listens may save the memory. */
  readonly record?: boolean;
}

/** A level that is being played: its world, and the steps of its time. */
export interface LevelSession {
  /**
   * To be asked, and changed between steps. Let time pass and sweep by the session: of what `world.advance` and
   * `world.poll` do the session does not hear, so that its events are missing and what they remove is not freed.
   */
  readonly world: World;
  readonly model: LevelModel;
  /** Ticks. In setup negative. */
  readonly time: number;
  /** The sweep at the beginning of play has been done. */
  readonly hasBegun: boolean;
  /** A rule has stopped the level (see `result().error`): no more steps. */
  readonly isStopped: boolean;
  /**
   * The next step: 3 ticks of setup, the beginning of play, or a tick of it. In this order: what has been removed is
   * freed, `tick`, the delays (every third tick), `sweep`, the sweep (every 90 ticks);
   * `late`. At the beginning of play: `front`, the sweep, `late`. Gives back what happened. Throws `level-stopped`
   * after a level has stopped, `bad-fact` for a fact that cannot be and `bad-option` for a phase that the step has not,
   * with nothing done.
   */
  step(entries?: readonly StepEntry[]): readonly LevelEvent[];
  /**
   * Steps up to a time in whole ticks, the sweep at the beginning of play included where that is 0. Ends early where a
   * rule stops the level. What the host says late at 0 is said at the beginning of play. Throws as `step`; the steps
   * before are done then.
   */
  run(until: number, host?: readonly HostEntry[]): void;
  /** Replaces facts between steps, or as an event is told. Throws `bad-fact`, with none replaced. */
  set(facts: Facts): void;
  /** Sweeps once more, such as when play goes on after a pause. Gives back what happened. */
  sweep(): readonly LevelEvent[];
  result(): LevelResult;
  /** The level as it is now, with its events: between two steps, or as an event is told. */
  snapshot(): LevelSnapshot;
  /**
   * Puts a snapshot of this level back; everything goes on as it would have then. A step in which it was taken is
   * finished as the next `step`, `run`, `set` or `sweep` begins, with what the host had said in it.
   * A snapshot of its world alone would leave out what the session knows.
   */
  restore(snapshot: LevelSnapshot): void;
}

export interface LevelSnapshot {
  readonly world: Snapshot;
  readonly freed: FreedState;
  readonly others: ReadonlyMap<string, Handle>;
  /** Those before it are the first `eventCount`. */
  readonly events: readonly LevelEvent[];
  readonly eventCount: number;
  readonly hasBegun: boolean;
  readonly stop: LevelStop | undefined;
  /** What is left of the step in which it was taken, behind what its world is in the middle of. */
  readonly left: readonly Part[];
  /** What the action that was told last says. */
  readonly latest: Fields | undefined;
}

/** Snapshots of all levels: their parts belong together, and nothing else tells whether they do. */
const taken = new WeakSet<LevelSnapshot>();

/** Opens a level before its first step. Throws EdictError where its definitions do not fit into a world. */
export function openLevel(level: Level, policy: Policy, given: LevelOptions = {}): LevelSession {
  if (!reading('the level', () => isLevel(level)))
    throw refused('the level', level, 'the level of what loadLevel returned');
  wordGiven('the policy', policy, policies);
  const {
    listen,
    record = true,
    ...options
  } = optionsGiven('openLevel', given, ['executor', 'limits', 'seed', 'listen', 'record']);
  functionGiven('listen', listen, 'a function that is told of events, or undefined');
  truthGiven('record', record);
  const model = createLevelModel(level, policy);
  const world = createWorld(lowerLevel(model), { ...levelSizes(model), ...options });
  world.setTime(level.startTime === undefined ? 0 : -level.startTime * ticksASecond);
  fillLevel(world, model);
  const freed = createFreedBodies(world, model);
  /** Bodies of no initial, by the names that the host gave them. */
  let others = new Map<string, Handle>();
  const start = world.time;
  let events: LevelEvent[] = [];
  let news: LevelEvent[] = [];
  let hasBegun = false;
  let stop: LevelStop | undefined;
  /** What is left of the step that is being done, or in which the snapshot was taken that was put back. */
  let left: readonly Part[] = [];
  let isRunning = false;
  /** What the action that was told last says. */
  let latest: Fields | undefined;
  const hear = {
    listen(event: TriggerEvent): void {
      freed.note(event);
      if (event.kind === 'act') latest = event.fields;
      const told = levelEvent(event, freed.numberOf);
      if (told !== undefined) {
        news.push(told);
        if (record) events.push(told);
      }
      listen?.(event, told);
    },
  };

  const session: LevelSession = {
    world,
    model,
    get time() {
      return world.time;
    },
    get hasBegun() {
      return hasBegun;
    },
    get isStopped() {
      return stop !== undefined;
    },
    step(given = []) {
      demandIdle('step');
      goOn();
      const entries = stepEntriesGiven(given);
      checkEntries(entries);
      news = [];
      finish();
      if (hasStopped()) return news;
      const next = nextStep(world.time, hasBegun);
      checkPhases(next, entries);
      take(next, entries);
      return news;
    },
    run(until, host = []) {
      demandIdle('run');
      if (!Number.isSafeInteger(until))
        throw new EdictError('bad-option', `the time to run to is ${describe(until)}; give a whole number of ticks`);
      const byTime = entriesByTime(hostEntriesGiven(host));
      news = [];
      finish();
      for (
        let next = nextStep(world.time, hasBegun);
        !hasStopped() && next.time <= until;
        next = nextStep(world.time, hasBegun)
      ) {
        const entries = saidIn(next, byTime.get(next.time) ?? []);
        checkEntries(entries);
        news = [];
        take(next, entries);
      }
    },
    set(given) {
      const facts = factsGiven(given);
      checkFacts(facts);
      if (!isRunning) finish();
      set(facts);
    },
    sweep() {
      demandIdle('sweep');
      goOn();
      news = [];
      finish();
      if (!hasStopped()) goThrough([{ does: 'sweep' }]);
      return news;
    },
    result: () => ({
      ...readResult(world, model),
      events: [...events],
      ...(stop === undefined ? {} : { error: stop }),
    }),
    snapshot() {
      const snapshot: LevelSnapshot = {
        world: world.snapshot(),
        freed: freed.capture(),
        others: new Map(others),
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
      others = new Map(snapshot.others);
      events = snapshot.events.slice(0, snapshot.eventCount);
      ({ hasBegun, stop, left, latest } = snapshot);
    },
  };
  return session;

  function take(next: NextStep, entries: readonly StepEntry[]): void {
    if (next.does === 'beginning') hasBegun = true;
    goThrough(partsOf(next, start, entries));
  }

  /** Goes on in the middle of a step, where a snapshot has been put back that was taken there. */
  function finish(): void {
    if (!world.isPaused && left.length === 0) return;
    if (!hasStopped())
      goThrough(left, () => {
        world.resume(hear);
      });
  }

  function goThrough(parts: readonly Part[], first?: () => void): void {
    isRunning = true;
    left = parts;
    try {
      guarded(() => {
        first?.();
        for (let part = nextPart(); part !== undefined; part = nextPart()) act(part);
      });
    } finally {
      isRunning = false;
      left = [];
    }
  }

  function nextPart(): Part | undefined {
    const part = left.at(0);
    left = left.slice(1);
    return part;
  }

  function act(part: Part): void {
    switch (part.does) {
      case 'free':
        freed.free();
        return;
      case 'say':
        set(part.facts);
        return;
      case 'pass':
        world.advance(part.ticks, { sweeps: false, ...hear });
        return;
      case 'sweep':
        world.poll(hear);
    }
  }

  function checkEntries(entries: readonly StepEntry[]): void {
    for (const { set: facts } of entries) if (facts !== undefined) checkFacts(facts);
  }

  function checkFacts(facts: Facts): void {
    for (const [name, value] of Object.entries(facts)) checkFact(model, name, value);
  }

  function set(facts: Facts): void {
    for (const [name, value] of Object.entries(facts)) {
      applyFact(world, model, name, value, others);
      if (name.endsWith('.exists')) freed.noteAll();
    }
  }

  function demandIdle(what: string): void {
    if (isRunning)
      throw new EdictError('polling', `${what} was called by what listens to the level; call it when the step is done`);
  }

  function hasStopped(): boolean {
    return stop !== undefined;
  }

  function goOn(): void {
    if (stop !== undefined)
      throw new EdictError(
        'level-stopped',
        `the level has stopped: ${stop.message}; open it anew, or restore a snapshot from before`,
      );
  }

  /** What rules forbid stops the level; whatever else is thrown goes on to the host. */
  function guarded(go: () => void): void {
    try {
      go();
    } catch (error) {
      if (!(error instanceof TriggerError)) throw error;
      stop = stopOf(error, level, world.time, latest);
    }
  }
}

function entriesByTime(host: readonly HostEntry[]): ReadonlyMap<number, readonly StepEntry[]> {
  const byTime = new Map<number, HostEntry[]>();
  for (const entry of host) {
    const before = byTime.get(entry.t);
    if (before === undefined) byTime.set(entry.t, [entry]);
    else before.push(entry);
  }
  return byTime;
}

function isLevel(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { players, initials, bases, conditions } = given as Partial<Level>;
  return [players, initials, conditions].every(Array.isArray) && typeof bases === 'object';
}
