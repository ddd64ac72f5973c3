import { nodes } from '../../../eval/node-kit.js';
import type { World } from '../../../world/api.js';
import { holdingLayout } from '../../../components/holdings.js';
import type { Expression } from '../../../ir/node.js';
import { EdictError } from '../../../kernel/errors.js';
import { nearest256 } from '../level/level-units.js';
import type { Initial } from '../syntax.js';
import { initialName, playerName, type ColumnKey, type LevelModel } from './level-model.js';

/** Handles stand for objects. */
export type Cell = number | boolean | string | null;

/** Initial values of a body, in addition to those of its base. */
export function firstValues({ build, health, velocity }: Initial, number: number) {
  const [velocityX, velocityY] = velocity.map(nearest256);
  const values: [ColumnKey, number | boolean][] = [
    ['initial', number + 1],
    ['velocityX', velocityX],
    ['velocityY', velocityY],
    ['builds', build.length > 0],
  ];
  if (health !== undefined) values.push(['health', health]);
  return values;
}

/** Leaves out its destination. Binds its role. */
function spawnInitial(world: World, model: LevelModel, number: number): number {
  const initial = model.level.initials[number];
  const { base, owner = -1, position } = initial;
  const body = world.spawn({
    class: base,
    name: initialName(number),
    values: Object.fromEntries(firstValues(initial, number)),
    owner: playerAt(world, model, owner) ?? null,
    place: wholePoint(position),
  });
  world.relations.setRole(initialName(number), body);
  return body;
}

export function wholePoint([x, y]: readonly [number, number]) {
  return { x: Math.trunc(x), y: Math.trunc(y) };
}

export function playerAt(world: World, { level }: LevelModel, seat: number): number | undefined {
  return seat >= 0 && seat < level.players.length ? world.find(playerName(seat)) : undefined;
}

export function levelObject(world: World, { model, roles }: LevelModel): number {
  return world.find(model.roles[roles.level]) ?? 0;
}

/** Also finds an initial that is removed but not freed yet. */
export function boundBody(world: World, model: LevelModel, number: number): number | null {
  // Worlds offer this only as an expression.
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

/** Finds or makes a body without an initial, by the name that the host gives it. */
export function otherBody(world: World, name: string, others: Map<string, number>): number {
  const known = others.get(name);
  // A restored world may have reused the number.
  if (known !== undefined && world.isLive(known) && world.nameOf(known) === name) return known;
  const body = world.find(name) ?? world.spawn({ kind: 'body', name, owner: null, place: null, values: {} });
  others.set(name, body);
  return body;
}

/** Room to reserve in `createWorld`; the world grows when more is revealed. */
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

/** Fills an empty world: the level at the middle of its plane, players, and initials that are not hidden. */
export function fillLevel(world: World, model: LevelModel): void {
  if (world.size > 0)
    throw new EdictError('bad-option', `the world to be filled has ${world.size} objects; pass an empty one`);
  const name = model.model.roles[model.roles.level];
  const values = { ...model.level.ui };
  world.relations.setRole(name, world.spawn({ kind: 'level', name, place: { x: 0, y: 0 }, values }));
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
 * A player selects and targets its first build object; then destinations of initials are targeted. `bodies`: by
 * initial; null for hidden ones.
 */
function setUpPlayers(
  world: World,
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

export function revive(world: World, model: LevelModel, number: number): void {
  const present = boundBody(world, model, number);
  if (present !== null && world.get(present, 'inUse') === true) return;
  const body = spawnInitial(world, model, number);
  const { target, flagship, owner = -1 } = model.level.initials[number];
  const player = playerAt(world, model, owner);
  if (flagship && player !== undefined) world.set(player, 'flagship', body);
  const aim = target === undefined ? null : boundBody(world, model, target);
  if (aim !== null) world.set(body, 'destination', aim);
}
