import type { WorldState } from '../components/state.js';
import { optionName } from '../events/frames/decision.js';
import type { Question } from '../events/question.js';
import { viewOf } from '../events/event.js';
import type { TimingBook } from '../ir/occurrence.js';
import { EdictError } from '../kernel/errors.js';
import { describe } from '../kernel/given.js';
import { seedWords } from '../kernel/random.js';
import type { WorldCore } from './core.js';
import type { Decision, DecisionOption } from './events-api.js';

export const worldChanged = 'world-changed';

export function optionNames(state: WorldState, book: TimingBook, question: Question): readonly string[] {
  return Array.from({ length: question.count }, (_, i) => optionName(state, book, question, i));
}

export function decisionOf(state: WorldState, book: TimingBook, question: Question): Decision {
  const { kind, at, player, candidates } = question;
  const options = optionNames(state, book, question).map((name, index): DecisionOption => {
    const place = kind === 'choose' ? 0 : index;
    const isGroup = kind === 'group';
    const isAbility = !isGroup && place < candidates.count;
    const row = isAbility || isGroup ? candidates.occurrence[place] : 0;
    return {
      index,
      name,
      ability: isAbility ? candidates.ability[place] : undefined,
      source: isAbility ? candidates.source[place] || null : null,
      occurrence: row === 0 ? 0 : state.occurrences.id[row],
      view: row === 0 ? undefined : viewOf(state, book.types, row),
    };
  });
  return { player: player || null, kind, at, options };
}

export function decideWithin(core: WorldCore, question: Question): number | undefined {
  const { turnAnswers, machine, agent, state } = core;
  if (machine === undefined) return undefined;
  const decision = decisionOf(state, machine.timing, question);
  if (turnAnswers.taken < turnAnswers.given.length) return answerGiven(core, decision);
  const option = agent?.(decision);
  if (option === undefined) {
    core.turnDecision = decision;
    return undefined;
  }
  if (!isOption(option, decision))
    throw new EdictError(
      'not-an-option',
      `the agent chose option ${describe(option)} of ${decision.options.length}; let it give a place from 0, or undefined to let the turn wait`,
    );
  turnAnswers.given.push(printOf(decision), option);
  turnAnswers.taken += numbersEach;
  return option;
}

/** What was asked, and the place of the option. */
const numbersEach = 2;

function answerGiven({ turnAnswers }: WorldCore, decision: Decision): number {
  const [asked, option] = turnAnswers.given.slice(turnAnswers.taken, turnAnswers.taken + numbersEach);
  turnAnswers.taken += numbersEach;
  if (asked === printOf(decision) && isOption(option, decision)) return option;
  throw new EdictError(
    worldChanged,
    `decision ${turnAnswers.taken / numbersEach} of the turn that waits was option ${option} from 0, and something else is asked now that the world has been changed; call triggers.resume, which forgets the decisions of the turn and asks again`,
  );
}

function isOption(option: number, { options }: Decision): boolean {
  return Number.isInteger(option) && option >= 0 && option < options.length;
}

/** 32 bits for what is asked: of whom, about what, with which options. Another number, another question. */
export function printOf({ kind, at, player, options }: Decision): number {
  return (
    seedWords(
      [kind, at, player, ...options.map(({ name, source, view }) => `${name} ${source} ${view?.name}`)].join('; '),
    ).low | 0
  );
}
