import type { Batch } from '../../src/batch/api.js';

/**
 * Fills in an action that is allowed for every agent, at random: equal seeds choose alike, whatever the order of calls
 * of others.
 */
export type Player = (batch: Batch) => void;

/** One of the choices that are allowed in each head; among them that of doing nothing. */
export function randomPlayer(seed: number): Player {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return ({ actions, actionMask, shape: { choices } }) => {
    let at = 0;
    let head = 0;
    while (head < actions.length) {
      for (const count of choices) {
        let allowed = 0;
        for (let i = 0; i < count; i++) allowed += actionMask[at + i];
        let left = below(allowed);
        let choice = 0;
        while (actionMask[at + choice] === 0 || left-- > 0) choice++;
        actions[head++] = choice;
        at += count;
      }
    }
  };
}
