import { nodes } from '../../../eval/node-kit.js';
import { holdingLayout } from '../../../components/holdings.js';
import type { Expression } from '../../../ir/node.js';
import { EdictError } from '../../../kernel/errors.js';
import { nearest256 } from '../level/units.js';
import { initialName, playerName, type ColumnKey, type LevelModel } from './level-model.js';

/** Objects go by handles. */
export type Cell = number | boolean | string | null;

type ColumnName = ColumnKey | `score ${number}`;

/** What a world must be able to do so that a level can be played in it; worlds of the kernel are such. */
export interface LevelWorld {
  readonly size: number;
  spawn(options: SpawnedObject): number;
  get(object: number, column: ColumnName): Cell | undefined;
  set(object: number, column: ColumnName, value: Cell): void;
  setOwner(object: number, owner: number | null): void;
  move(object: number, place: Point | null): void;
  ownersOf(object: number): readonly number[];
  isLive(object: number): boolean;
  nameOf(object: number): string;
  find(name: string): number | undefined;
  readonly questions: { ask(expression: Expression, object: number): Cell };
  readonly relations: { setRole(role: string, object: number | null): void };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface SpawnedObject {
  readonly class?: string;
  readonly kind?: keyof LevelModel['kinds'];
  readonly name: string;
  readonly owner?: number | null;
  readonly place?: Point | null;
  readonly values: Readonly<Partial<Record<ColumnKey, Cell>>>;
}

/** Makes the body of an initial and binds its role. What it is under way to is not set. */
function spawnInitial(world: LevelWorld, model: LevelModel, number: number): number {
  const { base, build, health, owner = -1, position, velocity } = model.level.initials[number];
  const [velocityX, velocityY] = velocity.map(nearest256);
  const body = world.spawn({
    class: base,
    name: initialName(number),
    values: {
      initial: number + 1,
      builds: build.length > 0,
      velocityX,
      velocityY,
      ...(health === undefined ? {} : { health }),
    },
    owner: playerAt(world, model, owner) ?? null,
    place: wholePoint(position),
  });
  world.relations.setRole(initialName(number), body);
  return body;
}

export function wholePoint([x, y]: readonly [number, number]): Point {
  return { x: Math.trunc(x), y: Math.trunc(y) };
}

export function playerAt(world: LevelWorld, { level }: LevelModel, seat: number): number | undefined {
  return seat >= 0 && seat < level.players.length ? world.find(playerName(seat)) : undefined;
}

export function levelObject(world: LevelWorld, { model, roles }: LevelModel): number {
  return world.find(model.roles[roles.level]) ?? 0;
}

/** The body that the role of an initial is bound to, also one that is removed but not freed yet; null: none. */
export function boundBody(world: LevelWorld, model: LevelModel, number: number): number | null {
  // Worlds answer what a role is bound to as they answer any expression.
  const asked: Expression = {
    index: -1,
    name: 'role',
    scope: [model.kinds.level],
    node: nodes.role(model.roles.initials[number]),
    clauses: [],
    text: '',
    thing: '',
    origin: { file: '', line: 1, column: 1 },
  };
  const body = world.questions.ask(asked, levelObject(world, model));
  return typeof body === 'number' ? body : null;
}

/**
 * A body of no initial that hosts call by a name of its own: made when it is first named. `others`: those that were.
 */
export function otherBody(world: LevelWorld, name: string, others: Map<string, number>): number {
  const known = others.get(name);
  // The world may have been put back, and its number be another's now.
  if (known !== undefined && world.isLive(known) && world.nameOf(known) === name) return known;
  const body = world.find(name) ?? world.spawn({ kind: 'body', name, owner: null, place: null, values: {} });
  others.set(name, body);
  return body;
}

/** Room for `createWorld`; a world grows where more is revealed. */
export function levelReserve({ level, model, kinds }: LevelModel) {
  const { wordCounts } = holdingLayout(model);
  const players = level.players.length;
  const bodies = level.initials.length + 1;
  return {
    objects: 1 + players + bodies,
    factions: Math.max(1, players),
    lanes: 1,
    words: wordCounts[kinds.level] + (players + 1) * wordCounts[kinds.player] + (bodies + 1) * wordCounts[kinds.body],
  };
}

/**
 * Makes what is there at the start of a level in an empty world: the level itself, at the middle of its plane, the
 * players, and the initials that are not hidden. Throws EdictError where the world is not empty.
 */
export function fillLevel(world: LevelWorld, model: LevelModel): void {
  if (world.size > 0)
    throw new EdictError('bad-option', `the world to be filled has ${world.size} objects; pass an empty one`);
  const { zoom, screen, line } = model.level.ui;
  const name = model.model.roles[model.roles.level];
  world.relations.setRole(
    name,
    world.spawn({ kind: 'level', name, place: { x: 0, y: 0 }, values: { zoom, screen, line } }),
  );
  const players = model.level.players.map(({ type, cash }, seat) => {
    const name = playerName(seat);
    const player = world.spawn({ kind: 'player', name, values: { human: type === 'human', cash } });
    world.relations.setRole(name, player);
    return player;
  });
  const bodies = model.level.initials.map(({ hidden }, number) => (hidden ? null : spawnInitial(world, model, number)));
  setUpPlayers(world, model, players, bodies);
}

/**
 * The first thing to build at is what a player has selected, and targets; what initials are under way to is targeted
 * after that. `bodies`: by initial; null for hidden ones.
 */
function setUpPlayers(
  world: LevelWorld,
  { level }: LevelModel,
  players: readonly number[],
  bodies: readonly (number | null)[],
): void {
  const building = new Set<number>();
  for (const [number, { owner, base, build, flagship }] of level.initials.entries()) {
    const [body, player] = [bodies[number], owner === undefined ? undefined : players.at(owner)];
    if (body === null || player === undefined) continue;
    if (flagship) world.set(player, 'flagship', body);
    if (build.length === 0 || level.bases.get(base)?.destination !== true || building.has(player)) continue;
    building.add(player);
    for (const column of ['control', 'target', 'buildAt'] as const) world.set(player, column, body);
  }
  for (const [number, { owner, target }] of level.initials.entries()) {
    const [body, aim] = [bodies[number], target === undefined ? null : (bodies[target] ?? null)];
    if (body === null || aim === null) continue;
    world.set(body, 'destination', aim);
    const player = owner === undefined ? undefined : players.at(owner);
    if (player !== undefined) world.set(player, 'target', aim);
  }
}

export function revive(world: LevelWorld, model: LevelModel, number: number): void {
  const present = boundBody(world, model, number);
  if (present !== null && world.get(present, 'inUse') === true) return;
  const body = spawnInitial(world, model, number);
  const { target, flagship, owner = -1 } = model.level.initials[number];
  const player = playerAt(world, model, owner);
  if (flagship && player !== undefined) world.set(player, 'flagship', body);
  const aim = target === undefined ? null : boundBody(world, model, target);
  if (aim !== null) world.set(body, 'destination', aim);
}
