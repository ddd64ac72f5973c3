import { timeOf } from '../../components/clock.js';
import { copyCount, dropCopies, isGone, setGone } from '../../components/copies.js';
import { forgetPast } from '../../components/occurrences.js';
import type { Run } from '../trigger/run.js';

/** A turn ends: what lasts for a turn is gone, and nothing has happened in the next one yet. */
export function lapse({ state, resolver: { book }, tell }: Pick<Run, 'state' | 'resolver' | 'tell'>): void {
  const told = (ability: number, source: number): void => {
    tell?.({ kind: 'lapse', time: timeOf(state), ability, name: book.abilities[ability].name, source: source || null });
  };
  for (const { index, lapses, carrier } of book.abilities) {
    if (!lapses || carrier.by !== 'world' || isGone(state, index)) continue;
    setGone(state, index);
    told(index, 0);
  }
  const { copies } = state;
  const isOver = (row: number): boolean => book.abilities[copies.ability[row]].lapses;
  for (let row = 1; row <= copyCount(state); row++) if (isOver(row)) told(copies.ability[row], copies.source[row]);
  dropCopies(state, isOver);
  forgetPast(state);
}
