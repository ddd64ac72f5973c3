import type { OccurrenceType } from '../ir/occurrence.js';
import type { Occurring } from '../events/timing/batch.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { Question } from '../events/timing/question.js';
import type { Machine, RunOptions } from '../events/trigger/machine.js';
import { isTurnPending } from '../components/answers.js';
import { frameCount } from '../components/frames.js';
import { numberOccurrence, occurred } from '../components/occurrences.js';
import { stepOf } from '../components/step.js';
import { kindAt } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import { describe, functionGiven, listGiven, shorten } from '../kernel/given.js';
import { resolve } from '../kernel/identity.js';
import { textOf } from '../kernel/strings.js';
import type { Handle } from './api.js';
import { decisionOf, optionNames, type WaitingTurn } from './turns.js';
import { type WorldCore, betweenTurns, isIdle, noteWrites } from './core.js';
import { refuse } from './names.js';
import { demandNumbers, isPlaced, storedValues } from './occurrence-values.js';
import { optionsGiven } from './options.js';
import { settle } from './solving.js';
import type { Decision, DecisionOption, OccurrenceValues, Timing } from './timing-api.js';
import type { TriggerOptions } from './trigger-api.js';
import { demandNothingRuns } from './triggers.js';
import type { Running } from './running.js';
import { type Call, undoSilence, undoable } from './undo.js';

const points = ['before', 'when', 'after'] as const;
const nothing: readonly number[] = [];
const noOptions: TriggerOptions = {};
/** Options in a message. */
const mostShown = 12;

/** What has to be decided, by outside of turns or within one. */
interface Pending {
  readonly count: number;
  /** Handle; 0: nobody. */
  readonly player: Handle;
  readonly names: () => readonly string[];
  readonly view: () => Decision;
}

