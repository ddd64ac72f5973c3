import type { Model } from '../../components/model.js';
import { type CellTables, giveRecord, takeRecord } from './cell-tables.js';
import { type KnownObjects, holderOf, rootOf } from './known-objects.js';
import type { Members } from './members.js';
import type { ModifierBook } from './modifier-book.js';

/** What putting modifiers in force and out of it needs. */
export interface Recording {
  readonly model: Model;
  readonly book: ModifierBook;
  readonly known: KnownObjects;
  readonly members: Members;
  tables(): CellTables;
  /** Told of every cell whose modifiers are about to become others. */
  changing(cell: number): void;
}

type Act = (recording: Recording, modifier: number, carrier: number, scope: number) => void;

/** Puts in force what an object carries and what reaches it, and lets others find it. It must be granted and known. */
export function enforce(recording: Recording, id: number): void {
  const { known, members, book } = recording;
  const root = rootOf(known, id);
  if (book.reached.has(known.kind[id])) members.reached.add(root, known.kind[id], id);
  eachRelated(recording, id, root, addRecord);
  for (const kind of remoteKinds(recording, id)) members.carriers.add(root, kind, id);
}

/** Takes out of force what an object carries and what reaches it, as it was known. */
export function withdraw(recording: Recording, id: number): void {
  const { known, members, book } = recording;
  const root = rootOf(known, id);
  for (const kind of remoteKinds(recording, id)) members.carriers.remove(root, kind, id);
  eachRelated(recording, id, root, removeRecord);
  if (book.reached.has(known.kind[id])) members.reached.remove(root, known.kind[id], id);
}

/** Each modifier of the object in each scope, and each of other carriers in its scope. Carriers that are found are those that have been put in force, so each pair comes once. */
function eachRelated(recording: Recording, id: number, root: number, act: Act): void {
  const { book, known, members } = recording;
  const kind = known.kind[id];
  for (const list of [book.ownByKind[kind], book.ownByClass[known.class[id]]]) for (const modifier of list) act(recording, modifier, id, id);
  for (const list of [book.remoteByKind[kind], book.remoteByClass[known.class[id]]]) {
    for (const modifier of list) {
      const reached = book.modifiers[modifier].others?.kind ?? 0;
      for (const target of members.reached.list(root, reached)) if (reaches(recording, modifier, target)) act(recording, modifier, id, target);
    }
  }
  if (!book.reached.has(kind)) return;
  for (const carrier of members.carriers.list(root, kind)) {
    for (const list of [book.remoteByKind[known.kind[carrier]], book.remoteByClass[known.class[carrier]]]) {
      for (const modifier of list) {
        if (book.modifiers[modifier].others?.kind === kind && reaches(recording, modifier, id)) act(recording, modifier, carrier, id);
      }
    }
  }
}

/** The kinds that an object's modifiers reach, each once. */
function remoteKinds({ book, known }: Recording, id: number): ReadonlySet<number> {
  const lists = [book.remoteByKind[known.kind[id]], book.remoteByClass[known.class[id]]];
  if (lists[0].length + lists[1].length === 0) return none;
  return new Set(lists.flat().map((modifier) => book.modifiers[modifier].others?.kind ?? 0));
}

const none: ReadonlySet<number> = new Set();

function reaches({ book, known, model }: Recording, modifier: number, target: number): boolean {
  const which = book.modifiers[modifier].others?.which;
  if (which === undefined || which.by === 'all') return true;
  const index = known.class[target];
  if (which.by === 'class') return which.class === index;
  return index !== 0 && model.classes[index - 1].groups?.has(which.group) === true;
}

/** The cell that a modifier changes in a scope; 0 where it has none that is granted. */
function cellOf({ model, book, known }: Recording, modifier: number, scope: number): number {
  const variable = model.variables[book.modifiers[modifier].variable];
  const holder = holderOf(known, scope, variable.kind);
  return holder === 0 || known.granted[holder] === 0 ? 0 : known.block[holder] + variable.offset;
}

function addRecord(recording: Recording, modifier: number, carrier: number, scope: number): void {
  const cell = cellOf(recording, modifier, scope);
  if (cell === 0) return;
  recording.changing(cell);
  const tables = recording.tables();
  addToSums(tables, cell, modifier, carrier, scope, 1);
  const record = takeRecord(tables);
  tables.recordModifier[record] = modifier;
  tables.recordCarrier[record] = carrier;
  tables.recordScope[record] = scope;
  tables.nextRecord[record] = tables.firstRecord[cell];
  tables.firstRecord[cell] = record;
}

function removeRecord(recording: Recording, modifier: number, carrier: number, scope: number): void {
  const cell = cellOf(recording, modifier, scope);
  if (cell === 0) return;
  recording.changing(cell);
  const tables = recording.tables();
  let before = 0;
  for (let record = tables.firstRecord[cell]; record !== 0; record = tables.nextRecord[record]) {
    if (tables.recordModifier[record] === modifier && tables.recordCarrier[record] === carrier && tables.recordScope[record] === scope) {
      if (before === 0) tables.firstRecord[cell] = tables.nextRecord[record];
      else tables.nextRecord[before] = tables.nextRecord[record];
      giveRecord(tables, record);
      addToSums(tables, cell, modifier, carrier, scope, -1);
      return;
    }
    before = record;
  }
}

function addToSums(tables: CellTables, cell: number, modifier: number, carrier: number, scope: number, sign: 1 | -1): void {
  const mixed = Math.imul(Math.imul(modifier + 0x9e3779b9, 0x85ebca6b) ^ carrier, 0xc2b2ae35) ^ Math.imul(scope, 0x27d4eb2f);
  tables.recordSum[cell] += sign * Math.imul(mixed ^ mixed >>> 15, 0x2c1b3c6d);
  tables.otherSum[cell] += sign * Math.imul(mixed ^ mixed >>> 13, 0x297a2d39);
}
