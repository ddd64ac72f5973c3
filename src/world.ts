import { type Program, isProgram } from './ir/rule.js';
import { checkFrames } from './events/frames/check-frames.js';
import { checkState, leastCells, leastFrames, leastLinks, leastWords, restoreState } from './state/world-state.js';
import { layoutOf } from './components/layout.js';
import type { WorldSizes } from './components/component.js';
import type { WorldState } from './components/state.js';
import { header } from './kernel/arena.js';
import { EdictError } from './kernel/errors.js';
import { functionGiven, reading, refused, truthGiven } from './kernel/given.js';
import { type Snapshot, checkHeader, decodeSnapshot } from './kernel/snapshot.js';
import type { World, WorldOptions } from './world/api.js';
import { type WorldCore, framed, growFor, insideOf } from './world/core.js';
import { mistaken, optionsGiven } from './world/options.js';
import { openWorld } from './world/open-world.js';

const defaultCapacity = 1_024;

/** An empty world of a program. Throws EdictError when an option is out of range. */
export function createWorld(program: Program, given: WorldOptions = {}): World {
  checkProgram(program);
  const options = worldOptions('createWorld', given);
  return openWorld(program, options, sizesOf(program, options)).world;
}

/**
 * A world from the bytes that `save` gave. The content must be the one it was saved with. Host phases and systems are
 * not saved: add them again.
 * Throws EdictError for damaged files and for files of other content.
 */
export function loadWorld(program: Program, bytes: Uint8Array, given: WorldOptions = {}): World {
  checkProgram(program);
  const options = worldOptions('loadWorld', given);
  if (!ArrayBuffer.isView(bytes)) throw mistaken('loadWorld', 'the bytes that save gave', bytes);
  const snapshot = savedOf(program, bytes);
  const [capacity = 0, lanes = 0, factions = 0, streams = 0] = snapshot.sizes.map((rows) => rows - 1);
  checkHeader(layoutOf(program.model, { capacity, lanes, factions, streams }), snapshot);
  const cells = Math.max(options.cells ?? leastCells(program.model), snapshot.header[header.cells]);
  const words = Math.max(options.words ?? leastWords(program.model), snapshot.header[header.words]);
  const links = Math.max(options.links ?? leastLinks(program.model), snapshot.header[header.links]);
  const frames = Math.max(options.frames ?? leastFrames(program.model), ...framed.map((word) => snapshot.header[word]));
  // How much room there was is no part of the state; what is used must fit.
  const used = snapshot.header[header.highWater] - 1;
  const { world, core } = openWorld(program, options, {
    capacity: Math.max(options.capacity ?? defaultCapacity, used),
    lanes,
    factions,
    streams,
    cells,
    words,
    links,
    frames,
  });
  accept(core, snapshot);
  return world;
}

/**
 * Puts what `save` gave into a world that `loadWorld` made: quicker than another. Where it throws, as `loadWorld` does,
 * the world is good only for this.
 */
export function reloadWorld(world: World, bytes: Uint8Array): void {
  const { core } = insideOf(world);
  const snapshot = savedOf(world.program, bytes);
  growFor(core, snapshot);
  accept(core, snapshot);
}

function savedOf(program: Program, bytes: Uint8Array): Snapshot {
  const { snapshot, head } = decodeSnapshot(bytes);
  if (head.content !== program.fingerprint)
    throw new EdictError(
      'foreign-file',
      'the saved world is of other content; load it with the content it was saved with',
    );
  return snapshot;
}

function accept(core: WorldCore, snapshot: Snapshot): void {
  const { state, machine } = core;
  restoreState(state, snapshot);
  core.beforeTurn = undefined;
  checkState(state);
  if (machine !== undefined) checkFrames(state, machine.book, machine.timing);
  // What a file says of variables is not trusted.
  core.solver?.solveAll();
}

/** Several instances side by side, each with its own rows; see state/instances.ts. It does not grow. */
export interface DividedWorld {
  readonly world: World;
  readonly state: WorldState;
}

/** Of each instance. */
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

/** A world with the sizes and the state of a snapshot, or with room for more objects (`capacity`). */
export function openSnapshot(
  program: Program,
  snapshot: Snapshot,
  { capacity = 0, ...options }: Pick<WorldOptions, 'executor' | 'limits' | 'capacity'> = {},
): DividedWorld {
  const [places, lanes, factions, streams] = snapshot.sizes.map((rows) => rows - 1);
  const { world, core } = openWorld(
    program,
    { ...options, fixed: true },
    { ...sizesOf(program, {}), capacity: Math.max(places, capacity), lanes, factions, streams },
  );
  restoreState(core.state, snapshot);
  return { world, state: core.state };
}

const optionNames: readonly (keyof WorldOptions)[] = [
  'seed',
  'capacity',
  'fixed',
  'lanes',
  'factions',
  'streams',
  'cells',
  'words',
  'links',
  'frames',
  'shared',
  'limits',
  'sequence',
  'executor',
];

const sizeNames = ['capacity', 'lanes', 'factions', 'streams', 'cells', 'words', 'links', 'frames'] as const;

/** The result of `loadContent` is no program: the commonest mistake of a first hour. */
function checkProgram(program: unknown): void {
  if (
    !reading(
      'the program',
      () => isProgram(program) && program.model.columnByName instanceof Map && Array.isArray(program.rules.rules),
    )
  )
    throw new EdictError(
      'bad-option',
      'this is no program; pass what defineContent returned, or the program of what loadContent returned when it is ok',
    );
}

function worldOptions(what: string, given: WorldOptions): WorldOptions {
  const options = optionsGiven(what, given, optionNames);
  for (const size of sizeNames)
    if (options[size] !== undefined && typeof options[size] !== 'number')
      throw refused(size, options[size], 'a whole number');
  const { fixed = false, shared = false, sequence } = options;
  truthGiven('fixed', fixed);
  truthGiven('shared', shared);
  functionGiven('sequence', sequence, 'a function that gives the next whole number');
  return options;
}

function sizesOf({ model }: Program, options: WorldOptions): WorldSizes {
  const capacity = options.capacity ?? defaultCapacity;
  return {
    capacity,
    lanes: options.lanes ?? Math.min(4 * capacity, 1_000_000),
    factions: options.factions ?? 31,
    streams: options.streams ?? 16,
    cells: options.cells ?? leastCells(model),
    words: options.words ?? leastWords(model),
    links: options.links ?? leastLinks(model),
    frames: options.frames ?? leastFrames(model),
  };
}
