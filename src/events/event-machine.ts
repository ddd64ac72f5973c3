import { notePoll } from '../components/clock.js';
import { clearFrames, frameCount } from '../components/frames.js';
import { clearOccurrences } from '../components/occurrence-stack.js';
import type { WorldState } from '../components/state.js';
import type { PlainEffect } from '../ir/heard-effects.js';
import type { Point } from '../ir/occurrence.js';
import type { Rule } from '../ir/rule.js';
import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import type { Snapshot } from '../kernel/snapshot.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import { captureState, restoreState } from '../state/world-state.js';
import { type TriggerEvent, DecisionNeeded } from './event.js';
import type { EventWatch } from './event-watch.js';
import { lapse, beginChanges } from './frames/apply.js';
import { optionName, waitsForAnswer } from './frames/ability-use.js';
import { type MachineParts, type Occurring, type Run, createRun, type Question } from './frames/event-run.js';
import { frameKind, addFrame } from './frames/stack.js';
import { checkFrames, frameKinds } from './frames/frame-kinds.js';
import { beginBarePoint, beginBatch, beginPayment } from './frames/occurrence-batch.js';
import { raiseEffects } from './frames/raised-effects.js';

export interface RunOptions {
  readonly listen?: ((event: TriggerEvent) => void) | undefined;
  /** At most so many small steps. */
  readonly steps?: number | undefined;
  readonly settle?: (() => void) | undefined;
  readonly watch?: EventWatch | undefined;
  /** Decides at once by option index, where nothing can wait (within turns); undefined: no answer. */
  readonly decide?: ((question: Question) => number | undefined) | undefined;
}

export type Machine = ReturnType<typeof createMachine>;

const noOptions: RunOptions = {};

/**
 * Runs triggers and their actions, and resolves occurrences. Everything that runs is a frame on a stack in the arena
 * (`frames/`); the machine takes small steps of the top one, so that it can stop, and be saved, between any two. The
 * finder (`finder/`) says who answers an occurrence, the watcher (`watcher/`) which triggers are true, and `book/`
 * checks what content declares.
 */
export function createMachine(state: WorldState, parts: MachineParts) {
  const run = createRun(state, parts);
  const report = (event: TriggerEvent) => {
    reportEvent(run, event);
  };
  const { book, timing, watcher, finder, question, heard, keepsPast, continuous } = run;
  /** Turns of players replace those of the world. */
  const hasTurns = timing.types.some(({ change }) => change.by === 'turn-ends');
  const isBare = Uint8Array.from(timing.types, ({ change, possible }) =>
    Number(change.by === 'nothing' && possible === undefined),
  );
  let looked: Snapshot | undefined;
  return {
    book,
    timing,
    watcher,
    hearsEffects: heard !== undefined,
    mayHear: (effect: PlainEffect) => heard?.mayHear(effect) === true,
    /** The rule whose effect is the occurrence in a row, if any. */
    ruleOf: (row: number) => run.effects.at(state.occurrences.effect[row])?.rule(),
    /** Occurrences of a type change nothing and have no listeners now. */
    isSilent: (type: number) =>
      continuous === undefined && keepsPast[type] === 0 && isBare[type] === 1 && !finder.isHeard(type),
    raise: (context: TurnContext, occurring: readonly Occurring[], options?: RunOptions) =>
      begin(enter(context, options), options, raise, occurring),
    pass: (context: TurnContext, occurring: Occurring, at: Point, options?: RunOptions) =>
      begin(enter(context, options), options, startWith, () => {
        beginBarePoint(run, occurring, at, 0, frameCount(state));
      }),
    pay: (context: TurnContext, occurring: Occurring, paid: number, options?: RunOptions) =>
      begin(enter(context, options), options, startWith, () => {
        beginPayment(run, occurring, paid, 0, frameCount(state));
      }),
    /** The open decision, if any. `again`: the world may have changed since it was found. */
    question(context: TurnContext, again: boolean): Question | undefined {
      if (question.isOpen && !again) return question;
      question.isOpen = false;
      if (state.frames.actSubject[frameCount(state)] !== waitsForAnswer) return undefined;
      looked = captureState(state, looked);
      askAgain(enter(context), looked);
      return question.isOpen ? question : undefined;
    },
    optionName: (asked: Question, option: number) => optionName(state, timing, asked, option),
    /** The open decision if it is known without searching. */
    openQuestion: () => (question.isOpen ? question : undefined),
    /** Answers it with an option index, and continues. */
    answer(context: TurnContext, option: number, options?: RunOptions): boolean {
      answerWith(state, option);
      question.isAnswered = question.isOpen;
      return guarded(enter(context, options), options, takeSteps, undefined);
    },
    /** Lets effects of rules in a phase occur; false where nothing listens. Those of actions are raised one by one. */
    occur: (
      context: TurnContext,
      rule: Rule,
      effect: PlainEffect,
      source: number,
      targets: readonly number[],
      options?: RunOptions,
    ) =>
      !run.isRunning &&
      guarded(
        enter(context, options),
        options,
        () =>
          raiseEffects(run, rule, effect, source, targets, frameCount(state), () => {
            finish(run, options);
          }),
        undefined,
      ),
    /** Continues to the end with `decide`. Throws DecisionNeeded without an answer. */
    finish(context: TurnContext, options?: RunOptions): void {
      guarded(enter(context, options), options, finish, undefined);
    },
    /** Ends a turn of the world; turns of players count instead if there are any. */
    endTurn(listen: RunOptions['listen']): void {
      if (!hasTurns && timing.types.length > 0) lapse({ state, timing, report: listen });
    },
    advance(context: TurnContext, ticks: number, sweeps: boolean, options?: RunOptions): boolean {
      const row = addFrame(enter(context, options), frameKind.clock, ticks, 0, -1);
      state.frames.at[row] = sweeps ? 1 : 0;
      return guarded(run, options, takeSteps, undefined);
    },
    poll(context: TurnContext, options?: RunOptions): boolean {
      state.arena.header[header.acted] = 0;
      notePoll(state);
      addFrame(enter(context, options), frameKind.sweep, 0, 1, -1);
      return guarded(run, options, takeSteps, undefined);
    },
    /** Continues unfinished work; true when nothing is left. An error leaves nothing running; what was done stays. */
    resume: (context: TurnContext, options?: RunOptions) =>
      guarded(enter(context, options), options, takeSteps, undefined),
    /** Throws for a loaded state that it could not have left. */
    check(): void {
      checkFrames(state, book, timing);
    },
  };

  function enter(context: TurnContext, { listen, settle, watch }: RunOptions = noOptions): Run {
    run.context = context;
    run.settle = settle;
    run.listen = listen;
    run.watch = watch;
    run.report = listen && report;
    return run;
  }
}