/** The part of a world that lets things occur and takes decisions. */
export function timingMethods(core: WorldCore, { quietly, heard }: Running, waiting: WaitingTurn): Timing {
  const { state, machine } = core;
  const types = machine?.timing.types ?? [];
  const quietRun: RunOptions =
    core.solver === undefined
      ? {}
      : {
          settle: () => {
            settle(core);
          },
        };
  const typesByName = new Map(types.map((type) => [type.name, type]));
  return {
    raise(type, values = nothing, options = noOptions) {
      const named = typeNamed(type);
      // Nobody looks, and nothing changes but how often something has occurred.
      if (options === noOptions && machine?.isSilent(named.index) === true && isIdle(core)) {
        if (isPlaced(values)) demandNumbers(named, values);
        else storedValues(state, named, values);
        undoSilence(core.undo, state);
        numberOccurrence(state);
        return true;
      }
      return begin('raise', options, raising([occurring(named, values)]));
    },
    raiseAll(occurrences, options = noOptions) {
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
        const { type, values = nothing } = optionsGiven('an occurrence', each, ['type', 'values']);
        return occurring(typeNamed(type), values);
      });
      return begin('raiseAll', options, raising(all));
    },
    pass(type, at, values = nothing, options = noOptions) {
      if (!points.includes(at))
        throw new EdictError('bad-option', `at is ${describe(at)}; give one of ${points.join(', ')}`);
      const passed = occurring(typeNamed(type), values);
      return begin('pass', options, (context, run) => demandMachine().pass(context, passed, at, run));
    },
    pay(type, paid, values, options = noOptions) {
      const [asked, follows] = [occurring(typeNamed(type), values), paid === null ? -1 : typeNamed(paid).index];
      const { player, amount, name } = types[asked.type];
      if (player < 0 || amount < 0 || !(asked.values[player] > 0) || Number.isNaN(asked.values[amount])) {
        throw new EdictError('bad-value', `${name} is to be paid and has no player or no amount; give both`, name);
      }
      return begin('pay', options, (context, run) => demandMachine().pay(context, asked, follows, run));
    },
    get decision() {
      return now()?.view();
    },
    get optionCount() {
      return asked()?.count ?? now()?.count ?? 0;
    },
    get decider() {
      return asked()?.player ?? now()?.player ?? 0;
    },
    decide(option, player, options = noOptions) {
      const open = typeof option === 'number' && player === undefined && options === noOptions ? asked() : undefined;
      if (open !== undefined && Number.isInteger(option) && Number(option) >= 0 && Number(option) < open.count) {
        betweenTurns(core, 'decide');
        return go('decide', options, deciding(Number(option)));
      }
      const question = now();
      if (question === undefined)
        throw new EdictError('no-decision', 'nothing has to be decided now; where isPaused is true, resume goes on');
      const index = optionOf(question, option);
      if (player !== undefined && (player ?? 0) !== question.player) throw notTheirs(question, player);
      betweenTurns(core, 'decide');
      if (isTurnPending(state)) {
        refuseOptions(options, 'decide');
        waiting.goOn([index]);
        return !isTurnPending(state);
      }
      return go('decide', options, deciding(index));
    },
    answerWith(agent) {
      functionGiven('the agent', agent, 'a function that takes decisions, or undefined');
      core.agent = agent;
    },
    get occurred() {
      return types.length === 0 ? 0 : occurred(state);
    },
    get stepOfPlay() {
      const { steps } = machine?.timing ?? { steps: -1 };
      const word = stepOf(state);
      return steps < 0 || word === 0 ? null : state.model.enumerations[steps].members[word - 1];
    },
  };

  function deciding(index: number): Call {
    return (context, run) => demandMachine().answer(context, index, run);
  }

  function raising(all: readonly Occurring[]): Call {
    return (context, run) => demandMachine().raise(context, all, run);
  }

  function demandMachine(): Machine {
    if (machine === undefined) throw new EdictError('unknown-name', 'the content has no occurrences');
    return machine;
  }

  /** Begins something, also from a system of the host in a turn. */
  function begin(what: string, options: TriggerOptions, call: Call): boolean {
    if (core.running > 0 && !core.isPolling && !core.isChanging) return inTurn(options, call, what);
    betweenTurns(core, what);
    demandNothingRuns(core, what);
    return go(what, options, call);
  }

  function go(what: string, options: TriggerOptions, call: Call): boolean {
    settle(core);
    noteWrites(core);
    if (core.isOpen) core.undo.isStale = true;
    if (options === noOptions) return run(call, quietly(), quietRun);
    const given = optionsGiven(what, options, ['listen', 'steps']);
    const { steps } = given;
    const { context, run: how } = heard(given);
    return run(steps === undefined ? call : (within, each) => call(within, { ...each, steps }), context, how);
  }

  function run(call: Call, context: TurnContext, how: RunOptions): boolean {
    core.isPolling = true;
    try {
      return undoable(core.undo, state, call, context, how, quietly);
    } finally {
      core.isPolling = false;
    }
  }

  /** Within a turn nothing can wait: who decides is asked at once, or the turn is run again when they have. */
  function inTurn(options: TriggerOptions, call: Call, what: string): boolean {
    refuseOptions(options, what);
    if (frameCount(state) > 0)
      throw new EdictError('paused', `${what} was called while occurrences are resolved; let an ability do that`);
    if (core.turnFailure !== undefined) throw core.turnFailure;
    noteWrites(core);
    const context = core.turnContext();
    const run = core.turnRun;
    try {
      if (!call(context, run)) demandMachine().finish(context, run);
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

  /** What was found out to be asked, where nothing can have changed since. */
  function asked(): Question | undefined {
    return core.undo.isChanged || core.isOpen ? undefined : machine?.openQuestion();
  }

  function now(): Pending | undefined {
    if (machine === undefined || core.running > 0 || core.isPolling) return undefined;
    if (isTurnPending(state)) return pendingOf(waiting.decision());
    if (frameCount(state) === 0) return undefined;
    const question = asked() ?? foundOut(machine);
    return (
      question && {
        count: question.count,
        player: question.player,
        names: () => optionNames(state, machine.timing, question),
        view: () => decisionOf(state, machine.timing, question),
      }
    );
  }

  function foundOut(by: Machine): Question | undefined {
    const isChanged = core.undo.isChanged || core.isOpen;
    if (isChanged) settle(core);
    return by.question(quietly(), isChanged);
  }

  function typeNamed(type: string | number): OccurrenceType {
    const found = typeof type === 'number' ? types[type] : typesByName.get(type);
    if (found !== undefined) return found;
    if (typeof type === 'string')
      return refuse(
        'type of occurrences',
        type,
        types.map(({ name }) => name),
      );
    if (typeof type !== 'number')
      throw new EdictError(
        'bad-option',
        `a type of occurrences is ${describe(type)}; give its name or index, and several occurrences to raiseAll`,
      );
    throw new EdictError(
      'unknown-name',
      `there is no type of occurrences ${describe(type)}; the content has ${types.length}, from 0`,
    );
  }

  function occurring(type: OccurrenceType, values: OccurrenceValues): Occurring {
    return { type: type.index, values: storedValues(state, type, values) };
  }

  function optionOf(question: Pending, option: number | string): number {
    if (typeof option === 'number') {
      if (Number.isInteger(option) && option >= 0 && option < question.count) return option;
      throw new EdictError(
        'not-an-option',
        `option ${describe(option)} is none of the ${question.count} that there are, from 0: ${namesOf(question)}`,
      );
    }
    if (typeof option !== 'string')
      throw new EdictError(
        'bad-option',
        `the option is ${describe(option)}; give the place of one, from 0, or its name`,
      );
    const found = question.names().flatMap((name, i) => (name === option ? [i] : []));
    if (found.length === 1) return found[0];
    if (found.length === 0)
      throw new EdictError(
        'not-an-option',
        `${shorten(option)} is none of the options; give one of ${namesOf(question)}, or its place from 0`,
      );
    const { options } = question.view();
    const places = found.slice(0, mostShown).map((place) => `${place} (${whoseOf(options[place])})`);
    throw new EdictError(
      'not-an-option',
      `${shorten(option)} names ${found.length} of the options: ${places.join(', ')}${found.length > mostShown ? ', …' : ''}; give the place of one`,
    );
  }

  /** What tells an option from others of its name: whose it is, and what it answers. */
  function whoseOf({ ability, source, view, occurrence }: DecisionOption): string {
    const isWorlds = ability !== undefined && machine?.timing.abilities[ability].carrier.by === 'world';
    const whose = source !== null ? `of ${objectText(source)}` : isWorlds ? "the world's" : 'of no object';
    return view === undefined ? whose : `${whose}, for ${view.name} ${occurrence}`;
  }

  function objectText(handle: Handle): string {
    const id = resolve(state.identity, handle);
    const name = textOf(state.strings, state.name[id]);
    const sort =
      state.class[id] > 0
        ? state.model.classes[state.class[id] - 1].name
        : kindAt(state.model, state.identity.kind[id]).name;
    return `${name === '' ? sort : shorten(name)} (object ${handle})`;
  }

  function namesOf(pending: Pending): string {
    const all = pending.names();
    return `${all.slice(0, mostShown).join(', ')}${all.length > mostShown ? ', …' : ''}`;
  }

  function notTheirs({ player }: Pending, given: Handle | null): EdictError {
    return new EdictError(
      'not-your-decision',
      `object ${describe(given)} answered, and it is for object ${player} to decide; ask decider who it is`,
    );
  }
}

function pendingOf(decision: Decision | undefined): Pending | undefined {
  if (decision === undefined) return undefined;
  const { options, player } = decision;
  return {
    count: options.length,
    player: player ?? 0,
    names: () => options.map(({ name }) => name),
    view: () => decision,
  };
}
