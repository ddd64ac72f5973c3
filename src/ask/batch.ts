import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import { sourceSlot, type Node } from '../ir/node.js';
import { asComparison, asEquality, isSlot } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { type Desk, commonKind } from './asker.js';
import { combinations, type RowGroups, groupRows, spreadGroups } from './row-sets.js';
import { makeNode } from '../eval/make-node.js';
import { slot } from '../eval/ops/slot.js';
import { type TermBook, termOf } from '../eval/term-book.js';

/**
 * Many expressions asked of the same rows. Each part of them is asked once, however many it is a part of; conditions
 * are sets of rows, and what `and`, `or` and `not` make of sets is nearly free. What looks at another object (an owner,
 * a team) is asked of each of those once. So the cost is that of the different leaves.
 */
export interface Batch {
  /** Forgets all answers; what follows is asked of these objects, in slot 0. */
  begin(ids: Int32Array, count: number, kind: number): void;
  /**
   * Where a condition is true: a bit a row, from what it gives on in `words`. Holds until the next `begin`; `words` may
   * be another array after another question.
   */
  truth(term: Term): number;
  /** Whether a condition that was asked has no value in some row; there it is not in the set. */
  isPartial(term: Term): boolean;
  /** Writes the values of a number by row; absent ones are 0. */
  numbers(term: Term, into: Float64Array): void;
  readonly words: Uint32Array;
  /** Words of one set. */
  readonly width: number;
}

/** Other objects that rows look at, and what is asked of them. */
interface Others {
  readonly groups: RowGroups;
  readonly batch: Asking;
}

const firstWords = 4_096;
/** Rows for which each other object must stand, so that it is worth asking of those instead. */
const leastShared = 4;
/** Rows from which on it is worth to look for others that they share. */
const manyRows = 64;

interface Asking {
  readonly evaluator: Evaluator;
  readonly keyedOf: (term: Term) => Keyed | undefined;
  words: Uint32Array;
  used: number;
  /** Words of one set. */
  width: number;
  rows: Rows;
  /**
   * By the number of a term: the question in which it was answered, where its set begins, and whether it has no value
   * in some row.
   */
  answered: Int32Array;
  offsets: Int32Array;
  partial: Uint8Array;
  /**
   * By the number of a term: 1 where it is made of the sets of its arguments, 2 where it is not, 0 where that has not
   * been looked at.
   */
  forms: Uint8Array;
  question: number;
  /** By key: rows that share another object; undefined where few do. */
  groups: Map<Term, Others | undefined>;
  readonly spare: Asking[];
}

/** Room for many questions over one desk. */
export function createBatch({ evaluator, book }: Desk): Batch {
  const asking = createAsking(evaluator, createKeyFinder(book));
  return {
    begin(ids, count, kind) {
      begin(asking, ids, count, kind);
    },
    truth: (term) => truthOf(asking, term),
    isPartial: ({ id }) => asking.partial[id] === 1,
    numbers(term, into) {
      numbersOf(asking, term, into);
    },
    get words() {
      return asking.words;
    },
    get width() {
      return asking.width;
    },
  };
}

function createAsking(evaluator: Evaluator, keyedOf: Asking['keyedOf']): Asking {
  return {
    evaluator,
    keyedOf,
    words: new Uint32Array(firstWords),
    used: 0,
    width: 0,
    rows: rowsOver(sourceSlot, new Int32Array(0), 0),
    answered: new Int32Array(firstWords),
    offsets: new Int32Array(firstWords),
    partial: new Uint8Array(firstWords),
    forms: new Uint8Array(firstWords),
    question: 0,
    groups: new Map(),
    spare: [],
  };
}

function begin(asking: Asking, ids: Int32Array, count: number, kind: number): void {
  asking.rows = rowsOver(sourceSlot, ids, count, kind);
  asking.width = (count + 31) >>> 5;
  asking.used = 0;
  asking.question++;
  for (const others of asking.groups.values()) if (others !== undefined) asking.spare.push(others.batch);
  asking.groups = new Map();
}

function truthOf(asking: Asking, term: Term): number {
  const { id } = term;
  if (id >= asking.answered.length) makeRoomFor(asking, id);
  if (asking.answered[id] === asking.question) return asking.offsets[id];
  const offset = combined(asking, term) ?? gathered(asking, term) ?? asked(asking, term);
  asking.answered[id] = asking.question;
  asking.offsets[id] = offset;
  return offset;
}

