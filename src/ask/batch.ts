import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { asComparison, asEquality, isSlot } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { type Desk, commonKind } from './asker.js';
import { combinations, type RowGroups, groupRows, spreadGroups } from './row-sets.js';
import { makeNode, nodeLike } from '../eval/make-node.js';
import { slot } from '../eval/ops/objects.js';
import { type TermBook, termOf } from '../eval/term-book.js';

/**
 * Many expressions over the same rows, each part once. Conditions are sets of rows, for which `and`, `or` and `not` are
 * nearly free; parts that look at another object (owner, team) are computed once for each of those.
 */
export interface Batch {
  readonly evaluator: Evaluator;
  readonly keyedOf: (term: Term) => Keyed | undefined;
  words: Uint32Array;
  used: number;
  width: number;
  rows: Rows;
  /** By term: its question, start of its set, and whether it is absent in any row. */
  answered: Int32Array;
  offsets: Int32Array;
  partial: Uint8Array;
  /** By term: 1 if combined from sets of arguments, 2 if not, 0 if unknown. */
  forms: Uint8Array;
  question: number;
  /** By key; undefined where few rows share an object. */
  groups: Map<Term, Others | undefined>;
  readonly spare: Batch[];
}

interface Others {
  readonly groups: RowGroups;
  readonly batch: Batch;
}

const firstWords = 4_096;
/** Least average of rows that share an object. */
const leastShared = 4;
/** Fewer rows are not grouped. */
const manyRows = 64;

export function createBatch({ evaluator, book }: Desk): Batch {
  return makeBatch(evaluator, createKeyFinder(book));
}

