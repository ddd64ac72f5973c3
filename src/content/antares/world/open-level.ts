import { holdingLayout } from '../../../components/holding-layout.js';
import { EdictError } from '../../../kernel/errors.js';
import { boundBody, playerAt, spawnInitial } from './bodies.js';
import { playerName } from './create-level-model.js';
import type { LevelModel } from './level-model.js';
import { type LevelWorld, columnName, kindName } from './level-world.js';

/** Room that a world of a level needs, as options of `createWorld`; it grows where more is revealed. */
export function levelSizes({
  level,
  model,
  kinds,
}: LevelModel): Record<'capacity' | 'factions' | 'lanes' | 'words', number> {
  const { wordCounts } = holdingLayout(model);
  const bodies = level.initials.length + 1;
  return {
    capacity: 1 + level.players.length + bodies,
    factions: Math.max(1, level.players.length),
    lanes: 1,
    words:
      wordCounts[kinds.level] +
      (level.players.length + 1) * wordCounts[kinds.player] +
      (bodies + 1) * wordCounts[kinds.body],
  };
}

/**
 * Makes what is there at the start of a level in an empty world: the level itself, at the middle of its plane, those
 * who play, the initials that are not hidden, and what they are to the players.
 * Throws EdictError where the world is not empty.
 */
export function fillLevel(world: LevelWorld, model: LevelModel): void {
  if (world.size > 0)
    throw new EdictError('bad-option', `the world to be filled has ${String(world.size)} objects; pass an empty one`);
  const { level, columns, kinds } = model;
  const { zoom, screen, line } = level.ui;
  const whole = world.spawn({
    kind: kindName(model, kinds.level),
    name: model.model.roles[model.roles.level],
    place: { x: 0, y: 0 },
    values: {
      [columnName(model, columns.zoom)]: zoom,
      [columnName(model, columns.screen)]: screen,
      [columnName(model, columns.line)]: line,
    },
  });
  world.setRole(model.model.roles[model.roles.level], whole);
  const players = level.players.map(({ type, cash }, seat) => {
    const values = { [columnName(model, columns.human)]: type === 'human', [columnName(model, columns.cash)]: cash };
    const player = world.spawn({ kind: kindName(model, kinds.player), name: playerName(seat), values });
    world.setRole(playerName(seat), player);
    return player;
  });
  const bodies = level.initials.map(({ hidden }, number) => (hidden ? null : spawnInitial(world, model, number)));
  setUpPlayers({ world, model, players, bodies });
}

interface Filled {
  readonly world: LevelWorld;
  readonly model: LevelModel;
  readonly players: readonly number[];
  /** By initial; null for hidden ones. */
  readonly bodies: readonly (number | null)[];
}

/**
 * The first thing to build at is what a player has selected, and targets; what initials are under way to is targeted
 * after that.
 */
function setUpPlayers({ world, model, players, bodies }: Filled): void {
  const { level, columns } = model;
  const building = new Set<number>();
  const set = (object: number, column: number, body: number): void => {
    world.set(object, columnName(model, column), body);
  };
  for (const [number, { owner, base, build, flagship }] of level.initials.entries()) {
    const [body, player] = [bodies[number], owner === undefined ? undefined : players.at(owner)];
    if (body === null || player === undefined) continue;
    if (flagship) set(player, columns.flagship, body);
    if (build.length === 0 || level.bases.get(base)?.destination !== true || building.has(player)) continue;
    building.add(player);
    for (const column of [columns.control, columns.target, columns.buildAt]) set(player, column, body);
  }
  for (const [number, { owner, target }] of level.initials.entries()) {
    const [body, aim] = [bodies[number], target === undefined ? null : (bodies[target] ?? null)];
    if (body === null || aim === null) continue;
    set(body, columns.destination, aim);
    const player = owner === undefined ? undefined : players.at(owner);
    if (player !== undefined) set(player, columns.target, aim);
  }
}

/**
 * Lets an initial be there again, as the host says: as it was at the start, with what it is to its player and what it
 * is under way to. Nothing happens where it is there.
 */
export function revive(world: LevelWorld, model: LevelModel, number: number): void {
  const { columns, level } = model;
  const present = boundBody(world, model, number);
  if (present !== null && world.get(present, columnName(model, columns.inUse)) === true) return;
  const body = spawnInitial(world, model, number);
  const { target, flagship, owner = -1 } = level.initials[number];
  const player = playerAt(world, model, owner);
  if (flagship && player !== undefined) world.set(player, columnName(model, columns.flagship), body);
  const aim = target === undefined ? null : boundBody(world, model, target);
  if (aim !== null) world.set(body, columnName(model, columns.destination), aim);
}
