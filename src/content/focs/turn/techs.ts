import { isAvailable, setAvailable } from '../../../components/availability.js';
import { readCell, writeCell } from '../../../components/cells.js';
import type { WorldState } from '../../../components/state.js';
import type { GameModel } from '../model/game-model.js';

/**
 * Gives empires the techs that effects of the turn before granted them; who knew one already keeps the turn since when.
 */
export function applyGrants(state: WorldState, game: GameModel, turn: number): void {
  for (const [tech, granted] of game.granted) {
    const index = game.classOf('Tech', tech) ?? 0;
    const researched = game.researched.get(tech);
    for (const empire of state.factionEntity) {
      if (empire === 0 || readCell(state, granted, empire) === 0) continue;
      writeCell(state, granted, empire, 0);
      if (isAvailable(state, empire, index) === true) continue;
      setAvailable(state, empire, index, true);
      if (researched !== undefined) writeCell(state, researched, empire, turn);
    }
  }
}
