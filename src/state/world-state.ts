import {
  type Arena,
  type ElementType,
  type Sizes,
  columnOf,
  createArena,
  emptyColumn,
  header,
} from '../kernel/arena.js';
import { EdictError, damaged } from '../kernel/errors.js';
import { bindIdentity, forgetFree, maxCapacity } from '../kernel/identity.js';
import { type Limits, turnLimits } from '../kernel/world-limits.js';
import { seedWords } from '../kernel/random.js';
import { type Snapshot, capture, extended, resize, restoreInto } from '../kernel/snapshot.js';
import { captureParts } from '../kernel/snapshot-parts.js';
import { bindStreams, flushStreams, reloadStreams } from '../kernel/streams.js';
import { beginsLike, createStringPool, dropUnkept } from '../kernel/strings.js';
import { cellName } from '../components/cells.js';
import { type Component, type FullColumn, type WorldSizes, detailsOf, wordsFor } from '../components/component.js';
import { checkEnumerations, holdingLayout } from '../components/holdings.js';
import { columnsFor, layoutOf } from '../components/layout.js';
import { components } from '../components/index.js';
import { setParameter } from '../components/parameters.js';
import { bindOwn, checkOwn } from '../components/own-components.js';
import type { OwnComponent } from '../components/own.js';
import type { WorldState } from '../components/state.js';
import { type Model, attachmentLevels, isFlat, runsActions } from '../model/model.js';
import { createStamps, fact, touchAll } from '../model/stamps.js';
import { oneShape } from '../kernel/one-shape.js';
import { noDerived } from './no-derived.js';
import { checksReads, createStateGuard } from './state-guard.js';
import { liveIds } from '../components/live-objects.js';

/** A slot of a faction is one byte. */
export const maxFactions = 255;
/** The most cells, words of 32 bits, and entries of lists. */
export const maxCells = 2 ** 28;
export const maxWords = 2 ** 28;
export const maxLinks = 2 ** 26;
export const maxEdges = 2 ** 26;
export const maxFrames = 2 ** 24;

const largestSizes = [
  ['objects', maxCapacity],
  ['factions', maxFactions],
  ['lanes', maxCapacity],
  ['streams', 1_000],
  ['cells', maxCells],
  ['words', maxWords],
  ['links', maxLinks],
  ['edges', maxEdges],
  ['frames', maxFrames],
] as const;

/** Throws when a size is out of range. `budget`: of turns, by the content. */
export function createState(
  model: Model,
  limits: Limits,
  sizes: WorldSizes,
  seed: string,
  shared: boolean,
  budget?: Parameters<typeof turnLimits>[1],
): WorldState {
  const room: Room = {
    ...sizes,
    roles: model.roles.length,
    cells: sizes.cells ?? leastCells(model),
    words: sizes.words ?? leastWords(model),
    links: sizes.links ?? leastLinks(model),
    edges: sizes.edges ?? leastEdges(model),
    triggers: wordsFor(model.triggers.length),
    frames: sizes.frames ?? leastFrames(model),
    instances: sizes.instances ?? 0,
  };
  for (const [name, most] of largestSizes) {
    const size = room[name === 'objects' ? 'capacity' : name];
    if (!Number.isInteger(size) || size < 1 || size > most)
      throw new EdictError('bad-option', `reserve.${name} is ${size}; give a whole number from 1 to ${most}`);
  }
  checkEnumerations(model);
  const arena = createArena(layoutOf(model, sizes), rowsFor(room, model), shared);
  const { low, high } = seedWords(seed);
  arena.header[header.seedLow] = low;
  arena.header[header.seedHigh] = high;
  arena.header[header.cells] = 1;
  arena.header[header.words] = 1;
  const fixed = fixedParts(model, limits, shared, budget);
  const state = inOneShape({ ...fixed, ...bind(model, arena, []), guard: undefined });
  for (const { index, initial } of model.parameters) setParameter(state, index, initial);
  return checksReads() ? Object.assign(state, { guard: createStateGuard(state) }) : state;
}