function makeBatch(evaluator: Evaluator, keyedOf: Batch['keyedOf']): Batch {
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

export function beginBatch(batch: Batch, ids: Int32Array, count: number, kind: number): void {
  batch.rows = rowsOver(sourceSlot, ids, count, kind);
  batch.width = (count + 31) >>> 5;
  batch.used = 0;
  batch.question++;
  for (const others of batch.groups.values()) if (others !== undefined) batch.spare.push(others.batch);
  batch.groups = new Map();
}

/** Where the bits of a condition's rows begin in `words`, which the next question may replace. */
export function truthOf(batch: Batch, term: Term): number {
  const { id } = term;
  if (id >= batch.answered.length) makeRoomFor(batch, id);
  if (batch.answered[id] === batch.question) return batch.offsets[id];
  const offset = combined(batch, term) ?? gathered(batch, term) ?? asked(batch, term);
  batch.answered[id] = batch.question;
  batch.offsets[id] = offset;
  return offset;
}

/** Writes numbers by row; absent ones are 0. */
export function numbersOf(batch: Batch, term: Term, into: Float64Array): void {
  const { evaluator, rows } = batch;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const keyed = batch.keyedOf(term);
  const others = keyed === undefined ? undefined : othersOf(batch, keyed.key);
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

function makeRoomFor(batch: Batch, id: number): void {
  const room = Math.max(2 * batch.answered.length, id + 1);
  const { answered, offsets, partial, forms } = batch;
  (batch.answered = new Int32Array(room)).set(answered);
  (batch.offsets = new Int32Array(room)).set(offsets);
  (batch.partial = new Uint8Array(room)).set(partial);
  (batch.forms = new Uint8Array(room)).set(forms);
}

function takeWords(batch: Batch): number {
  const offset = batch.used;
  batch.used += batch.width;
  const { words } = batch;
  if (batch.used > words.length) (batch.words = new Uint32Array(Math.max(2 * words.length, batch.used))).set(words);
  return offset;
}

/** Undefined where arguments are no sets. */
function combined(batch: Batch, term: Term): number | undefined {
  const { id, operation, args } = term;
  const combine = combinations[operation];
  if (combine === undefined || !isCombined(batch, term)) return undefined;
  for (let i = 0; i < args.length; i++) {
    truthOf(batch, args[i]);
    if (batch.partial[args[i].id] === 1) return undefined;
  }
  const into = takeWords(batch);
  const { words, width } = batch;
  combine(words, into, args, batch.offsets, width);
  const over = batch.rows.length & 31;
  // Bits after the last row are always 0.
  if (over !== 0) words[into + width - 1] &= (1 << over) - 1;
  batch.partial[id] = 0;
  return into;
}

/** Kept by term: sweeps repeat thousands. */
function isCombined({ forms }: Batch, term: Term): boolean {
  const known = forms[term.id];
  if (known !== 0) return known === 1;
  const isMade = standsForSets(term);
  forms[term.id] = isMade ? 1 : 2;
  return isMade;
}

/** The set of a term over other objects; undefined where few rows share them. */
function gathered(batch: Batch, term: Term): number | undefined {
  const keyed = batch.keyedOf(term);
  const others = keyed === undefined ? undefined : othersOf(batch, keyed.key);
  if (keyed === undefined || others === undefined) return undefined;
  const { batch: other, groups } = others;
  const at = truthOf(other, keyed.inner);
  const into = takeWords(batch);
  spreadGroups(groups, other.words, at, batch.words, into, batch.rows.length);
  batch.partial[term.id] = other.partial[keyed.inner.id];
  return into;
}

/** Undefined where few rows share the key's object. */
function othersOf({ evaluator, keyedOf, rows, groups, spare }: Batch, key: Term): Others | undefined {
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
    others = { groups: found, batch: spare.pop() ?? makeBatch(evaluator, keyedOf) };
    beginBatch(others.batch, found.ids, found.count, commonKind(state, found.ids, found.count));
  }
  groups.set(key, others);
  return others;
}

function asked(batch: Batch, term: Term): number {
  const { evaluator, rows } = batch;
  const mark = evaluator.scratch.mark();
  const { codes, absence } = evaluator.evaluate(term, rows);
  const into = takeWords(batch);
  const { words, partial } = batch;
  if (absence === undefined) packTrue(codes, words, into, rows.length);
  else packTrueAndPresent(codes, absence, words, into, rows.length);
  partial[term.id] = absence === undefined ? 0 : 1;
  evaluator.scratch.release(mark);
  return into;
}

/**
 * Conditions over conditions. Expensive ones beside cheap ones are left to columns, which evaluate them only where the
 * rest does not decide.
 */
function standsForSets(term: Term): boolean {
  const { args, heavy, type } = term;
  if (type.name !== 'boolean' || args.some((arg) => arg.type.name !== 'boolean')) return false;
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

/** Packs codes of 0 and 1 into bits. */
function packTrue(codes: Int32Array, words: Uint32Array, into: number, length: number): void {
  const whole = length >>> 5;
  for (let word = 0; word < whole; word++) words[into + word] = packedWord(codes, word << 5);
  const rest = length & 31;
  if (rest === 0) return;
  let bits = 0;
  for (let i = 0; i < rest; i++) bits |= codes[(whole << 5) + i] << i;
  words[into + whole] = bits;
}

/** In eights: bit by bit takes twice as long. */
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

/** A term over slot 0 only through another object (owner, place), computed once for each. */
interface Keyed {
  readonly key: Term;
  /** The term with that object in slot 0. */
  readonly inner: Term;
}

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

/** The outermost object through which a term sees slot 0, or slot 0 itself; undefined if it does not. */
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

/** Only leads from one object to another. */
function isObject(term: Term): boolean {
  return term.type.name === 'entity' && !term.heavy && (isSlot(term) || term.args.length === 1);
}

/** The outermost object through which both see slot 0. */
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
  if ((term.free & (1 << sourceSlot)) === 0) return term;
  const known = made.get(term);
  if (known !== undefined) return known;
  const args = term.args.map((arg) => replaced(arg, key, made));
  const node = nodeLike(term, args);
  made.set(term, node);
  return node;
}
