import type { LoadOptions } from '../compiled/load-options.js';
import { programOf, readParts } from '../compiled/read-parts.js';
import { type Program, isProgram } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { isObject } from '../kernel/given.js';
import type { ContentShape } from '../model/content-shape.js';
import type { LoadWorldOptions, World, WorldOptions } from './api.js';
import { makeSavedWorld, makeWorld } from './make-world.js';
import { type Toolkit, takes } from './toolkit.js';

/** Worlds of `edict/runtime`, with the parts of the kernel that their content needs. */

/**
 * The program in a file of `edict compile`, as text or as bytes. It has the fingerprint of the content, and its worlds
 * have the same hashes. The file is not trusted: it is data, and all of it is checked. Loads the parts of the kernel
 * that the content needs: bundlers that split code keep the others out of the page.
 *
 * @throws EdictError `damaged-content` for a file that was changed or cut, `foreign-content` for one that is none or of
 * another version of Edict, `missing-aggregator`, and `bad-option` for arguments of a wrong type
 */
export async function readProgram(
  source: string | Uint8Array | ArrayBuffer,
  options: LoadOptions = {},
): Promise<Program> {
  const parts = readParts(source, options);
  const [events, solver, flows] = await Promise.all([
    takes.events(parts) ? import('../events/event-tools.js') : undefined,
    takes.solver(parts) ? import('../solve/create-solver.js') : undefined,
    takes.flows(parts) ? import('../systems/make-flows.js') : undefined,
  ]);
  const program = programOf(parts, events?.eventTools.checkBook);
  toolsOf.set(program, { events: events?.eventTools, solver: solver?.createSolver, flows: flows?.makeFlows });
  return program;
}

const toolsOf = new WeakMap<Program, Toolkit>();

function toolsFor(program: Program): Toolkit {
  const tools = isObject(program) ? toolsOf.get(program) : undefined;
  if (tools !== undefined) return tools;
  throw new EdictError('bad-option', whyNoTools(program));
}

function whyNoTools(program: unknown): string {
  if (program instanceof Promise) return 'the program is a promise; await what readProgram returned';
  if (isProgram(program))
    return 'this is a program of `edict`; make its world with createWorld or loadWorld of `edict`';
  return 'this is not a program of `edict/runtime`; pass what `await readProgram(text)` returned';
}

/**
 * Makes an empty world that runs a program of `readProgram`, as `createWorld` of `edict` does.
 *
 * @throws EdictError `bad-option` for an option out of range, `no-part` for the executor `reference`
 */
export function createWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  options: WorldOptions<NoInfer<Shape>> = {},
): World<Shape> {
  return makeWorld(toolsFor(program), program, options);
}

/**
 * Makes a world from the bytes of `save`, as `loadWorld` of `edict` does.
 *
 * @throws EdictError as `createWorld` does, `damaged-file`, and `foreign-file` for content in which it means nothing
 */
export function loadWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  bytes: Uint8Array,
  options: LoadWorldOptions<NoInfer<Shape>> = {},
): World<Shape> {
  return makeSavedWorld(toolsFor(program), program, bytes, options);
}
