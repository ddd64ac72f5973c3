import { type Arena, type Sizes, columnOf, createArena, emptyColumn, header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { bindIdentity, forgetFree, maxCapacity } from '../kernel/identity.js';
import type { Limits } from '../kernel/limits.js';
import { seedWords } from '../kernel/random.js';
import { type Snapshot, capture, resize, restoreInto } from '../kernel/snapshot.js';
import { bindStreams, flushStreams, reloadStreams } from '../kernel/streams.js';
import { beginsLike, createStringPool, dropUnkept } from '../kernel/strings.js';
import { cellName } from '../components/cells.js';
import { type Component, type FullColumn, detailsOf } from '../components/component.js';
import { checkEnumerations, holdingLayout } from '../components/holding-layout.js';
import { components } from '../components/index.js';
import { columnsFor, layoutOf } from '../components/layout.js';
import { type WorldSizes, wordsFor } from '../components/sizes.js';
import type { WorldState } from '../components/state.js';
import { type Model, attachmentLevels, isFlat, runsActions } from '../model/model.js';
import { createStamps, fact, touchAll } from '../model/stamps.js';
import { checksReads, createStateGuard } from './state-guard.js';

/** Factions that a world may have: an object says in a byte which it is. */
export const maxFactions = 255;
/** Cells that a world may have, words of 32 bits, and entries of lists. */
export const maxCells = 2 ** 28;
export const maxWords = 2 ** 28;
export const maxLinks = 2 ** 26;
export const maxFrames = 2 ** 24;

/** An empty world of a model. Throws when a size is out of range. */
export function createState(
  model: Model,
  limits: Limits,
  sizes: WorldSizes,
  seed: string,
  shared: boolean,
): WorldState {
  checkSize('capacity', sizes.capacity, maxCapacity);
  checkSize('factions', sizes.factions, maxFactions);
  checkSize('lanes', sizes.lanes, maxCapacity);
  checkSize('streams', sizes.streams, 1_000);
  const cells = sizes.cells ?? leastCells(model);
  checkSize('cells', cells, maxCells);
  const words = sizes.words ?? leastWords(model);
  checkSize('words', words, maxWords);
  const links = sizes.links ?? leastLinks(model);
  checkSize('links', links, maxLinks);
  const frames = sizes.frames ?? leastFrames(model);
  checkSize('frames', frames, maxFrames);
  checkEnumerations(model);
  const { instances = 0 } = sizes;
  const rows: Sizes = [
    sizes.capacity + 1,
    sizes.lanes + 1,
    sizes.factions + 1,
    sizes.streams + 1,
    model.roles.length + 1,
    cells + 1,
    words + 1,
    links + 1,
    wordsFor(model.triggers.length) + 1,
    ...triggerRows(model.abilities.length, frames),
    instances + 1,
  ];
  const arena = createArena(layoutOf(model, sizes), rows, shared);
  const { low, high } = seedWords(seed);
  arena.header[header.seedLow] = low;
  arena.header[header.seedHigh] = high;
  arena.header[header.cells] = 1;
  arena.header[header.words] = 1;
  const state: WorldState = { ...beside(model, limits, shared), ...bind(model, arena), guard: undefined };
  return checksReads() ? Object.assign(state, { guard: createStateGuard(state) }) : state;
}

/** What a state has beside its arena. */
function beside(model: Model, limits: Limits, shared: boolean) {
  return {
    model,
    limits,
    shared,
    nests: attachmentLevels(model.kinds) > limits.attachmentDepth,
    flat: isFlat(model),
    strings: createStringPool([''], limits.texts),
    ...holdingLayout(model),
    stamps: createStamps(model.columns.length),
    derived: {},
    cellCounts: cellCountsOf(model),
    cellLayout: 0,
    occurrenceChanges: 0,
    restores: 0,
    sequence: undefined,
  };
}

/**
 * Moves the state to an arena with room for more objects, lanes, cells, words and entries of lists; ids and handles
 * stay. What is left out stays as large as it is.
 */
export function growState(
  state: WorldState,
  capacity: number,
  lanes: number,
  more: Pick<WorldSizes, 'cells' | 'words' | 'links' | 'frames'> = {},
): void {
  flushStreams(state.streams);
  const { factions, streams, roles, triggers, ...now } = roomOf(state);
  const { abilities } = state.model;
  const { cells, words, links, frames } = { ...now, ...more };
  const rows: Sizes = [
    ...[capacity, lanes, factions, streams, roles, cells, words, links, triggers].map((count) => count + 1),
    ...triggerRows(abilities.length, frames),
    now.instances + 1,
  ];
  Object.assign(state, bind(state.model, resize(state.arena, state.strings, rows, state.shared)));
  invalidate(state);
}

/** Frames, parked ones, delays; abilities; occurrences, past ones, uses, copies, memories, answers. */
function triggerRows(abilities: number, frames: number): Sizes {
  return [frames, frames, frames, abilities, frames, frames, frames, frames, frames, frames].map((count) => count + 1);
}

type Room = Required<WorldSizes> & { readonly roles: number; readonly triggers: number };

/** What a state has room for: rows of each dimension, row 0 not counted. */
export function roomOf({ arena }: Pick<WorldState, 'arena'>): Room {
  const [capacity, lanes, factions, streams, roles, cells, words, links, triggers, frames] = arena.sizes.map(
    (rows) => rows - 1,
  );
  const instances = (arena.sizes.at(-1) ?? 1) - 1;
  return { capacity, lanes, factions, streams, roles, cells, words, links, triggers, frames, instances };
}

/** Copies the state into a snapshot, using the buffer of `into` again. */
export function captureState(state: WorldState, into?: Snapshot): Snapshot {
  flushStreams(state.streams);
  return capture(state.arena, state.strings, into);
}

/**
 * The same, for a snapshot that is taken again and again: what is in `into` from the last time and has not changed
 * since is not copied. Whoever holds columns and writes to them by himself must have been asked before (see
 * `touchColumns`).
 */
export function captureChanges(state: WorldState, into?: Snapshot): Snapshot {
  flushStreams(state.streams);
  const {
    stampOf,
    marks,
    stamps: { values },
  } = state;
  for (let i = 0; i < marks.length; i++) marks[i] = stampOf[i] < 0 ? NaN : values[stampOf[i]];
  return capture(state.arena, state.strings, into, marks);
}

/** Puts a snapshot of this world or of another world of equal content back. Throws before anything has changed. */
export function restoreState(state: WorldState, snapshot: Snapshot): void {
  restoreInto(state.arena, snapshot);
  // The texts of another world are taken over; of this world's own pool every earlier state is a part, and so is what
  // begins like it.
  if (state.strings !== snapshot.strings && !beginsLike(state.strings, snapshot.strings, snapshot.texts))
    state.strings = createStringPool(snapshot.strings.texts.slice(0, snapshot.texts), state.limits.texts);
  forgetFree(state.identity);
  state.restores++;
  reloadStreams(state.streams);
  invalidate(state);
}

/**
 * Puts back what a turn that failed began with. What texts it made go with it, so that the world has the room that it
 * had.
 */
export function undoTurn(state: WorldState, before: Snapshot): void {
  restoreState(state, before);
  dropUnkept(state.strings);
}

/** Forgets everything that is derived. */
export function invalidate(state: WorldState): void {
  touchAll(state.stamps);
  state.derived = {};
  state.cellLayout++;
}

/** What is bound to an arena, and again whenever it is another one. */
type BoundParts = Omit<WorldState, keyof ReturnType<typeof beside> | 'guard'>;

/** Views of the arena, under the names that components have for them. */
function bind(model: Model, arena: Arena): BoundParts {
  const columns = columnsFor(model, roomOf({ arena }));
  const stampOf = Int32Array.from(columns, ({ stamp = -1 }) => (typeof stamp === 'number' ? stamp : fact[stamp]));
  const parts = {
    arena,
    identity: bindIdentity(arena, strideOf(arena)),
    streams: bindStreams(arena),
    cells: model.columns.map(({ name, storage }) => columnOf(arena, cellName(name), storage)),
    stampOf,
    marks: new Float64Array(columns.length),
    rows: columns.flatMap(({ of, spec }, i) =>
      of === undefined || of.ofKernel === true || spec.dimension !== 'entity'
        ? []
        : [{ column: arena.columns[i], width: spec.width, stamp: stampOf[i] }],
    ),
    ...Object.fromEntries(components.flatMap((component) => viewsOf(component, arena, columns))),
  };
  if (strideOf(arena) === 0) Object.assign(parts, { instances: undefined });
  // The declarations of the components say that everything else is there.
  return parts as typeof parts & BoundParts;
}

/** What the state has of a component; empty columns where the arena has none. */
function viewsOf(of: Component, arena: Arena, columns: readonly FullColumn[]): (readonly [string, unknown])[] {
  if (of.ofKernel === true) return [];
  const placeOf = (key: string): number => columns.findIndex((column) => column.of === of && column.key === key);
  const views = Object.entries(of.columns).map(([key, declared]) => {
    const { [placeOf(key)]: view = emptyColumn(detailsOf(declared).type) } = arena.columns;
    return [key, view] as const;
  });
  const widths = Object.entries(of.widths ?? {}).map(
    ([key, column]) => [key, columns.find((each) => each.of === of && each.key === column)?.spec.width ?? 0] as const,
  );
  return [...(of.group === undefined ? views : [[of.group, Object.fromEntries(views)] as const]), ...widths];
}

/** Rows of each instance; 0 where the arena is not divided. */
function strideOf({ sizes }: Arena): number {
  const instances = (sizes.at(-1) ?? 1) - 1;
  return instances === 0 ? 0 : sizes[0] / instances;
}

/** Frames that there is room for at first. */
export function leastFrames(model: Model): number {
  return runsActions(model) ? 64 : 1;
}

/** Words of 32 bits for an object of each kind, and somewhat more. */
export function leastWords(model: Model): number {
  return model.holdings.length === 0 ? 1 : holdingLayout(model).wordCounts.reduce((sum, count) => sum + count) + 256;
}

/** Entries of lists that there is room for at first. */
export function leastLinks({ links }: Model): number {
  return links.length === 0 ? 1 : 256;
}

/** Room for an object of each kind, and somewhat more. */
export function leastCells({ variables }: Model): number {
  return variables.length === 0 ? 1 : variables.length + 256;
}

function cellCountsOf({ kinds, variables }: Model): Int32Array {
  const counts = new Int32Array(kinds.length + 1);
  for (const { kind } of variables) counts[kind]++;
  return counts;
}

function checkSize(name: string, value: number, limit: number): void {
  if (!Number.isInteger(value) || value < 1 || value > limit) {
    throw new EdictError('bad-option', `${name} is ${value}; give a whole number from 1 to ${limit}`);
  }
}