function numbersOf(asking: Asking, term: Term, into: Float64Array): void {
  const { evaluator, rows } = asking;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const keyed = asking.keyedOf(term);
  const others = keyed === undefined ? undefined : othersOf(asking, keyed.key);
  if (keyed === undefined || others === undefined) {
    const { numbers: values, absence } = evaluator.evaluate(term, rows);
    putNumbers(values, into, rows.length);
    if (absence !== undefined) putZeroes(absence, into, rows.length);
  } else {
    const values = scratch.numbers(others.groups.count);
    numbersOf(others.batch, keyed.inner, values);
    gatherNumbers(values, others.groups.of, into, rows.length);
  }
  scratch.release(mark);
}

function makeRoomFor(asking: Asking, id: number): void {
  const room = Math.max(2 * asking.answered.length, id + 1);
  const { answered, offsets, partial, forms } = asking;
  (asking.answered = new Int32Array(room)).set(answered);
  (asking.offsets = new Int32Array(room)).set(offsets);
  (asking.partial = new Uint8Array(room)).set(partial);
  (asking.forms = new Uint8Array(room)).set(forms);
}

function takeWords(asking: Asking): number {
  const offset = asking.used;
  asking.used += asking.width;
  if (asking.used > asking.words.length) {
    const larger = new Uint32Array(Math.max(2 * asking.words.length, asking.used));
    larger.set(asking.words);
    asking.words = larger;
  }
  return offset;
}

/** The set of a term whose arguments are sets; undefined for others. */
function combined(asking: Asking, term: Term): number | undefined {
  const { id, operation, args } = term;
  const combine = combinations[operation];
  if (combine === undefined || !isCombined(asking, term)) return undefined;
  for (let i = 0; i < args.length; i++) {
    truthOf(asking, args[i]);
    if (asking.partial[args[i].id] === 1) return undefined;
  }
  const into = takeWords(asking);
  const { words, width } = asking;
  combine(words, into, args, asking.offsets, width);
  const over = asking.rows.length & 31;
  // Bits behind the last row are 0 in every set.
  if (over !== 0) words[into + width - 1] &= (1 << over) - 1;
  asking.partial[id] = 0;
  return into;
}

/** Looked at once for each term: a sweep meets thousands of them again and again. */
function isCombined({ forms }: Asking, term: Term): boolean {
  const known = forms[term.id];
  if (known !== 0) return known === 1;
  const isMade = standsForSets(term);
  forms[term.id] = isMade ? 1 : 2;
  return isMade;
}

/** The set of a term that is asked of other objects; undefined where few share them. */
function gathered(asking: Asking, term: Term): number | undefined {
  const keyed = asking.keyedOf(term);
  const others = keyed === undefined ? undefined : othersOf(asking, keyed.key);
  if (keyed === undefined || others === undefined) return undefined;
  const { batch, groups } = others;
  const at = truthOf(batch, keyed.inner);
  const into = takeWords(asking);
  spreadGroups(groups, batch.words, at, asking.words, into, asking.rows.length);
  asking.partial[term.id] = batch.partial[keyed.inner.id];
  return into;
}

/** The other objects that a key leads to, and a batch over them; undefined where few rows share one. */
function othersOf({ evaluator, keyedOf, rows, groups, spare }: Asking, key: Term): Others | undefined {
  if (rows.length < manyRows) return undefined;
  if (groups.has(key)) return groups.get(key);
  const { scratch, state } = evaluator;
  const mark = scratch.mark();
  const { codes, absence } = evaluator.evaluate(key, rows);
  const found =
    absence === undefined ? groupRows(codes, rows.length, Math.floor(rows.length / leastShared)) : undefined;
  scratch.release(mark);
  let others: Others | undefined;
  if (found !== undefined) {
    others = { groups: found, batch: spare.pop() ?? createAsking(evaluator, keyedOf) };
    begin(others.batch, found.ids, found.count, commonKind(state, found.ids, found.count));
  }
  groups.set(key, others);
  return others;
}

function asked(asking: Asking, term: Term): number {
  const { evaluator, rows } = asking;
  const mark = evaluator.scratch.mark();
  const { codes, absence } = evaluator.evaluate(term, rows);
  const into = takeWords(asking);
  const { words, partial } = asking;
  if (absence === undefined) packTrue(codes, words, into, rows.length);
  else packTrueAndPresent(codes, absence, words, into, rows.length);
  partial[term.id] = absence === undefined ? 0 : 1;
  evaluator.scratch.release(mark);
  return into;
}

/**
 * Conditions over conditions; what is dear in them beside what is not is left to the columns, which ask it only where
 * the rest does not decide.
 */
function standsForSets(term: Term): boolean {
  const { args, heavy, node } = term;
  if (node.type.name !== 'boolean' || args.some((arg) => arg.node.type.name !== 'boolean')) return false;
  if (heavy && args.some((arg) => !arg.heavy)) return false;
  return asComparison(term) === undefined || asEquality(term) !== undefined;
}

