import { createLedger } from '../meaning/effects/stacking.js';
import { type TurnContext, beginTurn } from '../meaning/effects/turn-context.js';
import type { TriggerEvent } from '../events/trigger/event.js';
import type { Machine, RunOptions } from '../events/trigger/machine.js';
import { isTurnPending } from '../components/answers.js';
import { setTimeOf, timeOf, turnOf } from '../components/clock.js';
import { delayCount } from '../components/delays.js';
import { frameCount } from '../components/frames.js';
import { isArmed, setArmed } from '../components/triggers.js';
import { EdictError } from '../kernel/errors.js';
import { functionGiven, truthGiven, wholeGiven } from '../kernel/given.js';
import { type WorldCore, betweenTurns, changing, growRoom, noteWrites } from './core.js';
import { triggerNamed } from './names.js';
import { optionsGiven } from './options.js';
import { evaluateFor } from './executors.js';
import { settle } from './solving.js';
import { type Call, repeatable } from './undo.js';
import type { Running } from './running.js';
import type { TriggerOptions, Triggering } from './trigger-api.js';

/** The part of a world that watches triggers. */
export function triggerMethods(core: WorldCore): { readonly methods: Triggering; readonly running: Running } {
  const { state, machine } = core;
  const quiet = beginTurn(state, turnOf(core.state), {
    makeRoom: (what) => growRoom(core, what),
    evaluate: evaluateFor(core.executor),
  });
  const stacks =
    machine?.book.lists.some(({ actions }) =>
      actions.some(
        ({ deed }) =>
          deed.by === 'effects' && deed.effects.some(({ kind, stacking }) => kind === 'branch' || stacking !== 0),
      ),
    ) === true;
  const methods: Triggering = {
    get time() {
      return timeOf(state);
    },
    setTime(time) {
      begin(core, 'setTime');
      wholeGiven('the time', time, -(2 ** 31), mostTime);
      setTimeOf(state, time);
    },
    advance(ticks = 1, given = {}) {
      begin(core, 'advance');
      const options = optionsGiven('advance', given, ['listen', 'steps', 'sweeps']);
      const { sweeps = true } = options;
      wholeGiven('ticks', ticks, 0, mostTime);
      truthGiven('sweeps', sweeps);
      demandRunOptions(options);
      if (timeOf(state) + ticks > mostTime)
        throw new EdictError('bad-option', `the clock shows ${timeOf(state)} and would pass ${mostTime}; set it back`);
      if (machine !== undefined)
        return running(options, (context, run) => machine.advance(context, ticks, sweeps, run), ticks <= 1);
      core.undo.isStale = true;
      setTimeOf(state, timeOf(state) + ticks);
      return true;
    },
    poll(given = noOptions) {
      begin(core, 'poll');
      const options = runOptionsGiven('poll', given);
      return machine === undefined || running(options, (context, run) => machine.poll(context, run));
    },
    resume(given = noOptions) {
      betweenTurns(core, 'resume');
      const options = runOptionsGiven('resume', given);
      return machine === undefined || running(options, (context, run) => machine.resume(context, run));
    },
    get isPaused() {
      return frameCount(state) > 0 || isTurnPending(state);
    },
    get delayed() {
      return delayCount(state);
    },
    isArmed: (trigger) => isArmed(state, triggerNamed(state.model, trigger)),
    arm(trigger, armed = true) {
      changing(core);
      setArmed(state, triggerNamed(state.model, trigger), truthGiven('armed', armed));
    },
    isTrue(trigger) {
      const index = triggerNamed(state.model, trigger);
      settle(core);
      noteWrites(core);
      return demandMachine(machine).watcher.isTrue(index, quietly().frame);
    },
    hear(listener) {
      functionGiven('what hear is given', listener, 'a function that is told of events, or undefined');
      core.listener = listener;
    },
  };
  return { methods, running: { quietly, heard: checkedAndHeard } };

  function checkedAndHeard(options: TriggerOptions): { readonly context: TurnContext; readonly run: RunOptions } {
    demandRunOptions(options);
    return { context: options.listen === undefined ? quietly() : heard(options.listen), run: runOptions(options) };
  }

  function runOptions({ listen, steps }: TriggerOptions): RunOptions {
    return {
      tell: listen,
      steps,
      settle:
        core.solver === undefined
          ? undefined
          : () => {
              settle(core);
            },
    };
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
      return repeatable(
        core.undo,
        steps === undefined ? act : (context, how) => act(context, { ...how, steps }),
        listen === undefined ? quietly() : heard(listen),
        run,
      );
    } finally {
      core.isPolling = false;
    }
  }

  /** One context for all that nobody listens to: polling may be done a hundred thousand times a second. */
  function quietly(): TurnContext {
    core.solver?.resetWork();
    if (stacks) quiet.ledger = createLedger(state.model);
    quiet.fired = quiet.created = 0;
    const { frame } = quiet;
    frame.turn = turnOf(state);
    frame.tests = frame.visits = 0;
    return quiet;
  }

  function heard(listen: (event: TriggerEvent) => void): TurnContext {
    core.solver?.resetWork();
    return beginTurn(state, turnOf(core.state), {
      makeRoom: (what) => growRoom(core, what),
      evaluate: evaluateFor(core.executor),
      listen: (message) => {
        listen({ kind: 'message', time: timeOf(state), message });
      },
    });
  }
}

/** Throws unless something may begin now. */
function begin(core: WorldCore, what: string): void {
  betweenTurns(core, what);
  demandNothingRuns(core, what);
  core.solver?.resetWork();
}

/** Throws where triggers have been stopped in the middle of things. */
export function demandNothingRuns({ state }: WorldCore, what: string): void {
  if (isTurnPending(state))
    throw new EdictError('paused', `${what} was called while a turn waits for a decision; call decide first`);
  if (frameCount(state) > 0)
    throw new EdictError(
      'paused',
      `${what} was called while actions of triggers are unfinished; call resume first, or decide where decision says that somebody has to`,
    );
}

function demandMachine(machine: Machine | undefined): Machine {
  if (machine === undefined) throw new EdictError('unknown-name', 'the content has no triggers');
  return machine;
}

const noOptions: TriggerOptions = {};

function runOptionsGiven(what: string, given: TriggerOptions): TriggerOptions {
  if (given === noOptions) return given;
  const options = optionsGiven(what, given, ['listen', 'steps']);
  demandRunOptions(options);
  return options;
}

/** What the clock can show, and steps can be counted to. */
const mostTime = 2 ** 31 - 1;

function demandRunOptions({ listen, steps }: TriggerOptions): void {
  if (steps !== undefined) wholeGiven('steps', steps, 1, mostTime);
  functionGiven('listen', listen, 'a function that is told of events');
}