const inOneShape = oneShape<WorldState>();

function fixedParts(model: Model, limits: Limits, shared: boolean, budget: Parameters<typeof turnLimits>[1]) {
  return {
    model,
    limits,
    turnLimits: turnLimits(limits, budget),
    shared,
    nests: attachmentLevels(model.kinds) > limits.attachmentDepth,
    flat: isFlat(model),
    strings: createStringPool([''], limits.texts),
    ...holdingLayout(model),
    stamps: createStamps(model.columns.length),
    derived: noDerived(),
    cellCounts: cellCountsOf(model),
    cellLayout: 0,
    occurrenceChanges: 0,
    restores: 0,
    own: [],
    isLent: false,
    family: { running: undefined },
    copyDepth: 0,
    outgrown: [],
    sequence: undefined,
  };
}

/** Ids and handles stay valid. A size that is left out stays. */
export function growState(
  state: WorldState,
  capacity: number,
  lanes: number,
  more: Pick<WorldSizes, 'cells' | 'words' | 'links' | 'edges' | 'frames'> = {},
): void {
  flushStreams(state.streams);
  const rows = rowsFor({ ...roomOf(state), ...more, capacity, lanes }, state.model);
  const { arena } = state;
  Object.assign(state, bind(state.model, resize(arena, state.strings, rows, state.shared), state.own));
  invalidate(state);
  if (state.isLent) outgrow(state, arena);
}

/** Adds the columns of a host component, which nobody has yet. Snapshots of before fit no more. */
export function addOwn(state: WorldState, own: OwnComponent): void {
  flushStreams(state.streams);
  const { arena, model } = state;
  state.own.push(own);
  const larger = extended(arena, layoutOf(model, roomOf(state), state.own), state.shared);
  Object.assign(state, bind(model, larger, state.own));
  invalidate(state);
  if (state.isLent) outgrow(state, arena);
}

/**
 * Two words that are repeated in old arrays: NaN, or -1. These NaNs are signalling ones: whatever is calculated with
 * them has other bits, so that `array[id] += 1` is found too.
 */
const overwritten: Readonly<Partial<Record<ElementType, readonly [number, number]>>> = {
  f64: [-1, 0xfff7ffff | 0],
  f32: [0xffbfffff | 0, 0xffbfffff | 0],
};
const allOnes = [-1, -1] as const;

/** The host reads NaN or -1 in old arrays; what it writes there is found: see `demandNoneOutgrown`. */
function outgrow({ outgrown }: WorldState, arena: Arena): void {
  arena.bytes.forEach((_, column) => {
    overwrite(arena, column);
  });
  outgrown.push(arena);
}

function overwrite({ bytes, layout }: Arena, column: number): void {
  const { words, rest } = wordsOf(bytes[column]);
  const [even, odd] = overwritten[layout.columns[column].type] ?? allOnes;
  for (let at = 0; at < words.length; at++) words[at] = at % 2 === 0 ? even : odd;
  rest.fill(0xff);
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array) {
  const words = new Int32Array(buffer, byteOffset, byteLength >>> 2);
  return { words, rest: new Uint8Array(buffer, byteOffset + words.byteLength, byteLength % 4) };
}

/** Throws if the host has written to an array from before the world grew. `who`: for the message. */
export function demandNoneOutgrown({ outgrown }: WorldState, who: string): void {
  for (const arena of outgrown) {
    const { columns } = arena.layout;
    const written = columns.findIndex(({ type }, column) => isWritten(arena.bytes[column], type));
    if (written < 0) continue;
    overwrite(arena, written);
    throw new EdictError(
      'stale-column',
      `${who} wrote to an array of ${plainName(columns[written].name)} from before the world grew, whose values are lost; take the arrays that run is given, or read .value or .values again after objects are made`,
      who,
    );
  }
}

