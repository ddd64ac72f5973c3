import { createLedger } from '../compile/effects/stacking.js';
import { type TurnContext, beginTurn } from '../compile/effects/turn-context.js';
import type { TriggerEvent } from '../compile/trigger/event.js';
import type { Machine, RunOptions } from '../compile/trigger/machine.js';
import { isTurnPending } from '../components/answers.js';
import { setTimeOf, timeOf } from '../components/clock.js';
import { delayCount } from '../components/delays.js';
import { frameCount } from '../components/frames.js';
import { touchClock } from '../components/stamps.js';
import { isArmed, setArmed } from '../components/triggers.js';
import { EdictError } from '../kernel/errors.js';
import { type WorldCore, betweenTurns, changing, growRoom, noteWrites, presentTurn } from './core.js';
import { triggerNamed } from './names.js';
import { checkOptions, describe } from './options.js';
import { evaluateFor } from './executors.js';
import { settle } from './solving.js';
import { type Call, repeatable } from './undo.js';
import type { Running } from './running.js';
import type { TriggerOptions, Triggering } from './trigger-api.js';

/** The part of a world that watches triggers. */
export function triggerMethods(core: WorldCore): { readonly methods: Triggering; readonly running: Running } {
  const { state, machine } = core;
  const quiet = beginTurn(state, presentTurn(core), { makeRoom: (what) => growRoom(core, what), evaluate: evaluateFor(core.executor) });
  const stacks = machine?.book.lists.some(({ actions }) => actions.some(({ deed }) => deed.by === 'effects' && deed.effects.some(({ kind, stacking }) => kind === 'branch' || stacking !== 0))) === true;
  const methods: Triggering = {
    get time() { return timeOf(state); },
    setTime(time) {
      begin(core, 'setTime');
      demandWhole('the time', time, -(2 ** 31));
      setTimeOf(state, time);
    },
    advance(ticks = 1, options = {}) {
      begin(core, 'advance');
      checkOptions('advance', options, ['listen', 'steps', 'sweeps']);
      demandWhole('ticks', ticks, 0);
      if (timeOf(state) + ticks > 2 ** 31 - 1) throw new EdictError('bad-option', `the clock shows ${timeOf(state)} and would pass ${2 ** 31 - 1}; set it back`);
      if (machine !== undefined) return running(options, (context, run) => machine.advance(context, ticks, options.sweeps ?? true, run), ticks <= 1);
      core.undo.isStale = true;
      setTimeOf(state, timeOf(state) + ticks);
      return true;
    },
    poll(options = {}) {
      begin(core, 'poll');
      checkOptions('poll', options, ['listen', 'steps']);
      return machine === undefined || running(options, (context, run) => machine.poll(context, run));
    },
    resume(options = {}) {
      betweenTurns(core, 'resume');
      checkOptions('resume', options, ['listen', 'steps']);
      return machine === undefined || running(options, (context, run) => machine.resume(context, run));
    },
    get isPaused() { return frameCount(state) > 0 || isTurnPending(state); },
    get delayed() { return delayCount(state); },
    isArmed: (trigger) => isArmed(state, triggerNamed(state.model, trigger)),
    arm(trigger, armed = true) {
      changing(core);
      setArmed(state, triggerNamed(state.model, trigger), armed);
    },
    isTrue(trigger) {
      const index = triggerNamed(state.model, trigger);
      settle(core);
      noteWrites(core);
      return demandMachine(machine).watcher.isTrue(index, quietly().frame);
    },
    hear(listener) {
      demandFunction('hear', listener);
      core.listener = listener;
    },
  };
  return { methods, running: { quietly, heard: (options) => ({ context: options.listen === undefined ? quietly() : heard(options.listen), run: runOptions(options) }) } };

  function runOptions({ listen, steps }: TriggerOptions): RunOptions {
    if (steps !== undefined) demandWhole('steps', steps, 1);
    demandFunction('listen', listen);
    return { tell: listen, steps, settle: core.solver === undefined ? undefined : () => { settle(core); } };
  }

  /** Runs triggers outside of turns. */
  function running(options: TriggerOptions, act: Call, isBrief = true): boolean {
    const run = runOptions(options);
    const { listen, steps } = options;
    settle(core);
    noteWrites(core);
    // What may take long is not made again to take something else back.
    if (core.isOpen || !isBrief) core.undo.isStale = true;
    core.isPolling = true;
    try {
      return repeatable(core.undo, steps === undefined ? act : (context, how) => act(context, { ...how, steps }), listen === undefined ? quietly() : heard(listen), run);
    } finally {
      core.isPolling = false;
    }
  }

  /** One context for all that nobody listens to: polling may be done a hundred thousand times a second. */
  function quietly(): TurnContext {
    touchClock(state.stamps, presentTurn(core));
    if (stacks) quiet.ledger = createLedger(state.model);
    quiet.fired = quiet.created = 0;
    const { frame } = quiet;
    frame.turn = presentTurn(core);
    frame.tests = frame.visits = 0;
    return quiet;
  }

  function heard(listen: (event: TriggerEvent) => void): TurnContext {
    return beginTurn(state, presentTurn(core), {
      makeRoom: (what) => growRoom(core, what), evaluate: evaluateFor(core.executor), listen: (message) => { listen({ kind: 'message', time: timeOf(state), message }); },
    });
  }
}

/** Throws unless something may begin now. */
function begin(core: WorldCore, what: string): void {
  betweenTurns(core, what);
  demandNothingRuns(core, what);
}

/** Throws where triggers have been stopped in the middle of things. */
export function demandNothingRuns({ state }: WorldCore, what: string): void {
  if (isTurnPending(state)) throw new EdictError('paused', `${what} was called while a turn waits for a decision; call decide first`);
  if (frameCount(state) > 0) throw new EdictError('paused', `${what} was called while actions of triggers are unfinished; call resume first, or decide where decision says that somebody has to`);
}

function demandMachine(machine: Machine | undefined): Machine {
  if (machine === undefined) throw new EdictError('unknown-name', 'the content has no triggers');
  return machine;
}

function demandFunction(what: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw new EdictError('bad-option', `${what} is ${describe(value)}; give a function that is told of events`);
}

function demandWhole(what: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least || value > 2 ** 31 - 1) throw new EdictError('bad-option', `${what} is ${describe(value)}; give a whole number from ${least} to ${2 ** 31 - 1}`);
}
