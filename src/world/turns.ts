import type { TurnOptions } from '../meaning/effects/turn-context.js';
import { type TriggerEvent, DecisionNeeded, viewOf } from '../events/event.js';
import type { Machine } from '../events/event-machine.js';
import type { Question } from '../events/frames/event-run.js';
import { answerAt, answerCount, clearAnswers, pushAnswer, setTurnPending } from '../components/decided.js';
import { timeOf, turnOf } from '../components/clock.js';
import { captureChanges, captureState, restoreState, undoTurn } from '../state/world-state.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { functionGiven, textGiven, describe } from '../kernel/given.js';
import { asHandle } from '../kernel/identity.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { attempt } from '../systems/attempt.js';
import { type PhaseBoundary, type PhaseObserver, addPhase, runTurn } from '../systems/schedule.js';
import type { AddedPhase } from '../model/content-shape.js';
import type { World } from './api.js';
import { addHostSystem } from './host-systems.js';
import { type MethodsOf, type WorldCore, betweenTurns, demandNothingRuns, growRoom, growing } from './core.js';
import { prepare } from './variables.js';
import { mistaken } from './host-arguments.js';
import { keepRow } from './report-book.js';
import { evaluateReports } from './reports.js';
import type { Decision, DecisionOption } from './events-api.js';
import { seedWords } from '../kernel/random.js';

export const turnMethods = {
  addPhase(core, name, after) {
    betweenTurns(core, 'addPhase');
    addPhase(core.schedule, textGiven('the name of the phase', name), textGiven('the phase before it', after));
    core.beforeTurn = undefined;
    return name as AddedPhase;
  },
  addSystem(core, system) {
    betweenTurns(core, 'addSystem');
    addHostSystem(core, system);
    // The last turn cannot be repeated.
    core.beforeTurn = undefined;
  },
  step(core, observer) {
    betweenTurns(core, 'step');
    demandNothingRuns(core, 'a turn');
    runAll(core, 1, observer);
  },
  run(core, turns, observer) {
    betweenTurns(core, 'run');
    if (!Number.isInteger(turns) || turns < 0) throw mistaken('run', 'a whole number of turns', turns);
    if (turns > 0) demandNothingRuns(core, 'a turn');
    runAll(core, turns, observer);
  },
} satisfies Partial<MethodsOf<WorldCore, World>>;

/** All or none. */
function runAll(core: WorldCore, turns: number, observer: PhaseObserver | undefined): void {
  functionGiven('the observer', observer, 'a function that takes phases, or undefined');
  core.unheard.length = 0;
  if (turns > 1) runSeveral(core, turns, observer);
  else if (turns === 1) stepOnce(core, observer);
  hearAll(core);
}

function runSeveral(core: WorldCore, turns: number, observer: PhaseObserver | undefined): void {
  const explained = core.beforeTurn;
  core.beforeTurn = undefined;
  core.runStart = captureState(core.state, core.runStart);
  const takeBack = core.profile?.mark();
  try {
    for (let i = 0; i < turns; i++) if (!stepOnce(core, observer)) throw waiting(core, turns);
    core.spare ??= explained;
  } catch (error) {
    restoreState(core.state, core.runStart);
    core.beforeTurn = explained;
    takeBack?.();
    throw error;
  }
}

function waiting({ state }: WorldCore, turns: number): EdictError {
  return new EdictError(
    'decision-needed',
    `a decision is needed in turn ${turnOf(state) + 1} of ${turns} that were to run; take decisions by ` +
      'events.answerWith, or run turns one by one with step and events.decide',
  );
}

export function goOnWithTurn(core: WorldCore, more: readonly number[]): void {
  const answers = answersOf(core);
  core.unheard.length = 0;
  try {
    const asked = more.length === 0 ? undefined : decisionWaited(core);
    runAgain(core, [...answers, ...(asked === undefined ? [] : [printOf(asked)]), ...more], more.length === 0);
  } catch (error) {
    waitFor(core, answers);
    throw error;
  }
  hearAll(core);
}

/** Decisions may be forgotten if one is no longer an option. */
function runAgain(core: WorldCore, answers: readonly number[], mayForget: boolean): void {
  try {
    stepOnce(core, undefined, answers);
  } catch (error) {
    if (!mayForget || !(error instanceof EdictError) || error.code !== worldChanged) throw error;
    stepOnce(core, undefined);
  }
}

function answersOf({ state }: WorldCore): readonly number[] {
  return Array.from({ length: answerCount(state) }, (_, place) => answerAt(state, place));
}

