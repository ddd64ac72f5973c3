import { type Arrays, component } from './component.js';
import type { WorldState } from './state.js';
import { header } from '../kernel/arena.js';
import { WorldFullError } from '../kernel/errors.js';

const columns = { answers: { type: 'i32', stored: 'answer.option' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/**
 * A turn is run in one piece, so nothing in it can wait. Where somebody has to decide, the turn is undone and the world
 * waits as it was before it; with each answer the turn is run again from its beginning, with all the answers so far.
 * They are part of the state: numbers side by side, of which turns know what they mean.
 */
export const answers = component({
  name: 'answers',
  rows: 'answer',
  columns,
  when: ({ occurrences }) => occurrences.length > 0,
});

/** The world waits for a decision within its next turn. */
export function isTurnPending({ arena }: WorldState): boolean {
  return arena.header[header.turnPending] === 1;
}

export function setTurnPending({ arena }: WorldState, is: boolean): void {
  arena.header[header.turnPending] = is ? 1 : 0;
}

export function answerCount({ arena }: WorldState): number {
  return arena.header[header.answers];
}

/** The number at a place, from 0. */
export function answerAt({ answers }: WorldState, place: number): number {
  return answers[place + 1];
}

/** Throws WorldFullError, with nothing changed. */
export function pushAnswer({ arena: { header: words }, answers }: WorldState, option: number): void {
  const room = answers.length - 1;
  if (words[header.answers] >= room) throw new WorldFullError(room, undefined, 'frames');
  answers[++words[header.answers]] = option;
}

export function clearAnswers({ arena: { header: words }, answers }: WorldState): void {
  answers.fill(0, 0, words[header.answers] + 1);
  words[header.answers] = 0;
}
