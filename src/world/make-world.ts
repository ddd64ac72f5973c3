import { type Program, isProgram } from '../ir/rule.js';
import {
  checkState,
  leastCells,
  leastEdges,
  leastFrames,
  leastLinks,
  leastWords,
  restoreState,
} from '../state/world-state.js';
import { cellsMade, makeCells } from '../state/make-cells.js';
import { earlierLayoutHash, inLayout, layoutOf } from '../components/layout.js';
import type { WorldSizes } from '../components/component.js';
import { header } from '../kernel/arena.js';
import { EdictError, damaged, messageOf } from '../kernel/errors.js';
import { maxCapacity } from '../kernel/identity.js';
import { limitsFrom } from '../kernel/world-limits.js';
import { type OwnComponent, type OwnFields, createOwn } from '../components/own.js';
import type { ContentShape } from '../model/content-shape.js';
import { functionGiven, reading, refused, truthGiven, wordGiven } from '../kernel/given.js';
import { type SavedComponents, type Snapshot, checkHeader, decodeSnapshot } from '../kernel/snapshot.js';
import type { LoadWorldOptions, Reserve, World, WorldOptions } from './api.js';
import { type WorldCore, framed, growFor, growing, insideOf } from './core.js';
import { mistaken, optionsGiven } from './host-arguments.js';
import { executorNamed, openWorld } from './open-world.js';
import { startWorld } from './start.js';
import { awaitComponents, isElementType } from './own-components.js';
import { carryWorld, demandRelated, openForeign, sizesFor } from './saves/load-changed.js';
import type { Toolkit } from './toolkit.js';

const defaultObjects = 1_024;

export function makeWorld<Shape extends ContentShape>(
  tools: Toolkit,
  program: Program<Shape>,
  options: WorldOptions<NoInfer<Shape>>,
): World<Shape> {
  checkProgram(program);
  const { options: given, reserve } = worldOptions('createWorld', options);
  const { start = true, tables = {}, executor } = given;
  const sizes = sizesOf(program, reserve);
  const { world, core } = openWorld(tools, program, given, start ? withCells(sizes, program, reserve) : sizes);
  if (start) {
    beginWithCells(core);
    startWorld(core, executorNamed(executor), tables);
  }
  return world as World<Shape>;
}

/** Also of a fixed world. */
function withCells(sizes: WorldSizes, { model }: Program, { objects = 0 }: Reserve): WorldSizes {
  const cells = cellsMade(model);
  if (cells === 0) return sizes;
  return { ...sizes, capacity: Math.max(objects, Math.min(maxCapacity, cells + (objects > 0 ? 0 : defaultObjects))) };
}

function beginWithCells(core: WorldCore): void {
  if (cellsMade(core.program.model) === 0) return;
  makeCells(core.state, (make) => {
    growing(core, make);
  });
  core.writeCheck?.note();
}

export function makeSavedWorld<Shape extends ContentShape>(
  tools: Toolkit,
  program: Program<Shape>,
  bytes: Uint8Array,
  options: LoadWorldOptions<NoInfer<Shape>>,
): World<Shape> {
  checkProgram(program);
  const { options: given, reserve, strict, changed } = loadOptions(options);
  if (given.parameters !== undefined)
    throw new EdictError(
      'bad-option',
      'loadWorld is given parameters, and a saved world keeps those that it was made with; leave them out, or ' +
        'make a world with createWorld',
    );
  if (!ArrayBuffer.isView(bytes)) throw mistaken('loadWorld', 'the bytes that save gave', bytes);
  const file = decodeSnapshot(bytes);
  const { head } = file;
  if (!strict && head.content !== program.fingerprint && head.shape !== undefined)
    return makeChangedWorld(tools, program, file, given, reserve, changed) as World<Shape>;
  const { snapshot, components } = savedOf(program, file, strict);
  const [, lanes = 0, factions = 0, streams = 0] = snapshot.sizes.map((rows) => rows - 1);
  const { header: used } = snapshot;
  const sizes = sizesOf(program, reserve);
  const { world, core } = openWorld(tools, program, given, {
    capacity: Math.max(sizes.capacity, used[header.highWater] - 1),
    lanes,
    factions,
    streams,
    cells: Math.max(sizes.cells, used[header.cells]),
    words: Math.max(sizes.words, used[header.words]),
    links: Math.max(sizes.links, used[header.links]),
    edges: Math.max(sizes.edges, used[header.edges]),
    frames: Math.max(sizes.frames, ...framed.map((word) => used[word])),
  });
  declared(core, components);
  restoreState(core.state, snapshot);
  accept(core);
  return world as World<Shape>;
}