/** Runs the turn again if the decision is unknown. The world stays unchanged. */
export function decisionWaited(core: WorldCore): Decision | undefined {
  if (core.turnDecision !== undefined) return core.turnDecision;
  const { agent, beforeTurn, lastAnswers, state } = core;
  const before = captureState(state);
  const { isStale, isChanged } = core.undo;
  const takeBack = core.profile?.mark();
  core.agent = undefined;
  try {
    if (!stepOnce(core, undefined, answersOf(core))) return core.turnDecision;
    // No decision is needed any more: resume runs the turn.
    restoreState(state, before);
    core.spare = core.beforeTurn;
    core.beforeTurn = beforeTurn;
    core.lastAnswers = lastAnswers;
    core.unheard.length = 0;
    return undefined;
  } catch (error) {
    restoreState(state, before);
    throw error;
  } finally {
    takeBack?.();
    core.agent = agent;
    core.undo.isStale = isStale;
    core.undo.isChanged = isChanged;
  }
}

/** All or nothing. False if the turn waits for a decision. */
export function stepOnce(core: WorldCore, observer: PhaseObserver | undefined, given: readonly number[] = []): boolean {
  const { state } = core;
  const known = core.unheard.length;
  const answered = [...given];
  clearAnswers(state);
  setTurnPending(state, false);
  core.turnDecision = undefined;
  let before: Snapshot | undefined;
  core.writeCheck?.demand('the host', []);
  const begin = () => {
    prepare(core);
    core.solver?.begin();
    const copy = captureChanges(state, core.beforeTurn, core.spare);
    before = copy;
    return () => {
      core.unheard.length = known;
      undoTurn(state, copy);
      core.writeCheck?.note();
      core.spare = copy;
    };
  };
  try {
    attempt(
      begin,
      (what) => growRoom(core, what),
      (strict) => {
        tryTurn(core, observer, answered, strict);
      },
    );
  } catch (error) {
    if (!(error instanceof DecisionNeeded)) throw error;
    waitFor(core, answered);
    return false;
  }
  core.spare = core.beforeTurn;
  core.beforeTurn = before;
  core.lastAnswers = answered;
  keepAnswers(core, answered);
  core.profile?.commit();
  keepRow(core.reportBook, turnOf(state));
  core.writeCheck?.note();
  state.outgrown.length = 0;
  return true;
}

/** Decisions of so many turns are kept. */
const mostAnswers = 1000;

/** So that the turn can be run again later. */
function keepAnswers({ answers, state }: WorldCore, given: readonly number[]): void {
  if (given.length === 0 && answers.size === 0) return;
  const turn = turnOf(state);
  answers.delete(turn);
  if (given.length === 0) return;
  answers.set(turn, given);
  for (const oldest of answers.keys()) if (answers.size > mostAnswers) answers.delete(oldest);
}

function tryTurn(core: WorldCore, observer: PhaseObserver | undefined, answered: number[], strict: boolean): void {
  const { state } = core;
  core.running = turnOf(state) + 1;
  core.turnAnswers = { given: answered, taken: 0 };
  core.turnFailure = undefined;
  core.profile?.begin();
  try {
    runTurn(state, core.schedule, observer, turnOptions(core, strict), core.settle, boundaryOf(core));
    evaluateReports(core);
  } finally {
    core.running = 0;
    core.hostSystem = '';
  }
}

/** Makes the next turn wait after these. Throws, and does not wait, without room for them. */
function waitFor(core: WorldCore, answers: readonly number[]): void {
  const { state } = core;
  clearAnswers(state);
  try {
    for (const option of answers)
      growing(core, () => {
        pushAnswer(state, option);
      });
    setTurnPending(state, true);
  } catch (error) {
    clearAnswers(state);
    core.turnDecision = undefined;
    throw error;
  }
}

function turnOptions(core: WorldCore, strict: boolean): TurnOptions {
  const { machine, watch, during, moments, profile, turnRun, asks } = core;
  return {
    watch,
    during,
    moments: moments.size > 0 ? moments : undefined,
    beforeFlows: asks.flows,
    beforeGrowth: asks.growth,
    claimed: asks.claimed,
    profile,
    strict,
    listen: messagesTo(core),
    occur:
      machine?.hearsEffects === true
        ? (context, rule, effect, source, targets) => machine.occur(context, rule, effect, source, targets, turnRun)
        : undefined,
  };
}

