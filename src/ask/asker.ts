import type { WorldState } from '../components/state.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import {
  type Frame,
  type Mishaps,
  type Node,
  type Suppositions,
  askingRule,
  countTests,
  sourceSlot,
} from '../ir/node.js';
import { createFrame } from '../eval/interpreter.js';
import type { Term } from '../eval/term.js';
import { type TermBook, createTermBook, termOf } from '../eval/term-book.js';
import { idLimit, isLive } from '../kernel/identity.js';
import {
  type Evaluation,
  type Evaluations,
  wholeEvaluationOf,
  wholeEvaluationsOf,
} from '../eval/emit/make-function.js';
import { type GenerateMode, createTier, generateMode } from '../eval/tier.js';
import { EdictError } from '../kernel/errors.js';
import { kept, keptBy } from '../kernel/maps.js';
import type { Model } from '../model/model.js';
import { type Matching, createMatching } from '../match/evaluate.js';
import { type Found, planMatch } from '../match/matcher.js';
import { isTrue } from '../match/selection-plan.js';
import { keepWhere, listOf } from '../match/sets/own-sets.js';

export interface Asking {
  readonly turn: number;
  readonly suppositions: Suppositions | undefined;
  /** Numbers for sequential draws; by default those of the world. */
  readonly next?: () => number;
  /** Stands for absent values. Default 0. */
  readonly absent?: number;
}

/** Asks expressions over slot 0 of objects, outside of rules. */
export interface Asker {
  /** Values for the first `count` objects (ids): booleans as 0 and 1. */
  ask(node: Node, ids: Int32Array, count: number, into: Float64Array, asking: Asking): void;
  /**
   * Values of nodes over no object, NaN where absent. The list of nodes stays the same. False where they are to be
   * asked one by one.
   */
  askAll(nodes: readonly Node[], into: Float64Array, asking: Asking): boolean;
  /** Ids, ascending. All objects of which `where` is asked count as tests. */
  find(sought: Sought, asking: Asking): ArrayLike<number>;
  /** For many questions; undefined without columns. */
  readonly session: (() => Session) | undefined;
}

/** Objects of a kind and a class (0: any) that fit. `where`: over slot 0. */
export interface Sought {
  readonly kind: number;
  readonly class: number;
  readonly fits: ((id: number) => boolean) | undefined;
  readonly where: Node | undefined;
}

export interface Session extends Matching {
  readonly book: TermBook;
  /** By condition, kind and class. */
  readonly finders: Map<string, () => Readonly<Found>>;
  /** Also releases memory of a refused question. */
  open(asking: Asking): void;
}

/** Then a new book begins: hosts may ask new expressions for ever. */
const mostTerms = 400_000;

export function referenceAsker(state: WorldState): Asker {
  return {
    session: undefined,
    ask: (node, ids, count, into, asking) => {
      askByRow(state, node, ids, count, into, asking);
    },
    askAll: () => false,
    find: (sought, asking) => findByRow(state, sought, asking),
  };
}

export function compiledAsker(state: WorldState): Asker {
  const plain = renewed(state, false);
  const supposing = renewed(state, true);
  const least = leastIn[generateMode()];
  return {
    session: () => plain(),
    ask(node, ids, count, into, asking) {
      const session = asking.suppositions === undefined ? plain() : supposing();
      const term = termOf(session.book, node);
      if (term.sequential) {
        askByRow(state, node, ids, count, into, asking);
        return;
      }
      if (count === 1 && least < Infinity && askByCode(state, node, ids[0], into, asking)) return;
      session.open(asking);
      const rows = rowsOver(sourceSlot, ids, count, commonKind(state, ids, count));
      askTerm(session.evaluator, term, rows, into, asking.absent);
      if (count === 1) noteVisits(node, session.evaluator.frame.visits, state.model, least);
    },
    askAll(nodes, into, asking) {
      const { book } = plain();
      const isReady = (node: Node): boolean => {
        const { heavy, sequential } = termOf(book, node);
        return !sequential && (!heavy || questionOf(node).made !== undefined);
      };
      return least < Infinity && nodes.every(isReady) && askAllByCode(state, nodes, into, asking);
    },
    find(sought, asking) {
      if (sought.where === undefined) return findByRow(state, sought, asking);
      const session = plain();
      const where = termOf(session.book, sought.where);
      if (where.sequential) return findByRow(state, sought, asking);
      const { evaluator } = session;
      const { frame, scratch } = evaluator;
      const mark = scratch.mark();
      evaluator.frame = askingFrame(state, asking);
      try {
        const { ids, from, to } = findTogether(session, sought, where);
        return ids.slice(from, to);
      } finally {
        // Code of the host may ask while another question is answered.
        evaluator.frame = frame;
        scratch.release(mark);
      }
    },
  };
}

/** Where code has been made for a question about one object. Returns false where columns are to answer. */
function askByCode(state: WorldState, node: Node, id: number, into: Float64Array, asking: Asking): boolean {
  const made = asking.suppositions === undefined ? questionOf(node).made : undefined;
  if (made === undefined) return false;
  const frame = askingFrame(state, asking);
  frame.slots[sourceSlot] = id;
  try {
    into[0] = made(frame) ?? asking.absent ?? 0;
    return true;
  } catch (error) {
    // Columns tell what is wrong, with where it is.
    if (error instanceof EdictError) return false;
    throw error;
  }
}