function putNumbers(from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

function putZeroes(absence: Uint8Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? into[row] : 0;
}

function gatherNumbers(from: Float64Array, of: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[of[row]];
}

/** Packs codes of 0 and 1 into the bits of a set of rows. */
function packTrue(codes: Int32Array, words: Uint32Array, into: number, length: number): void {
  const whole = length >>> 5;
  for (let word = 0; word < whole; word++) words[into + word] = packedWord(codes, word << 5);
  const rest = length & 31;
  if (rest === 0) return;
  let bits = 0;
  for (let i = 0; i < rest; i++) bits |= codes[(whole << 5) + i] << i;
  words[into + whole] = bits;
}

/** Written in eights: a bit at a time takes twice as long. */
function packedWord(codes: Int32Array, from: number): number {
  let bits = 0;
  for (let i = 0; i < 32; i += 8) {
    const at = from + i;
    bits |=
      (codes[at] |
        (codes[at + 1] << 1) |
        (codes[at + 2] << 2) |
        (codes[at + 3] << 3) |
        (codes[at + 4] << 4) |
        (codes[at + 5] << 5) |
        (codes[at + 6] << 6) |
        (codes[at + 7] << 7)) <<
      i;
  }
  return bits;
}

/** The same where a value may be absent, which is not in the set. */
function packTrueAndPresent(
  codes: Int32Array,
  absence: Uint8Array,
  words: Uint32Array,
  into: number,
  length: number,
): void {
  words.fill(0, into, into + ((length + 31) >>> 5));
  for (let row = 0; row < length; row++)
    words[into + (row >>> 5)] |= (codes[row] === 1 && absence[row] === 0 ? 1 : 0) << (row & 31);
}

/**
 * A term that looks at the object in slot 0 only through another object: its owner, its place. Asked of each such
 * object once, it need not be asked of all that share it.
 */
interface Keyed {
  /** Gives the other object. */
  readonly key: Term;
  /** The same with the other object itself in slot 0. */
  readonly inner: Term;
}

/** Finds such terms of a book. Answers are kept. */
function createKeyFinder(book: TermBook): (term: Term) => Keyed | undefined {
  const found = new Map<Term, Keyed | undefined>();
  const keys = new Map<Term, Term | undefined>();
  return (term) => {
    if (found.has(term)) return found.get(term);
    const key = keyOf(term, keys);
    const isOther = key !== undefined && !isSlot(key) && key !== term && !term.draws && !term.runs && !term.sequential;
    const keyed = isOther ? { key, inner: termOf(book, replaced(term, key, new Map())) } : undefined;
    found.set(term, keyed);
    return keyed;
  };
}

/**
 * The outermost object through which a term sees slot 0, which may be slot 0 itself; undefined where it does not see it
 * at all.
 */
function keyOf(term: Term, known: Map<Term, Term | undefined>): Term | undefined {
  if ((term.free & (1 << sourceSlot)) === 0) return undefined;
  if (known.has(term)) return known.get(term);
  let key = isObject(term) ? term : undefined;
  if (key === undefined) {
    for (const arg of term.args) {
      const other = keyOf(arg, known);
      key = key === undefined || other === undefined ? (key ?? other) : shared(key, other, known);
    }
  }
  known.set(term, key);
  return key;
}

/** What leads from one object to another, and nothing beside. */
function isObject(term: Term): boolean {
  return term.node.type.name === 'entity' && !term.heavy && (isSlot(term) || term.args.length === 1);
}

/** The outermost object through which both of two see slot 0. */
function shared(a: Term, b: Term, known: Map<Term, Term | undefined>): Term {
  const chain = new Set<Term>();
  for (let at: Term | undefined = a; at !== undefined; at = inward(at, known)) chain.add(at);
  for (let at: Term | undefined = b; at !== undefined; at = inward(at, known)) if (chain.has(at)) return at;
  throw new Error('two terms over slot 0 share at least that');
}

function inward({ args }: Term, known: Map<Term, Term | undefined>): Term | undefined {
  return args.length === 0 ? undefined : keyOf(args[0], known);
}

function replaced(term: Term, key: Term, made: Map<Term, Node>): Node {
  if (term === key) return makeNode(slot, { slot: sourceSlot });
  if ((term.free & (1 << sourceSlot)) === 0) return term.node;
  let node = made.get(term);
  if (node === undefined)
    made.set(term, (node = { ...term.node, args: term.args.map((arg) => replaced(arg, key, made)) }));
  return node;
}
