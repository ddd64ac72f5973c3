import type { LoadOptions } from '../compiled/load-options.js';
import { loadProgram } from '../world/load-program.js';
import type { Program } from '../ir/rule.js';
import type { ContentShape } from '../model/content-shape.js';
import type { World, WorldOptions } from '../world/api.js';
import { EdictError } from '../kernel/errors.js';
import { isObject } from '../kernel/given.js';
import { makeSavedWorld, makeWorld } from '../world/make-world.js';
import type { Toolkit } from '../world/toolkit.js';

/**
 * `edict/runtime`: runs content that `edict compile` has written, without the parsers and the schema. Its worlds
 * evaluate the expressions of the content; texts of expressions throw `no-parser`.
 */
export { EdictError } from '../kernel/errors.js';
export { query } from '../world/ecs-view.js';
export { All, And, Any, None, Not, Or } from '../world/query-operators.js';

/**
 * The program in a file of `edict compile`, as text or as bytes. It has the fingerprint of the content, and its worlds
 * have the same hashes. The file is not trusted: it is data, and all of it is checked. Loads the parts of the kernel
 * that its worlds take: bundlers that split code keep the others out of the page.
 *
 * @throws EdictError `damaged-content` for a file that was changed or cut, `foreign-content` for one that is none or of
 * another version of Edict, `missing-aggregator`, and `bad-option` for arguments of a wrong type
 */
export async function readProgram(source: string | Uint8Array, options: LoadOptions = {}): Promise<Program> {
  const { program, tools } = await loadProgram(source, options);
  toolsOf.set(program, tools);
  return program;
}

const toolsOf = new WeakMap<Program, Toolkit>();

function toolsFor(program: Program): Toolkit {
  const tools = isObject(program) ? toolsOf.get(program) : undefined;
  if (tools !== undefined) return tools;
  throw new EdictError(
    'bad-option',
    (program as unknown) instanceof Promise
      ? 'the program is a promise; await what readProgram returned'
      : 'this is no program of `edict/runtime`; pass what readProgram gave',
  );
}

/** Makes an empty world that runs a program, as `createWorld` of `edict` does. */
export function createWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  options: WorldOptions = {},
): World<Shape> {
  return makeWorld(toolsFor(program), program, options);
}

/** Makes a world from the bytes of `save`, as `loadWorld` of `edict` does. */
export function loadWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  bytes: Uint8Array,
  options: WorldOptions = {},
): World<Shape> {
  return makeSavedWorld(toolsFor(program), program, bytes, options);
}

export type { LoadOptions } from '../compiled/load-options.js';
export type { Program } from '../ir/rule.js';
export type { QuerySystem, SystemContext, World, WorldOptions } from '../world/api.js';
export type { ComponentFields, OwnComponent } from '../world/components-api.js';
export type { EcsView, QueryTerm } from '../world/ecs-api.js';