/**
 * Occurrences are reported after their step, so that a listener copies the world between steps; these before they are
 * done.
 */
const isReportedAtOnce: ReadonlySet<TriggerEvent['kind']> = new Set(['fire', 'act', 'skip', 'dropped', 'message']);

function reportEvent(run: Run, event: TriggerEvent): void {
  if (isReportedAtOnce.has(event.kind)) {
    reportRest(run);
    run.listen?.(event);
  } else run.unreported.push(event);
}

function reportRest({ unreported, listen }: Run): void {
  if (unreported.length === 0) return;
  for (const event of unreported.splice(0)) listen?.(event);
}

/**
 * The frame waits, and waits again when asked again, unless the world has changed since `before`: the next step then
 * finds out.
 */
function askAgain(run: Run, before: Snapshot): void {
  const { state, question } = run;
  try {
    takeStep(run);
  } catch (error) {
    // The next step reports it.
    if (!(error instanceof EdictError)) throw error;
    question.isOpen = false;
  }
  if (!question.isOpen) restoreState(state, before);
}

type Act<What, Result> = (run: Run, options: RunOptions | undefined, what: What) => Result;

function begin<What>(run: Run, options: RunOptions | undefined, act: Act<What, boolean>, what: What): boolean {
  run.state.arena.header[header.acted] = 0;
  run.question.isOpen = false;
  return guarded(run, options, act, what);
}

function raise(run: Run, options: RunOptions | undefined, occurring: readonly Occurring[]): boolean {
  beginBatch(run, occurring, 0, frameCount(run.state));
  return runBegun(run, options);
}

function startWith(run: Run, options: RunOptions | undefined, start: () => void): boolean {
  start();
  return runBegun(run, options);
}

function runBegun(run: Run, options: RunOptions | undefined): boolean {
  const { state, continuous } = run;
  reportRest(run);
  if (frameCount(state) === 0 && continuous?.isDirty() !== true) return true;
  // Continuous abilities come first.
  beginChanges(run, frameCount(state));
  return takeSteps(run, options);
}

/** True when nothing is left. */
function takeSteps(run: Run, { steps = Infinity }: RunOptions = noOptions): boolean {
  const { state, question } = run;
  question.isOpen = false;
  for (let taken = 0; frameCount(state) > 0; taken++) {
    if (taken >= steps) return false;
    takeStep(run);
    // An answer counts for one step.
    question.isAnswered = false;
    reportRest(run);
    if (question.isOpen) return false;
  }
  return true;
}

function takeStep(run: Run): void {
  const row = frameCount(run.state);
  frameKinds[run.state.frames.does[row]]?.step(run, row);
}

function finish(run: Run, { decide }: RunOptions = noOptions): void {
  while (!takeSteps(run)) {
    const option = decide?.(run.question);
    if (option === undefined) throw new DecisionNeeded();
    answerWith(run.state, option);
  }
}

function answerWith(state: WorldState, option: number): void {
  state.frames.actSubject[frameCount(state)] = option + 1;
}

/**
 * An error leaves nothing running. Arguments instead of a closure: a closure for each call would cost memory, a million
 * times a second.
 */
function guarded<What, Result>(run: Run, options: RunOptions | undefined, act: Act<What, Result>, what: What): Result {
  const isOuter = !run.isRunning;
  run.isRunning = true;
  try {
    return act(run, options, what);
  } catch (error) {
    clearFrames(run.state);
    if (run.timing.types.length > 0) clearOccurrences(run.state);
    run.question.isOpen = false;
    run.unreported.length = 0;
    throw error;
  } finally {
    if (isOuter) run.isRunning = false;
  }
}
