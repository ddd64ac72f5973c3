import type { Model } from '../model/model.js';
import { demandRoom } from '../meaning/cell-solver.js';
import { type CellTables, giveRecord, takeRecord } from './cell-tables.js';
import type { ModifierBook } from './modifier-book.js';
import {
  type ModifierList,
  changeEntry,
  createModifierList,
  hashOf,
  otherHashOf,
  scopeFactor,
} from './modifier-list.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { kept } from '../kernel/maps.js';
import type { WorldState } from '../components/state.js';

export interface Recording {
  readonly model: Model;
  readonly book: ModifierBook;
  readonly known: KnownObjects;
  readonly audiences: Audiences;
  readonly tables: CellTables;
  changing(cell: number): void;
  /** Called before a list's entries change. */
  changingList(list: ModifierList): void;
}

export function enforce(recording: Recording, id: number): void {
  const { known, book, audiences } = recording;
  if (!isGranted(known, id)) return;
  const root = rootOf(known, id);
  const kind = known.kind[id];
  for (const list of ownLists(recording, id)) for (const modifier of list) changeRecord(recording, modifier, id, 1);
  if (book.reached.has(kind)) join(recording, root, id);
  for (const list of remoteLists(recording, id)) {
    for (const modifier of list) {
      const reach = reachOf(audiences, root, reachedBy(book, modifier));
      for (const audience of reach.audiences.values())
        if (reaches(recording, modifier, audience)) addToAudience(recording, audience, modifier, id);
    }
  }
  for (const reached of remoteKinds(recording, id)) reachOf(audiences, root, reached).carriers.add(id);
}

export function withdraw(recording: Recording, id: number): void {
  const { known, book, audiences } = recording;
  if (!isGranted(known, id)) return;
  const root = rootOf(known, id);
  const kind = known.kind[id];
  for (const list of remoteLists(recording, id)) {
    for (const modifier of list) {
      for (const audience of reachOf(audiences, root, reachedBy(book, modifier)).audiences.values()) {
        const shared = reaches(recording, modifier, audience)
          ? audience.lists.get(book.modifiers[modifier].variable)
          : undefined;
        if (shared === undefined) continue;
        recording.changingList(shared);
        changeEntry(shared, -1, modifier, id, known.grant[id]);
        audiences.entries--;
      }
    }
  }
  for (const reached of remoteKinds(recording, id)) {
    reachOf(audiences, root, reached).carriers.delete(id);
    dropIfEmpty(audiences, root, reached);
  }
  if (book.reached.has(kind)) leave(recording, root, id);
  for (const list of ownLists(recording, id)) for (const modifier of list) changeRecord(recording, modifier, id, -1);
}

type Lists = readonly (readonly number[])[];

function ownLists({ known, book }: Recording, id: number): Lists {
  return [book.ownByKind[known.kind[id]], book.ownByClass[known.class[id]]];
}

function remoteLists({ known, book }: Recording, id: number): Lists {
  return [book.remoteByKind[known.kind[id]], book.remoteByClass[known.class[id]]];
}

/** Lists of an audience are built for its first member. */
function join(recording: Recording, root: number, id: number): void {
  const { known, book, audiences } = recording;
  const [kind, number] = [known.kind[id], book.audience[known.class[id]]];
  const reach = reachOf(audiences, root, kind);
  let audience = reach.audiences.get(number);
  if (audience === undefined) {
    audience = { class: known.class[id], targets: new Set(), lists: new Map() };
    reach.audiences.set(number, audience);
    for (const carrier of reach.carriers) {
      for (const list of remoteLists(recording, carrier)) {
        for (const modifier of list) {
          if (reachedBy(book, modifier) === kind && reaches(recording, modifier, audience))
            addToAudience(recording, audience, modifier, carrier);
        }
      }
    }
  }
  audience.targets.add(id);
  for (const list of audience.lists.values()) addLink(recording, list, id);
}

function leave(recording: Recording, root: number, id: number): void {
  const { known, book, audiences } = recording;
  const [kind, number] = [known.kind[id], book.audience[known.class[id]]];
  const { audiences: byNumber } = reachOf(audiences, root, kind);
  const audience = byNumber.get(number);
  if (audience === undefined) return;
  for (const { variable, index } of audience.lists.values()) take(recording, variable, -1 - index, id);
  audience.targets.delete(id);
  if (audience.targets.size > 0) return;
  dropLists(audiences, audience);
  byNumber.delete(number);
  dropIfEmpty(audiences, root, kind);
}

