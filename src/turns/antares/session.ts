import { TriggerError } from '../../compile/trigger/trigger-error.js';
import { lowerLevel } from '../../content/antares/lower/lower-level.js';
import type { Policy } from '../../content/antares/policy.js';
import type { Level } from '../../content/antares/syntax.js';
import { createLevelModel } from '../../content/antares/world/create-level-model.js';
import { applyFact } from '../../content/antares/world/level-facts.js';
import type { LevelModel } from '../../content/antares/world/level-model.js';
import { fillLevel, levelSizes } from '../../content/antares/world/open-level.js';
import { EdictError } from '../../kernel/errors.js';
import type { Snapshot } from '../../kernel/snapshot.js';
import type { Handle, World, WorldOptions } from '../../world/api.js';
import type { TriggerEvent } from '../../world/trigger-api.js';
import { createWorld } from '../../world.js';
import { type FreedState, createFreedBodies } from './freed-bodies.js';
import type { Facts, HostEntry, HostPhase, StepEntry } from './host-entry.js';
import { type LevelEvent, levelEvent } from './level-event.js';
import { type LevelResult, type LevelStop, readResult } from './level-result.js';

/** Ticks in a second. */
export const ticksASecond = 60;

/** Ticks between sweeps. */
export const ticksASweep = 90;

/** Ticks of a step of setup. */
const ticksAStepOfSetup = 3;

export interface LevelOptions extends Pick<WorldOptions, 'executor' | 'limits' | 'seed'> {
  /** Told of every event as it comes, with the handles of its roles and what the action says; `told`: as it stands among the events of the result, where it does. */
  readonly listen?: ((event: TriggerEvent, told: LevelEvent | undefined) => void) | undefined;
  /** Keep all events for `result`. Default true; a host that listens may save the memory. */
  readonly record?: boolean;
}

/** A level that is being played: its world, and the steps of its time. */
export interface LevelSession {
  readonly world: World;
  readonly model: LevelModel;
  /** Ticks. In setup negative. */
  readonly time: number;
  /** The sweep at the beginning of play has been done. */
  readonly hasBegun: boolean;
  /** A rule has stopped the level (see `result().error`): no more steps. */
  readonly isStopped: boolean;
  /**
   * The next step: 3 ticks of setup, the beginning of play, or a tick of it. In this order: what has been removed is freed, `tick`, the delays (every third tick), `sweep`, the sweep (every 90 ticks);
   * `late`. At the beginning of play: `front`, the sweep, `late`. Gives back what happened. Throws `level-stopped` after a level has stopped, and `bad-fact` for a fact that cannot be.
   */
  step(entries?: readonly StepEntry[]): readonly LevelEvent[];
  /** Steps up to a time in ticks, the sweep at the beginning of play included where that is 0. Ends early where a rule stops the level. */
  run(until: number, host?: readonly HostEntry[]): void;
  /** Replaces facts between steps. */
  set(facts: Facts): void;
  /** Sweeps once more, such as when play goes on after a pause. */
  sweep(): void;
  result(): LevelResult;
  /** The level as it is between two steps, with its events. */
  snapshot(): LevelSnapshot;
  /** Puts a snapshot of this level back; everything goes on as it would have then. A snapshot of its world alone would leave out what the session knows. */
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
}

/** Opens a level before its first step. Throws EdictError where its definitions do not fit into a world. */
export function openLevel(level: Level, policy: Policy, { listen, record = true, ...options }: LevelOptions = {}): LevelSession {
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
  const hear = {
    listen(event: TriggerEvent): void {
      freed.note(event);
      const told = levelEvent(event, freed.numberOf);
      if (told !== undefined) {
        news.push(told);
        if (record) events.push(told);
      }
      listen?.(event, told);
    },
  };

  const session: LevelSession = {
    world, model,
    get time() { return world.time; },
    get hasBegun() { return hasBegun; },
    get isStopped() { return stop !== undefined; },
    step,
    run(until, host = []) {
      const byTime = entriesByTime(host);
      for (let next = nextTime(); stop === undefined && next <= until; next = nextTime()) step(byTime.get(next) ?? []);
    },
    set,
    sweep() {
      goOn();
      guarded(sweep);
    },
    result: () => ({ ...readResult(world, model), events: [...events], ...(stop === undefined ? {} : { error: stop }) }),
    snapshot: () => ({ world: world.snapshot(), freed: freed.capture(), others: new Map(others), events, eventCount: events.length, hasBegun, stop }),
    restore(snapshot) {
      world.restore(snapshot.world);
      freed.restore(snapshot.freed);
      others = new Map(snapshot.others);
      events = snapshot.events.slice(0, snapshot.eventCount);
      ({ hasBegun, stop } = snapshot);
    },
  };
  return session;

  /** The time after the next step. */
  function nextTime(): number {
    if (world.time < 0) return world.time + ticksAStepOfSetup;
    return hasBegun ? world.time + 1 : 0;
  }

  function step(entries: readonly StepEntry[] = []): readonly LevelEvent[] {
    goOn();
    news = [];
    guarded(() => { (world.time < 0 ? stepOfSetup : hasBegun ? stepOfPlay : begin)(entries); });
    return news;
  }

  function stepOfSetup(entries: readonly StepEntry[]): void {
    advance(ticksAStepOfSetup, entries, (world.time + ticksAStepOfSetup - start) % ticksASweep === 0);
    // At 0 the last step of setup and the beginning of play follow one another; what comes late belongs to that.
    if (world.time < 0) late(entries);
  }

  function begin(entries: readonly StepEntry[]): void {
    hasBegun = true;
    apply(entries, 'front');
    sweep();
    late(entries);
  }

  function stepOfPlay(entries: readonly StepEntry[]): void {
    advance(1, entries, (world.time + 1) % ticksASweep === 0);
    late(entries);
  }

  function advance(ticks: number, entries: readonly StepEntry[], sweepsNow: boolean): void {
    freed.free();
    apply(entries, 'tick');
    world.advance(ticks, { sweeps: false, ...hear });
    apply(entries, 'sweep');
    if (sweepsNow) sweep();
  }

  function late(entries: readonly StepEntry[]): void {
    for (const entry of entries) {
      if (entry.phase !== 'late') continue;
      if (entry.set !== undefined) set(entry.set);
      if (entry.sweep === true) sweep();
    }
  }

  function apply(entries: readonly StepEntry[], phase: HostPhase): void {
    for (const { phase: when, set: facts } of entries) if (when === phase && facts !== undefined) set(facts);
  }

  function set(facts: Facts): void {
    for (const [name, value] of Object.entries(facts)) {
      applyFact(world, model, name, value, others);
      if (name.endsWith('.exists')) freed.noteAll();
    }
  }

  function sweep(): void {
    world.poll(hear);
  }

  function goOn(): void {
    if (stop !== undefined) throw new EdictError('level-stopped', `the level has stopped at time ${String(world.time)}: ${stop.message}; open it anew`);
  }

  /** What rules forbid stops the level; whatever else is thrown goes on to the host. */
  function guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof TriggerError)) throw error;
      stop = { code: error.code, message: error.message.replace(/^edict: /, ''), cycle: error.cycle };
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
