import type { WorldState } from '../../../components/state.js';
import { handleOf } from '../../../kernel/identity.js';
import type { GameColumn, GameModel } from '../model/game-model.js';
import type { GalaxyState, StateDesign } from './schema.js';

/** A game of a state file in a world, and which objects of the world stand for what in the file. */
export interface ImportedGame {
  readonly game: GameModel;
  readonly source: GalaxyState;
  readonly state: WorldState;
  /** Id in the world of the object that holds what is true of the whole game. */
  readonly galaxy: number;
  /** Ids in the world by ids in the file. */
  readonly objects: ReadonlyMap<number, number>;
  readonly empires: ReadonlyMap<number, number>;
  /** Those of the state, and those of content that rules need and the state lacks. */
  readonly allDesigns: readonly StateDesign[];
  readonly designs: ReadonlyMap<number, number>;
  /** What stands for the parts of a ship, by the ship's id in the file and the part's name. */
  readonly parts: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** Id in the world of an object of the file; 0 for none (-1) and what is not in the file. */
  readonly idOf: (gameId: number) => number;
}

/** Writes a cell of a column of a fixed name. Stamps are touched when all is done. */
export function setCell({ game, state }: ImportedGame, name: GameColumn, id: number, value: number): void {
  state.cells[game.column(name).index][id] = value;
}

/** The same for a reference to an object of the world, 0 for none. */
export function setReference(made: ImportedGame, name: GameColumn, id: number, target: number): void {
  setCell(made, name, id, handleOf(made.state.identity, target));
}
