import { setTurn } from '../../../state/clock.js';
import { type WorldState, createState, invalidate } from '../../../state/world-state.js';
import { EdictError } from '../../../kernel/errors.js';
import { type Limits, limitsFrom } from '../../../kernel/limits.js';
import type { GameModel } from '../model/game-model.js';
import { designsOf } from './designs.js';
import { fillDesigns } from './fill-designs.js';
import { fillEmpires, fillGalaxy, relateEmpires } from './fill-empires.js';
import { fillKnowledge } from './fill-knowledge.js';
import { fillObjects } from './fill-objects.js';
import type { ImportedGame } from './imported-game.js';
import { connectSystems, placeObjects } from './place-objects.js';
import { type GalaxyState, objectsOfType } from './schema.js';
import { settleGame } from './settle-objects.js';

export interface ImportOptions {
  readonly limits?: Partial<Limits>;
  /** Of random draws; the game's own seed where it is left out. */
  readonly seed?: string;
  /** Rows for objects, 0 not counted; an eighth more than there are where it is left out. */
  readonly capacity?: number;
  readonly shared?: boolean;
}

const mostEmpires = 255;
const spareObjects = 256;
const streams = 64;

/**
 * A world of a state, with both halves of every meter as they are in the file. It has completed the turn before the
 * state's, so that running it runs the turn that the state was recorded in. Objects ascend as in the file: the galaxy,
 * empires, designs, objects of the game, parts of ships, orders.
 * Throws EdictError where the state names what the content does not have, or is of more than a world can hold.
 */
export function importState(game: GameModel, source: GalaxyState, options: ImportOptions = {}): ImportedGame {
  if (source.empires.length > mostEmpires)
    throw new EdictError(
      'bad-state',
      `the state has ${source.empires.length} empires; a world has room for ${mostEmpires}`,
    );
  const made = settleGame(game, source, emptyWorld(game, source, options));
  placeObjects(made);
  connectSystems(made);
  fillGalaxy(made);
  fillDesigns(made);
  fillObjects(made);
  fillEmpires(made);
  relateEmpires(made);
  fillKnowledge(made);
  setTurn(made.state, source.turn - 1);
  invalidate(made.state);
  return made;
}

function emptyWorld(
  game: GameModel,
  source: GalaxyState,
  { limits, seed = source.galaxy.seed, capacity, shared = false }: ImportOptions,
): WorldState {
  const objects =
    1 +
    source.empires.length +
    designsOf(game, source).length +
    source.objects.length +
    objectsOfType(source, 'Ship').reduce(
      (sum, { partMeters }) => sum + new Set(partMeters.map(({ part }) => part)).size,
      0,
    ) +
    source.empires.reduce((sum, { productionQueue }) => sum + productionQueue.length, 0);
  const lanes = objectsOfType(source, 'System').reduce(
    (sum, { starlanes, wormholes }) => sum + starlanes.length + wormholes.length,
    0,
  );
  const sizes = {
    capacity: Math.max(objects, capacity ?? Math.ceil(objects * 1.125) + spareObjects),
    lanes: lanes + 1,
    factions: Math.max(1, source.empires.length),
    streams,
  };
  return createState(game.model, limitsFrom(limits), sizes, seed, shared);
}
