import { setTurn } from '../../../components/clock.js';
import { createState, invalidate } from '../../../state/world-state.js';
import type { WorldState } from '../../../components/state.js';
import { EdictError } from '../../../kernel/errors.js';
import type { GameModel } from '../model/create-game-model.js';
import type { ColumnFamily, PartFacts } from '../model/game-columns.js';
import { type Limits, limitsFrom } from '../../../kernel/world-limits.js';
import { isTagged } from '../syntax.js';
import {
  designsOf,
  isPredefined,
  settleGame,
  type ImportedGame,
  setCells,
  classNamed,
  named,
} from './imported-game.js';
import { fillEmpires, fillGalaxy, relateEmpires, fillObjects } from './fill-objects.js';
import { type GalaxyState, objectsOfType, type StateObject } from './read-state.js';
import { connect } from '../../../components/lanes.js';
import { type Placement, put } from '../../../components/place.js';
import { networkOf, setNetwork } from '../../../components/networks.js';
import { setSighted } from '../../../components/sights.js';
import { setSeen } from '../../../components/visibility.js';

export interface ImportOptions {
  readonly limits?: Partial<Limits>;
  /** Default: that of the game. */
  readonly seed?: string;
  /** Rows without row 0; default: an eighth more than needed. */
  readonly capacity?: number;
  readonly shared?: boolean;
}

const mostEmpires = 255;
const spareObjects = 256;
const streams = 64;

/**
 * Both halves of meters are as in the file, at the turn before: running it runs the recorded turn. Ids ascend as in the
 * file: the galaxy, empires, designs, objects, parts of ships, orders. Throws EdictError for unknown content, or beyond
 * the limits of a world.
 */
export function importState(game: GameModel, source: GalaxyState, options: ImportOptions = {}): ImportedGame {
  if (source.empires.length > mostEmpires) {
    const message = `the state has ${source.empires.length} empires; a world has room for ${mostEmpires}`;
    throw new EdictError('bad-state', message);
  }
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

/** Systems first. Unattached objects are at their points. */
function placeObjects(made: ImportedGame): void {
  const { source, state, idOf } = made;
  for (const { id, x, y } of objectsOfType(source, 'System')) put(state, idOf(id), { at: 'point', x, y }, true);
  for (const object of source.objects)
    if (object.type !== 'System') put(state, idOf(object.id), placeOf(made, object), true);
}

function placeOf({ idOf }: ImportedGame, object: StateObject): Placement {
  const holder = idOf(holderOf(object));
  if (holder !== 0) return { at: 'object', object: holder };
  const { x, y } = object;
  if (object.type === 'Fleet') {
    const [from, to] = [idOf(object.previousSystem), idOf(object.nextSystem)];
    if (from !== 0 && to !== 0 && from !== to) return { at: 'lane', from, to, x, y };
  }
  return { at: 'point', x, y };
}

function holderOf(object: StateObject): number {
  if (object.type === 'Building') return object.planet;
  return object.type === 'Ship' ? object.fleet : object.system;
}

/** Lanes have no direction, and a wormhole is a lane. */
function connectSystems({ source, state, idOf }: ImportedGame): void {
  for (const { id, starlanes, wormholes } of objectsOfType(source, 'System')) {
    for (const other of [...starlanes, ...wormholes]) if (other !== id) connect(state, idOf(id), idOf(other));
  }
}

function fillDesigns(made: ImportedGame): void {
  for (const design of made.allDesigns) {
    const id = made.designs.get(design.id) ?? 0;
    const who = `design ${design.id}`;
    const names = design.parts.filter((part) => part !== '');
    const parts = names.map((name) => named(made.game.parts, 'part', name, who));
    const predefined = isPredefined(design);
    setCells(made, id, {
      id: design.id,
      hull: classNamed(made.game, 'Hull', design.hull, who),
      // Content refers only to its own designs by name.
      designName: predefined ? (made.game.word('designName', design.name) ?? 0) : 0,
      predefined,
      monster: design.isMonster,
      armed: isArmed(parts),
    });
    countParts(made, id, names, parts);
    markTags(made, id, [...(made.game.hullTags.get(design.hull) ?? []), ...parts.flatMap(({ tags }) => tags)]);
  }
}

function isArmed(parts: readonly PartFacts[]): boolean {
  const has = (wanted: string) => parts.some(({ partClass }) => partClass === wanted);
  return (
    parts.some(({ partClass, capacity }) => partClass === 'ShortRange' && capacity > 0) ||
    (has('FighterHangar') && has('FighterBay'))
  );
}

function countParts(
  { game, state }: ImportedGame,
  id: number,
  names: readonly string[],
  parts: readonly PartFacts[],
): void {
  const count = ({ known }: ColumnFamily, key: string) => {
    const column = known.get(key);
    if (column !== undefined) state.cells[column.index][id]++;
  };
  for (const name of names) count(game.partCount, name);
  for (const { partClass } of parts) count(game.partClassCount, partClass);
  if (game.partsInAll !== undefined) state.cells[game.partsInAll.index][id] = parts.length;
}

function markTags({ game, state }: ImportedGame, id: number, tags: readonly string[]): void {
  for (const [tag, column] of game.designTag.known) if (isTagged(tags, tag)) state.cells[column.index][id] = 1;
}

/** Without destroyed objects. */
function fillKnowledge(made: ImportedGame): void {
  const { game, source, state } = made;
  for (const [empire, levels] of source.visibility) {
    const faction = made.empires.get(empire) ?? 0;
    // Every level of sight counts as sight.
    for (const object of levels.keys())
      if (faction !== 0 && made.idOf(object) !== 0) setSeen(state, faction, made.idOf(object), true);
  }
  for (const { id, exploredSystems } of source.empires) markSystems(made, game.sights.explored, id, exploredSystems);
  fillSupply(made);
}

/** Fills in the networks that the game's own pass used, or those after it if these are unknown. */
function fillSupply(made: ImportedGame): void {
  const { networkUsedByPassC: used, networkAfterPassC } = made.source.supply;
  const groups = used?.resourceGroups ?? networkAfterPassC;
  for (const [empire, networks] of groups) {
    networks.forEach((systems, i) => {
      for (const system of systems) join(made, empire, system, i + 1);
    });
  }
  const supplied = used?.fleetSupplyableSystems ?? [...groups].map(([id, lists]) => [id, lists.flat()] as const);
  for (const [empire, systems] of supplied) markSystems(made, made.game.sights.resupply, empire, systems);
}

function markSystems(made: ImportedGame, sight: number, empire: number, systems: readonly number[]): void {
  const faction = made.empires.get(empire) ?? 0;
  for (const system of systems) {
    const id = systemIn(made, system);
    if (faction !== 0 && id !== 0) setSighted(made.state, sight, faction, id, true);
  }
}

/** The first network of a system counts. */
function join(made: ImportedGame, empire: number, system: number, number: number): void {
  const { state } = made;
  const { supply } = made.game.networks;
  const faction = made.empires.get(empire) ?? 0;
  const id = systemIn(made, system);
  if (faction === 0 || id === 0 || networkOf(state, supply, faction, id) !== 0) return;
  setNetwork(state, supply, faction, id, number);
}

function systemIn({ game, state, idOf }: ImportedGame, system: number): number {
  const id = idOf(system);
  return state.identity.kind[id] === game.kinds.system ? id : 0;
}