function addToAudience(recording: Recording, audience: Audience, modifier: number, carrier: number): void {
  const { book, known, audiences, model } = recording;
  const { variable } = book.modifiers[modifier];
  demandRoom(audiences.entries + recording.tables.recordsLive, model.variables[variable].name);
  let list = audience.lists.get(variable);
  if (list === undefined) {
    list = addList(audiences, audience, variable);
    for (const target of audience.targets) addLink(recording, list, target);
  }
  recording.changingList(list);
  changeEntry(list, 1, modifier, carrier, known.grant[carrier]);
  audiences.entries++;
}

function remoteKinds(recording: Recording, id: number): ReadonlySet<number> {
  const modifiers = remoteLists(recording, id).flat();
  return modifiers.length === 0 ? none : new Set(modifiers.map((modifier) => reachedBy(recording.book, modifier)));
}

const none: ReadonlySet<number> = new Set();

function reachedBy({ modifiers }: ModifierBook, modifier: number): number {
  return modifiers[modifier].others?.kind ?? 0;
}

function reaches({ book, model }: Recording, modifier: number, audience: Audience): boolean {
  const which = book.modifiers[modifier].others?.which;
  if (which === undefined || which.by === 'all') return true;
  if (which.by === 'class') return which.class === audience.class;
  return audience.class !== 0 && model.classes[audience.class - 1].groups?.has(which.group) === true;
}

/** 0: none. */
export function cellIn({ model, known }: Pick<Recording, 'model' | 'known'>, index: number, scope: number): number {
  const variable = model.variables[index];
  const holder = holderOf(known, scope, variable.kind);
  return holder === 0 || known.granted[holder] === 0 ? 0 : known.block[holder] + variable.offset;
}

function changeRecord(recording: Recording, modifier: number, carrier: number, sign: 1 | -1): void {
  const { book, tables } = recording;
  const { variable } = book.modifiers[modifier];
  const cell =
    sign === 1
      ? prepend(recording, variable, modifier, carrier, carrier)
      : take(recording, variable, modifier, carrier);
  if (cell === 0) return;
  const factor = scopeFactor(carrier);
  tables.recordSum[cell] += sign * Math.imul(hashOf(modifier, carrier), factor);
  tables.otherSum[cell] += sign * Math.imul(otherHashOf(modifier, carrier), factor);
}

/** Lists are records with numbers below 0. */
function addLink(recording: Recording, { variable, index }: ModifierList, scope: number): void {
  prepend(recording, variable, -1 - index, 0, scope);
}

function prepend(recording: Recording, variable: number, modifier: number, carrier: number, scope: number): number {
  const cell = cellIn(recording, variable, scope);
  if (cell === 0) return 0;
  recording.changing(cell);
  const { tables, audiences, model } = recording;
  demandRoom(audiences.entries + tables.recordsLive, model.variables[variable].name);
  const record = takeRecord(tables);
  tables.recordModifier[record] = modifier;
  tables.recordCarrier[record] = carrier;
  tables.recordScope[record] = scope;
  tables.nextRecord[record] = tables.firstRecord[cell];
  tables.firstRecord[cell] = record;
  return cell;
}

function take(recording: Recording, variable: number, modifier: number, scope: number): number {
  const cell = cellIn(recording, variable, scope);
  if (cell === 0) return 0;
  recording.changing(cell);
  const { tables } = recording;
  let before = 0;
  for (let record = tables.firstRecord[cell]; record !== 0; record = tables.nextRecord[record]) {
    if (tables.recordModifier[record] === modifier && tables.recordScope[record] === scope) {
      if (before === 0) tables.firstRecord[cell] = tables.nextRecord[record];
      else tables.nextRecord[before] = tables.nextRecord[record];
      giveRecord(tables, record);
      return cell;
    }
    before = record;
  }
  return 0;
}

export type KnownObjects = ReturnType<typeof createKnownObjects>;

/** Objects as last seen by the solver, by id. Kind 0: none. */
export function createKnownObjects(rows = 0) {
  return {
    kind: new Uint8Array(rows),
    class: new Int32Array(rows),
    parent: new Int32Array(rows),
    granted: new Uint8Array(rows),
    grant: new Int32Array(rows),
    generation: new Uint32Array(rows),
    block: new Int32Array(rows),
    /** All known ids are below. */
    limit: 0,
  };
}

