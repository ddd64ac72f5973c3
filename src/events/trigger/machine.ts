import { notePoll } from '../../components/clock.js';
import { clearFrames, frameCount } from '../../components/frames.js';
import { captureState, restoreState } from '../../state/world-state.js';
import { type WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { EdictError } from '../../kernel/errors.js';
import type { Snapshot } from '../../kernel/snapshot.js';
import { byNumber } from '../../model/stamps.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { Rule } from '../../ir/rule.js';
import type { ActionList, TriggerBook } from '../../ir/trigger.js';
import { beginBarePoint, beginBatch, resolveBatch } from '../timing/batch.js';
import { beginChanges, goOnChanging, lapse } from '../timing/apply.js';
import type { Finder, Watcher } from '../../meaning/finder.js';
import { addFrame } from '../timing/resolving.js';
import { beginPayment, gather } from '../timing/deeds.js';
import { choose, goThroughPoint } from '../timing/point.js';
import { type Question, DecisionNeeded } from '../timing/question.js';
import { waitsForAnswer } from '../timing/ask.js';
import { raiseEffects } from '../timing/raise-effect.js';
import { type Occurring, type Resolver, type Run, createResolver } from './run.js';
import type { TimingBook, Point } from '../../ir/occurrence.js';
import { clearOccurrences } from '../../components/occurrences.js';
import type { PlainEffect } from '../../ir/heard-effects.js';
import { goOn } from './act.js';
import type { TriggerEvent } from './event.js';
import { frameSort } from './frame-sort.js';
import { lookAtQueue, lookForRises, passTime, sweep } from './ticks.js';

export interface RunOptions {
  readonly tell?: ((event: TriggerEvent) => void) | undefined;
  /** At most so many small steps. */
  readonly steps?: number | undefined;
  readonly settle?: (() => void) | undefined;
  /** Decides at once by option index, where nothing can wait (within turns); undefined: no answer. */
  readonly decide?: ((question: Question) => number | undefined) | undefined;
}

/**
 * Runs triggers and their actions. Everything that runs is a frame on a stack in the arena; the machine takes small
 * steps of the top one, so that it can stop, and be saved, between any two and also at events.
 */
export interface Machine {
  readonly book: TriggerBook;
  readonly watcher: Watcher;
  advance(context: TurnContext, ticks: number, sweeps: boolean, options?: RunOptions): boolean;
  poll(context: TurnContext, options?: RunOptions): boolean;
  /**
   * Continues unfinished work; true when nothing is left. An error leaves nothing running; what was done stays done.
   */
  resume(context: TurnContext, options?: RunOptions): boolean;
  readonly timing: TimingBook;
  /** Occurrences of a type change nothing and have no listeners now. */
  isSilent(type: number): boolean;
  /** Effects have listeners or raise occurrences. */
  readonly hearsEffects: boolean;
  raise(context: TurnContext, occurring: readonly Occurring[], options?: RunOptions): boolean;
  pass(context: TurnContext, occurring: Occurring, at: Point, options?: RunOptions): boolean;
  pay(context: TurnContext, occurring: Occurring, paid: number, options?: RunOptions): boolean;
  /** The open decision, if any. `again`: the world may have changed since it was found. */
  question(context: TurnContext, again: boolean): Question | undefined;
  /** The open decision if it is known without searching. */
  openQuestion(): Question | undefined;
  /** Answers it with an option index, and continues. */
  answer(context: TurnContext, option: number, options?: RunOptions): boolean;
  /** Lets effects of rules in a phase occur; false where nothing listens. */
  occur(
    context: TurnContext,
    rule: Rule,
    effect: PlainEffect,
    source: number,
    targets: readonly number[],
    options?: RunOptions,
  ): boolean;
  /** Continues to the end with `decide`. Throws DecisionNeeded without an answer. */
  finish(context: TurnContext, options?: RunOptions): void;
  /** Ends a turn of the world; turns of players count instead if there are any. */
  endTurn(tell: RunOptions['tell']): void;
}

interface MachineParts {
  readonly book: TriggerBook;
  readonly timing: TimingBook;
  readonly rules: readonly Rule[];
  readonly watcher: Watcher;
  readonly finder: Finder;
}

/** The parts of a machine, and its state between calls. */
interface Runner extends MachineParts {
  readonly state: WorldState;
  readonly resolver: Resolver;
  readonly ruleOf: (list: number) => Rule;
  readonly hasRises: boolean;
  /** Turns of players replace those of the world. */
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
    pass: (context, occurring, at, options) =>
      beginOutside(runner, context, options, (run, below) => beginBarePoint(run, occurring, at, 0, below)),
    pay: (context, occurring, paid, options) =>
      beginOutside(runner, context, options, (run, below) => beginPayment(run, occurring, paid, 0, below)),
    question(context, again) {
      const { question } = runner.resolver;
      if (question.isOpen && !again) return question;
      question.isOpen = false;
      if (state.frames.actSubject[frameCount(state)] !== waitsForAnswer) return undefined;
      // The frame waits, and waits again when asked again, unless the world has changed: then nothing is done here, and
      // the next step finds out.
      runner.looked = captureState(state, runner.looked);
      try {
        step(runner, runFor(runner, context), frameCount(state));
      } catch (error) {
        // The next step reports it.
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
      // Effects of actions are raised one by one.
      if (runner.isRunning) return false;
      return clearing(
        runner,
        (_runner, run, how) =>
          raiseEffects(run, rule, effect, source, targets, frameCount(state), () => finish(runner, context, how)),
        runFor(runner, context, options),
        options,
        undefined,
      );
    },
    finish: (context, options) => finish(runner, context, options),
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
  // Shared without a listener: occurrences may be raised a million times a second.
  if (tell === undefined && runner.quietRun?.context === context && runner.quietRun.settle === settle)
    return runner.quietRun;
  const run: Run = {
    state: runner.state,
    book: runner.book,
    watcher: runner.watcher,
    resolver: runner.resolver,
    ruleOf: runner.ruleOf,
    context,
    tell: tell && ((event) => hear(runner, event, tell)),
    settle,
  };
  if (tell === undefined) runner.quietRun = run;
  else runner.teller = tell;
  return run;
}

/**
 * Occurrences are reported after their step, so that a listener copies the world between steps; actions before they are
 * done.
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

function beginning(runner: Runner, context: TurnContext, options: RunOptions): Run {
  runner.state.arena.header[header.acted] = 0;
  runner.resolver.question.isOpen = false;
  return runFor(runner, context, options);
}

function raise(runner: Runner, run: Run, options: RunOptions, occurring: readonly Occurring[]): boolean {
  beginBatch(run, occurring, 0, frameCount(runner.state));
  return goOnBegun(runner, run, options);
}

function beginOutside(
  runner: Runner,
  context: TurnContext,
  options: RunOptions = noOptions,
  act: (run: Run, below: number) => void,
): boolean {
  return clearing(
    runner,
    (_runner, run, how) => {
      act(run, frameCount(runner.state));
      return goOnBegun(runner, run, how);
    },
    beginning(runner, context, options),
    options,
    undefined,
  );
}

function goOnBegun(runner: Runner, run: Run, options: RunOptions): boolean {
  const { state } = runner;
  flush(runner);
  if (frameCount(state) === 0 && runner.resolver.watch?.isDirty !== true) return true;
  // Continuous abilities come first.
  beginChanges(run, frameCount(state));
  return goOnWith(runner, run, options);
}

function resume(runner: Runner, context: TurnContext, options: RunOptions = noOptions): boolean {
  return clearing(runner, goOnWith, runFor(runner, context, options), options, undefined);
}

function goOnWith(runner: Runner, run: Run, { steps = Infinity }: RunOptions): boolean {
  const { state } = runner;
  const { question } = runner.resolver;
  question.isOpen = false;
  for (let taken = 0; frameCount(state) > 0; taken++) {
    if (taken >= steps) return false;
    step(runner, run, frameCount(state));
    // An answer counts for one step.
    question.isAnswered = false;
    flush(runner);
    if (question.isOpen) return false;
  }
  return true;
}

function finish(runner: Runner, context: TurnContext, options: RunOptions = noOptions): void {
  clearing(runner, finishAsAsked, runFor(runner, context, options), options, undefined);
}

function finishAsAsked(runner: Runner, run: Run, { decide }: RunOptions): void {
  const { state } = runner;
  while (!goOnWith(runner, run, noOptions)) {
    const option = decide?.(runner.resolver.question);
    if (option === undefined) throw new DecisionNeeded();
    state.frames.actSubject[frameCount(state)] = option + 1;
  }
}

/**
 * An error leaves nothing running. All is passed as arguments: a closure for each call would cost memory, a million
 * times a second.
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
      passTime(run, row, runner.hasRises);
  }
}

const noOptions: RunOptions = {};

/** Reported at once; others after their step. */
const isTold: ReadonlySet<TriggerEvent['kind']> = new Set(['fire', 'act', 'skip', 'dropped', 'message']);

/** The rule of effects of a list, as named in explanations, messages and errors. */
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
