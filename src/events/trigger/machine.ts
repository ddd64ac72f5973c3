import { notePoll, setTimeOf, timeOf } from '../../components/clock.js';
import { clearFrames, frameCount, popFrame } from '../../components/frames.js';
import { captureState, restoreState } from '../../state/world-state.js';
import { type WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { EdictError } from '../../kernel/errors.js';
import type { Snapshot } from '../../kernel/snapshot.js';
import { byNumber } from '../../model/memo.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { Rule } from '../../ir/rule.js';
import type { ActionList, TriggerBook } from '../../ir/trigger.js';
import { type Occurring, beginBarePoint, beginBatch, resolveBatch } from '../timing/batch.js';
import { beginChanges, goOnChanging } from '../timing/changes.js';
import type { Finder, Watcher } from '../../meaning/finder.js';
import { lapse } from '../timing/lapse.js';
import { addFrame } from '../timing/rows.js';
import { beginPayment, gather } from '../timing/payment.js';
import { choose, goThroughPoint } from '../timing/point.js';
import { DecisionNeeded } from '../timing/decision-needed.js';
import { waitsForAnswer } from '../timing/ask.js';
import type { Question } from '../timing/question.js';
import { raiseEffects } from '../timing/raise-effect.js';
import { type Resolver, createResolver } from '../timing/resolver.js';
import type { Point, TimingBook } from '../../ir/occurrence.js';
import { clearOccurrences } from '../../components/occurrences.js';
import type { PlainEffect } from '../../ir/heard-effects.js';
import { goOn } from './act.js';
import type { TriggerEvent } from './event.js';
import { clockStage, frameSort } from './frame-sort.js';
import { lookAtQueue } from './queue.js';
import type { Run } from './run.js';
import { beginSweep, lookForRises, sweep } from './sweep.js';

export interface RunOptions {
  readonly tell?: ((event: TriggerEvent) => void) | undefined;
  /** Small steps at most. */
  readonly steps?: number | undefined;
  readonly settle?: (() => void) | undefined;
  /**
   * Takes decisions at once, by the place of an option; undefined where it has no answer. Asked where nothing can wait,
   * within turns.
   */
  readonly decide?: ((question: Question) => number | undefined) | undefined;
}

/**
 * Runs triggers and their actions. All that runs is frames on a stack in the arena; the machine takes one small step of
 * the one on top at a time, so that it can stop between any two and a snapshot may be taken then, and also when an
 * event is told.
 */
export interface Machine {
  readonly book: TriggerBook;
  readonly watcher: Watcher;
  /** Lets ticks pass. */
  advance(context: TurnContext, ticks: number, sweeps: boolean, options?: RunOptions): boolean;
  /** Sweeps once. */
  poll(context: TurnContext, options?: RunOptions): boolean;
  /**
   * Goes on with what is unfinished. True when nothing is left. What it throws leaves nothing running; what was done
   * stays done.
   */
  resume(context: TurnContext, options?: RunOptions): boolean;
  readonly timing: TimingBook;
  /** Occurrences of a type change nothing and nothing answers them, now. */
  isSilent(type: number): boolean;
  /** Something listens to what effects do, or one of them raises occurrences. */
  readonly hearsEffects: boolean;
  /** Lets occurrences happen simultaneously. */
  raise(context: TurnContext, occurring: readonly Occurring[], options?: RunOptions): boolean;
  /** Goes through one point of time. */
  pass(context: TurnContext, occurring: Occurring, at: Point, options?: RunOptions): boolean;
  pay(context: TurnContext, occurring: Occurring, paid: number, options?: RunOptions): boolean;
  /**
   * What has to be decided before anything goes on; undefined where nothing has. `again`: the world may have changed
   * since it was found.
   */
  question(context: TurnContext, again: boolean): Question | undefined;
  /** That, where the machine waits for it now and knows it; undefined where it would have to find it again. */
  openQuestion(): Question | undefined;
  /** Gives the answer to it, by the place of the option, and goes on. */
  answer(context: TurnContext, option: number, options?: RunOptions): boolean;
  /** Effects of rules in a phase: true where they occurred, false where nothing listens to them. */
  occur(
    context: TurnContext,
    rule: Rule,
    effect: PlainEffect,
    source: number,
    targets: readonly number[],
    options?: RunOptions,
  ): boolean;
  /** Goes on to the end, with decisions by `decide`. Throws DecisionNeeded where that has no answer. */
  finish(context: TurnContext, options?: RunOptions): void;
  /** A turn of the world ends; where content has turns of players, these count instead. */
  endTurn(tell: RunOptions['tell']): void;
}

/** What a machine runs by. */
export interface MachineParts {
  readonly book: TriggerBook;
  readonly timing: TimingBook;
  readonly rules: readonly Rule[];
  readonly watcher: Watcher;
  readonly finder: Finder;
}

/** What a machine runs by, and where it stands between two calls. */
interface Runner extends MachineParts {
  readonly state: WorldState;
  readonly resolver: Resolver;
  readonly ruleOf: (list: number) => Rule;
  readonly hasRises: boolean;
  /** Where content has turns of players, these count instead of the world's. */
  readonly hasTurns: boolean;
  /** By type: 1 where it changes nothing and is always possible. */
  readonly isBare: Uint8Array;
  isRunning: boolean;
  looked: Snapshot | undefined;
  quietRun: Run | undefined;
  teller: RunOptions['tell'];
  readonly unheard: TriggerEvent[];
}

export function createMachine(state: WorldState, parts: MachineParts): Machine {
  const runner = createRunner(state, parts);
  const { book, timing, watcher, finder, resolver, isBare } = runner;
  return {
    isSilent: (type) =>
      resolver.watch === undefined && resolver.keepsPast[type] === 0 && isBare[type] === 1 && !finder.isHeard(type),
    book,
    timing,
    watcher,
    hearsEffects: resolver.heard !== undefined,
    raise: (context, occurring, options = noOptions) =>
      clearing(runner, raise, beginning(runner, context, options), options, occurring),
    pass: (context, occurring, at, options = noOptions) =>
      clearing(
        runner,
        (_runner, run, how) => {
          beginBarePoint(run, occurring, at, 0, frameCount(state));
          return goOnBegun(runner, run, how);
        },
        beginning(runner, context, options),
        options,
        undefined,
      ),
    pay: (context, occurring, paid, options = noOptions) =>
      clearing(
        runner,
        (_runner, run, how) => {
          beginPayment(run, occurring, paid, 0, frameCount(state));
          return goOnBegun(runner, run, how);
        },
        beginning(runner, context, options),
        options,
        undefined,
      ),
    question(context, again) {
      const { question } = runner.resolver;
      if (question.isOpen && !again) return question;
      question.isOpen = false;
      if (state.frames.actSubject[frameCount(state)] !== waitsForAnswer) return undefined;
      // The frame says that it waits. Asked again it waits again, unless the world is another by now: then nothing is
      // changed, and whoever goes on finds that out.
      runner.looked = captureState(state, runner.looked);
      try {
        step(runner, runFor(runner, context), frameCount(state));
      } catch (error) {
        // Whoever goes on is told.
        if (!(error instanceof EdictError)) throw error;
        question.isOpen = false;
      }
      runner.unheard.length = 0;
      if (!question.isOpen) restoreState(state, runner.looked);
      return question.isOpen ? question : undefined;
    },
    openQuestion: () => (resolver.question.isOpen ? resolver.question : undefined),
    answer(context, option, options) {
      state.frames.actSubject[frameCount(state)] = option + 1;
      resolver.question.isAnswered = resolver.question.isOpen;
      return resume(runner, context, options);
    },
    occur: (context, rule, effect, source, targets, options = noOptions) => {
      // Effects of actions are looked at one by one before they fire.
      if (runner.isRunning) return false;
      return clearing(
        runner,
        (_runner, run, how) =>
          raiseEffects(run, rule, effect, source, targets, frameCount(state), () => {
            finish(runner, context, how);
          }),
        runFor(runner, context, options),
        options,
        undefined,
      );
    },
    finish: (context, options) => {
      finish(runner, context, options);
    },
    endTurn(tell) {
      if (!runner.hasTurns && timing.types.length > 0) lapse({ state, resolver, tell });
    },
    advance: (context, ticks, sweeps, options) => {
      const row = addFrame({ state, context }, frameSort.clock, ticks, 0, -1);
      state.frames.at[row] = sweeps ? 1 : 0;
      return resume(runner, context, options);
    },
    poll: (context, options) => {
      state.arena.header[header.acted] = 0;
      notePoll(state);
      addFrame({ state, context }, frameSort.sweep, 0, 1, -1);
      return resume(runner, context, options);
    },
    resume: (context, options) => resume(runner, context, options),
  };
}

function createRunner(state: WorldState, parts: MachineParts): Runner {
  const { book, timing, rules: heardRules, finder } = parts;
  const rules = byNumber((index) => ruleOf(book.lists[index] ?? { name: 'what occurs', index, actions: [] }));
  return {
    ...parts,
    state,
    resolver: createResolver(state, timing, book, heardRules, finder, rules),
    ruleOf: rules,
    hasRises: book.triggers.some(({ looks }) => looks === 'rise'),
    hasTurns: timing.types.some(({ change }) => change.by === 'turn-ends'),
    isBare: Uint8Array.from(timing.types, ({ change, possible }) =>
      change.by === 'nothing' && possible === undefined ? 1 : 0,
    ),
    isRunning: false,
    looked: undefined,
    quietRun: undefined,
    teller: undefined,
    unheard: [],
  };
}

function runFor(runner: Runner, context: TurnContext, { tell, settle }: RunOptions = {}): Run {
  // One for all that nobody is told of: occurrences may be raised a million times a second.
  if (tell === undefined && runner.quietRun?.context === context && runner.quietRun.settle === settle)
    return runner.quietRun;
  const run: Run = {
    state: runner.state,
    book: runner.book,
    watcher: runner.watcher,
    resolver: runner.resolver,
    ruleOf: runner.ruleOf,
    context,
    tell:
      tell &&
      ((event) => {
        hear(runner, event, tell);
      }),
    settle,
  };
  if (tell === undefined) runner.quietRun = run;
  else runner.teller = tell;
  return run;
}

/**
 * What occurs is told behind the step in which it does: whoever then takes a copy of the world takes it between two
 * steps. Actions are told of before they are done.
 */
function hear(runner: Runner, event: TriggerEvent, tell: (event: TriggerEvent) => void): void {
  if (isTold.has(event.kind)) {
    flush(runner);
    tell(event);
  } else runner.unheard.push(event);
}

function flush(runner: Runner): void {
  const { unheard } = runner;
  if (unheard.length === 0) return;
  for (const event of unheard.splice(0)) runner.teller?.(event);
}

/** Something is about to begin from outside. */
function beginning(runner: Runner, context: TurnContext, options: RunOptions): Run {
  runner.state.arena.header[header.acted] = 0;
  runner.resolver.question.isOpen = false;
  return runFor(runner, context, options);
}

function raise(runner: Runner, run: Run, options: RunOptions, occurring: readonly Occurring[]): boolean {
  beginBatch(run, occurring, 0, frameCount(runner.state));
  return goOnBegun(runner, run, options);
}

/** Goes on with what has begun from outside. */
function goOnBegun(runner: Runner, run: Run, { steps }: RunOptions): boolean {
  const { state } = runner;
  flush(runner);
  if (frameCount(state) === 0 && runner.resolver.watch?.isDirty !== true) return true;
  // What holds from the start on, or what the host has changed since, comes first.
  beginChanges(run, frameCount(state));
  return goOnWith(runner, run, steps);
}

function resume(runner: Runner, context: TurnContext, options: RunOptions = noOptions): boolean {
  return clearing(runner, goOnAsAsked, runFor(runner, context, options), options, undefined);
}

function goOnAsAsked(runner: Runner, run: Run, { steps }: RunOptions): boolean {
  return goOnWith(runner, run, steps);
}

function goOnWith(runner: Runner, run: Run, steps = Infinity): boolean {
  const { state } = runner;
  const { question } = runner.resolver;
  question.isOpen = false;
  for (let taken = 0; frameCount(state) > 0; taken++) {
    if (taken >= steps) return false;
    step(runner, run, frameCount(state));
    // An answer is given to one step.
    question.isAnswered = false;
    flush(runner);
    if (question.isOpen) return false;
  }
  return true;
}

/** Goes on to the end where nothing can wait for a decision. */
function finish(runner: Runner, context: TurnContext, options: RunOptions = noOptions): void {
  clearing(runner, finishAsAsked, runFor(runner, context, options), options, undefined);
}

function finishAsAsked(runner: Runner, run: Run, { decide }: RunOptions): void {
  const { state } = runner;
  while (!goOnWith(runner, run)) {
    const option = decide?.(runner.resolver.question);
    if (option === undefined) throw new DecisionNeeded();
    state.frames.actSubject[frameCount(state)] = option + 1;
  }
}

/**
 * What is thrown leaves nothing running. The function is given all that it needs: one made for each call would take
 * memory, a million times a second.
 */
function clearing<What, Result>(
  runner: Runner,
  act: (runner: Runner, run: Run, options: RunOptions, what: What) => Result,
  run: Run,
  options: RunOptions,
  what: What,
): Result {
  const { state } = runner;
  const isOuter = !runner.isRunning;
  runner.isRunning = true;
  try {
    return act(runner, run, options, what);
  } catch (error) {
    clearFrames(state);
    if (runner.timing.types.length > 0) clearOccurrences(state);
    runner.resolver.question.isOpen = false;
    runner.unheard.length = 0;
    throw error;
  } finally {
    if (isOuter) runner.isRunning = false;
  }
}

function step(runner: Runner, run: Run, row: number): void {
  switch (runner.state.frames.does[row]) {
    case frameSort.run:
    case frameSort.part:
      goOn(run, row);
      return;
    case frameSort.sweep:
      sweep(run, row);
      return;
    case frameSort.rise:
      lookForRises(run, row);
      return;
    case frameSort.queue:
      lookAtQueue(run, row);
      return;
    case frameSort.batch:
      resolveBatch(run, row);
      return;
    case frameSort.point:
      goThroughPoint(run, row);
      return;
    case frameSort.choice:
      choose(run, row);
      return;
    case frameSort.payment:
      gather(run, row);
      return;
    case frameSort.changes:
      goOnChanging(run, row);
      return;
    default:
      passTime(runner, run, row);
  }
}

/** The parts of a tick: the clock, the queue, the sweep, rises. */
function passTime(runner: Runner, run: Run, row: number): void {
  const { state, book } = runner;
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
      if (time % book.timing.granularity === 0) addFrame(run, frameSort.queue, 0, 0, -1);
      return;
    case clockStage.sweep:
      frames.stage[row] = clockStage.rise;
      if (frames.at[row] === 1 && book.timing.period > 0 && time % book.timing.period === 0) beginSweep(run, 1);
      return;
    default:
      frames.stage[row] = clockStage.next;
      if (runner.hasRises) addFrame(run, frameSort.rise, 0, 0, -1);
  }
}

const noOptions: RunOptions = {};

/** Told at once; all else behind its step. */
const isTold: ReadonlySet<TriggerEvent['kind']> = new Set(['fire', 'act', 'skip', 'dropped', 'message']);

/** Limits count by the tick. */
function beginTick(context: TurnContext): void {
  context.fired = context.created = 0;
  context.frame.tests = context.frame.visits = 0;
}

/** What effects of a list are told to be fired by: explain, messages and errors name it. */
function ruleOf({ name, index }: ActionList): Rule {
  return {
    index,
    name,
    label: '',
    carrier: { by: 'condition', kinds: [], where: [], times: undefined },
    phase: 'actions',
    priority: 0,
    activation: [],
    include: [],
    exclude: [],
    effects: [],
    claims: 0,
    dispatch: 'rule',
    reads: [],
    writes: [],
    structural: true,
    origin: { file: '', line: 0, column: 0 },
  };
}