/** Of other content than the file. */
function makeChangedWorld(
  tools: Toolkit,
  program: Program,
  { head, snapshot }: SavedFile,
  options: WorldOptions,
  reserve: Reserve,
  changed: LoadOptionsGiven['changed'],
): World {
  const own = ownSaved(head.components ?? []);
  const saved = openForeign(head, snapshot, own, limitsFrom(options.limits));
  demandRelated(saved, program);
  const least = sizesOf(program, reserve);
  const needed = sizesFor(saved, program);
  const { lanes, streams, factions } = needed;
  const { world, core } = openWorld(tools, program, options, {
    capacity: Math.max(least.capacity, needed.capacity),
    lanes,
    factions,
    streams,
    cells: Math.max(least.cells, needed.cells),
    words: Math.max(least.words, needed.words),
    links: Math.max(least.links, needed.links),
    edges: Math.max(least.edges, needed.edges),
    frames: Math.max(least.frames, needed.frames),
  });
  const report = carryWorld(core, saved);
  accept(core);
  changed?.(report);
  return world;
}

/**
 * Loads saved bytes into a world that `loadWorld` made: quicker than another. Where it throws, as `loadWorld` does, the
 * world is good only for this.
 */
export function reloadWorld(world: World, bytes: Uint8Array): void {
  const { core } = insideOf(world);
  const { snapshot } = savedOf(world.program, decodeSnapshot(bytes), true);
  growFor(core, snapshot);
  restoreState(core.state, snapshot);
  accept(core);
}

type SavedFile = ReturnType<typeof decodeSnapshot>;

/** Throws for a file of other content, or with damage that would take room. */
function savedOf(
  program: Program,
  { snapshot, head }: SavedFile,
  strict: boolean,
): { readonly snapshot: Snapshot; readonly components: SavedComponents } {
  if (head.content !== program.fingerprint)
    throw new EdictError(
      'foreign-file',
      strict
        ? 'the saved world was made with other content; load it with the content that it was saved with, or without strict'
        : 'the saved world was made with other content, and by a version of edict whose files do not say what ' +
            'their content was; load it with the content that it was saved with, and save it again',
    );
  const { components = [] } = head;
  const [capacity = 0, lanes = 0, factions = 0, streams = 0] = snapshot.sizes.map((rows) => rows - 1);
  const layout = layoutOf(program.model, { capacity, lanes, factions, streams }, ownSaved(components));
  const isEarlier =
    snapshot.layoutHash !== layout.hash && snapshot.layoutHash === earlierLayoutHash(program.model, layout);
  const fitting = isEarlier ? inLayout(snapshot, layout) : snapshot;
  checkHeader(layout, fitting);
  return { snapshot: fitting, components };
}

/** Those with arrays of their own. */
function ownSaved(components: SavedComponents): readonly OwnComponent[] {
  return components
    .filter(([, fields]) => fields.every(([, type]) => isElementType(type)))
    .map(([name, fields], index) => createOwn(name, index, Object.fromEntries(fields) as OwnFields));
}

function declared(core: WorldCore, components: SavedComponents): void {
  try {
    awaitComponents(core, components);
  } catch (error) {
    if (error instanceof EdictError) throw damaged(`its host components are not valid: ${messageOf(error)}`);
    throw error;
  }
}

function accept(core: WorldCore): void {
  core.beforeTurn = undefined;
  checkLoaded(core);
}

/** Throws `damaged-file` for a state that is none of this content. Variables are not trusted. */
export function checkLoaded(core: WorldCore): void {
  checkState(core.state);
  core.machine?.check();
  core.solver?.solveAll();
  core.writeCheck?.note();
}

const optionNames: readonly (keyof WorldOptions)[] = [
  'seed',
  'parameters',
  'reserve',
  'fixed',
  'shared',
  'limits',
  'sequence',
  'executor',
  'check',
  'start',
  'tables',
];

const reserveNames: readonly (keyof Reserve)[] = [
  'objects',
  'lanes',
  'factions',
  'streams',
  'cells',
  'words',
  'links',
  'edges',
  'frames',
];

/** The result of `loadContent` is no program. */
export function checkProgram(program: unknown): void {
  if (
    !reading(
      'the program',
      () => isProgram(program) && program.model.columnByName instanceof Map && Array.isArray(program.rules.rules),
    )
  )
    throw new EdictError(
      'bad-option',
      'this is not a program; pass what defineContent returned, or program of the result of loadContent, if that is ok',
    );
}

const loadNames = ['strict', 'changed'] as const satisfies readonly (keyof LoadWorldOptions)[];

interface LoadOptionsGiven extends OptionsGiven {
  readonly strict: boolean;
  readonly changed: LoadWorldOptions['changed'] | undefined;
}

function loadOptions(given: LoadWorldOptions): LoadOptionsGiven {
  const { strict = false, changed, ...options } = optionsGiven('loadWorld', given, [...optionNames, ...loadNames]);
  truthGiven('strict', strict);
  functionGiven('changed', changed, 'a function that is given the report');
  return { ...worldOptions('loadWorld', options), strict, changed };
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
  const { fixed = false, shared = false, start = true, sequence, check } = options;
  if (check !== undefined) wordGiven('check', check, ['writes']);
  truthGiven('fixed', fixed);
  truthGiven('shared', shared);
  truthGiven('start', start);
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
    edges: reserve.edges ?? leastEdges(model),
    frames: reserve.frames ?? leastFrames(model),
  };
}
