import type { OccurrenceType } from '../ir/occurrence.js';
import type { Occurring, Question } from '../events/frames/event-run.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { Machine, RunOptions } from '../events/event-machine.js';
import { isTurnPending } from '../components/decided.js';
import { frameCount } from '../components/frames.js';
import { numberOccurrence, occurred } from '../components/occurrence-stack.js';
import { stepOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { describe, functionGiven, listGiven, refused, shorten } from '../kernel/given.js';
import { asHandle, resolve } from '../kernel/identity.js';
import { textOf } from '../kernel/strings.js';
import { type MethodsOf, partOf, type WorldCore, betweenTurns, demandNothingRuns, isIdle, noteWrites } from './core.js';
import { decisionOf, decisionWaited, goOnWithTurn } from './turns.js';
import { fewOf } from '../content/text/quote.js';
import { refuse, classOrKind, optionsGiven, demandNumbers, isPlaced, storedValues } from './host-arguments.js';
import { prepare, settle } from './variables.js';
import type { Decision, DecisionOption, OccurrenceValues, WorldEvents, TriggerOptions } from './events-api.js';
import { contextFor, counted, noOptions, quietly, runOf, runOptionsGiven } from './trigger-methods.js';
import { type Call, undoSilence, undoable } from './undo.js';

const points = ['before', 'when', 'after'] as const;
const nothing: readonly number[] = [];
/** Options in a message. */
const mostShown = 12;

interface Pending {
  readonly count: number;
  /** Handle; 0: nobody. */
  readonly player: number;
  readonly view: () => Decision;
}

const methods = {
  raise(core, type, values = nothing, options = noOptions) {
    const named = typeNamed(core, type);
    // Without listeners, only a number changes.
    if (options === noOptions && core.machine?.isSilent(named.index) === true && isIdle(core)) {
      if (isPlaced(values)) demandNumbers(named, values);
      else storedValues(core.state, named, values);
      undoSilence(core.undo, core.state);
      numberOccurrence(core.state);
      return true;
    }
    return raise(core, 'raise', options, [occurring(core, named, values)]);
  },
  raiseAll(core, occurrences, options = noOptions) {
    const given = listGiven(
      'what raiseAll is given',
      occurrences,
      'a list of occurrences, each with a type and values',
    );
    if (given.length === 0)
      throw new EdictError(
        'bad-option',
        'raiseAll takes a list of occurrences, each with a type and values; give at least one',
      );
    const all = given.map((each) => {
      const { type, values } = optionsGiven('an occurrence', each, ['type', 'values']);
      return occurring(core, typeNamed(core, type), values);
    });
    return raise(core, 'raiseAll', options, all);
  },
  pass(core, type, at, values, options = noOptions) {
    if (!points.includes(at)) throw refused('at', at, `one of ${points.join(', ')}`);
    const passed = occurring(core, typeNamed(core, type), values);
    return begin(core, 'pass', options, (context, run) => demandMachine(core).pass(context, passed, at, run));
  },
  pay(core, type, paid, values, options = noOptions) {
    const of = typeNamed(core, type);
    const asked = occurring(core, of, values);
    const follows = paid === null ? -1 : typeNamed(core, paid).index;
    const { player, amount, name } = of;
    if (player < 0 || amount < 0 || !(asked.values[player] > 0) || Number.isNaN(asked.values[amount]))
      throw new EdictError('bad-value', `${name} is to be paid and has no player or no amount; give both`, name);
    return begin(core, 'pay', options, (context, run) => demandMachine(core).pay(context, asked, follows, run));
  },
  decide(core, option, player, options = noOptions) {
    const open = typeof option === 'number' && player === undefined && options === noOptions ? asked(core) : undefined;
    if (open !== undefined && isPlace(option, open.count)) {
      betweenTurns(core, 'decide');
      return answer(core, options, option);
    }
    const question = pendingIn(core);
    if (question === undefined)
      throw new EdictError(
        'no-decision',
        'nothing has to be decided now; where triggers.isPaused is true, triggers.resume continues',
      );
    const index = optionOf(core, question, option);
    if (player !== undefined && (player ?? 0) !== question.player)
      throw new EdictError(
        'not-your-decision',
        `object ${describe(player)} answered, and it is for object ${question.player} to decide; see events.decider`,
      );
    betweenTurns(core, 'decide');
    if (!isTurnPending(core.state)) return answer(core, options, index);
    refuseOptions(options, 'decide');
    goOnWithTurn(core, [index]);
    return !isTurnPending(core.state);
  },
  answerWith(core, agent) {
    functionGiven('the agent', agent, 'a function that takes decisions, or undefined');
    core.agent = agent;
  },
} satisfies Partial<MethodsOf<WorldCore, WorldEvents>>;

export const eventsPart = partOf<WorldEvents>(methods, {
  decision: (core) => pendingIn(core)?.view(),
  optionCount: (core) => asked(core)?.count ?? pendingIn(core)?.count ?? 0,
  decider: (core) => asHandle(asked(core)?.player ?? pendingIn(core)?.player ?? 0),
  occurred: ({ types, state }) => (types.length === 0 ? 0 : occurred(state)),
  stepOfPlay,
});

function stepOfPlay({ machine, state }: WorldCore): string | null {
  const { steps } = machine?.timing ?? { steps: -1 };
  const word = stepOf(state);
  return steps < 0 || word === 0 ? null : state.model.enumerations[steps].members[word - 1];
}

function answer(core: WorldCore, options: TriggerOptions, index: number): boolean {
  return go(core, 'decide', options, (context, run) => demandMachine(core).answer(context, index, run));
}

function raise(core: WorldCore, what: string, options: TriggerOptions, all: readonly Occurring[]): boolean {
  return begin(core, what, options, (context, run) => demandMachine(core).raise(context, all, run));
}

function demandMachine({ machine }: WorldCore): Machine {
  if (machine === undefined) throw new EdictError('unknown-name', 'the content has no occurrences');
  return machine;
}

function begin(core: WorldCore, what: string, options: TriggerOptions, call: Call): boolean {
  if (core.running > 0 && !core.isPolling && !core.isChanging) return inTurn(core, options, call, what);
  betweenTurns(core, what);
  demandNothingRuns(core, what);
  return go(core, what, options, call);
}

function go(core: WorldCore, what: string, options: TriggerOptions, call: Call): boolean {
  prepare(core);
  if (options === noOptions) return run(core, call, quietly(core), core.quietRun);
  const given = runOptionsGiven(what, options);
  return run(core, counted(call, given), contextFor(core, given), runOf(core, given));
}

function run(core: WorldCore, call: Call, context: TurnContext, how: RunOptions): boolean {
  core.isPolling = true;
  try {
    return undoable(core.undo, core.state, call, context, how);
  } finally {
    core.isPolling = false;
  }
}

/** A turn cannot wait inside: agents answer at once, or the turn runs again. */
function inTurn(core: WorldCore, options: TriggerOptions, call: Call, what: string): boolean {
  refuseOptions(options, what);
  if (frameCount(core.state) > 0)
    throw new EdictError('paused', `${what} was called while occurrences are resolved; let an ability do that`);
  if (core.turnFailure !== undefined) throw core.turnFailure;
  noteWrites(core);
  const context = core.turnContext();
  try {
    if (!call(context, core.turnRun)) demandMachine(core).finish(context, core.turnRun);
  } catch (error) {
    if (error instanceof Error) core.turnFailure = error;
    throw error;
  }
  return true;
}

function refuseOptions(options: TriggerOptions, what: string): void {
  if (options === noOptions) return;
  const { listen, steps } = optionsGiven(what, options, ['listen', 'steps']);
  if (listen !== undefined || steps !== undefined)
    throw new EdictError(
      'bad-option',
      `${what} takes neither listen nor steps within a turn; call hear on the world to receive events`,
    );
}

/** Undefined after a possible change. */
function asked({ undo, machine }: WorldCore): Question | undefined {
  return undo.isChanged ? undefined : machine?.openQuestion();
}

function pendingIn(core: WorldCore): Pending | undefined {
  const { machine, state } = core;
  if (machine === undefined || core.running > 0 || core.isPolling) return undefined;
  if (isTurnPending(state)) return pendingOf(decisionWaited(core));
  if (frameCount(state) === 0) return undefined;
  const question = asked(core) ?? foundOut(core, machine);
  return (
    question && {
      count: question.count,
      player: question.player,
      view: () => decisionOf(state, machine, question),
    }
  );
}

function foundOut(core: WorldCore, machine: Machine): Question | undefined {
  const isChanged = core.undo.isChanged;
  if (isChanged) settle(core);
  return machine.question(quietly(core), isChanged);
}

function typeNamed({ types, typesByName }: WorldCore, type: string | number): OccurrenceType {
  const found = typeof type === 'number' ? types[type] : typesByName.get(type);
  if (found !== undefined) return found;
  if (typeof type === 'string') return refuse('type of occurrences', type, [...typesByName.keys()]);
  if (typeof type !== 'number')
    throw refused('a type of occurrences', type, 'its name or index, and several occurrences to raiseAll');
  throw new EdictError(
    'unknown-name',
    `there is no type of occurrences ${describe(type)}; the content has ${types.length}, from 0`,
  );
}

function occurring({ state }: WorldCore, type: OccurrenceType, values: OccurrenceValues = nothing): Occurring {
  return { type: type.index, values: storedValues(state, type, values) };
}

function isPlace(option: unknown, count: number): option is number {
  return typeof option === 'number' && Number.isInteger(option) && option >= 0 && option < count;
}

function optionOf(core: WorldCore, question: Pending, option: number | string): number {
  if (isPlace(option, question.count)) return option;
  const { options } = question.view();
  const names = options.map(({ name }) => name);
  if (typeof option === 'number')
    throw notAnOption(
      `option ${describe(option)} does not exist; there are ${question.count} options, numbered from 0: ${fewOf(names, mostShown)}`,
    );
  if (typeof option !== 'string') throw refused('the option', option, 'its number, counted from 0, or its name');
  const found = names.flatMap((name, i) => (name === option ? [i] : []));
  if (found.length === 1) return found[0];
  if (found.length === 0)
    throw notAnOption(
      `${shorten(option)} is not an option; give one of ${fewOf(names, mostShown)}, or its number, counted from 0`,
    );
  const places = found.map((place) => `${place} (${whoseOf(core, options[place])})`);
  throw notAnOption(
    `${shorten(option)} names ${found.length} of the options: ${fewOf(places, mostShown)}; give the number of one`,
  );
}

function notAnOption(message: string): EdictError {
  return new EdictError('not-an-option', message);
}

function whoseOf({ state, machine }: WorldCore, { ability, source, view, occurrence }: DecisionOption): string {
  const isWorlds = ability !== undefined && machine?.timing.abilities[ability].carrier.by === 'world';
  const whose = source !== null ? `of ${objectText(state, source)}` : isWorlds ? "the world's" : 'of no object';
  return view === undefined ? whose : `${whose}, for ${view.name} ${occurrence}`;
}

function objectText(state: WorldState, handle: number): string {
  const id = resolve(state.identity, handle);
  const name = textOf(state.strings, state.name[id]);
  return `${name === '' ? classOrKind(state, id).name : shorten(name)} (object ${handle})`;
}

function pendingOf(decision: Decision | undefined): Pending | undefined {
  if (decision === undefined) return undefined;
  const { options, player } = decision;
  return {
    count: options.length,
    player: player ?? 0,
    view: () => decision,
  };
}
