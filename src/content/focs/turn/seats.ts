import { readCell, writeCell } from '../../../components/cells.js';
import type { WorldState } from '../../../components/state.js';
import { idLimit } from '../../../kernel/identity.js';
import { type GameModel, gameKinds } from '../model/game-model.js';

/**
 * The object that stands for each empire as the source of its techs: the one that did before if it is there and theirs,
 * else the capital, else the first that they own; none for who owns nothing.
 */
export function seatEmpires(state: WorldState, game: GameModel): void {
  const seat = game.column('sourceObject');
  const capital = game.column('capital');
  let firsts: ReadonlyMap<number, number> | undefined;
  for (const empire of state.factionEntity) {
    if (empire === 0) continue;
    const theirs = [seat, capital]
      .map((column) => readCell(state, column, empire))
      .find((id) => id !== 0 && state.owner[id] === empire);
    writeCell(state, seat, empire, theirs ?? (firsts ??= firstOwned(state, game)).get(empire) ?? 0);
  }
}

/** The first object of the game that each owner has. */
function firstOwned({ identity, owner }: WorldState, { kinds }: GameModel): ReadonlyMap<number, number> {
  const isOfGame = new Set(gameKinds.map((name) => kinds[name]));
  const firsts = new Map<number, number>();
  for (let id = idLimit(identity) - 1; id > 0; id--)
    if (owner[id] !== 0 && isOfGame.has(identity.kind[id])) firsts.set(owner[id], id);
  return firsts;
}
