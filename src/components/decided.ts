import { type Arrays, component } from './component.js';
import type { WorldState } from './state.js';
import { header } from '../kernel/arena.js';
import { hasOccurrences } from './copies.js';
import { demandRows } from './frames.js';

const columns = { answers: { type: 'i32', stored: 'answer.option' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** A turn cannot wait: for a decision it is undone, and run again with all answers so far. */
export const answers = component({
  name: 'answers',
  rows: 'answer',
  columns,
  when: hasOccurrences,
});

export function isTurnPending({ arena }: WorldState): boolean {
  return arena.header[header.turnPending] === 1;
}

export function setTurnPending({ arena }: WorldState, is: boolean): void {
  arena.header[header.turnPending] = is ? 1 : 0;
}

export function answerCount({ arena }: WorldState): number {
  return arena.header[header.answers];
}

export function answerAt({ answers }: WorldState, place: number): number {
  return answers[place + 1];
}

/** Throws WorldFullError, with nothing changed. */
export function pushAnswer({ arena: { header: words }, answers }: WorldState, option: number): void {
  demandRows(answers, words[header.answers] + 1);
  answers[++words[header.answers]] = option;
}

export function clearAnswers({ arena: { header: words }, answers }: WorldState): void {
  answers.fill(0, 0, words[header.answers] + 1);
  words[header.answers] = 0;
}
