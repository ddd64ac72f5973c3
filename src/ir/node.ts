import type { Type } from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { kept } from '../kernel/maps.js';
import { raisable } from '../kernel/world-limits.js';

/**
 * A typed operation on arguments, as plain data. `data` holds its other parameters (a column, a slot, a comparison).
 * Nodes that print alike mean the same.
 */
export interface Node<Data = unknown> {
  readonly op: string;
  readonly type: Type;
  readonly args: readonly Node[];
  readonly data: Data;
}

/**
 * A rule's source in slot 0 and target in slot 1; `self` of a growth formula in slot 0; aggregates bind the next free
 * slots to their members.
 */
export const sourceSlot = 0;
export const targetSlot = 1;

/**
 * Absent values are `missing` (no such meter, place, stockpile: a condition does not apply) or `notFound` (nothing up
 * the attachments has the property: the object is out of scope).
 */
export const missing = undefined;
export const notFound = null;
type Absent = typeof missing | typeof notFound;

/** Booleans are 0 and 1, none is 0, entities are ids. */
export type Value = number | Absent;

/** In a content file, for messages. Lines and columns from 1. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Declaration {
  /** Place in definition order, from 0. */
  readonly index: number;
  /** Unique, unless some are copies of one. */
  readonly name: string;
  readonly origin: Origin;
}

/** Outside of the model; kept for queries of hosts. */
export interface Names {
  readonly constants: ReadonlyMap<string, NamedConstant>;
  readonly flags: ReadonlyMap<string, Flag>;
}

/** Functions and tables of content, for expressions of hosts. */
export interface Callable {
  /** Those that a function calls come before it. */
  readonly functions: readonly NamedFunction[];
  readonly tables: ReadonlyMap<string, LookupTable>;
}

export interface NamedFunction {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly text: string;
}

export interface LookupTable {
  readonly index: number;
  readonly type: Type;
  readonly keys: readonly LookupKey[];
}

/** Words and classes are rows by their place. Numbers have one more row at each end, for all others. */
export interface LookupKey {
  readonly type: Type;
  readonly rows: number;
}

/** A named number or boolean (0 or 1). */
export interface NamedConstant {
  readonly type: Type;
  readonly value: number;
}

/** A named condition on objects; false of objects without a branch. */
export interface Flag {
  readonly name: string;
  readonly question: number;
  /** Classes first: they take precedence over kinds. */
  readonly branches: readonly FlagBranch[];
}

export interface FlagBranch {
  readonly by: 'class' | 'kind';
  readonly index: number;
  readonly kind: number;
  /** Over slot 0; aggregates bind slots from 1. Never absent. */
  readonly node: Node;
  readonly text: string;
  readonly origin: Origin;
}

/** Values by field, over slots 0 and 1 and the fields of the occurrence answered; undefined: absent. */
export interface Raised {
  readonly type: number;
  readonly values: readonly (Node | undefined)[];
}

/** A condition or number over slot 0 that hosts evaluate by name. Its value is never absent. */
export interface Expression {
  readonly index: number;
  /** Unique. */
  readonly name: string;
  /** Indices of the kinds it applies to; at least one. */
  readonly scope: readonly number[];
  readonly node: Node;
  /** The parts of the condition that `and` joins, as written, for people. Without `and`, the whole expression. */
  readonly clauses: readonly Clause[];
  /** The expression as written, or as readable text. */
  readonly text: string;
  /** The class whose requirements it states, or empty. */
  readonly thing: string;
  readonly origin: Origin;
}

export interface Clause {
  readonly text: string;
  readonly node: Node;
}

/** Results that were wrapped to 32 bits, and divisions by zero. */
export interface Mishaps {
  overflows: number;
  zeroDivisions: number;
}

/** The context of evaluation. One frame serves a whole turn; slots are set for every source and target. */
export interface Frame {
  readonly state: WorldState;
  /** Ids by slot; 0 is none. */
  readonly slots: number[];
  /** The running value of the cell being modified. */
  value: number;
  /** True if a numeric `value` is an int. */
  valueWhole: boolean;
  /** True if the numeric evaluated last is an int. */
  whole: boolean;
  /** From 1. */
  turn: number;
  /** Index of the running rule; part of every draw. */
  rule: number;
  /** Row of the occurrence answered, and the controller of the answering ability; 0: none. */
  occurrence: number;
  controller: number;
  /** Objects that scopes tested and aggregates visited in this turn. */
  tests: number;
  visits: number;
  /** Objects of spaces that were sorted again between looks. */
  sorted: number;
  /** A query outside of turns, counted by itself. */
  isQuestion: boolean;
  suppositions: Suppositions | undefined;
  /** Mishaps of integers since last read. */
  readonly mishaps: Mishaps;
  /** The next whole number of the stream of sequential draws. */
  next: () => number;
  readonly evaluate: (node: Node) => Value;
}

/** Objects that an aggregate is about to visit; throws beyond the limit. */
export function countVisits(frame: Frame, objects: number): void {
  frame.visits += objects;
  const limit = frame.state.limits.visitsPerTurn;
  if (frame.visits > limit) {
    throw new EdictError(
      'limit-visits',
      `aggregates looked at more than ${limit} objects in ${spanOf(frame)}; give the aggregate a smaller range or raise limits.visitsPerTurn`,
    );
  }
}

/** Objects that a scope is about to test; throws beyond the limit. */
export function countTests(frame: Frame, objects: number): void {
  frame.tests += objects;
  const { limits, turnLimits } = frame.state;
  const limit = frame.isQuestion ? limits.testsPerTurn : turnLimits.tests;
  if (frame.tests > limit) {
    throw new EdictError(
      'limit-tests',
      frame.isQuestion
        ? `the query tests more than ${limit} objects; ask of a kind, a class or an owner, or raise limits.testsPerTurn`
        : `scopes tested more than ${limit} objects in ${spanOf(frame)}; let fewer objects carry the rule or raise ${raisable(turnLimits, 'tests')}`,
    );
  }
}

function spanOf({ isQuestion, state }: Frame): string {
  return isQuestion ? 'one question' : `turn ${state.stamps.turn}`;
}

/** For draws of queries: no rule has this index. */
export const askingRule = 0x7fffffff;

/** Source, target and as many members as the limit allows nested aggregates. */
export const slotCount = 32;

/** Hypothetical answers, by question and word, then by object (id). */
export interface Suppositions {
  readonly answers: ReadonlyMap<number, Answers>;
}

export type Answers = ReadonlyMap<number, number>;

interface Supposition {
  readonly question: number;
  /** 0 where the question is asked of no word. */
  readonly word: number;
  readonly object: number;
  readonly value: number;
}

const mostWords = 65_536;

export function questionKey(question: number, word: number): number {
  return question * mostWords + word;
}

/** Of equal ones the first counts. Nothing is supposed of object 0. */
export function suppose(list: Iterable<Supposition>): Suppositions {
  const answers = new Map<number, Map<number, number>>();
  for (const { question, word, object, value } of list) {
    if (object === 0) continue;
    const known = kept(answers, questionKey(question, word), () => new Map<number, number>());
    if (!known.has(object)) known.set(object, value);
  }
  return { answers };
}
