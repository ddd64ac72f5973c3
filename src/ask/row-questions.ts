import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Rows, copyNumbers, numbersAt, rowsOver } from '../eval/columns/rows.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { asComparison, asEquality, isSlot } from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';
import { type Session, commonKind } from './asker.js';
import { combinations, type RowGroups, groupRows, spreadGroups } from './row-sets.js';
import { makeNode, nodeLike, rebuilt } from '../eval/make-node.js';
import { slot } from '../eval/ops/object-links.js';
import { type TermBook, termOf } from '../eval/term-book.js';

/**
 * Many expressions over the same rows, each part once. Conditions are sets of rows, for which logic is nearly free;
 * parts that look at another object (owner, team) are computed once for each of those.
 */
export interface RowQuestions {
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
  /** Rises with each `beginQuestions`. */
  round: number;
  /** By key; undefined where few rows share an object. */
  groups: Map<Term, Others | undefined>;
  readonly spare: RowQuestions[];
}

interface Others {
  readonly groups: RowGroups;
  readonly questions: RowQuestions;
}

const firstWords = 4_096;
/** Least average of rows that share an object. */
const leastShared = 4;
/** Fewer rows are not grouped. */
const manyRows = 64;

export function createQuestions({ evaluator, book }: Session): RowQuestions {
  return makeQuestions(evaluator, createKeyFinder(book));
}

function makeQuestions(evaluator: Evaluator, keyedOf: RowQuestions['keyedOf']): RowQuestions {
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
    round: 0,
    groups: new Map(),
    spare: [],
  };
}

export function beginQuestions(questions: RowQuestions, ids: Int32Array, count: number, kind: number): void {
  questions.rows = rowsOver(sourceSlot, ids, count, kind);
  questions.width = (count + 31) >>> 5;
  questions.used = 0;
  questions.round++;
  for (const others of questions.groups.values()) if (others !== undefined) questions.spare.push(others.questions);
  questions.groups = new Map();
}

/** Where the bits of a condition's rows begin in `words`, which the next question may replace. */
export function truthOf(questions: RowQuestions, term: Term): number {
  const { id } = term;
  if (id >= questions.answered.length) makeRoomFor(questions, id);
  if (questions.answered[id] === questions.round) return questions.offsets[id];
  const offset = combined(questions, term) ?? gathered(questions, term) ?? asked(questions, term);
  questions.answered[id] = questions.round;
  questions.offsets[id] = offset;
  return offset;
}

/** Writes numbers by row; absent ones are 0. */
export function numbersOf(questions: RowQuestions, term: Term, into: Float64Array): void {
  const { evaluator, rows } = questions;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const keyed = questions.keyedOf(term);
  const others = keyed === undefined ? undefined : othersOf(questions, keyed.key);
  if (keyed === undefined || others === undefined) {
    const { numbers: values, absence } = evaluator.evaluate(term, rows);
    copyNumbers(values, into, rows.length);
    if (absence !== undefined) putZeroes(absence, into, rows.length);
  } else {
    const values = scratch.numbers(others.groups.count);
    numbersOf(others.questions, keyed.inner, values);
    numbersAt(values, others.groups.of, into, rows.length);
  }
  scratch.release(mark);
}

function makeRoomFor(questions: RowQuestions, id: number): void {
  const room = Math.max(2 * questions.answered.length, id + 1);
  const { answered, offsets, partial, forms } = questions;
  (questions.answered = new Int32Array(room)).set(answered);
  (questions.offsets = new Int32Array(room)).set(offsets);
  (questions.partial = new Uint8Array(room)).set(partial);
  (questions.forms = new Uint8Array(room)).set(forms);
}

function takeWords(questions: RowQuestions): number {
  const offset = questions.used;
  questions.used += questions.width;
  const { words } = questions;
  if (questions.used > words.length)
    (questions.words = new Uint32Array(Math.max(2 * words.length, questions.used))).set(words);
  return offset;
}

/** Undefined where arguments are no sets. */
function combined(questions: RowQuestions, term: Term): number | undefined {
  const { id, operation, args } = term;
  const combine = combinations[operation];
  if (combine === undefined || !isCombined(questions, term)) return undefined;
  for (let i = 0; i < args.length; i++) {
    truthOf(questions, args[i]);
    if (questions.partial[args[i].id] === 1) return undefined;
  }
  const into = takeWords(questions);
  const { words, width } = questions;
  combine(words, into, args, questions.offsets, width);
  const over = questions.rows.length & 31;
  // Bits after the last row are always 0.
  if (over !== 0) words[into + width - 1] &= (1 << over) - 1;
  questions.partial[id] = 0;
  return into;
}

/** Kept by term: sweeps repeat thousands. */
function isCombined({ forms }: RowQuestions, term: Term): boolean {
  const known = forms[term.id];
  if (known !== 0) return known === 1;
  const isMade = standsForSets(term);
  forms[term.id] = isMade ? 1 : 2;
  return isMade;
}

/** The set of a term over other objects; undefined where few rows share them. */
function gathered(questions: RowQuestions, term: Term): number | undefined {
  const keyed = questions.keyedOf(term);
  const others = keyed === undefined ? undefined : othersOf(questions, keyed.key);
  if (keyed === undefined || others === undefined) return undefined;
  const { questions: other, groups } = others;
  const at = truthOf(other, keyed.inner);
  const into = takeWords(questions);
  spreadGroups(groups, other.words, at, questions.words, into, questions.rows.length);
  questions.partial[term.id] = other.partial[keyed.inner.id];
  return into;
}

/** Undefined where few rows share the key's object. */
function othersOf({ evaluator, keyedOf, rows, groups, spare }: RowQuestions, key: Term): Others | undefined {
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
    others = { groups: found, questions: spare.pop() ?? makeQuestions(evaluator, keyedOf) };
    beginQuestions(others.questions, found.ids, found.count, commonKind(state, found.ids, found.count));
  }
  groups.set(key, others);
  return others;
}

function asked(questions: RowQuestions, term: Term): number {
  const { evaluator, rows } = questions;
  const mark = evaluator.scratch.mark();
  const { codes, absence } = evaluator.evaluate(term, rows);
  const into = takeWords(questions);
  const { words, partial } = questions;
  if (absence === undefined) packTrue(codes, words, into, rows.length);
  else packTrueAndPresent(codes, absence, words, into, rows.length);
  partial[term.id] = absence === undefined ? 0 : 1;
  evaluator.scratch.release(mark);
  return into;
}

/**
 * Conditions over conditions. Expensive ones beside cheap ones are left to columns, which evaluate them only where
 * needed.
 */
function standsForSets(term: Term): boolean {
  const { args, heavy, type } = term;
  if (type.name !== 'boolean' || args.some((arg) => arg.type.name !== 'boolean')) return false;
  if (heavy && args.some((arg) => !arg.heavy)) return false;
  return asComparison(term) === undefined || asEquality(term) !== undefined;
}

function putZeroes(absence: Uint8Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? into[row] : 0;
}

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
    const keyed = isOther ? { key, inner: termOf(book, throughKey(term, key)) } : undefined;
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

/** A term with slot 0 in the place of the object that it sees. */
function throughKey(term: Term, key: Term): Node {
  const own = makeNode(slot, { slot: sourceSlot });
  return rebuilt(term, (part, args) =>
    part === key ? own : (part.free & (1 << sourceSlot)) === 0 ? part : nodeLike(part, args),
  );
}