function isWritten(bytes: Uint8Array, type: ElementType): boolean {
  const { words, rest } = wordsOf(bytes);
  const [even, odd] = overwritten[type] ?? allOnes;
  for (let at = 0; at < words.length; at++) if (words[at] !== (at % 2 === 0 ? even : odd)) return true;
  return rest.some((byte) => byte !== 0xff);
}

/** Without the prefix that keeps columns of content and of the host apart. */
function plainName(name: string): string {
  return name.replace(/^(?:content|own)\./, '');
}

/** What frames resolve has as many rows as frames. */
function rowsFor(
  { capacity, lanes, factions, streams, roles, cells, words, links, edges, triggers, frames, instances }: Room,
  { abilities, parameters, graphs }: Model,
): Sizes {
  const counts = [
    ...[capacity, lanes, factions, streams, roles, cells, words, links, triggers],
    ...[frames, frames, frames, abilities.length, frames, frames, frames, frames, frames, frames],
    ...(parameters.length === 0 ? [] : [parameters.length]),
    ...(graphs.length === 0 ? [] : [edges]),
    instances,
  ];
  return counts.map((count) => count + 1);
}

type Room = Required<WorldSizes> & { readonly roles: number; readonly triggers: number };

/** Rows of each dimension, row 0 not counted. */
export function roomOf({ arena }: Pick<WorldState, 'arena'>): Room {
  const [capacity, lanes, factions, streams, roles, cells, words, links, triggers, frames] = arena.sizes.map(
    (rows) => rows - 1,
  );
  const instances = (arena.sizes.at(-1) ?? 1) - 1;
  const ofEdges = arena.layout.dimensions.indexOf('edge');
  const edges = ofEdges < 0 ? 1 : arena.sizes[ofEdges] - 1;
  return { capacity, lanes, factions, streams, roles, cells, words, links, edges, triggers, frames, instances };
}

/** Reuses the buffer of `into`. */
export function captureState(state: WorldState, into?: Snapshot): Snapshot {
  flushStreams(state.streams);
  return capture(state.arena, state.strings, into);
}

/**
 * To go back to; shares what has not changed since `before`. Code that keeps columns must note writes beforehand (see
 * `touchColumns`).
 */
export function captureChanges(state: WorldState, before?: Snapshot, into?: Snapshot): Snapshot {
  flushStreams(state.streams);
  const {
    stampsOf,
    marks,
    stamps: { values },
  } = state;
  for (let i = 0; i < marks.length; i++) {
    let latest = NaN;
    for (const stamp of stampsOf[i]) latest = latest >= values[stamp] ? latest : values[stamp];
    marks[i] = latest;
  }
  return captureParts(state.arena, state.strings, marks, before, into);
}

/** Of this or another world, with content of equal shape. Throws before anything has changed. */
export function restoreState(state: WorldState, snapshot: Snapshot): void {
  restoreInto(state.arena, snapshot);
  // This pool has the texts of its earlier states, and of pools that begin like it.
  if (state.strings !== snapshot.strings && !beginsLike(state.strings, snapshot.strings, snapshot.texts))
    state.strings = createStringPool(snapshot.strings.texts.slice(0, snapshot.texts), state.limits.texts);
  forgetFree(state.identity);
  state.restores++;
  reloadStreams(state.streams);
  invalidate(state);
}

/** New texts go too, to restore the room for texts. */
export function undoTurn(state: WorldState, before: Snapshot): void {
  restoreState(state, before);
  dropUnkept(state.strings);
}

export function invalidate(state: WorldState): void {
  touchAll(state.stamps);
  state.derived = noDerived();
  state.cellLayout++;
}

type BoundParts = Omit<WorldState, keyof ReturnType<typeof fixedParts> | 'guard'>;

