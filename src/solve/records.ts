import type { Model } from '../model/model.js';
import {
  type Audience,
  type Audiences,
  type KnownObjects,
  addList,
  dropIfEmpty,
  dropLists,
  holderOf,
  reachOf,
  rootOf,
} from './known-objects.js';
import { demandRoom } from '../meaning/solver.js';
import { type CellTables, giveRecord, takeRecord } from './cell-tables.js';
import type { ModifierBook } from './modifier-book.js';
import { type ModifierList, addEntry, hashOf, otherHashOf, removeEntry, scopeFactor } from './modifier-list.js';

/** What enforcing and withdrawing modifiers needs. */
export interface Recording {
  readonly model: Model;
  readonly book: ModifierBook;
  readonly known: KnownObjects;
  readonly audiences: Audiences;
  readonly tables: CellTables;
  /** Called before a cell's own modifiers or lists change. */
  changing(cell: number): void;
  /** Called before a list's entries change. */
  changingList(list: ModifierList): void;
}

/** Puts in force what a granted and known object carries and what reaches it, and lets others find it. */
export function enforce(recording: Recording, id: number): void {
  const { known, book, audiences } = recording;
  const root = rootOf(known, id);
  const kind = known.kind[id];
  for (const list of [book.ownByKind[kind], book.ownByClass[known.class[id]]])
    for (const modifier of list) addRecord(recording, modifier, id);
  if (book.reached.has(kind)) join(recording, root, id);
  for (const list of [book.remoteByKind[kind], book.remoteByClass[known.class[id]]]) {
    for (const modifier of list) {
      const reach = reachOf(audiences, root, reachedBy(book, modifier));
      for (const audience of reach.audiences.values())
        if (reaches(recording, modifier, audience)) addToAudience(recording, audience, modifier, id);
    }
  }
  for (const reached of remoteKinds(recording, id)) reachOf(audiences, root, reached).carriers.add(id);
}

/** Takes out of force what an object carries and what reaches it, as it was known. */
export function withdraw(recording: Recording, id: number): void {
  const { known, book, audiences } = recording;
  const root = rootOf(known, id);
  const kind = known.kind[id];
  for (const list of [book.remoteByKind[kind], book.remoteByClass[known.class[id]]]) {
    for (const modifier of list) {
      for (const audience of reachOf(audiences, root, reachedBy(book, modifier)).audiences.values()) {
        const shared = reaches(recording, modifier, audience)
          ? audience.lists.get(book.modifiers[modifier].variable)
          : undefined;
        if (shared === undefined) continue;
        recording.changingList(shared);
        removeEntry(shared, modifier, id, known.grant[id]);
        audiences.entries--;
      }
    }
  }
  for (const reached of remoteKinds(recording, id)) {
    reachOf(audiences, root, reached).carriers.delete(id);
    dropIfEmpty(audiences, root, reached);
  }
  if (book.reached.has(kind)) leave(recording, root, id);
  for (const list of [book.ownByKind[kind], book.ownByClass[known.class[id]]])
    for (const modifier of list) removeRecord(recording, modifier, id);
}

/** Lets an object be reached by the lists of its audience, built from all carriers for its first member. */
function join(recording: Recording, root: number, id: number): void {
  const { known, book, audiences } = recording;
  const [kind, number] = [known.kind[id], book.audience[known.class[id]]];
  const reach = reachOf(audiences, root, kind);
  let audience = reach.audiences.get(number);
  if (audience === undefined) {
    audience = { class: known.class[id], targets: new Set(), lists: new Map() };
    reach.audiences.set(number, audience);
    for (const carrier of reach.carriers) {
      for (const list of [book.remoteByKind[known.kind[carrier]], book.remoteByClass[known.class[carrier]]]) {
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
  for (const list of audience.lists.values()) removeLink(recording, list, id);
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
  addEntry(list, modifier, carrier, known.grant[carrier]);
  audiences.entries++;
}

/** Kinds that an object's modifiers reach. */
function remoteKinds({ book, known }: Recording, id: number): ReadonlySet<number> {
  const lists = [book.remoteByKind[known.kind[id]], book.remoteByClass[known.class[id]]];
  if (lists[0].length + lists[1].length === 0) return none;
  return new Set(lists.flat().map((modifier) => reachedBy(book, modifier)));
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

/** The granted cell of a variable seen from a scope; 0: none. */
export function cellIn({ model, known }: Pick<Recording, 'model' | 'known'>, index: number, scope: number): number {
  const variable = model.variables[index];
  const holder = holderOf(known, scope, variable.kind);
  return holder === 0 || known.granted[holder] === 0 ? 0 : known.block[holder] + variable.offset;
}

function addRecord(recording: Recording, modifier: number, carrier: number): void {
  const { book, model } = recording;
  const { variable } = book.modifiers[modifier];
  const cell = cellIn(recording, variable, carrier);
  if (cell === 0) return;
  recording.changing(cell);
  const tables = recording.tables;
  demandRoom(recording.audiences.entries + tables.recordsLive, model.variables[variable].name);
  addToSums(tables, cell, modifier, carrier, 1);
  prepend(tables, cell, modifier, carrier, carrier);
}

function removeRecord(recording: Recording, modifier: number, carrier: number): void {
  const cell = cellIn(recording, recording.book.modifiers[modifier].variable, carrier);
  if (cell === 0) return;
  recording.changing(cell);
  const tables = recording.tables;
  if (take(tables, cell, modifier, carrier)) addToSums(tables, cell, modifier, carrier, -1);
}

/** Lists are records with numbers below 0. */
function addLink(recording: Recording, { variable, index }: ModifierList, scope: number): void {
  const cell = cellIn(recording, variable, scope);
  if (cell === 0) return;
  recording.changing(cell);
  const tables = recording.tables;
  demandRoom(recording.audiences.entries + tables.recordsLive, recording.model.variables[variable].name);
  prepend(tables, cell, -1 - index, 0, scope);
}

function removeLink(recording: Recording, { variable, index }: ModifierList, scope: number): void {
  const cell = cellIn(recording, variable, scope);
  if (cell === 0) return;
  recording.changing(cell);
  take(recording.tables, cell, -1 - index, scope);
}

function prepend(tables: CellTables, cell: number, modifier: number, carrier: number, scope: number): void {
  const record = takeRecord(tables);
  tables.recordModifier[record] = modifier;
  tables.recordCarrier[record] = carrier;
  tables.recordScope[record] = scope;
  tables.nextRecord[record] = tables.firstRecord[cell];
  tables.firstRecord[cell] = record;
}

function take(tables: CellTables, cell: number, modifier: number, scope: number): boolean {
  let before = 0;
  for (let record = tables.firstRecord[cell]; record !== 0; record = tables.nextRecord[record]) {
    if (tables.recordModifier[record] === modifier && tables.recordScope[record] === scope) {
      if (before === 0) tables.firstRecord[cell] = tables.nextRecord[record];
      else tables.nextRecord[before] = tables.nextRecord[record];
      giveRecord(tables, record);
      return true;
    }
    before = record;
  }
  return false;
}

function addToSums(tables: CellTables, cell: number, modifier: number, carrier: number, sign: 1 | -1): void {
  const factor = scopeFactor(carrier);
  tables.recordSum[cell] += sign * Math.imul(hashOf(modifier, carrier), factor);
  tables.otherSum[cell] += sign * Math.imul(otherHashOf(modifier, carrier), factor);
}
