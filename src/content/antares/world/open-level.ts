import type { Expression } from '../../../ir/expression.js';
import { type LevelModel, initialName, playerName } from './level-model.js';
import { makeNode } from '../../../eval/make-node.js';
import { role } from '../../../eval/ops/role.js';
import type { Initial } from '../syntax.js';
import { nearest256 } from '../level/units.js';
import { holdingLayout } from '../../../components/holding-layout.js';
import { EdictError } from '../../../kernel/errors.js';

/** What a cell of a world holds for those outside of it. Objects go by numbers, which are none of ours. */
export type Cell = number | boolean | string | null;

/** What a world must be able to do so that a level can be played in it; worlds of the kernel are such. */
export interface LevelWorld {
  readonly size: number;
  spawn(options: SpawnedObject): number;
  get(object: number, column: string): Cell | undefined;
  set(object: number, column: string, value: Cell): void;
  setOwner(object: number, owner: number | null): void;
  move(object: number, place: Point | null): void;
  setRole(role: string, object: number | null): void;
  ownersOf(object: number): readonly number[];
  isLive(object: number): boolean;
  nameOf(object: number): string;
  find(name: string): number | undefined;
  ask(expression: Expression, object: number): Cell;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface SpawnedObject {
  readonly class?: string;
  readonly kind?: string;
  readonly name: string;
  readonly owner?: number | null;
  readonly place?: Point | null;
  readonly values: Readonly<Record<string, Cell>>;
}

/** The name of a column; worlds are written to by names. */
export function columnName({ model }: LevelModel, column: number): string {
  return model.columns[column].name;
}

/** The name of a kind. */
export function kindName({ model }: LevelModel, kind: number): string {
  return model.kinds[kind - 1].name;
}

/** Makes the body of an initial as it is at the start, and binds its role. What it is under way to is not set. */
function spawnInitial(world: LevelWorld, model: LevelModel, number: number): number {
  const initial = model.level.initials[number];
  const { columns } = model;
  const values: Record<string, Cell> = {
    [columnName(model, columns.initial)]: number + 1,
    [columnName(model, columns.builds)]: initial.build.length > 0,
    ...velocityOf(model, initial),
  };
  if (initial.health !== undefined) values[columnName(model, columns.health)] = initial.health;
  const body = world.spawn({
    class: initial.base,
    name: initialName(number),
    values,
    owner: initial.owner === undefined ? null : (playerAt(world, model, initial.owner) ?? null),
    place: wholePoint(initial.position),
  });
  world.setRole(initialName(number), body);
  return body;
}

function velocityOf(model: LevelModel, { velocity: [x, y] }: Initial): Record<string, Cell> {
  const { velocityX, velocityY } = model.columns;
  return { [columnName(model, velocityX)]: nearest256(x), [columnName(model, velocityY)]: nearest256(y) };
}

/** Places have whole coordinates; a fraction is dropped. */
export function wholePoint([x, y]: readonly [number, number]): Point {
  return { x: Math.trunc(x), y: Math.trunc(y) };
}

/** Who plays at a seat; undefined where nobody does. */
export function playerAt(world: LevelWorld, { level }: LevelModel, seat: number): number | undefined {
  return seat >= 0 && seat < level.players.length ? world.find(playerName(seat)) : undefined;
}

/** The object that stands for the level itself. Always there. */
export function levelObject(world: LevelWorld, { model, roles }: LevelModel): number {
  return world.find(model.roles[roles.level]) ?? 0;
}

/**
 * The body that the role of an initial is bound to, also one that is removed but not freed yet; null where there is
 * none.
 */
export function boundBody(world: LevelWorld, model: LevelModel, number: number): number | null {
  const body = world.ask(roleExpression(model, model.roles.initials[number]), levelObject(world, model));
  return typeof body === 'number' ? body : null;
}

/** Worlds answer what a role is bound to as they answer any expression. */
function roleExpression({ kinds }: LevelModel, index: number): Expression {
  return {
    index: -1,
    name: 'role',
    scope: [kinds.level],
    node: makeNode(role, { role: index }),
    clauses: [],
    text: '',
    thing: '',
    origin: { file: '', line: 1, column: 1 },
  };
}

/**
 * A body of no initial that hosts call by a name of its own: made when it is first named, nowhere and nobody's.
 * `others`: those that were named before.
 */
export function otherBody(world: LevelWorld, model: LevelModel, name: string, others: Map<string, number>): number {
  const known = others.get(name);
  // The world may have been put back to a time before it, and its number be another's now.
  if (known !== undefined && world.isLive(known) && world.nameOf(known) === name) return known;
  const body =
    world.find(name) ??
    world.spawn({ kind: kindName(model, model.kinds.body), name, owner: null, place: null, values: {} });
  others.set(name, body);
  return body;
}

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
