import type { WorldState } from '../components/state.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import { type Frame, type Mishaps, type Node, type Suppositions, askingRule, sourceSlot } from '../ir/node.js';
import { createFrame } from '../eval/interpreter.js';
import type { Term } from '../eval/term.js';
import { type TermBook, createTermBook, termOf } from '../eval/term-book.js';
import { createEvaluator } from '../match/evaluate.js';
import { createSelector } from '../match/select/selector.js';
import { createPathCounts } from '../eval/path-counts.js';

export interface Asking {
  readonly turn: number;
  readonly suppositions: Suppositions | undefined;
  /** Numbers for sequential draws; by default those of the world. */
  readonly next?: () => number;
}

/** Asks expressions over slot 0 of objects, outside of rules. */
export interface Asker {
  /** Values for the first `count` objects (ids): booleans as 0 and 1, absent ones 0. */
  ask(node: Node, ids: Int32Array, count: number, into: Float64Array, asking: Asking): void;
  /** For many questions; undefined without columns. */
  readonly session: (() => Session) | undefined;
}

export interface Session {
  readonly book: TermBook;
  readonly evaluator: Evaluator;
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
  };
}

export function compiledAsker(state: WorldState): Asker {
  const plain = renewed(state, false);
  const supposing = renewed(state, true);
  return {
    session: () => plain(),
    ask(node, ids, count, into, asking) {
      const session = asking.suppositions === undefined ? plain() : supposing();
      const term = termOf(session.book, node);
      if (term.sequential) {
        askByRow(state, node, ids, count, into, asking);
        return;
      }
      session.open(asking);
      askTerm(session.evaluator, term, rowsOver(sourceSlot, ids, count, commonKind(state, ids, count)), into);
    },
  };
}

function askTerm(evaluator: Evaluator, term: Term, rows: Rows, into: Float64Array): void {
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const { numbers, codes, absence } = evaluator.evaluate(term, rows);
  const from = term.type.name === 'number' ? numbers : codes;
  for (let row = 0; row < rows.length; row++) into[row] = from[row];
  if (absence !== undefined) for (let row = 0; row < rows.length; row++) into[row] = absence[row] === 0 ? into[row] : 0;
  scratch.release(mark);
}

/** The common kind of objects; 0: several, or none. */
export function commonKind({ identity: { kind } }: WorldState, ids: Int32Array, count: number): number {
  const first = count === 0 ? 0 : kind[ids[0]];
  for (let i = 1; i < count; i++) if (kind[ids[i]] !== first) return 0;
  return first;
}

export function askingFrame(state: WorldState, { turn, ...given }: Asking): Frame {
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
    into[row] = frame.evaluate(node) ?? 0;
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
  const evaluator = createAskingEvaluator(state);
  const start = evaluator.scratch.mark();
  return {
    book: createTermBook({ supposing }),
    evaluator,
    open(asking) {
      evaluator.frame = askingFrame(state, asking);
      evaluator.scratch.release(start);
    },
  };
}

export function createAskingEvaluator(state: WorldState) {
  const evaluator = createEvaluator(state);
  createSelector(evaluator, createPathCounts());
  return evaluator;
}

export interface OrderedAnswers {
  /** By object; booleans are 0 and 1, absent values 0. */
  readonly values: Float64Array;
  readonly mishaps: Readonly<Mishaps>;
}

/**
 * Asks an expression over slot 0 of objects (ids) in order, as the interpreter means it: sequential draws come from the
 * one stream in that order, and mishaps of integers are counted.
 */
export function askInOrder(state: WorldState, node: Node, ids: Iterable<number>, asking: Asking): OrderedAnswers {
  const frame = askingFrame(state, asking);
  const values = Float64Array.from(ids, (id) => {
    frame.slots[sourceSlot] = id;
    return frame.evaluate(node) ?? 0;
  });
  return { values, mishaps: frame.mishaps };
}
