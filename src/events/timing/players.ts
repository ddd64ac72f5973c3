import { boundTo } from '../../state/roles.js';
import { fact } from '../../components/stamps.js';
import { memo } from '../../state/memo.js';
import type { WorldState } from '../../state/world-state.js';
import { handleOf, idLimit } from '../../kernel/identity.js';
import type { TimingBook } from '../../ir/occurrence.js';

/** Those who decide, in the order of their turns. */
export interface Players {
  /** Handles; empty where nobody plays. */
  all(): readonly number[];
  /** Who orders what conflicts: the active player; between turns, whose turn comes next; else the first. 0: nobody. */
  orderer(): number;
  /** Whose turn to react comes behind a player's. */
  after(player: number): number;
  plays(player: number): boolean;
}

export function createPlayers(state: WorldState, { players: kind, active, next }: TimingBook): Players {
  const known = memo(state.stamps, [fact.population], find);
  const all = (): readonly number[] => known.get();
  return { all, orderer, after, plays: (player) => player !== 0 && all().includes(player) };

  function find(): readonly number[] {
    const found: number[] = [];
    if (kind === 0) return found;
    for (let id = 1; id < idLimit(state.identity); id++)
      if (state.identity.kind[id] === kind) found.push(handleOf(state.identity, id));
    return found;
  }

  function orderer(): number {
    for (const role of [active, next]) {
      const id = role < 0 ? 0 : boundTo(state, role);
      if (id !== 0 && state.identity.kind[id] === kind) return handleOf(state.identity, id);
    }
    return all()[0] ?? 0;
  }

  function after(player: number): number {
    const order = all();
    return order[(order.indexOf(player) + 1) % order.length] ?? 0;
  }
}