const knownColumns = ['kind', 'class', 'parent', 'granted', 'grant', 'generation', 'block'] as const;

export function fitKnown(known: KnownObjects, state: WorldState): void {
  const rows = state.identity.kind.length;
  if (known.kind.length >= rows) return;
  const larger = createKnownObjects(rows);
  for (const name of knownColumns) larger[name].set(known[name]);
  Object.assign(known, larger, { limit: known.limit });
}

function isGranted(known: KnownObjects, id: number): boolean {
  return known.kind[id] !== 0 && known.granted[id] === 1;
}

export function isKnown(known: KnownObjects, { identity }: WorldState, id: number): boolean {
  return isLive(identity, id) && identity.generation[id] === known.generation[id];
}

export function learn(known: KnownObjects, state: WorldState, id: number): void {
  known.kind[id] = isLive(state.identity, id) ? state.identity.kind[id] : 0;
  known.class[id] = state.class[id];
  known.parent[id] = state.parent[id];
  known.granted[id] = state.granted[id];
  known.grant[id] = state.grant[id];
  known.generation[id] = state.identity.generation[id];
  known.block[id] = state.block[id];
  if (id >= known.limit) known.limit = id + 1;
}

export function differences(known: KnownObjects, state: WorldState): number[] {
  const { identity, parent, granted } = state;
  const found: number[] = [];
  const limit = Math.max(known.limit, idLimit(identity));
  for (let id = 1; id < limit; id++) {
    const kind = isLive(identity, id) ? identity.kind[id] : 0;
    if (kind === 0 && known.kind[id] === 0) continue;
    if (
      kind !== known.kind[id] ||
      identity.generation[id] !== known.generation[id] ||
      parent[id] !== known.parent[id] ||
      granted[id] !== known.granted[id] ||
      state.class[id] !== known.class[id]
    )
      found.push(id);
  }
  return found;
}

/** 0: none. */
export function holderOf(known: KnownObjects, id: number, kind: number): number {
  let at = id;
  while (at !== 0 && known.kind[at] !== kind) at = known.parent[at];
  return at;
}

function rootOf(known: KnownObjects, id: number): number {
  let at = id;
  while (known.parent[at] !== 0) at = known.parent[at];
  return at;
}

export function addKnownChildren(known: KnownObjects, moved: Set<number>): void {
  for (let before = -1; before !== moved.size; ) {
    before = moved.size;
    for (let id = 1; id < known.limit; id++) if (known.kind[id] !== 0 && moved.has(known.parent[id])) moved.add(id);
  }
}

/** Of one kind below one root. */
interface Reach {
  readonly carriers: Set<number>;
  /** By number, see `ModifierBook.audience`. */
  readonly audiences: Map<number, Audience>;
}

/** Objects that the same modifiers reach. */
interface Audience {
  /** A representative class; 0: they have none. */
  readonly class: number;
  readonly targets: Set<number>;
  readonly lists: Map<number, ModifierList>;
}

/** Granted objects below each root that modifiers of others reach. */
export interface Audiences {
  readonly reaches: Map<number, Reach>;
  /** By index; indices are reused. */
  readonly lists: (ModifierList | undefined)[];
  readonly free: number[];
  /** Entries of all lists, pending ones included. */
  entries: number;
}

export function createAudiences(): Audiences {
  return { reaches: new Map(), lists: [], free: [], entries: 0 };
}

function reachOf({ reaches }: Audiences, root: number, kind: number): Reach {
  return kept(reaches, keyOf(root, kind), (): Reach => ({ carriers: new Set(), audiences: new Map() }));
}

function dropIfEmpty({ reaches }: Audiences, root: number, kind: number): void {
  const key = keyOf(root, kind);
  const reach = reaches.get(key);
  if (reach?.carriers.size === 0 && reach.audiences.size === 0) reaches.delete(key);
}

function addList({ lists, free }: Audiences, audience: Audience, variable: number): ModifierList {
  const index = free.pop() ?? lists.length;
  const list = createModifierList(index, variable, audience.targets);
  lists[index] = list;
  audience.lists.set(variable, list);
  return list;
}

function dropLists(audiences: Audiences, { lists }: Audience): void {
  for (const list of lists.values()) {
    audiences.entries -= list.length + (list.added.length - list.removed.length) / 3;
    audiences.lists[list.index] = undefined;
    audiences.free.push(list.index);
  }
}

const kinds = 256;

function keyOf(root: number, kind: number): number {
  return root * kinds + kind;
}
