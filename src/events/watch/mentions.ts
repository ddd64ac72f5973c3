import type { Model } from '../../components/model.js';
import type { Bank } from './bank.js';

/**
 * Where leaves name roles: for each role some mentions, from `start[role]` on, each a bank, a slot, and the leaves from
 * a place to another (exclusive) of the slot's order.
 */
export interface Mentions {
  readonly start: Int32Array;
  readonly bank: Int32Array;
  readonly slot: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** By role: 1 where any leaf names it. */
  readonly used: Uint8Array;
}

export function mentionsOf({ roles }: Model, banks: readonly Bank[]): Mentions {
  const start = new Int32Array(roles.length + 1);
  eachMention(banks, (role) => {
    start[role + 1]++;
  });
  const used = Uint8Array.from(roles, (_, role) => (start[role + 1] > 0 ? 1 : 0));
  for (let role = 0; role < roles.length; role++) start[role + 1] += start[role];
  const column = (): Int32Array => new Int32Array(start[roles.length]);
  const mentions: Mentions = { start, bank: column(), slot: column(), from: column(), to: column(), used };
  const next = start.slice(0, roles.length);
  eachMention(banks, (role, bank, slot, from, to) => {
    const at = next[role]++;
    mentions.bank[at] = bank;
    mentions.slot[at] = slot;
    mentions.from[at] = from;
    mentions.to[at] = to;
  });
  return mentions;
}

function eachMention(
  banks: readonly Bank[],
  visit: (role: number, bank: number, slot: number, from: number, to: number) => void,
): void {
  banks.forEach(({ group: { roles, count }, orders }, bank) => {
    roles.forEach((named, slot) => {
      const order = orders[slot];
      const roleAt = (place: number): number => named[order === undefined ? place : order[place]];
      for (let from = 0, to = 0; from < count; from = to) {
        while (to < count && roleAt(to) === roleAt(from)) to++;
        visit(roleAt(from), bank, slot, from, to);
      }
    });
  });
}
