import { notePoll, setTimeOf, timeOf } from '../../components/clock.js';
import { clearFrames, frameCount, popFrame, pushFrame } from '../../components/frames.js';
import type { WorldState } from '../../components/world-state.js';
import { header } from '../../kernel/arena.js';
import type { TurnContext } from '../effects/turn-context.js';
import type { Rule } from '../rule.js';
import type { ActionList, TriggerBook } from '../trigger.js';
import type { Watcher } from '../watcher.js';
import { goOn } from './act.js';
import type { TriggerEvent } from './event.js';
import { clockStage, frameSort } from './frame-sort.js';
import { makingRoom } from '../effects/making-room.js';
import { lookAtQueue } from './queue.js';
import type { Run } from './run.js';
import { beginSweep, lookForRises, sweep } from './sweep.js';

export interface RunOptions {
  readonly tell?: ((event: TriggerEvent) => void) | undefined;
  /** Small steps at most. */
  readonly steps?: number | undefined;
  readonly settle?: (() => void) | undefined;
}

/**
 * Runs triggers and their actions. All that runs is frames on a stack in the arena; the machine takes one small step of the one on top at a time, so that it can stop between any two and a
 * snapshot may be taken then, and also when an event is told.
 */
export interface Machine {
  readonly book: TriggerBook;
  readonly watcher: Watcher;
  /** Lets ticks pass. */
  advance(context: TurnContext, ticks: number, sweeps: boolean, options?: RunOptions): boolean;
  /** Sweeps once. */
  poll(context: TurnContext, options?: RunOptions): boolean;
  /** Goes on with what is unfinished. True when nothing is left. What it throws leaves nothing running; what was done stays done. */
  resume(context: TurnContext, options?: RunOptions): boolean;
}

export function createMachine(state: WorldState, book: TriggerBook, watcher: Watcher): Machine {
  const rules = new Map<number, Rule>();
  const ruleOfList = (index: number): Rule => {
    let rule = rules.get(index);
    if (rule === undefined) rules.set(index, rule = ruleOf(book.lists[index]));
    return rule;
  };
  const hasRises = book.triggers.some(({ looks }) => looks === 'rise');
  return {
    book, watcher,
    advance: (context, ticks, sweeps, options) => {
      makingRoom({ context }, () => pushFrame(state, { does: frameSort.clock, list: ticks, at: sweeps ? 1 : 0 }));
      return resume(context, options);
    },
    poll: (context, options) => {
      state.arena.header[header.acted] = 0;
      notePoll(state);
      makingRoom({ context }, () => pushFrame(state, { does: frameSort.sweep, depth: 1 }));
      return resume(context, options);
    },
    resume,
  };

  function resume(context: TurnContext, { tell, steps = Infinity, settle }: RunOptions = {}): boolean {
    const run: Run = { state, book, watcher, ruleOf: ruleOfList, context, tell, settle };
    try {
      for (let left = steps; frameCount(state) > 0; left--) {
        if (left <= 0) return false;
        step(run, frameCount(state));
      }
      return true;
    } catch (error) {
      clearFrames(state);
      throw error;
    }
  }

  function step(run: Run, row: number): void {
    switch (state.frames.does[row]) {
      case frameSort.run:
      case frameSort.part: goOn(run, row); return;
      case frameSort.sweep: sweep(run, row); return;
      case frameSort.rise: lookForRises(run, row); return;
      case frameSort.queue: lookAtQueue(run, row); return;
      default: passTime(run, row);
    }
  }

  /** The parts of a tick: the clock, the queue, the sweep, rises. */
  function passTime(run: Run, row: number): void {
    const { frames } = state;
    const time = timeOf(state);
    switch (frames.stage[row]) {
      case clockStage.next:
        if (frames.list[row] === 0) {
          popFrame(state);
          return;
        }
        frames.list[row]--;
        frames.stage[row] = clockStage.queue;
        setTimeOf(state, time + 1);
        state.arena.header[header.acted] = 0;
        beginTick(run.context);
        return;
      case clockStage.queue:
        frames.stage[row] = clockStage.sweep;
        if (time % book.timing.granularity === 0) makingRoom(run, () => pushFrame(state, { does: frameSort.queue }));
        return;
      case clockStage.sweep:
        frames.stage[row] = clockStage.rise;
        if (frames.at[row] === 1 && book.timing.period > 0 && time % book.timing.period === 0) beginSweep(run, 1);
        return;
      default:
        frames.stage[row] = clockStage.next;
        if (hasRises) makingRoom(run, () => pushFrame(state, { does: frameSort.rise }));
    }
  }
}

/** Limits count by the tick. */
function beginTick(context: TurnContext): void {
  context.fired = context.created = 0;
  context.frame.tests = context.frame.visits = 0;
}

/** What effects of a list are told to be fired by: explain, messages and errors name it. */
function ruleOf({ name, index }: ActionList): Rule {
  return {
    index, name, label: '', carrier: { by: 'condition', kinds: [], where: [], times: undefined }, phase: 'actions', priority: 0,
    activation: [], include: [], exclude: [], effects: [], claims: 0, dispatch: 'rule', reads: [], writes: [], structural: true, origin: { file: '', line: 0, column: 0 },
  };
}
