import type { WorldState } from './components/state.js';
import { compileHostExpression } from './content/expression/host-expression.js';
import type { Program } from './ir/rule.js';
import type { Snapshot } from './kernel/snapshot.js';
import type { ContentShape } from './model/content-shape.js';
import { restoreState } from './state/world-state.js';
import type { LoadWorldOptions, Reserve, World, WorldOptions } from './world/api.js';
import { makeSavedWorld, makeWorld, sizesOf } from './world/make-world.js';
import { openWorld } from './world/open-world.js';
import type { Toolkit } from './world/toolkit.js';
import { wholeToolkit } from './world/whole-toolkit.js';

export { reloadWorld } from './world/make-world.js';
export { reload } from './world/reload.js';

const tools: Toolkit = { ...wholeToolkit, parser: compileHostExpression };

/** Makes an empty world that runs a program. Throws `bad-option` for an option out of range. */
export function createWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  options: WorldOptions<NoInfer<Shape>> = {},
): World<Shape> {
  return makeWorld(tools, program, options);
}

/**
 * Makes a world from the bytes of `save`. Phases and systems of the host are not saved; add them again.
 *
 * With the content that it was saved with, the world goes on exactly as before. With changed content, it takes over
 * what has the same name; `changed` reports the rest, and `strict` refuses it.
 *
 * Throws `damaged-file`, and `foreign-file` for a world that means nothing in the content: of quite other kinds, or
 * saved amid actions that have changed since.
 */
export function loadWorld<Shape extends ContentShape>(
  program: Program<Shape>,
  bytes: Uint8Array,
  options: LoadWorldOptions<NoInfer<Shape>> = {},
): World<Shape> {
  return makeSavedWorld(tools, program, bytes, options);
}

/** Instances side by side, each with its own rows; it does not grow. See state/copy-instance.ts. */
export interface DividedWorld {
  readonly world: World;
  readonly state: WorldState;
}

interface DivisionSizes {
  readonly instances: number;
  /** Rows, a multiple of 32; the first is never given out. */
  readonly stride: number;
  /** Objects, fewer than there are rows. */
  readonly room: number;
  readonly factions: number;
  readonly lanes: number;
}

/** An empty divided world of a program, which must be confined (compile/confine). */
export function createDividedWorld(
  program: Program,
  { instances, stride, room, factions, lanes }: DivisionSizes,
  options: Pick<WorldOptions, 'executor' | 'limits'> = {},
): DividedWorld {
  const { world, core } = openWorld(
    tools,
    program,
    { ...options, fixed: true },
    {
      ...sizesOf(program, {}),
      capacity: instances * stride - 1,
      lanes: Math.max(1, instances * lanes),
      factions: instances * factions,
      streams: 1,
      instances,
    },
  );
  const { division } = core.state.identity;
  if (division !== undefined) division.room = room;
  return { world, state: core.state };
}

/** A world with the sizes and the state of a snapshot, or with room for more objects. */
export function openSnapshot(
  program: Program,
  snapshot: Snapshot,
  { objects = 0, ...options }: Pick<WorldOptions, 'executor' | 'limits'> & Pick<Reserve, 'objects'> = {},
): DividedWorld {
  const [places, lanes, factions, streams] = snapshot.sizes.map((rows) => rows - 1);
  const { world, core } = openWorld(
    tools,
    program,
    { ...options, fixed: true },
    { ...sizesOf(program, {}), capacity: Math.max(places, objects), lanes, factions, streams },
  );
  restoreState(core.state, snapshot);
  return { world, state: core.state };
}
