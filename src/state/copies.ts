import { header } from '../kernel/arena.js';
import { WorldFullError } from '../kernel/errors.js';
import type { WorldState } from './world-state.js';

/** Abilities that come and go: those that the world has once may be gone, others are created as it runs. */

/** Rows of copies; the oldest is row 1. */
export function copyCount({ arena }: WorldState): number {
  return arena.header[header.copies];
}

/** Numbers that were given to copies: those that are created from now on have greater ones. */
export function lastCopyNumber({ arena }: WorldState): number {
  return arena.header[header.copyNumber];
}

/** Whether an ability that the world has once is gone. Indices begin at 0. */
export function isGone({ gone }: WorldState, ability: number): boolean {
  return gone[ability + 1] === 1;
}

export function setGone({ gone }: WorldState, ability: number): void {
  gone[ability + 1] = 1;
}

/** Creates a copy. Source and controller are handles. Throws WorldFullError, with nothing changed. */
export function pushCopy(
  { arena: { header: words }, copies }: WorldState,
  ability: number,
  source: number,
  controller: number,
): number {
  const room = copies.ability.length - 1;
  if (words[header.copies] >= room) throw new WorldFullError(room, undefined, 'frames');
  const row = ++words[header.copies];
  copies.ability[row] = ability;
  copies.source[row] = source;
  copies.controller[row] = controller;
  copies.number[row] = ++words[header.copyNumber];
  return row;
}

/** The row of the copy with a number, or 0. */
export function copyRow(state: WorldState, number: number): number {
  const { copies } = state;
  let [low, high] = [1, copyCount(state)];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (copies.number[middle] === number) return middle;
    if (copies.number[middle] < number) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

/** Takes copies away for which a test on the row is true; the others keep their order. */
export function dropCopies(
  { arena: { header: words }, copies }: WorldState,
  isDropped: (row: number) => boolean,
): void {
  const last = words[header.copies];
  let kept = 0;
  for (let row = 1; row <= last; row++) {
    if (isDropped(row)) continue;
    kept++;
    if (kept === row) continue;
    copies.ability[kept] = copies.ability[row];
    copies.source[kept] = copies.source[row];
    copies.controller[kept] = copies.controller[row];
    copies.number[kept] = copies.number[row];
  }
  for (let row = kept + 1; row <= last; row++)
    copies.ability[row] = copies.source[row] = copies.controller[row] = copies.number[row] = 0;
  words[header.copies] = kept;
}
