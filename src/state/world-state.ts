import { type Arena, type ColumnArray, type Sizes, columnOf, createArena, header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { type Identity, bindIdentity, forgetFree, maxCapacity } from '../kernel/identity.js';
import type { Limits } from '../kernel/limits.js';
import { seedWords } from '../kernel/random.js';
import { type Snapshot, capture, resize, restoreInto } from '../kernel/snapshot.js';
import { type Streams, bindStreams, flushStreams, reloadStreams } from '../kernel/streams.js';
import { type StringPool, beginsLike, createStringPool, dropUnkept } from '../kernel/strings.js';
import type { DelayColumns, FrameColumns } from '../components/frame-columns.js';
import { type HoldingLayout, checkEnumerations, holdingLayout } from '../components/holding-layout.js';
import { type WorldSizes, cellName, layoutOf, wordsFor } from '../components/layout.js';
import { type Model, attachmentLevels, isFlat, runsActions } from '../model/model.js';
import { type Stamps, columnStamp, createStamps, fact, touchAll } from '../model/stamps.js';
import { type StateGuard, checksReads, createStateGuard } from './state-guard.js';
import type { UseIndex } from './use-index.js';
import type { CopyColumns, OccurrenceColumns, PastColumns, UseColumns } from '../components/timing-columns.js';

/**
 * The state of a world: the arena, named views into it, and what is derived from it. The views change when the arena
 * grows, so they are read through this object and never kept.
 */
export interface WorldState extends HoldingLayout {
  readonly model: Model;
  readonly limits: Limits;
  readonly shared: boolean;
  /** Kinds allow attachments in a circle or deeper than the limit, so that every one must be looked at. */
  readonly nests: boolean;
  /** See `isFlat`. */
  readonly flat: boolean;
  strings: StringPool;
  arena: Arena;
  identity: Identity;
  streams: Streams;
  class: Int32Array;
  name: Int32Array;
  created: Int32Array;
  owner: Int32Array;
  parent: Int32Array;
  /** Slot of a faction in the faction tables, 0 for other objects. */
  faction: Uint8Array;
  place: Uint8Array;
  end: Int32Array;
  otherEnd: Int32Array;
  fraction: Float64Array;
  x: Float64Array;
  y: Float64Array;
  /** One bit a faction slot, `seenWords` words an object. */
  seenBy: Uint32Array;
  seenWords: number;
  /**
   * For each further sight one bit a faction slot, `sightedWords` words an object in all; empty where content declares
   * none.
   */
  sightedBy: Uint32Array;
  sightedWords: number;
  /**
   * For each sort of network one number a faction slot, `networkWidth` numbers an object in all; empty where content
   * declares none.
   */
  networkOf: Int32Array;
  networkWidth: number;
  laneEnd: Int32Array;
  laneOtherEnd: Int32Array;
  factionEntity: Int32Array;
  available: Uint32Array;
  availableWords: number;
  /** For each relation one bit a faction slot, `relatedWords` words a faction in all. */
  related: Uint32Array;
  relatedWords: number;
  role: Float64Array;
  /**
   * Where the cells of an object's variables begin among all cells; 0: it has none. These and the next are empty where
   * content declares no variables.
   */
  block: Int32Array;
  /** Its modifiers are in force. */
  granted: Uint8Array;
  /** The number of its first grant, from 1; 0: it was never granted. */
  grant: Int32Array;
  /** Solved variables: values, and of each its class (see cell-class.ts). */
  cellValues: Float64Array;
  cellClasses: Uint8Array;
  /** Cells of an object of a kind, by kind. */
  readonly cellCounts: Int32Array;
  /**
   * Where the words that an object may hold begin among all words; 0: it has none. This and the next are empty where
   * content declares no holdings: see holdings.ts.
   */
  wordBlock: Int32Array;
  words: Uint32Array;
  /**
   * Rows of all lists: the link, who keeps the list, what is listed; empty where content declares no links. See
   * links.ts.
   */
  linkOf: Int32Array;
  linkFrom: Int32Array;
  linkTo: Int32Array;
  /**
   * One bit a trigger, from word 1 on: it is armed; its condition was true when it was last looked at for a rise. These
   * and the next are empty where content declares no triggers. See triggers.ts.
   */
  armed: Uint32Array;
  wasTrue: Uint32Array;
  frames: FrameColumns;
  parked: FrameColumns;
  delays: DelayColumns;
  /**
   * 1: an ability that the world has once is gone. Row 0 is not used; this and the next are empty where nothing can
   * occur. See occurrences.ts and copies.ts.
   */
  gone: Uint8Array;
  occurrences: OccurrenceColumns;
  /** Values of an occurrence. */
  fieldCount: number;
  past: PastColumns;
  uses: UseColumns;
  copies: CopyColumns;
  memories: Float64Array;
  answers: Int32Array;
  /** Rises when cells have moved. */
  cellLayout: number;
  /** Rises when a value of an occurrence has changed. */
  occurrenceChanges: number;
  /** Rises when a snapshot was put back. */
  restores: number;
  /** Gives whole numbers to draws in sequence; undefined where a random stream of the world's own does. */
  sequence: (() => number) | undefined;
  /** For copies of what has changed: see `captureChanges`. */
  stampOf: Int32Array;
  marks: Float64Array;
  /** Cells of what content declares, by column index. */
  cells: readonly ColumnArray[];
  /** What differs between instances of a divided world; undefined where it is not divided. See instances.ts. */
  instances: InstanceColumns | undefined;
  readonly stamps: Stamps;
  derived: Derived;
  /** See state-guard.ts; undefined where reads are not checked. */
  readonly guard: StateGuard<WorldState> | undefined;
}

/**
 * By instance: its seed, by how many turns the world is ahead of it, and by how many ticks its clock is ahead of its
 * turns.
 */
export interface InstanceColumns {
  readonly seedLow: Uint32Array;
  readonly seedHigh: Uint32Array;
  readonly lead: Int32Array;
  readonly clock: Int32Array;
}

/** Indexes over the state. Made on demand, dropped by `invalidate`. */
export interface Derived {
  /** Of uses of abilities; see occurrences.ts. */
  uses?: UseIndex;
  /** Frames that are parked; see delays.ts. */
  waiting?: number;
  /** In a divided world: how often children were looked for without an index since the stamp `last`. */
  childScans?: { last: number; count: number };
}

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
  const nests = attachmentLevels(model.kinds) > limits.attachmentDepth;
  const state: WorldState = {
    model,
    limits,
    shared,
    nests,
    flat: isFlat(model),
    strings: createStringPool([''], limits.texts),
    ...bind(model, arena),
    ...holdingLayout(model),
    stamps: createStamps(model.columns.length),
    derived: {},
    cellCounts: cellCountsOf(model),
    cellLayout: 0,
    occurrenceChanges: 0,
    restores: 0,
    sequence: undefined,
    guard: undefined,
  };
  return checksReads() ? Object.assign(state, { guard: createStateGuard(state) }) : state;
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

/** What a state has room for: rows of each dimension, row 0 not counted. */
export function roomOf({
  arena,
}: WorldState): Required<WorldSizes> & { readonly roles: number; readonly triggers: number } {
  const [capacity, lanes, factions, streams, roles, cells, words, links, triggers, frames] = arena.sizes.map(
    (rows) => rows - 1,
  );
  return {
    capacity,
    lanes,
    factions,
    streams,
    roles,
    cells,
    words,
    links,
    triggers,
    frames,
    instances: (arena.sizes.at(-1) ?? 1) - 1,
  };
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

function bind(model: Model, arena: Arena) {
  const widthOf = (name: string): number => arena.layout.columns.find((column) => column.name === name)?.width ?? 0;
  return {
    arena,
    ...marksFor(model, arena),
    identity: bindIdentity(arena, strideOf(arena)),
    instances: bindInstances(arena),
    streams: bindStreams(arena),
    class: columnOf(arena, 'class', 'i32'),
    name: columnOf(arena, 'name', 'i32'),
    created: columnOf(arena, 'created', 'i32'),
    owner: columnOf(arena, 'owner', 'i32'),
    parent: columnOf(arena, 'parent', 'i32'),
    faction: columnOf(arena, 'faction', 'u8'),
    place: columnOf(arena, 'place', 'u8'),
    end: columnOf(arena, 'end', 'i32'),
    otherEnd: columnOf(arena, 'otherEnd', 'i32'),
    fraction: columnOf(arena, 'fraction', 'f64'),
    x: columnOf(arena, 'x', 'f64'),
    y: columnOf(arena, 'y', 'f64'),
    seenBy: columnOf(arena, 'seenBy', 'u32'),
    seenWords: widthOf('seenBy'),
    sightedBy: model.sights.length > 0 ? columnOf(arena, 'sightedBy', 'u32') : new Uint32Array(0),
    sightedWords: widthOf('sightedBy'),
    networkOf: model.networks.length > 0 ? columnOf(arena, 'networkOf', 'i32') : new Int32Array(0),
    networkWidth: widthOf('networkOf'),
    laneEnd: columnOf(arena, 'lane.end', 'i32'),
    laneOtherEnd: columnOf(arena, 'lane.otherEnd', 'i32'),
    factionEntity: columnOf(arena, 'faction.entity', 'i32'),
    available: columnOf(arena, 'faction.available', 'u32'),
    availableWords: widthOf('faction.available'),
    related: columnOf(arena, 'faction.related', 'u32'),
    relatedWords: widthOf('faction.related'),
    role: columnOf(arena, 'role.object', 'f64'),
    ...bindCells(model, arena),
    ...bindWords(model, arena),
    ...bindLinks(model, arena),
    ...bindTriggers(model, arena),
    ...bindTiming(model, arena),
    cells: model.columns.map((column) => columnOf(arena, cellName(column.name), column.storage)),
  };
}

/** By column of the arena its stamp, -1 where none stands for it alone, and memory for their values. */
function marksFor(model: Model, { layout: { columns } }: Arena): Pick<WorldState, 'stampOf' | 'marks'> {
  const declared = new Map(model.columns.map(({ name, index }) => [cellName(name), columnStamp(index)]));
  const stampOf = Int32Array.from(columns, ({ name }) => declared.get(name) ?? stampsOfParts[name] ?? -1);
  return { stampOf, marks: new Float64Array(columns.length) };
}

/**
 * What is not listed is copied always: it is small, changes in almost every turn, or is written by many who note no
 * more than they must.
 */
const stampsOfParts: Readonly<Record<string, number | undefined>> = {
  name: fact.name,
  seenBy: fact.seen,
  'lane.end': fact.lanes,
  'lane.otherEnd': fact.lanes,
  place: fact.spot,
  end: fact.spot,
  otherEnd: fact.spot,
  fraction: fact.spot,
  x: fact.spot,
  y: fact.spot,
};

/** Rows of each instance; 0 where the arena is not divided. */
function strideOf({ sizes }: Arena): number {
  const instances = (sizes.at(-1) ?? 1) - 1;
  return instances === 0 ? 0 : sizes[0] / instances;
}

function bindInstances(arena: Arena): InstanceColumns | undefined {
  if (strideOf(arena) === 0) return undefined;
  return {
    seedLow: columnOf(arena, 'instance.seedLow', 'u32'),
    seedHigh: columnOf(arena, 'instance.seedHigh', 'u32'),
    lead: columnOf(arena, 'instance.lead', 'i32'),
    clock: columnOf(arena, 'instance.clock', 'i32'),
  };
}

function bindCells(model: Model, arena: Arena) {
  const has = model.variables.length > 0;
  return {
    block: has ? columnOf(arena, 'block', 'i32') : new Int32Array(0),
    granted: has ? columnOf(arena, 'granted', 'u8') : new Uint8Array(0),
    grant: has ? columnOf(arena, 'grant', 'i32') : new Int32Array(0),
    cellValues: has ? columnOf(arena, 'cell.value', 'f64') : new Float64Array(0),
    cellClasses: has ? columnOf(arena, 'cell.class', 'u8') : new Uint8Array(0),
  };
}

function bindWords(model: Model, arena: Arena) {
  const has = model.holdings.length > 0;
  return {
    wordBlock: has ? columnOf(arena, 'wordBlock', 'i32') : new Int32Array(0),
    words: has ? columnOf(arena, 'words', 'u32') : new Uint32Array(0),
  };
}

function bindLinks(model: Model, arena: Arena) {
  const has = model.links.length > 0;
  const column = (name: string): Int32Array => (has ? columnOf(arena, name, 'i32') : new Int32Array(0));
  return { linkOf: column('link.of'), linkFrom: column('link.from'), linkTo: column('link.to') };
}

function bindTriggers(model: Model, arena: Arena) {
  const { bytes, words, whole, real } = columnsOf(arena, runsActions(model));
  const framed = (dimension: string): FrameColumns => ({
    does: whole(`${dimension}.does`),
    list: whole(`${dimension}.list`),
    at: whole(`${dimension}.at`),
    stage: whole(`${dimension}.stage`),
    depth: whole(`${dimension}.depth`),
    trigger: whole(`${dimension}.trigger`),
    occurrence: whole(`${dimension}.occurrence`),
    mark: whole(`${dimension}.mark`),
    memo: whole(`${dimension}.memo`),
    subject: real(`${dimension}.subject`),
    direct: real(`${dimension}.direct`),
    actSubject: real(`${dimension}.actSubject`),
    actDirect: real(`${dimension}.actDirect`),
    controller: real(`${dimension}.controller`),
  });
  const delays: DelayColumns = {
    left: whole('delay.left'),
    start: whole('delay.start'),
    count: whole('delay.count'),
    stuck: bytes('delay.stuck'),
    place: whole('delay.place'),
  };
  return {
    armed: words('trigger.armed'),
    wasTrue: words('trigger.was'),
    frames: framed('frame'),
    parked: framed('parked'),
    delays,
  };
}

function bindTiming(model: Model, arena: Arena) {
  const { bytes, whole, real } = columnsOf(arena, model.occurrences.length > 0);
  const occurrences: OccurrenceColumns = {
    type: whole('occurrence.type'),
    status: whole('occurrence.status'),
    id: real('occurrence.id'),
    parent: real('occurrence.parent'),
    memo: whole('occurrence.memo'),
    effect: whole('occurrence.effect'),
    maker: real('occurrence.maker'),
    rule: whole('occurrence.rule'),
    answered: whole('occurrence.answered'),
    controller: real('occurrence.controller'),
    kind: whole('occurrence.kind'),
    class: whole('occurrence.class'),
    values: real('occurrence.values'),
  };
  return {
    gone: bytes('ability.gone'),
    occurrences,
    fieldCount: Math.max(1, ...model.occurrences.map(({ fields }) => fields)),
    past: { type: whole('past.type'), id: real('past.id'), values: real('past.values') },
    uses: {
      occurrence: whole('use.occurrence'),
      ability: whole('use.ability'),
      source: real('use.source'),
      number: real('use.number'),
    },
    copies: {
      ability: whole('copy.ability'),
      source: real('copy.source'),
      controller: real('copy.controller'),
      number: real('copy.number'),
    },
    memories: real('memory.value'),
    answers: whole('answer.option'),
  };
}

/** Columns by name; empty ones where the arena has them not. */
function columnsOf(arena: Arena, has: boolean) {
  return {
    bytes: (name: string): Uint8Array => (has ? columnOf(arena, name, 'u8') : new Uint8Array(0)),
    words: (name: string): Uint32Array => (has ? columnOf(arena, name, 'u32') : new Uint32Array(0)),
    whole: (name: string): Int32Array => (has ? columnOf(arena, name, 'i32') : new Int32Array(0)),
    real: (name: string): Float64Array => (has ? columnOf(arena, name, 'f64') : new Float64Array(0)),
  };
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
