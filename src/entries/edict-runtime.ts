import { readProgram } from '../compiled/read-program.js';
import type { Program } from '../ir/rule.js';
import type { ContentShape } from '../model/content-shape.js';
import type { World, WorldOptions } from '../world/api.js';
import { makeSavedWorld, makeWorld } from '../world/make-world.js';

/**
 * `edict/runtime`: runs content that `edict compile` has written, without the parsers and the schema. Its worlds
 * evaluate the expressions of the content; texts of expressions throw `no-parser`.
 */
export { readProgram };
export { EdictError } from '../kernel/errors.js';
export { query } from '../world/ecs-view.js';
export { All, And, Any, None, Not, Or } from '../world/query-operators.js';

/** Makes an empty world that runs a program, as `createWorld` of `edict` does. */
export function createWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  options: WorldOptions = {},
): World<Shape> {
  return makeWorld(undefined, program, options);
}

/** Makes a world from the bytes of `save`, as `loadWorld` of `edict` does. */
export function loadWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  bytes: Uint8Array,
  options: WorldOptions = {},
): World<Shape> {
  return makeSavedWorld(undefined, program, bytes, options);
}

export type { LoadOptions } from '../compiled/load-options.js';
export type { Program } from '../ir/rule.js';
export type { QuerySystem, SystemContext, World, WorldOptions } from '../world/api.js';
export type { ComponentFields, OwnComponent } from '../world/components-api.js';
export type { EcsView, QueryTerm } from '../world/ecs-api.js';
