import { type Program, isProgram } from '../ir/rule.js';
import { checkFrames } from '../events/frames/frame-kinds.js';
import { checkState, leastCells, leastFrames, leastLinks, leastWords, restoreState } from '../state/world-state.js';
import { layoutOf } from '../components/layout.js';
import type { WorldSizes } from '../components/component.js';
import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { functionGiven, reading, refused, truthGiven } from '../kernel/given.js';
import { type Snapshot, checkHeader, decodeSnapshot } from '../kernel/snapshot.js';
import type { Reserve, World, WorldOptions } from './api.js';
import { type Parser, type WorldCore, framed, growFor, insideOf } from './core.js';
import { mistaken, optionsGiven } from './host-arguments.js';
import { openWorld } from './open-world.js';

const defaultObjects = 1_024;

export function makeWorld(parser: Parser, program: Program, options: WorldOptions): World {
  checkProgram(program);
  const given = worldOptions('createWorld', options);
  return openWorld(parser, program, given.options, sizesOf(program, given.reserve)).world;
}

export function makeSavedWorld(parser: Parser, program: Program, bytes: Uint8Array, options: WorldOptions): World {
  checkProgram(program);
  const { options: given, reserve } = worldOptions('loadWorld', options);
  if (!ArrayBuffer.isView(bytes)) throw mistaken('loadWorld', 'the bytes that save gave', bytes);
  const snapshot = savedOf(program, bytes);
  const [capacity = 0, lanes = 0, factions = 0, streams = 0] = snapshot.sizes.map((rows) => rows - 1);
  checkHeader(layoutOf(program.model, { capacity, lanes, factions, streams }), snapshot);
  const { header: used } = snapshot;
  const sizes = sizesOf(program, reserve);
  const { world, core } = openWorld(parser, program, given, {
    capacity: Math.max(sizes.capacity, used[header.highWater] - 1),
    lanes,
    factions,
    streams,
    cells: Math.max(sizes.cells, used[header.cells]),
    words: Math.max(sizes.words, used[header.words]),
    links: Math.max(sizes.links, used[header.links]),
    frames: Math.max(sizes.frames, ...framed.map((word) => used[word])),
  });
  accept(core, snapshot);
  return world;
}

/**
 * Loads saved bytes into a world that `loadWorld` made: quicker than another. Where it throws, as `loadWorld` does, the
 * world is good only for this.
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
  // Variables of files are not trusted.
  core.solver?.solveAll();
}

const optionNames: readonly (keyof WorldOptions)[] = [
  'seed',
  'reserve',
  'fixed',
  'shared',
  'limits',
  'sequence',
  'executor',
];

const reserveNames: readonly (keyof Reserve)[] = [
  'objects',
  'lanes',
  'factions',
  'streams',
  'cells',
  'words',
  'links',
  'frames',
];

/** The result of `loadContent` is no program. */
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

interface OptionsGiven {
  readonly options: WorldOptions;
  readonly reserve: Reserve;
}

function worldOptions(what: string, given: WorldOptions): OptionsGiven {
  const options = optionsGiven(what, given, optionNames);
  const reserve = optionsGiven('reserve', options.reserve ?? {}, reserveNames);
  for (const name of reserveNames)
    if (reserve[name] !== undefined && typeof reserve[name] !== 'number')
      throw refused(`reserve.${name}`, reserve[name], 'a whole number');
  const { fixed = false, shared = false, sequence } = options;
  truthGiven('fixed', fixed);
  truthGiven('shared', shared);
  functionGiven('sequence', sequence, 'a function that gives the next whole number');
  return { options, reserve };
}

export function sizesOf({ model }: Program, reserve: Reserve): Required<Omit<WorldSizes, 'instances'>> {
  const capacity = reserve.objects ?? defaultObjects;
  return {
    capacity,
    lanes: reserve.lanes ?? Math.min(4 * capacity, 1_000_000),
    factions: reserve.factions ?? 31,
    streams: reserve.streams ?? 16,
    cells: reserve.cells ?? leastCells(model),
    words: reserve.words ?? leastWords(model),
    links: reserve.links ?? leastLinks(model),
    frames: reserve.frames ?? leastFrames(model),
  };
}
