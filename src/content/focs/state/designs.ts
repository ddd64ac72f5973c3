import type { GameModel } from '../model/game-model.js';
import type { GalaxyState, StateDesign } from './schema.js';

/** Content names the designs of monsters so. */
const monsterPrefix = 'SM_';

/**
 * The designs of a game: those of a state, and behind them those that rules make ships of and that it lacks, numbered
 * on from the greatest of its own. States of the game itself list all that content defines.
 */
export function designsOf(
  { usedDesigns }: Pick<GameModel, 'usedDesigns'>,
  { designs }: Pick<GalaxyState, 'designs'>,
): readonly StateDesign[] {
  const known = new Set(designs.filter(isPredefined).map(({ name }) => name));
  const first = designs.reduce((greatest, { id }) => Math.max(greatest, id), -1) + 1;
  const lacking = [...usedDesigns].filter(([name]) => !known.has(name));
  return [
    ...designs,
    ...lacking.map(
      ([name, { hull, parts }], i): StateDesign => ({
        id: first + i,
        name,
        hull,
        parts: [...parts],
        isMonster: name.startsWith(monsterPrefix),
        designedOnTurn: 0,
      }),
    ),
  ];
}

export function isPredefined({ designedOnTurn }: StateDesign): boolean {
  return designedOnTurn === 0;
}
