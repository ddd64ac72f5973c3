import { type TurnContext, beginTurn, createLedger } from '../meaning/effects/turn-context.js';
import type { TriggerEvent } from '../events/event.js';
import type { RunOptions } from '../events/event-machine.js';
import { isTurnPending } from '../components/decided.js';
import { setTimeOf, timeOf, turnOf } from '../components/clock.js';
import { delayCount } from '../components/delays.js';
import { frameCount } from '../components/frames.js';
import { isArmed, setArmed } from '../components/armed-triggers.js';
import { EdictError } from '../kernel/errors.js';
import { functionGiven, truthGiven, wholeGiven } from '../kernel/given.js';
import { type MethodsOf, partOf, type WorldCore, betweenTurns, changing, demandNothingRuns, growRoom } from './core.js';
import { triggerNamed, optionsGiven } from './host-arguments.js';
import { evaluateHot } from '../eval/frames/hot.js';
import type { Evaluate } from '../eval/interpreter.js';
import { prepare } from './variables.js';
import { type Call, repeatable } from './undo.js';
import { goOnWithTurn } from './turns.js';
import type { AdvanceOptions, TriggerOptions, WorldTriggers } from './events-api.js';

const mostTime = 2 ** 31 - 1;

export const noOptions: TriggerOptions = {};

const methods = {
  setTime(core, time) {
    begin(core, 'setTime');
    wholeGiven('the time', time, -(2 ** 31), mostTime);
    setTimeOf(core.state, time);
  },
  advance(core, ticks = 1, given = {}) {
    begin(core, 'advance');
    const options: AdvanceOptions = optionsGiven('advance', given, ['listen', 'steps', 'sweeps']);
    const { sweeps = true } = options;
    const { machine, state } = core;
    wholeGiven('ticks', ticks, 0, mostTime);
    truthGiven('sweeps', sweeps);
    demandRunOptions(options);
    const now = timeOf(state);
    if (now + ticks > mostTime)
      throw new EdictError('bad-option', `the clock shows ${now} and would pass ${mostTime}; set it back`);
    if (machine !== undefined)
      return running(core, options, (context, run) => machine.advance(context, ticks, sweeps, run), ticks <= 1);
    core.undo.isStale = true;
    setTimeOf(state, now + ticks);
    return true;
  },
  poll(core, given = noOptions) {
    begin(core, 'poll');
    const { machine } = core;
    const options = runOptionsGiven('poll', given);
    return machine === undefined || running(core, options, (context, run) => machine.poll(context, run));
  },
  resume(core, given = noOptions) {
    betweenTurns(core, 'resume');
    const { machine, state } = core;
    if (isTurnPending(state)) {
      goOnWithTurn(core, []);
      return !isTurnPending(state);
    }
    const options = runOptionsGiven('resume', given);
    return machine === undefined || running(core, options, (context, run) => machine.resume(context, run));
  },
  isArmed: ({ state }, trigger) => isArmed(state, triggerNamed(state.model, trigger)),
  arm(core, trigger, armed = true) {
    changing(core);
    const { state } = core;
    setArmed(state, triggerNamed(state.model, trigger), truthGiven('armed', armed));
  },
  isTrue(core, trigger) {
    const index = triggerNamed(core.state.model, trigger);
    prepare(core);
    if (core.machine === undefined) throw new EdictError('unknown-name', 'the content has no triggers');
    return core.machine.watcher.isTrue(index, quietly(core).frame);
  },
  hear(core, listener) {
    functionGiven('what hear is given', listener, 'a function that takes events, or undefined');
    core.listener = listener;
  },
} satisfies Partial<MethodsOf<WorldCore, WorldTriggers>>;

export const triggersPart = partOf<WorldTriggers>(methods, {
  time: ({ state }) => timeOf(state),
  isPaused: ({ state }) => frameCount(state) > 0 || isTurnPending(state),
  delayed: ({ state }) => delayCount(state),
});

function running(core: WorldCore, options: TriggerOptions, act: Call, isBrief = true): boolean {
  prepare(core);
  // Long calls are not repeated to undo others.
  if (!isBrief) core.undo.isStale = true;
  core.isPolling = true;
  try {
    return repeatable(core.undo, counted(act, options), contextFor(core, options), runOf(core, options));
  } finally {
    core.isPolling = false;
  }
}

export function counted(call: Call, { steps }: TriggerOptions): Call {
  return steps === undefined ? call : (context, how) => call(context, { ...how, steps });
}

export function runOf({ settle }: WorldCore, { listen, steps }: TriggerOptions): RunOptions {
  return { listen, steps, settle };
}

export function contextFor(core: WorldCore, { listen }: TriggerOptions): TurnContext {
  if (listen === undefined) return quietly(core);
  core.solver?.resetWork();
  return contextOutside(core, listen);
}

/** Shared by all calls without a listener: polling may happen a hundred thousand times a second. */
export function quietly(core: WorldCore): TurnContext {
  const quiet = (core.quiet ??= contextOutside(core));
  const { frame } = quiet;
  core.solver?.resetWork();
  if (core.stacks) quiet.ledger = createLedger(core.state.model);
  quiet.fired = quiet.created = 0;
  frame.turn = turnOf(core.state);
  frame.tests = frame.visits = frame.sorted = 0;
  return quiet;
}

/** For single nodes; undefined: the interpreter. */
export function evaluateFor({ name }: { readonly name: string }): Evaluate | undefined {
  return name === 'compiled' ? evaluateHot : undefined;
}

function contextOutside(core: WorldCore, listen?: (event: TriggerEvent) => void): TurnContext {
  const { state } = core;
  return beginTurn(state, turnOf(state), {
    makeRoom: (what) => growRoom(core, what),
    evaluate: evaluateFor(core.executor),
    watch: core.watch,
    listen:
      listen &&
      ((message) => {
        listen({ kind: 'message', time: timeOf(state), message });
      }),
  });
}

function begin(core: WorldCore, what: string): void {
  betweenTurns(core, what);
  demandNothingRuns(core, what);
  core.solver?.resetWork();
}

export function runOptionsGiven(what: string, given: TriggerOptions): TriggerOptions {
  if (given === noOptions) return given;
  const options = optionsGiven(what, given, ['listen', 'steps']);
  demandRunOptions(options);
  return options;
}

function demandRunOptions({ listen, steps }: TriggerOptions): void {
  if (steps !== undefined) wholeGiven('steps', steps, 1, mostTime);
  functionGiven('listen', listen, 'a function that takes events');
}