function boundaryOf({ machine, state: { model }, turnContext, turnRun }: WorldCore): PhaseBoundary | undefined {
  if (machine === undefined) return undefined;
  const typeOf = (wanted: string) => machine.timing.types.find(({ name }) => name === wanted);
  const types = { begins: typeOf('phase-begins'), ends: typeOf('phase-ends') };
  if ((types.begins ?? types.ends) === undefined) return undefined;
  return (phase, what) => {
    const type = types[what];
    const field = type?.fields.findIndex((each) => each?.name === 'name') ?? -1;
    const named = type?.fields[field]?.type;
    if (type === undefined || named?.name !== 'enumeration') return;
    const word = model.enumerations[named.index].members.indexOf(phase) + 1;
    if (word === 0) return;
    const values = type.fields.map((_, i) => (i === field ? word : NaN));
    const context = turnContext();
    if (!machine.raise(context, [{ type: type.index, values }], turnRun)) machine.finish(context, turnRun);
  };
}

export function messagesTo({ listener, unheard, state }: WorldCore): TurnOptions['listen'] {
  return (
    listener &&
    ((message) => {
      keepEvent(state, unheard, { kind: 'message', time: timeOf(state), message });
    })
  );
}

/** Throws beyond the limit. */
export function keepEvent({ limits: { events } }: WorldState, unheard: TriggerEvent[], event: TriggerEvent): void {
  if (unheard.length >= events) {
    throw new EdictError(
      'limit-events',
      `more than ${events} events are kept for the listener until all turns are done; run fewer turns at a ` +
        'time, let content cause fewer events or raise limits.events',
    );
  }
  unheard.push(event);
}

function hearAll(core: WorldCore): void {
  if (core.unheard.length === 0) return;
  // A listener may be removed meanwhile.
  for (const event of core.unheard.splice(0)) core.listener?.(event);
}

const worldChanged = 'world-changed';

export function decisionOf(state: WorldState, machine: Machine, question: Question): Decision {
  const { kind, at, player, count, candidates } = question;
  const options = Array.from({ length: count }, (_, index): DecisionOption => {
    const place = kind === 'choose' ? 0 : index;
    const isGroup = kind === 'group';
    const isAbility = !isGroup && place < candidates.count;
    const row = isAbility || isGroup ? candidates.occurrence[place] : 0;
    return {
      index,
      name: machine.optionName(question, index),
      ability: isAbility ? candidates.ability[place] : undefined,
      source: isAbility ? asHandle(candidates.source[place]) || null : null,
      occurrence: row === 0 ? 0 : state.occurrences.id[row],
      view: row === 0 ? undefined : viewOf(state, machine.timing.types, row),
    };
  });
  return { player: asHandle(player) || null, kind, at, options };
}

export function decideWithin(core: WorldCore, question: Question): number | undefined {
  const { turnAnswers, machine, agent, state } = core;
  if (machine === undefined) return undefined;
  const decision = decisionOf(state, machine, question);
  if (turnAnswers.taken < turnAnswers.given.length) return answerGiven(core, decision);
  const option = agent?.(decision);
  if (option === undefined) {
    core.turnDecision = decision;
    return undefined;
  }
  if (!isOption(option, decision))
    throw new EdictError(
      'not-an-option',
      `the agent chose option ${describe(option)} of ${decision.options.length}; let it return an index from ` +
        '0, or undefined to let the turn wait',
    );
  turnAnswers.given.push(printOf(decision), option);
  turnAnswers.taken += numbersEach;
  return option;
}

/** The hash of the question, and the index of the option. */
const numbersEach = 2;

function answerGiven({ turnAnswers }: WorldCore, decision: Decision): number {
  const [asked, option] = turnAnswers.given.slice(turnAnswers.taken, turnAnswers.taken + numbersEach);
  turnAnswers.taken += numbersEach;
  if (asked === printOf(decision) && isOption(option, decision)) return option;
  throw new EdictError(
    worldChanged,
    `the world has changed while a turn waits, and decision ${turnAnswers.taken / numbersEach} of the turn ` +
      `(option ${option}, counted from 0) no longer fits; call triggers.resume, which forgets the decisions of ` +
      'the turn and asks again',
  );
}

function isOption(option: number, { options }: Decision): boolean {
  return Number.isInteger(option) && option >= 0 && option < options.length;
}

/** A 32-bit hash of the question: player, point and options. */
function printOf({ kind, at, player, options }: Decision): number {
  return (
    seedWords(
      [kind, at, player, ...options.map(({ name, source, view }) => `${name} ${source} ${view?.name}`)].join('; '),
    ).low | 0
  );
}