function askAllByCode(state: WorldState, nodes: readonly Node[], into: Float64Array, asking: Asking): boolean {
  const all = questionsOf(nodes);
  if (!all.isTried) {
    all.isTried = true;
    all.made = tier.make(() => wholeEvaluationsOf(nodes, state.model));
  }
  if (all.made === undefined) return false;
  try {
    all.made(askingFrame(state, asking), into);
    return true;
  } catch (error) {
    // One by one they tell what is wrong, with where it is.
    if (error instanceof EdictError) return false;
    throw error;
  }
}

interface Question {
  made: Evaluation | undefined;
  /** Objects visited so far; Infinity: it has code, or never will. */
  visits: number;
}

/** Visits before code is made, which takes as long as these save. */
const leastIn: Readonly<Record<GenerateMode, number>> = { hot: 100_000, never: Infinity, always: 1 };
/** Hosts may ask new questions for ever; those of content are few. */
const mostQuestions = 1000;
const questionOf = keptBy((_: Node): Question => ({ made: undefined, visits: 0 }), new WeakMap());
const questionsOf = keptBy(
  (_: readonly Node[]): { made: Evaluations | undefined; isTried: boolean } => ({ made: undefined, isTried: false }),
  new WeakMap(),
);
const tier = createTier(mostQuestions, 'hot');

function noteVisits(node: Node, visits: number, model: Model, least: number): void {
  const question = questionOf(node);
  question.visits += visits;
  if (question.visits === Infinity || question.visits < least) return;
  question.visits = Infinity;
  question.made = tier.make(() => wholeEvaluationOf(node, model));
}

function findTogether({ evaluator, finders, finder }: Session, sought: Sought, where: Term): Readonly<Found> {
  const { indexes, frame, scratch } = evaluator;
  const { kind, class: of, fits } = sought;
  const all = listOf(indexes, sought);
  if (fits === undefined) {
    countTests(frame, all.length);
    return kept(finders, `${where.id} ${kind} ${of}`, () => finder(planMatch([where], kind, sourceSlot, of)))();
  }
  const ids = scratch.codes(all.length);
  let length = 0;
  for (let i = 0; i < all.length; i++) if (fits(all.ids[i])) ids[length++] = all.ids[i];
  countTests(frame, length);
  return { ids, from: 0, to: keepWhere(evaluator, isTrue(where), sourceSlot, ids, length, kind) };
}

function findByRow(state: WorldState, { kind, class: of, fits, where }: Sought, asking: Asking): readonly number[] {
  const frame = askingFrame(state, asking);
  const found: number[] = [];
  for (let id = 1; id < idLimit(state.identity); id++) {
    if (kind === 0 ? !isLive(state.identity, id) : state.identity.kind[id] !== kind) continue;
    if ((of !== 0 && state.class[id] !== of) || fits?.(id) === false) continue;
    if (where !== undefined) {
      countTests(frame, 1);
      frame.slots[sourceSlot] = id;
      if (frame.evaluate(where) !== 1) continue;
    }
    found.push(id);
  }
  return found;
}

function askTerm(evaluator: Evaluator, term: Term, rows: Rows, into: Float64Array, absent = 0): void {
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const { numbers, codes, absence } = evaluator.evaluate(term, rows);
  const from = term.type.name === 'number' ? numbers : codes;
  for (let row = 0; row < rows.length; row++) into[row] = from[row];
  if (absence !== undefined)
    for (let row = 0; row < rows.length; row++) into[row] = absence[row] === 0 ? into[row] : absent;
  scratch.release(mark);
}

/** The common kind of objects; 0: several, or none. */
export function commonKind({ identity: { kind } }: WorldState, ids: Int32Array, count: number): number {
  const first = count === 0 ? 0 : kind[ids[0]];
  for (let i = 1; i < count; i++) if (kind[ids[i]] !== first) return 0;
  return first;
}

export function askingFrame(state: WorldState, { turn, absent: _absent, ...given }: Asking): Frame {
  return Object.assign(createFrame(state, turn), { rule: askingRule, isQuestion: true, ...given });
}

function askByRow(
  state: WorldState,
  node: Node,
  ids: Int32Array,
  count: number,
  into: Float64Array,
  asking: Asking,
): void {
  const frame = askingFrame(state, asking);
  for (let row = 0; row < count; row++) {
    frame.slots[sourceSlot] = ids[row];
    into[row] = frame.evaluate(node) ?? asking.absent ?? 0;
  }
}

/** Made on demand, and again when its book is too large. */
function renewed(state: WorldState, supposing: boolean): () => Session {
  let session: Session | undefined;
  return () => {
    if (session === undefined || session.book.terms.length > mostTerms) session = createSession(state, supposing);
    return session;
  };
}

function createSession(state: WorldState, supposing: boolean): Session {
  const matching = createMatching(state);
  const { evaluator } = matching;
  const start = evaluator.scratch.mark();
  return {
    ...matching,
    book: createTermBook({ supposing }),
    finders: new Map(),
    open(asking) {
      evaluator.frame = askingFrame(state, asking);
      evaluator.scratch.release(start);
    },
  };
}

export interface OrderedAnswers {
  /** By object; booleans are 0 and 1, absent values 0. */
  readonly values: Float64Array;
  readonly mishaps: Readonly<Mishaps>;
}

/**
 * Asks an expression over slot 0 of objects (ids) in order: sequential draws come from the one stream in that order,
 * and mishaps of integers are counted.
 */
export function askInOrder(state: WorldState, node: Node, ids: Iterable<number>, asking: Asking): OrderedAnswers {
  const frame = askingFrame(state, asking);
  const values = Float64Array.from(ids, (id) => {
    frame.slots[sourceSlot] = id;
    return frame.evaluate(node) ?? 0;
  });
  return { values, mishaps: frame.mishaps };
}
