import type { Expression } from '../../../ir/expression.js';
import { makeNode } from '../../../eval/make-node.js';
import { role } from '../../../eval/ops/role.js';
import type { Initial } from '../syntax.js';
import { initialName, playerName } from './create-level-model.js';
import { nearest256 } from './fixed.js';
import type { LevelModel } from './level-model.js';
import { type Cell, type LevelWorld, type Point, columnName, kindName } from './level-world.js';

/** Makes the body of an initial as it is at the start, and binds its role. What it is under way to is not set. */
export function spawnInitial(world: LevelWorld, model: LevelModel, number: number): number {
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
