/**
 * Stamps tell what has changed. Each column of content and each fact (who is there, who owns what, …) has a number that
 * is given anew with every change, so equal stamps mean equal content: whatever was derived from it still holds. Stamps
 * are no part of the state; a restored world begins with new ones.
 */

/**
 * What rules read beside the columns of content. Each is one stamp for the whole world; the first three have one for
 * each kind too.
 */
export const fact = {
  /** Who is there: rows, generations, kinds, classes, turns of creation, slots of factions. */
  population: 0,
  /** The stored owners. */
  owner: 1,
  /** Attachments and positions. */
  place: 2,
  lanes: 3,
  /** Plain sight, and all other sights. */
  sight: 4,
  availability: 5,
  role: 6,
  relation: 7,
  network: 8,
  /** The turn that is being run, and the ticks that have passed. */
  clock: 9,
  /** The solved variables. */
  cells: 10,
  /** The sets of words that objects hold. */
  holding: 11,
  /** The lists of objects that objects keep. */
  link: 12,
  /** What an overlay supposes. */
  supposition: 13,
  /** The step of the sequence of play that is under way. */
  step: 14,
  /**
   * Which occurrence is answered, by whose ability, and what is remembered of it. That changes from one question to the
   * next, and nobody notes it: its stamp is NaN, which is equal to none, so that nothing that is derived from it is
   * kept.
   */
  occurrence: 15,
  /**
   * Parts of what is above that seldom change with the rest of it; only copies of the world ask for them. Own places;
   * the bits of plain sight; names.
   */
  spot: 16,
  seen: 17,
  name: 18,
} as const;

export type Fact = keyof typeof fact;

export const factNames = Object.keys(fact) as readonly Fact[];

/**
 * Who is there, who owns and who is where are told kind by kind too: what is made of colonies alone stays when a ship
 * moves.
 */
export type KindFact = typeof fact.population | typeof fact.owner | typeof fact.place;

const kindFacts = 3;
/**
 * Kinds whose numbers differ by a multiple of this share their stamps, so that the place of a stamp does not depend on
 * the content.
 */
const kindGroups = 32;

/** Stamps by index: facts first, then facts of kinds, then columns. */
export interface Stamps {
  readonly values: Float64Array;
  /** The last stamp that was given; unchanged, nothing has changed. */
  last: number;
  /** The turn that the stamp of the clock stands for. */
  turn: number;
  /** For whoever wants to know which objects changed; undefined where nobody does. */
  journal: Journal | undefined;
  /** By fact, of those that are told kind by kind: for whoever brings up to date what follows from it. See trail.ts. */
  readonly trails: (Trail | undefined)[];
}

/** Which objects a fact has changed of, one after the other: the last changes only. */
export interface Trail {
  /** The object of change n, from 0 on, is at n modulo the length, which is a power of two. */
  ids: Int32Array;
  /** Changes so far. */
  length: number;
  /** None is missing since there were so many. */
  whole: number;
  /**
   * The stamp of the fact at the last of them. A fact of another stamp was changed by someone who does not say of what.
   */
  stamp: number;
}

/** Which objects have changed in what is watched, for whoever follows single cells. */
export interface Journal {
  /** 1 for each stamp of which single changes are noted. */
  readonly watched: Uint8Array;
  /**
   * By stamp: the value that it has when every change of it was noted. A stamp of another value was changed by someone
   * who does not note.
   */
  readonly noted: Float64Array;
  /** Stamps and objects, in turn. */
  entries: Int32Array;
  /** Numbers of `entries` in use. */
  length: number;
}

export function createStamps(columns: number): Stamps {
  const values = new Float64Array(columnStamp(columns));
  values[fact.occurrence] = NaN;
  return { values, last: 0, turn: 0, journal: undefined, trails: [undefined, undefined, undefined] };
}

/** Index of a column's stamp. */
export function columnStamp(column: number): number {
  return factNames.length + kindFacts * kindGroups + column;
}

/** Index of the stamp of a fact for the objects of a kind; kind 0: for those of all. */
export function kindStamp(index: KindFact, kind: number): number {
  return kind === 0 ? index : firstOfKinds(index) + (kind % kindGroups);
}

function firstOfKinds(index: number): number {
  return factNames.length + index * kindGroups;
}

/** Notes a change of what a stamp stands for. */
export function touch(stamps: Stamps, index: number): void {
  stamps.values[index] = ++stamps.last;
  if (index < kindFacts) stamps.values.fill(stamps.last, firstOfKinds(index), firstOfKinds(index + 1));
}

/** Notes a change of one object. */
export function touchOne(stamps: Stamps, index: number, id: number): void {
  const before = stamps.values[index];
  touch(stamps, index);
  noteOne(stamps, index, id, before);
}

/** Notes a change of one object in a fact that is told kind by kind. `kind`: of the object, or what it was of. */
export function touchKind(stamps: Stamps, index: KindFact, id: number, kind: number): void {
  const { values, trails } = stamps;
  const before = values[index];
  values[index] = values[kindStamp(index, kind)] = ++stamps.last;
  noteOne(stamps, index, id, before);
  const trail = trails[index];
  if (trail !== undefined) leaveTrail(trail, id, before, stamps.last);
}

function noteOne({ journal, last }: Stamps, index: number, id: number, before: number): void {
  if (journal?.watched[index] === 1 && journal.noted[index] === before) note(journal, index, id, last);
}

function leaveTrail(trail: Trail, id: number, before: number, stamp: number): void {
  if (trail.stamp !== before) trail.whole = ++trail.length;
  trail.ids[trail.length++ & (trail.ids.length - 1)] = id;
  trail.stamp = stamp;
}

/** More than so many numbers are not noted: then it is quicker to look at everything. */
const mostEntries = 2 ** 17;

function note(journal: Journal, index: number, id: number, stamp: number): void {
  if (journal.length === journal.entries.length) {
    if (journal.length >= mostEntries) return;
    const larger = new Int32Array(2 * journal.length);
    larger.set(journal.entries);
    journal.entries = larger;
  }
  journal.entries[journal.length++] = index;
  journal.entries[journal.length++] = id;
  journal.noted[index] = stamp;
}

/** Notes that another turn is being run. */
export function touchTurn(stamps: Stamps, turn: number): void {
  stamps.turn = turn;
  touch(stamps, fact.clock);
}

/** Notes in which turn expressions are evaluated from now on, where that may be another one than the world's own. */
export function touchClock(stamps: Stamps, turn: number): void {
  if (stamps.turn !== turn) touchTurn(stamps, turn);
}

/** Notes that what a stamp stands for is again what it was when it had this stamp. */
export function touchBack(stamps: Stamps, index: number, stamp: number): void {
  stamps.last++;
  stamps.values[index] = stamp;
}

/** Notes that any cell may have changed. */
export function touchColumns(stamps: Stamps): void {
  stamps.values.fill(++stamps.last, columnStamp(0));
}

/** Notes that anything may have changed. */
export function touchAll(stamps: Stamps): void {
  stamps.values.fill(++stamps.last);
  stamps.values[fact.occurrence] = NaN;
}