function bind(model: Model, arena: Arena, own: readonly OwnComponent[]): BoundParts {
  const columns = columnsFor(model, roomOf({ arena }), own);
  for (const each of own)
    bindOwn(
      each,
      arena.columns.filter((_, i) => columns[i].own === each),
    );
  const stampsOf = columns.map(({ stamp = [] }) =>
    typeof stamp === 'number' ? [stamp] : [stamp].flat().map((each) => fact[each]),
  );
  const parts = {
    arena,
    identity: bindIdentity(arena, strideOf(arena)),
    streams: bindStreams(arena),
    cells: model.columns.map(({ name, storage }) => columnOf(arena, cellName(name), storage)),
    stampsOf,
    marks: new Float64Array(columns.length),
    rows: columns.flatMap(({ of, own: mine, spec, stamp }, i) =>
      (of === undefined && mine === undefined) || of?.ofKernel === true || spec.dimension !== 'entity'
        ? []
        : [
            {
              name: of?.name ?? spec.name,
              column: arena.columns[i],
              width: spec.width,
              stamp: typeof stamp === 'object' ? -1 : (stampsOf[i][0] ?? -1),
              isHosts: of === undefined || of.writers === 'host',
            },
          ],
    ),
    ...Object.fromEntries(components.flatMap((component) => viewsOf(component, arena, columns))),
  };
  if (strideOf(arena) === 0) Object.assign(parts, { instances: undefined });
  // Components declare all others.
  return parts as typeof parts & BoundParts;
}

/** Empty columns where the arena has none. */
function viewsOf(of: Component, arena: Arena, columns: readonly FullColumn[]): (readonly [string, unknown])[] {
  if (of?.ofKernel === true) return [];
  const placeOf = (key: string) => columns.findIndex((column) => column.of === of && column.key === key);
  const views = Object.entries(of.columns).map(([key, declared]) => {
    const { [placeOf(key)]: view = emptyColumn(detailsOf(declared).type) } = arena.columns;
    return [key, view] as const;
  });
  const widths = Object.entries(of.widths ?? {}).map(
    ([key, column]) => [key, columns.find((each) => each.of === of && each.key === column)?.spec.width ?? 0] as const,
  );
  return [...(of.group === undefined ? views : [[of.group, Object.fromEntries(views)] as const]), ...widths];
}

/** 0 where the arena is not divided. */
function strideOf({ sizes }: Arena): number {
  const instances = (sizes.at(-1) ?? 1) - 1;
  return instances === 0 ? 0 : sizes[0] / instances;
}

export function leastFrames(model: Model): number {
  return runsActions(model) ? 64 : 1;
}

export function leastWords(model: Model): number {
  return model.holdings.length === 0 ? 1 : holdingLayout(model).wordCounts.reduce((sum, count) => sum + count) + 256;
}

export function leastLinks({ links }: Model): number {
  return links.length === 0 ? 1 : 256;
}

export function leastEdges({ graphs }: Pick<Model, 'graphs'>): number {
  return graphs.length === 0 ? 1 : 256;
}

export function leastCells({ variables }: Model): number {
  return variables.length === 0 ? 1 : variables.length + 256;
}

function cellCountsOf({ kinds, variables }: Model): Int32Array {
  const counts = new Int32Array(kinds.length + 1);
  for (const { kind } of variables) counts[kind]++;
  return counts;
}

/** For references to nothing, and kinds or words that content lacks. */
export function checkState(state: WorldState): void {
  const { layout, columns } = state.arena;
  layout.columns.forEach(({ name, width }, i) => {
    if (columns[i].subarray(0, width).some((value) => value !== 0))
      throw damaged(`row 0 of ${name}, which is none, holds something`);
  });
  let live = 0;
  for (const id of liveIds(state)) {
    live++;
    for (const { checkOf } of components) checkOf?.(state, id);
  }
  for (const { check } of components) check?.(state);
  checkOwn(state);
  if (live !== state.arena.header[header.live])
    throw damaged(`it holds ${live} objects and counts ${state.arena.header[header.live]}`);
}
